"""Whether a transaction was committed, when the answer to its commit was lost.

A server of a database may be cut off after it has committed and before it can say so. So each
transaction leaves a mark, of which there is one in the database: who finds it there knows that all
of the transaction is there. A file on this machine cannot be cut off and needs no marks.

This module must not know what was written.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection, Engine, insert, select, text, update
from sqlalchemy.exc import SQLAlchemyError

from ducato.store.database import schema

PATIENCE = 20.0
"""Seconds in which a database that was cut off should be there again; a restart takes a few."""
PATIENCE_AT_END = 3.0
"""Seconds for the same when the server is to stop."""
PAUSE = 0.2
"""Seconds between two attempts to reach it."""
OF_COMMIT = schema.commits.c


class Commits:
    """The marks of one writer.

    Args:
        engine: of the database.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine, self._marked = engine, engine.dialect.name != "sqlite"
        self._before: str | None = None  # what is there if the transaction is not
        self._mark = ""
        self._session: int | None = None

    def mark(self, connection: Connection) -> None:
        """Leave a mark in a transaction, as the last thing in it."""
        if not self._marked:
            return
        self._mark = secrets.token_hex(16)
        self._session = _session_of(connection)
        if self._before is None:
            self._before = connection.scalar(select(OF_COMMIT.mark)) or ""
        if connection.execute(update(schema.commits).values(mark=self._mark)).rowcount == 0:
            connection.execute(insert(schema.commits).values(id=0, mark=self._mark))

    def confirm(self) -> None:
        """The transaction with the last mark was committed."""
        if self._marked:
            self._before = self._mark

    def was_made(self, hurry: Callable[[], bool]) -> bool | None:
        """Whether the transaction with the last mark was committed; None if that cannot be known.

        It blocks until the database answers, for `PATIENCE` or, in a hurry, `PATIENCE_AT_END`.
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
        """The mark that is there once the session which wrote last is over."""
        with self._engine.begin() as connection:
            if self._session is not None:  # it may not have noticed yet that nobody listens
                end = text("SELECT pg_terminate_backend(:session)")
                connection.execute(end, {"session": self._session})
            connection.execute(text("SET LOCAL lock_timeout = '2s'"))
            found: str | None = connection.scalar(select(OF_COMMIT.mark).with_for_update())
            return found


def _session_of(connection: Connection) -> int | None:
    driver: Any = connection.connection.dbapi_connection
    info = getattr(driver, "info", None)
    session: int | None = getattr(info, "backend_pid", None)
    return session
