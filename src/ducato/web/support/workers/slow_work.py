"""Work that takes long and that nobody's move waits for: records, pictures, bundles.

It has a thread apart from that of the rules, and a bound: what does not fit in is refused, since it
would only be done when nobody waits for it any more. This module must not know what is done.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

from ducato.core.errors import DucatoError

SLOW_THREADS = 1
"""They all want the same lock of the interpreter: a second one would only slow down the others."""
MOST_WAITING = 20
"""Pieces of work that wait or are done, each 50 ms at most, so that nobody waits much longer than
a second."""

Result = TypeVar("Result")


class Overloaded(DucatoError):
    """So much is being done that this is not even begun."""

    def __init__(self) -> None:
        super().__init__(f"{MOST_WAITING} pieces of slow work are waiting")


class SlowWork:
    """The thread for slow work."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(SLOW_THREADS, "slow")
        self.waiting = 0

    async def run(self, function: Callable[..., Result], *args: Any, **named: Any) -> Result:
        """Run something; call this in the event loop.

        Raises:
            Overloaded: too much is waiting already.
        """
        if self.waiting >= MOST_WAITING:
            raise Overloaded
        self.waiting += 1
        done = self._pool.submit(partial(function, *args, **named))
        loop = asyncio.get_running_loop()
        done.add_done_callback(lambda _: loop.call_soon_threadsafe(self._one_less))
        return await asyncio.wrap_future(done)

    def close(self) -> None:
        """Take no more work."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _one_less(self) -> None:
        self.waiting -= 1
