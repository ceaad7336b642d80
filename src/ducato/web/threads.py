"""The threads in which the work is done, so that the event loop only carries messages."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

BOT_THREADS = 2
"""Bots compute without the interpreter's lock; more than there are cores only slow each other."""

Result = TypeVar("Result")


class Threads:
    """Two pools: nobody waits for the long thought of another table's bot."""

    def __init__(self) -> None:
        self._work = ThreadPoolExecutor(thread_name_prefix="table")
        self._bots = ThreadPoolExecutor(BOT_THREADS, thread_name_prefix="bot")

    async def run(self, function: Callable[..., Result], *args: Any, **named: Any) -> Result:
        """Run something that takes its time: rules, texts, disk."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._work, partial(function, *args, **named))

    async def run_bot(self, function: Callable[..., Result], *args: Any) -> Result:
        """Run a bot."""
        return await asyncio.get_running_loop().run_in_executor(self._bots, function, *args)

    def close(self) -> None:
        """Take no more work. What runs ends by itself, and nobody hears of it."""
        self._work.shutdown(wait=False, cancel_futures=True)
        self._bots.shutdown(wait=False, cancel_futures=True)
