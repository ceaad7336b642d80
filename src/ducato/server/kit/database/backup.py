"""Backing up a database while it is in use, and restoring it.

A backup is always a SQLite file, whatever the database: it can be opened, served
(``ducato serve --database sqlite:///FILE``) and restored into any other database.
"""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Table, func, insert, select

from ducato.server.kit.database import schema
from ducato.server.kit.database.engine import Database, file_url, parsed_url, where_is
from ducato.server.kit.database.errors import StorageFailure, StoreError, from_system, translated
from ducato.server.kit.database.private_files import is_file, make_file

ROWS = 1000
"""Number of rows copied at a time."""
VERSION_TABLE = "alembic_version"
"""A table that every ducato database has."""
WRONG = {
    StorageFailure.FULL: "there is no room for a copy of it in the folder for temporary files: "
    "free some space, or name another folder with the environment variable TMPDIR",
    StorageFailure.UNREACHABLE: "it cannot be read: check its name, and that you may read it",
    StorageFailure.BUSY: "another program is writing it: copy it with `ducato backup`, and restore "
    "that",
    StorageFailure.DAMAGED: "it is damaged, or not what `ducato backup` writes",
    StorageFailure.OTHER_VERSION: "it was written by another version of ducato: use that one",
}


class BadBackup(StoreError):
    """An error raised if a file cannot be restored. Neither it nor the database was changed."""

    def __init__(self, file: Path, failure: StorageFailure, detail: str) -> None:
        super().__init__(str(file), failure, detail)
        self.args = (f"nothing was restored from {file}: {WRONG.get(failure, detail)} ({detail})",)


class NoDatabase(StoreError):
    """An error raised if there is no database to copy."""

    def __init__(self, where: str) -> None:
        super().__init__(where, StorageFailure.UNREACHABLE, "there is no such file")
        self.args = (
            f"there is no database {where}: nothing was copied; name its folder with --data, or "
            "its URL with --database",
        )


def existing(url: str) -> Database:
    """Open a database to copy it; a SQLite file is not created.

    Raises:
        NoDatabase: there is no such file.
        StoreError: the URL is not valid, or the database cannot be used.
    """
    parsed = parsed_url(url)
    if (
        parsed.get_backend_name() == "sqlite"
        and is_file(parsed.database)
        and not Path(str(parsed.database)).exists()
    ):
        raise NoDatabase(where_is(parsed))
    return Database(url)


def backup(source: Database, file: Path) -> None:
    """Write a consistent snapshot of the whole database to a new file.

    Raises:
        StoreError: the file exists or cannot be written, or the database cannot be read; no partial
            file is left behind.
    """
    if file.exists():
        raise StoreError(str(file), StorageFailure.EXISTS, "it exists")
    unfinished = file.with_name(f"{file.name}.part")
    unfinished.unlink(missing_ok=True)
    try:
        if source.engine.dialect.name == "sqlite":
            _copy_file(source, unfinished)
        else:
            target = Database(file_url(unfinished))
            try:
                copy(source, target)
            finally:
                target.close()
        os.replace(unfinished, file)
    finally:
        unfinished.unlink(missing_ok=True)


def restore(file: Path, target: Database) -> None:
    """Copy a backup into an empty database. The backup is not modified.

    Raises:
        BadBackup: the file cannot be read, or is not a backup.
        StoreError: the database is not empty, or cannot be written.
    """
    with _opened(file) as source:
        copy(source, target)


@contextmanager
def _opened(file: Path) -> Iterator[Database]:
    """Open a temporary copy of a backup, migrated to the current schema.

    Raises:
        BadBackup: the file cannot be read, or is not a backup.
    """
    with tempfile.TemporaryDirectory(prefix="ducato-restore-") as folder:
        copied = Path(folder) / "copy.sqlite3"
        _take(file, copied)
        try:
            source = Database(file_url(copied))
            try:
                yield source
            finally:
                source.close()
        except StoreError as error:
            if error.where != str(copied):
                raise
            raise BadBackup(file, error.failure, error.detail) from error


def _take(file: Path, to: Path) -> None:
    """Copy the bytes of an idle database, with its write-ahead log if it was not closed cleanly.

    SQLite could read the file itself, but not without writing files next to it.

    Raises:
        BadBackup: the file cannot be read or copied, is being written, or is not a backup.
    """
    parts = {file: to, Path(f"{file}-wal"): Path(f"{to}-wal")}
    try:
        before = _stamps(parts)
        if file not in before:
            raise BadBackup(file, StorageFailure.UNREACHABLE, "there is no such file")
        for part in before:
            shutil.copyfile(part, parts[part])
        if _stamps(parts) != before:
            raise BadBackup(file, StorageFailure.BUSY, "it was written meanwhile")
    except OSError as error:
        full = error.errno in (errno.ENOSPC, errno.EDQUOT)
        failure = StorageFailure.FULL if full else StorageFailure.UNREACHABLE
        raise BadBackup(file, failure, error.strerror or str(error)) from error
    # Otherwise an empty file, or the database of another program, would be migrated.
    with closing(sqlite3.connect(to)) as connection:
        try:
            names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
        except sqlite3.DatabaseError as error:
            raise BadBackup(file, StorageFailure.DAMAGED, str(error)) from error
    if VERSION_TABLE not in names:
        raise BadBackup(file, StorageFailure.DAMAGED, "it is not of ducato")


def _stamps(parts: Iterable[Path]) -> dict[Path, tuple[int, int]]:
    """Return the size and modification time of each file that exists."""
    found = {part: part.stat() for part in parts if part.is_file()}
    return {part: (stat.st_size, stat.st_mtime_ns) for part, stat in found.items()}


def copy(source: Database, target: Database) -> None:
    """Copy all rows of all tables into an empty database with the same schema.

    Raises:
        StoreError: the source cannot be read; or the target is not empty, or cannot be written.
    """

    def job(there: Connection) -> None:
        tables = schema.metadata.sorted_tables
        if any(there.scalar(select(func.count()).select_from(table)) for table in tables):
            raise StoreError(target.where, StorageFailure.EXISTS, "it is not empty")
        with closing(_rows(source)) as parts:
            for table, rows in parts:
                there.execute(insert(table), rows)

    target.write(job).result()


def _rows(source: Database) -> Generator[tuple[Table, list[dict[str, Any]]], None, None]:
    """Yield all rows of all tables as they were at one moment, in parts of one table each.

    Raises:
        StoreError: the database cannot be read.
    """
    with source.reading() as here:
        if source.engine.dialect.name != "sqlite":
            here.execution_options(isolation_level="REPEATABLE READ")
        for table in schema.metadata.sorted_tables:
            rows = here.execution_options(yield_per=ROWS).execute(select(table))
            for part in rows.mappings().partitions():
                yield table, [dict(row) for row in part]


def _copy_file(source: Database, file: Path) -> None:
    try:
        make_file(file)
    except OSError as error:
        raise from_system(str(file), error) from error
    try:
        with sqlite3.connect(source.where) as here, sqlite3.connect(file) as there:
            here.backup(there)
        here.close()
        there.close()
    except sqlite3.Error as error:
        failed = translated(str(file), error)
        # The file is new, so what is damaged can only be the source.
        if failed.failure is StorageFailure.DAMAGED:
            failed = translated(source.where, error)
        raise failed from error
