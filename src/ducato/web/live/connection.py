"""A screen at a table, as the table's actor sees it: whom it shows, and what waits to be sent.

This module must not know sockets or tables.
"""

from __future__ import annotations

from ducato.table.changes import Messages
from ducato.table.roster import Roster
from ducato.table.screens import Screen
from ducato.web.live.outbox import Outbox
from ducato.web.support.workers.bot_queue import Payer


class Connection:
    """A screen at a table, and what is to be sent to it.

    Attributes:
        screen: what it shows.
        only: the one seat of its person that it is for, None for all of them.
        payer: for whom a bot thinks that is asked from here.
        outbox: what to send, in order.
        gone: whether the connection has ended.
        dismissed: whether its person must show again who they are; what it says counts no more.
    """

    __slots__ = ("closed", "dismissed", "only", "outbox", "payer", "screen")

    def __init__(self, screen: Screen, only: int | None = None, address: str | None = None) -> None:
        self.screen, self.only = screen, only
        self.payer = Payer(address, screen.person or "")
        self.outbox = Outbox()
        self.closed = self.dismissed = False

    def send(self, says: Messages) -> None:
        """Queue messages for this screen; one that lags too far behind is let go."""
        self.outbox.put(says)
        if self.outbox.full:
            self.let_go()

    def assign_seats(self, roster: Roster) -> None:
        """Show the seats of the person, or the one that was asked for."""
        own = roster.of(self.screen.person)
        seats = own if self.only is None else tuple(seat for seat in own if seat == self.only)
        if seats != self.screen.seats:
            self.screen.sit(seats)

    def dismiss(self) -> None:
        """End the connection, and do nothing more that is asked over it."""
        self.dismissed = True
        self.let_go()

    def let_go(self) -> None:
        """End the connection."""
        self.outbox.end()
