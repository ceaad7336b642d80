"""SQLite settings: durable commits, and a write lock at the start of each writing transaction."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Engine, event
from sqlalchemy.exc import DBAPIError

BUSY_FOR = 5_000
"""Milliseconds to wait while another process writes."""

PRAGMAS = (
    "PRAGMA journal_mode = WAL",  # readers do not wait for the writer
    "PRAGMA synchronous = FULL",  # a commit is on the disk when it returns, even if power fails
    "PRAGMA foreign_keys = ON",
    f"PRAGMA busy_timeout = {BUSY_FOR}",
)


def prepare(engine: Engine) -> None:
    """Make commits durable, and let transactions that may write take the lock at their start."""
    event.listen(engine, "connect", _set_pragmas)
    event.listen(engine, "begin", _begin)


def execute(connection: Connection, sql: str, *rows: Sequence[Any]) -> int:
    """Execute a statement by the driver itself, once for each row; return the number of rows.

    SQLAlchemy's own preparation costs several times what SQLite needs for a small statement.

    Raises:
        DBAPIError: the driver refuses, as SQLAlchemy reports it.
    """
    driver: Any = connection.connection.dbapi_connection
    try:
        done = driver.executemany(sql, rows) if len(rows) > 1 else driver.execute(sql, *rows)
    except sqlite3.Error as error:
        made = DBAPIError.instance(sql, None, error, sqlite3.Error, dialect=connection.dialect)
        raise made from error
    count: int = done.rowcount
    return count


def _set_pragmas(connection: Any, _record: object) -> None:
    connection.isolation_level = None  # the driver must not begin transactions: `_begin` does
    cursor = connection.cursor()
    for pragma in PRAGMAS:
        cursor.execute(pragma)
    cursor.close()


def _begin(connection: Connection) -> None:
    # A transaction that reads and then writes would fail midway if another one wrote in between,
    # so any transaction that may write takes the lock at the start.
    reading = connection.get_execution_options().get("reading", False)
    execute(connection, "BEGIN" if reading else "BEGIN IMMEDIATE")
