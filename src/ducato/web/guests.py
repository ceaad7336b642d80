"""A screen at a table, as the table's actor sees it: whom it shows, and what waits to be sent.

This module must not know sockets or tables.
"""

from __future__ import annotations

import asyncio
from typing import Any

from ducato.table.changes import Says
from ducato.table.screens import Screen

OUTBOX = 200
"""Messages that wait for one screen before it is let go; a busy table sends about five a second."""


class Guest:
    """A screen at a table, and what is to be sent to it.

    Attributes:
        screen: what it shows.
        only: the one seat of its person that it is for, None for all of them.
        outbox: what to send, in order; None ends the connection.
        gone: whether the connection has ended.
    """

    __slots__ = ("gone", "only", "outbox", "screen")

    def __init__(self, screen: Screen, only: int | None = None) -> None:
        self.screen, self.only = screen, only
        self.outbox: asyncio.Queue[dict[str, Any] | None] = asyncio.Queue()
        self.gone = False

    def tell(self, says: Says) -> None:
        """Queue messages for this screen; one that lags too far behind is let go."""
        for message in says:
            self.outbox.put_nowait(message)
        if self.outbox.qsize() > OUTBOX:
            self.let_go()

    def let_go(self) -> None:
        """End the connection."""
        while not self.outbox.empty():
            self.outbox.get_nowait()
        self.outbox.put_nowait(None)
