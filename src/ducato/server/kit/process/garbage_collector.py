"""The collection of cyclic garbage: of young objects often, of all objects in quiet moments.

A closed table is freed by reference counting (`tests/server/live/test_memory.py`), but libraries
leave some cycles behind, about ten kB for a connection. A full collection stops the whole server
for a time proportional to the number of live objects: about 0.2 ms for each open table. So it is
not left to
Python: `Collector` waits for a quiet moment, and spends at most a fixed share of all time on
collections.
"""

from __future__ import annotations

import asyncio
import gc
import sys
import time
from collections.abc import Callable

YOUNG = (2_000, 5, 100_000) if sys.version_info < (3, 14) else (2_000, 500)
"""The thresholds of Python's own collections, for `gc.set_threshold`. The middle generation is
collected often, so that it stays small: with many new tables, one collection of it stopped the
server for half a second. Python itself hardly ever collects the oldest generation; `Collector` does
so. From Python 3.14 on, Python also collects old objects in increments, which are smaller the
higher the second number."""
MIN_INTERVAL = 20.0
"""Minimum number of seconds between two full collections."""
INTERVAL_RATIO = 1_000
"""Minimum ratio of the interval after a full collection to its duration: after one of 0.1 s, as
with 500 tables, the next comes no sooner than 100 s later."""
PROBE, MAX_LAG, ATTEMPTS = 0.05, 0.005, 40
"""The event loop counts as idle if it wakes from a sleep of `PROBE` seconds less than `MAX_LAG`
seconds late; after `ATTEMPTS` attempts, the collection waits no longer."""


class Collector:
    """A collector of cyclic garbage that runs a full collection from time to time.

    Attributes:
        last: the duration of the last full collection in seconds; 0 before the first.
    """

    def __init__(self) -> None:
        self.last = 0.0

    async def run(self) -> None:
        """Run a full collection in an idle moment after each interval, until cancelled."""
        while True:
            await asyncio.sleep(max(MIN_INTERVAL, self.last * INTERVAL_RATIO))
            await wait_until_idle()
            self.collect()

    def collect(self) -> None:
        """Run a full collection now, and note its duration in `last`."""
        begun = time.perf_counter()
        gc.collect()
        self.last = time.perf_counter() - begun


async def wait_until_idle() -> None:
    """Wait until the event loop is idle, but for no more than `ATTEMPTS` attempts."""
    loop = asyncio.get_running_loop()
    for _ in range(ATTEMPTS):
        begun = loop.time()
        await asyncio.sleep(PROBE)
        if loop.time() - begun - PROBE < MAX_LAG:
            return


class CollectionTimer:
    """A timer of full collections, including those that Python starts itself.

    Args:
        on_collection: called after each full collection with its duration in seconds.
    """

    def __init__(self, on_collection: Callable[[float], None]) -> None:
        self._on_collection, self._begun = on_collection, 0.0

    def open(self) -> None:
        """Start timing full collections."""
        gc.callbacks.append(self._note)

    def close(self) -> None:
        """Stop timing full collections."""
        if self._note in gc.callbacks:
            gc.callbacks.remove(self._note)

    def _note(self, phase: str, about: dict[str, int]) -> None:
        if about["generation"] < 2:
            return
        if phase == "start":
            self._begun = time.perf_counter()
        else:
            self._on_collection(time.perf_counter() - self._begun)
