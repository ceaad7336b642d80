"""Presence: at which seats of a table people are connected."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

from ducato.table.roster import Roster
from ducato.web.live.connection import Connection

AWAY_AFTER = 20.0
"""Seconds without a connection after which a player counts as away; reloading a page is quicker."""


class Presence:
    """Keeps `Roster.present` up to date.

    A player whose connection was lost counts as present for `AWAY_AFTER` seconds.
    """

    def __init__(self) -> None:
        self._left: dict[int, float] = {}  # when the last connection of a seat ended, in loop time

    def left(self, connection: Connection) -> None:
        """Note that a connection has ended."""
        moment = asyncio.get_running_loop().time()
        for seat in connection.screen.seats:
            self._left[seat] = moment

    def update(self, roster: Roster, connections: Iterable[Connection]) -> tuple[bool, bool]:
        """Update who is present.

        Returns:
            Whether anything changed, and whether somebody without a connection still counts as
            present, so that it must be looked at again after `AWAY_AFTER`.
        """
        moment = asyncio.get_running_loop().time()
        connected = {seat for connection in connections for seat in connection.screen.seats}
        lately = {
            seat
            for seat in roster.present - connected
            if moment - self._left.get(seat, moment) < AWAY_AFTER
        }
        before, roster.present = roster.present, connected | lately
        return roster.present != before, bool(lately)
