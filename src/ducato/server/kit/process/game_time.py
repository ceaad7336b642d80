"""Game time, the time source for game clocks: it passes evenly, and only while the server runs.

The time of day is unsuitable: whenever the machine's clock is set, players would suddenly lose or
gain hours. So game time equals the time of day when the server starts, and from then on follows the
machine's monotonic clock. Stored times are in game time, too; when a server starts again, running
clocks are credited with the time since the last heartbeat (`Clocks.credit_downtime`).

The time while the machine sleeps or is paused does not count, since nobody can move then.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

from ducato.server.kit.database.engine import now as time_of_day

log = logging.getLogger(__name__)

PAUSE = 5.0
"""Number of seconds between two readings of the time beyond which the server must have been paused.
A running server reads the time four times a second, less than a second late even when busy."""


class GameTime:
    """The game time of one server in milliseconds; at first it equals the time of day since 1970.

    Args:
        wall: returns the time of day in milliseconds since 1970.
        monotonic: returns seconds that never decrease.
    """

    def __init__(
        self,
        wall: Callable[[], int] = time_of_day,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._wall, self._monotonic = wall, monotonic
        self._lock = threading.Lock()
        self._moment, self._looked = float(wall()), monotonic()
        self._detects_pauses = False

    def detect_pauses(self) -> None:
        """From now on, count gaps of more than `PAUSE` seconds between two readings as pauses.

        Game time does not pass during a pause.
        """
        self.now()
        self._detects_pauses = True

    def now(self) -> int:
        """Return the game time in milliseconds; log a pause if one has just ended."""
        with self._lock:
            looked = self._monotonic()
            passed, self._looked = max(0.0, looked - self._looked), looked
            if passed > PAUSE and self._detects_pauses:
                log.warning("the server stood still for %.0f s: no clock has run", passed)
            else:
                self._moment += 1000 * passed
            return int(self._moment)

    def set(self, moment: int) -> None:
        """Set the game time, which is done only while no clock runs here.

        Args:
            moment: the time in milliseconds since 1970.
        """
        self.now()
        with self._lock:
            self._moment = float(moment)

    @property
    def drift(self) -> int:
        """The milliseconds by which game time is behind the time of day; negative if ahead."""
        return self._wall() - self.now()
