"""A database: opened, migrated, read by any thread and written by one.

Reading blocks. Writing is a job for the `Writer`, whose future ends when it is on the disk.
"""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from platformdirs import user_data_dir
from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError

from ducato.store.database import sqlite
from ducato.store.database.migrate import NewerSchema, migrate
from ducato.store.database.writer import Writer
from ducato.store.errors import StorageFailure, StoreError, translated

FILE = "ducato.sqlite3"

Result = TypeVar("Result")


def default_url(folder: Path | None = None) -> str:
    """Return the user's database: in `folder`, $DUCATO_DATA, or the folder for user data."""
    chosen = folder or Path(os.environ.get("DUCATO_DATA") or user_data_dir("ducato"))
    return f"sqlite:///{chosen / FILE}"


def now() -> int:
    """Return the time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Database:
    """A database in the current schema.

    Args:
        url: such as ``sqlite:////home/anna/ducato.sqlite3`` or
            ``postgresql+psycopg://anna@localhost/ducato``; `default_url()` if not given.

    Attributes:
        where: the database, without a password.
        engine: SQLAlchemy's.

    Raises:
        StoreError: here and wherever it is used, when the database cannot do it.
    """

    def __init__(self, url: str | None = None) -> None:
        parsed = parsed_url(url or default_url())
        backend, self.where = parsed.get_backend_name(), where_is(parsed)
        try:
            # A connection to a server may have died since it was last used; a file has not.
            self.engine: Engine = create_engine(parsed, pool_pre_ping=backend != "sqlite")
        except (ArgumentError, NoSuchModuleError, ModuleNotFoundError) as error:
            raise _no_url(str(url), error) from error
        self._closed = False
        event.listen(self.engine, "checkin", self._given_back)
        if backend == "sqlite":
            sqlite.prepare(self.engine)
            self._make_folder(parsed.database)
        try:
            with self._translating(), self.engine.begin() as connection:
                migrate(connection)
        except NewerSchema as error:
            self.engine.dispose()
            raise StoreError(self.where, StorageFailure.NEWER, str(error)) from error
        except StoreError:
            self.engine.dispose()
            raise
        self._writer = Writer(self.engine, self._translated)

    def write(self, job: Callable[[Connection], Result]) -> Future[Result]:
        """Submit a job that writes; its future ends when the result is on the disk."""
        return self._writer.submit(job)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Open a connection that sees one state of the database."""
        with (
            self._translating(),
            self.engine.connect().execution_options(reading=True) as connection,
        ):
            yield connection

    @property
    def waiting(self) -> int:
        """The number of jobs that wait to be written."""
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
        """The free bytes on the disk of a SQLite file; None for other databases."""
        path = self.engine.url.database
        if self.engine.dialect.name != "sqlite" or path in (None, "", ":memory:"):
            return None
        return shutil.disk_usage(Path(str(path)).parent).free

    def close(self) -> None:
        """Finish what is being written, and close all connections."""
        self._writer.close()
        self._closed = True
        self.engine.dispose()

    def _given_back(self, connection: Any, _: object) -> None:
        """Close a connection that was in use when the database was closed, which no pool does."""
        if self._closed:
            connection.close()

    def _make_folder(self, path: str | None) -> None:
        if path in (None, "", ":memory:"):
            return
        try:
            Path(str(path)).parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StoreError(self.where, StorageFailure.UNREACHABLE, str(error)) from error

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


def parsed_url(url: str) -> URL:
    """Parse the URL of a database; PostgreSQL gets the driver that is installed with ducato.

    Raises:
        StoreError: it is not a valid URL.
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
    """Return the name of a database for people to read, without a password."""
    return str(url.database if url.get_backend_name() == "sqlite" else url.render_as_string())


def _no_url(url: str, error: Exception) -> StoreError:
    return StoreError(url.rpartition("@")[2], StorageFailure.NO_URL, str(error))


def row_values(row: Any) -> dict[str, Any]:
    """Return the columns of a row by name."""
    return dict(row._mapping)
