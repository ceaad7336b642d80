"""A screen at a table, as the table's actor sees it: its seats, and the messages to be sent to it.

The socket to which the messages are written belongs to `server.subjects.tables.socket`.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from ducato.server.kit.process.connections import OutgoingMessage
from ducato.server.kit.workers.bot_queue import Payer
from ducato.server.live.outbox import Outbox
from ducato.table.changes import Messages
from ducato.table.roster import Roster
from ducato.table.screens import Screen


def encoded(messages: Messages) -> list[OutgoingMessage]:
    """Return messages in JSON."""
    return [OutgoingMessage(msgspec.json.encode(message)) for message in messages]


class Connection:
    """A screen at a table, and the messages to be sent to it.

    Args:
        screen: the state of the screen.
        only: the one seat to show; None for all seats of the screen's person.
        address: the network address; None for this machine.
        version: the version of the browser client that this server has.

    Attributes:
        screen: the state of the screen.
        only: the one seat to show; None for all seats of the screen's person.
        version: the version of the browser client that this server has.
        payer: the person, with the address, whose budget bots use when they think for this screen.
        outbox: the messages to send, in order.
        closed: whether the connection has ended.
        revoked: whether the person must identify themselves again; further messages are ignored.
    """

    __slots__ = ("closed", "only", "outbox", "payer", "revoked", "screen", "version")

    def __init__(
        self,
        screen: Screen,
        only: int | None = None,
        address: str | None = None,
        version: str = "",
    ) -> None:
        self.screen, self.only, self.version = screen, only, version
        self.payer = Payer(address, screen.person or "")
        self.outbox = Outbox()
        self.closed = self.revoked = False

    def welcome(self, messages: Messages) -> None:
        """Send the first messages; the very first says which version of the client fits."""
        first, *others = messages
        self.send([{**first, "version": self.version}, *others])

    def send(self, messages: Messages) -> None:
        """Queue messages for this screen; end the connection if too many are waiting."""
        self.send_encoded(encoded(messages))

    def send_encoded(self, messages: Iterable[OutgoingMessage]) -> None:
        """Queue messages in JSON for this screen, as `send` does."""
        self.outbox.put(messages)
        if self.outbox.full:
            self.end()

    def assign_seats(self, roster: Roster) -> None:
        """Give the screen all seats that its person now has, or at most the seat `only`."""
        own = roster.of(self.screen.person)
        seats = own if self.only is None else tuple(seat for seat in own if seat == self.only)
        if seats != self.screen.seats:
            self.screen.sit(seats)

    def revoke(self) -> None:
        """End the connection, and have its further messages ignored."""
        self.revoked = True
        self.end()

    def end(self) -> None:
        """End the connection, dropping the messages that are waiting."""
        self.outbox.end()
