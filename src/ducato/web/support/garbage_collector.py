"""When Python searches for cyclic garbage: young objects often, all of them in quiet moments.

A closed table is freed by reference counting (`tests/web/test_memory.py`), but libraries leave some
cycles behind, a connection about ten kB. A search through everything stops the whole server for as
long as it takes, in proportion to what is alive: about 0.2 ms for each open table. So it is never
left to chance: it waits for a quiet moment, and takes at most a fixed share of all time. This
module must not know what is collected.
"""

from __future__ import annotations

import asyncio
import gc
import sys
import time
from collections.abc import Callable

YOUNG = (2_000, 5, 100_000) if sys.version_info < (3, 14) else (2_000, 500)
"""When Python searches by itself, by age. What is of middle age is searched often, so that it is
never much: with many new tables one search stopped the server for half a second. The oldest is
hardly ever searched by Python itself, as `Collector` does it. From Python 3.14 on the old are also
searched bit by bit, the more slowly, the higher the second number."""
EVERY = 20.0
"""Seconds between two searches through everything, if they are short."""
SHARE = 1_000
"""One part in so many of all time may go into these searches: after one of 0.1 s, that of 500
tables or so, the next comes no sooner than 100 s later."""
LOOK, LATE, TRIES = 0.05, 0.005, 40
"""The moment is quiet if the event loop comes back from a sleep of so many seconds no later than
so many; it is looked for so often, then the search does not wait any longer."""


class Collector:
    """Searches through all objects now and then, while the server runs.

    Attributes:
        last: seconds that the last search took.
    """

    def __init__(self) -> None:
        self.last = 0.0

    async def run(self) -> None:
        """Search at intervals until cancelled."""
        while True:
            await asyncio.sleep(max(EVERY, self.last * SHARE))
            await wait_for_quiet()
            self.collect()

    def collect(self) -> None:
        """Search through everything now."""
        begun = time.perf_counter()
        gc.collect()
        self.last = time.perf_counter() - begun


async def wait_for_quiet() -> None:
    """Wait until the event loop has nothing else to do, but no longer than `TRIES` looks."""
    loop = asyncio.get_running_loop()
    for _ in range(TRIES):
        begun = loop.time()
        await asyncio.sleep(LOOK)
        if loop.time() - begun - LOOK < LATE:
            return


class CollectionTimer:
    """Notes how long each search through all objects takes, whoever began it.

    Args:
        took: called with the seconds.
    """

    def __init__(self, took: Callable[[float], None]) -> None:
        self._took, self._begun = took, 0.0

    def open(self) -> None:
        """Note them from now on."""
        gc.callbacks.append(self._note)

    def close(self) -> None:
        """Note them no longer."""
        if self._note in gc.callbacks:
            gc.callbacks.remove(self._note)

    def _note(self, phase: str, about: dict[str, int]) -> None:
        if about["generation"] < 2:
            return
        if phase == "start":
            self._begun = time.perf_counter()
        else:
            self._took(time.perf_counter() - self._begun)
