"""Messages between the processes that share a database, by its LISTEN and NOTIFY."""

from __future__ import annotations

import asyncio
import json
import logging
import threading
from collections.abc import Callable
from typing import Any

from sqlalchemy import URL, NullPool, create_engine
from sqlalchemy.exc import SQLAlchemyError

from ducato.server.cluster.leases import CHANNEL

log = logging.getLogger(__name__)

LOOK_EVERY = 1.0
"""Seconds without a message after which the connection is tried."""
PAUSE = 0.3
"""Seconds between two attempts to connect."""
KEEPALIVES = {
    "connect_timeout": 3,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
}
"""Options of the connection, so that the loss of the network is noticed within seconds."""


class Listener:
    """A thread that listens for the messages of all processes, this one included.

    Args:
        url: the URL of the database.
        hear: called in the event loop with every message.
        missed: called in the event loop after messages may have been missed, because the connection
            was lost.
    """

    def __init__(
        self, url: URL, hear: Callable[[dict[str, Any]], None], missed: Callable[[], None]
    ) -> None:
        self._engine = create_engine(
            url, poolclass=NullPool, isolation_level="AUTOCOMMIT", connect_args=KEEPALIVES
        )
        self._hear, self._missed = hear, missed
        self._over, self._listening = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._run, name="listener", daemon=True)

    async def open(self) -> None:
        """Start the thread, and wait until it listens."""
        self._loop = asyncio.get_running_loop()
        self._thread.start()
        await self._loop.run_in_executor(None, self._listening.wait)

    async def close(self) -> None:
        """Stop the thread."""
        self._over.set()
        if self._thread.ident is not None:
            await asyncio.get_running_loop().run_in_executor(None, self._thread.join)
        self._engine.dispose()

    def _run(self) -> None:
        import psycopg  # only here: SQLite does without it

        while not self._over.is_set():
            try:
                self._listen()
            except (SQLAlchemyError, psycopg.Error) as error:
                log.warning("messages of other processes do not arrive: %s", error)
                self._over.wait(PAUSE)

    def _listen(self) -> None:
        with self._engine.connect() as connection:
            driver: Any = connection.connection.driver_connection
            driver.execute(f"LISTEN {CHANNEL}")
            if self._listening.is_set():
                self._call(self._missed)
            self._listening.set()
            while not self._over.is_set():
                for notice in driver.notifies(timeout=LOOK_EVERY / 2):
                    self._call(self._hear, json.loads(notice.payload))
                    if self._over.is_set():
                        return
                driver.execute("SELECT 1")

    def _call(self, what: Callable[..., None], *arguments: Any) -> None:
        try:
            self._loop.call_soon_threadsafe(what, *arguments)
        except RuntimeError:  # the event loop has ended
            self._over.set()
