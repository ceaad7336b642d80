"""Presence: the seats of a table whose players are connected, or were a moment ago."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

from ducato.server.live.connection import Connection
from ducato.server.live.timers import Timers
from ducato.table.roster import Roster

AWAY_AFTER = 20.0
"""Seconds without a connection after which a player counts as away; reloading a page is quicker."""


class SeatPresence:
    """The moments at which connections ended, for keeping `Roster.present` up to date.

    A player whose last connection has ended counts as present for `AWAY_AFTER` more seconds.
    """

    def __init__(self) -> None:
        self._left: dict[int, float] = {}  # loop time at which a connection of a seat last ended

    def note_disconnect(self, connection: Connection) -> None:
        """Note that a connection has ended, for each of its seats."""
        moment = asyncio.get_running_loop().time()
        for seat in connection.screen.seats:
            self._left[seat] = moment

    def update(self, roster: Roster, connections: Iterable[Connection], timers: Timers) -> bool:
        """Update the seats whose players count as present.

        While a player without a connection still counts as present, a timer is set to check again.

        Returns:
            Whether these seats have changed.
        """
        moment = asyncio.get_running_loop().time()
        connected = {seat for connection in connections for seat in connection.screen.seats}
        recent = {
            seat
            for seat in roster.present - connected
            if moment - self._left.get(seat, moment) < AWAY_AFTER
        }
        if recent:
            timers.set("presence", AWAY_AFTER + 0.1)
        else:
            timers.cancel("presence")
        before, roster.present = roster.present, connected | recent
        return roster.present != before
