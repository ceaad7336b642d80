"""Slow work for which no move waits: records, rulebook figures, QR codes, the catalog, reports.

It has a thread apart from the rules thread, and a limited queue: work beyond the limit is refused,
since it would be finished too late to be of use.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

from ducato.core.errors import DucatoError
from ducato.web.support.workers.exits import as_exception

SLOW_THREADS = 1
"""Number of threads for slow work. All threads share the interpreter's lock, so a second one would
only slow down the others."""
MOST_WAITING = 20
"""Maximum number of waiting and running pieces of work; each takes at most 50 ms, so nobody waits
much longer than a second; only the page of a report takes up to 300 ms, once for each game."""

Result = TypeVar("Result")


class Overloaded(DucatoError):
    """An error raised if new work is refused because too much slow work is waiting."""

    def __init__(self) -> None:
        super().__init__(f"{MOST_WAITING} pieces of slow work are waiting")


class SlowWork:
    """The thread for slow work.

    Attributes:
        waiting: the number of waiting and running pieces of work.
    """

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(SLOW_THREADS, "slow")
        self.waiting = 0

    async def run(self, function: Callable[..., Result], *args: Any, **named: Any) -> Result:
        """Run a function in the thread for slow work, and return its result or raise its error.

        Raises:
            Overloaded: `MOST_WAITING` pieces of work are waiting or running already.
        """
        if self.waiting >= MOST_WAITING:
            raise Overloaded
        self.waiting += 1
        done = self._pool.submit(partial(function, *args, **named))
        loop = asyncio.get_running_loop()
        done.add_done_callback(lambda _: loop.call_soon_threadsafe(self._one_less))
        try:
            return await asyncio.wrap_future(done)
        except SystemExit as error:
            raise as_exception(error) from error

    def close(self) -> None:
        """Drop all waiting work and stop the thread after the running work."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _one_less(self) -> None:
        self.waiting -= 1
