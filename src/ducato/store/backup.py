"""A copy of a database while it is being used, and the way back.

A backup is always a SQLite file, whatever database it was taken from: it can be looked into,
served from (``ducato serve --database sqlite:///FILE``) and restored into any other.
"""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

from sqlalchemy import Connection, func, insert, select

from ducato.store import schema
from ducato.store.database import Database
from ducato.store.errors import StoreError, Trouble, translated

ROWS = 1000
"""Rows copied at a time."""


def backup(source: Database, file: Path) -> None:
    """Write all that is in the database, as of one moment, into a new file.

    Raises:
        StoreError: the file cannot be written; then there is none.
    """
    if file.exists():
        raise StoreError(str(file), Trouble.EXISTS, "it exists")
    unfinished = file.with_name(f"{file.name}.part")
    unfinished.unlink(missing_ok=True)
    try:
        if source.engine.dialect.name == "sqlite":
            _copy_file(source, unfinished)
        else:
            target = Database(f"sqlite:///{unfinished.absolute()}")
            try:
                copy(source, target)
            finally:
                target.close()
        os.replace(unfinished, file)
    finally:
        unfinished.unlink(missing_ok=True)


def restore(file: Path, target: Database) -> None:
    """Put what is in a backup into an empty database.

    Raises:
        StoreError: there is no such file, or the database is not empty.
    """
    if not file.is_file():
        raise StoreError(str(file), Trouble.UNREACHABLE, "there is no such file")
    source = Database(f"sqlite:///{file.absolute()}")
    try:
        copy(source, target)
    finally:
        source.close()


def copy(source: Database, target: Database) -> None:
    """Copy all rows of all tables into an empty database of the same schema."""

    def job(there: Connection) -> None:
        tables = schema.metadata.sorted_tables
        if any(there.scalar(select(func.count()).select_from(table)) for table in tables):
            raise StoreError(target.where, Trouble.EXISTS, "it is not empty")
        with source.engine.connect() as plain:
            options = {"reading": True}
            if source.engine.dialect.name != "sqlite":
                options["isolation_level"] = "REPEATABLE READ"  # type: ignore[assignment]
            here = plain.execution_options(**options)
            for table in tables:
                rows = here.execution_options(yield_per=ROWS).execute(select(table))
                for part in rows.mappings().partitions():
                    there.execute(insert(table), [dict(row) for row in part])

    target.write(job).result()


def _copy_file(source: Database, file: Path) -> None:
    try:
        with sqlite3.connect(source.where) as here, sqlite3.connect(file) as there:
            here.backup(there)
        here.close()
        there.close()
    except sqlite3.Error as error:
        raise translated(str(file), error) from error
