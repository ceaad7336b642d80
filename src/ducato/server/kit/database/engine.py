"""A database, migrated when opened, read from any thread and written by a single one.

Reads block. Writes are jobs for the `Writer`; their futures complete once the data is on disk.
"""

from __future__ import annotations

import os
import secrets
import shutil
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

from platformdirs import user_data_dir
from sqlalchemy import (
    URL,
    Connection,
    Engine,
    Executable,
    Table,
    create_engine,
    event,
    make_url,
    text,
)
from sqlalchemy.dialects import postgresql
from sqlalchemy.dialects import sqlite as sqlite_dialect
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError

from ducato.server.kit.database import private_files, sqlite
from ducato.server.kit.database.errors import (
    NotShared,
    StorageFailure,
    StoreError,
    from_system,
    translated,
)
from ducato.server.kit.database.migrate import OtherSchema, migrate
from ducato.server.kit.database.writer import Writer

FILE = "ducato.sqlite3"

Result = TypeVar("Result")
Arguments = ParamSpec("Arguments")
Subject = TypeVar("Subject", bound="Storage")


def default_url(folder: Path | None = None) -> str:
    """Return the URL of the user's SQLite database.

    It is in `folder` or, if that is None, in $DUCATO_DATA or else in the user data folder.
    """
    chosen = folder or Path(os.environ.get("DUCATO_DATA") or user_data_dir("ducato"))
    return file_url(chosen / FILE)


def file_url(path: Path) -> str:
    """Return the URL of a SQLite file, in which characters such as % and ? are escaped.

    Example:
        >>> file_url(Path("/srv/100%/tables.sqlite3"))
        'sqlite:////srv/100%25/tables.sqlite3'
    """
    # An absolute path never begins like a URI, ``file:``, which SQLite would take apart.
    return URL.create("sqlite", database=str(path.absolute())).render_as_string()


def now() -> int:
    """Return the current time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Database:
    """A database in the current schema.

    Args:
        url: the URL, such as ``sqlite:////home/anna/ducato.sqlite3`` or
            ``postgresql+psycopg://anna@localhost/ducato``; None for `default_url()`.
        shared: whether other processes use the database at the same time.

    Attributes:
        where: the path or URL of the database, without a password.
        process: the id of this process among those that share the database; None if it is alone.
        engine: the SQLAlchemy engine.

    Raises:
        NotShared: on creation, if several processes cannot share the database.
        StoreError: on creation and on every use, if the database fails.
    """

    def __init__(self, url: str | None = None, *, shared: bool = False) -> None:
        parsed = parsed_url(url or default_url())
        backend, self.where = parsed.get_backend_name(), where_is(parsed)
        if shared and backend != "postgresql":
            raise NotShared(self.where)
        self.process = 1 + secrets.randbelow(2**31 - 1) if shared else None
        try:
            # A connection to a server may have died since its last use; one to a file cannot.
            self.engine: Engine = create_engine(parsed, pool_pre_ping=backend != "sqlite")
        except (ArgumentError, NoSuchModuleError, ModuleNotFoundError) as error:
            raise _no_url(str(url), error) from error
        self._closed = False
        event.listen(self.engine, "checkin", self._given_back)
        if backend == "sqlite":
            sqlite.prepare(self.engine)
            self._make_file(parsed.database)
        try:
            with self._translating(), self.engine.begin() as connection:
                migrate(connection)
        except OtherSchema as error:
            self.engine.dispose()
            raise StoreError(self.where, StorageFailure.OTHER_VERSION, str(error)) from error
        except StoreError:
            self.engine.dispose()
            raise
        self._writer = Writer(self.engine, self._translated, self.process or 0)

    def write(self, job: Callable[[Connection], Result]) -> Future[Result]:
        """Submit a job that writes; its future completes once the result is on disk.

        Raises:
            RuntimeError: the database is closed.
        """
        return self._writer.submit(job)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Open a connection for reading; in SQLite, all its queries see the same snapshot."""
        with (
            self._translating(),
            self.engine.connect().execution_options(reading=True) as connection,
        ):
            yield connection

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        """Open a connection for a transaction that does not wait for the writer's queue.

        Only for a database server: a SQLite file has one writer at a time.
        """
        with self._translating(), self.engine.begin() as connection:
            yield connection

    @property
    def waiting(self) -> int:
        """The number of write jobs in the queue."""
        return self._writer.waiting

    def ping(self) -> None:
        """Check that the database answers.

        Raises:
            StoreError: it does not.
        """
        with self.reading() as connection:
            connection.execute(text("SELECT 1"))

    @property
    def free(self) -> int | None:
        """The free space in bytes on the disk of a SQLite file; None if there is no such file."""
        path = self.engine.url.database
        if self.engine.dialect.name != "sqlite" or not private_files.is_file(path):
            return None
        return shutil.disk_usage(Path(str(path)).parent).free

    def close(self) -> None:
        """Finish pending writes and close all connections."""
        self._writer.close()
        self._closed = True
        self.engine.dispose()

    def _given_back(self, connection: Any, _: object) -> None:
        """Close a connection that was in use when the database closed; the pool would not."""
        if self._closed:
            connection.close()

    def _make_file(self, path: str | None) -> None:
        if not private_files.is_file(path):
            return
        try:
            private_files.make_folder(Path(str(path)).parent)
            private_files.make_file(Path(str(path)))
        except OSError as error:
            raise from_system(self.where, error) from error

    @contextmanager
    def _translating(self) -> Iterator[None]:
        try:
            yield
        except SQLAlchemyError as error:
            raise translated(self.where, error) from error

    def _translated(self, error: Exception, unsure: bool) -> Exception:
        if unsure:
            return StoreError(self.where, StorageFailure.UNSURE, str(error))
        return translated(self.where, error) if isinstance(error, SQLAlchemyError) else error


