"""The time by which the clocks of games go: it passes evenly, and only while the server runs.

The time of day will not do: it is set, by people and by other machines, and a table would lose its
players to the substitute or give them hours. So game time is the time of day once, when the server
begins; from then on it follows the machine's monotonic clock. What is stored goes by it too, and
when a server comes up again the difference to the last heartbeat is credited
(`Clocks.credit_downtime`).

A machine that sleeps, or is paused with all that runs on it, does not count: nobody can move then.
This module must not know clocks of games.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

from ducato.store.database.engine import now as time_of_day

log = logging.getLogger(__name__)

PAUSE = 5.0
"""Seconds without a look at the time after which the server is known to have stood still. It looks
four times a second, and a busy one is late by less than one; a restart is credited as well."""


class GameTime:
    """Game time in milliseconds, near to those since 1970.

    Args:
        wall: the time of day in milliseconds since 1970.
        monotonic: seconds that only ever grow.
    """

    def __init__(
        self,
        wall: Callable[[], int] = time_of_day,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._wall, self._monotonic = wall, monotonic
        self._lock = threading.Lock()
        self._moment, self._looked = float(wall()), monotonic()
        self._watched = False

    def watch(self) -> None:
        """Treat long gaps between two looks as pauses of the server from now on."""
        self.now()
        self._watched = True

    def now(self) -> int:
        """Return the game time in milliseconds."""
        with self._lock:
            looked = self._monotonic()
            passed, self._looked = max(0.0, looked - self._looked), looked
            if passed > PAUSE and self._watched:
                log.warning("the server stood still for %.0f s: no clock has run", passed)
            else:
                self._moment += 1000 * passed
            return int(self._moment)

    @property
    def behind(self) -> int:
        """By how many milliseconds the time of day is ahead of it."""
        return self._wall() - self.now()
