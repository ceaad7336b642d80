"""Markers that show whether a transaction was committed if the answer was lost.

The connection to a database server may break between a commit and its answer. Each transaction
therefore writes a marker to its writer's row: if it is there, the transaction was committed.
SQLite runs in this process and needs no markers.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection, Engine, insert, select, text, update
from sqlalchemy.exc import SQLAlchemyError

from ducato.server.kit.database import schema

PATIENCE = 20.0
"""Seconds to wait for an unreachable database; a restart takes a few."""
PATIENCE_AT_END = 3.0
"""Seconds to wait for an unreachable database while the server is shutting down."""
PAUSE = 0.2
"""Seconds between two attempts to reach the database."""
OF_COMMIT = schema.commits.c


class Commits:
    """The markers of one writer.

    Args:
        engine: the engine of the database.
        row: the id of the writer's row. Writers that shared a row would wait for each other.
    """

    def __init__(self, engine: Engine, row: int = 0) -> None:
        self._engine, self._marked = engine, engine.dialect.name != "sqlite"
        self._row, self._own = row, OF_COMMIT.id == row
        self._before: str | None = None  # the marker if the transaction was not committed
        self._mark = ""
        self._session: int | None = None

    def mark(self, connection: Connection) -> None:
        """Write a new marker at the end of a transaction; do nothing in SQLite."""
        if not self._marked:
            return
        self._mark = secrets.token_hex(16)
        self._session = _session_of(connection)
        if self._before is None:
            self._before = connection.scalar(select(OF_COMMIT.mark).where(self._own)) or ""
        marked = update(schema.commits).where(self._own).values(mark=self._mark)
        if connection.execute(marked).rowcount == 0:
            connection.execute(insert(schema.commits).values(id=self._row, mark=self._mark))

    def confirm(self) -> None:
        """Record that the transaction with the last marker was committed."""
        if self._marked:
            self._before = self._mark

    def was_made(self, hurry: Callable[[], bool]) -> bool | None:
        """Return whether the last transaction was committed, None if that is unknown.

        Block until the database answers, for at most `PATIENCE`, or `PATIENCE_AT_END` once `hurry`
        returns True. In SQLite, the answer is always False.
        """
        if not self._marked:
            return False
        began = time.monotonic()
        while True:
            try:
                found = self._found()
            except SQLAlchemyError:
                waited = time.monotonic() - began
                if waited > (PATIENCE_AT_END if hurry() else PATIENCE):
                    self._before = None
                    return None
                time.sleep(PAUSE)
                continue
            known = {self._mark: True, self._before: False}.get(found or "")
            self._before = found
            return known

    def _found(self) -> str | None:
        """End the session that wrote last, and return the stored marker; None if there is none."""
        with self._engine.begin() as connection:
            if self._session is not None:  # it may not have noticed that the connection is lost
                end = text("SELECT pg_terminate_backend(:session)")
                connection.execute(end, {"session": self._session})
            connection.execute(text("SET LOCAL lock_timeout = '2s'"))
            query = select(OF_COMMIT.mark).where(self._own)
            found: str | None = connection.scalar(query.with_for_update())
            return found


def _session_of(connection: Connection) -> int | None:
    driver: Any = connection.connection.dbapi_connection
    info = getattr(driver, "info", None)
    session: int | None = getattr(info, "backend_pid", None)
    return session