def insert_if_new(connection: Connection, table: Table, row: Mapping[str, Any]) -> None:
    """Insert a row unless there is one with the same primary key, even if another process does."""
    dialect: Any = postgresql if connection.dialect.name == "postgresql" else sqlite_dialect
    connection.execute(dialect.insert(table).values(row).on_conflict_do_nothing())


def parsed_url(url: str) -> URL:
    """Parse a database URL; for PostgreSQL without a driver, add the one installed with ducato.

    Raises:
        StoreError: the URL is not valid.
    """
    try:
        parsed = make_url(url)
        if parsed.drivername in ("postgres", "postgresql"):
            parsed = parsed.set(drivername="postgresql+psycopg")
        parsed.get_backend_name()
    except (ArgumentError, NoSuchModuleError) as error:
        raise _no_url(url, error) from error
    return parsed


def where_is(url: URL) -> str:
    """Return the path of a SQLite database, or the URL of another one without its password."""
    return str(url.database if url.get_backend_name() == "sqlite" else url.render_as_string())


def _no_url(url: str, error: Exception) -> StoreError:
    return StoreError(url.rpartition("@")[2], StorageFailure.NO_URL, str(error))


def row_values(row: Any) -> dict[str, Any]:
    """Return the values of a row by column name."""
    return dict(row._mapping)


class Storage:
    """The base of what reads and writes the rows of one subject; it keeps nothing but the database.

    Args:
        database: the database.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def _rows(self, query: Executable) -> Sequence[Any]:
        """Return all rows of a query."""
        with self._database.reading() as connection:
            return connection.execute(query).all()

    def _row(self, query: Executable) -> Any:
        """Return the one row of a query, None if it has none."""
        with self._database.reading() as connection:
            return connection.execute(query).one_or_none()

    def _values(self, query: Executable) -> list[Any]:
        """Return the first column of a query."""
        with self._database.reading() as connection:
            return list(connection.scalars(query))

    def _value(self, query: Executable) -> Any:
        """Return the first column of the first row of a query, None without a row."""
        with self._database.reading() as connection:
            return connection.scalar(query)


def in_transaction(
    job: Callable[Concatenate[Subject, Connection, Arguments], Result],
) -> Callable[Concatenate[Subject, Arguments], Future[Result]]:
    """Make a method of a `Storage` that writes out of one that is given the connection.

    The method returns a future, which completes once the result is on disk.
    """

    @wraps(job)
    def submitted(
        self: Subject, /, *arguments: Arguments.args, **named: Arguments.kwargs
    ) -> Future[Result]:
        return self._database.write(lambda connection: job(self, connection, *arguments, **named))

    return submitted
