"""The threads in which the work is done, so that the event loop only carries messages.

Four pools, so that nobody waits for the long thought of another table's bot, for a disk, or for
somebody's record (`slow`). What
somebody waits for, such as the answer to a move, is done before what can be told a moment later.
"""

from __future__ import annotations

import asyncio
import itertools
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from queue import PriorityQueue
from typing import Any, TypeVar

from ducato.bots import Thinking, is_quick
from ducato.bots.warmup import kind_of
from ducato.core.game import LoadedGame
from ducato.web.support.workers.bot_queue import NOBODY, BotQueue, Busy, Payer
from ducato.web.support.workers.slow_work import SlowWork
from ducato.web.support.workers.warm_up import WarmUp

RULE_THREADS = 1
"""They never wait for anything but the interpreter, so a second one would only take turns with the
first, and the event loop would have to wait for both."""
DISK_THREADS = 4
BOT_THREADS = 2
"""Bots compute without the interpreter's lock; more than there are cores only slow each other."""
BUSY_SECONDS = 1.0
"""Seconds until a thought is submitted again that was refused with `Busy`."""

NOW, SOON, LATER = 0, 1, 2
"""How urgent a piece of work is: an answer, the view of who is to move, the view of others."""

Result = TypeVar("Result")
Work = tuple[int, int, Callable[[], Any] | None, Future[Any]]


class Workers:
    """The pools of one server."""

    def __init__(self) -> None:
        self._work: PriorityQueue[Work] = PriorityQueue()
        self._order = itertools.count()
        self._rules = [
            threading.Thread(target=self._labour, name=f"rules {n}", daemon=True)
            for n in range(RULE_THREADS)
        ]
        for thread in self._rules:
            thread.start()
        self.slow = SlowWork()
        self._disk = ThreadPoolExecutor(DISK_THREADS, thread_name_prefix="disk")
        self.bots = BotQueue(BOT_THREADS)
        self.warming = WarmUp()

    async def run(
        self, function: Callable[..., Result], *args: Any, urgency: int = NOW, **named: Any
    ) -> Result:
        """Run something that takes its time: rules and texts."""
        return await asyncio.wrap_future(self.begin(partial(function, *args, **named), urgency))

    def begin(self, work: Callable[[], Result], urgency: int) -> Future[Result]:
        """Have something run; until it has begun, it can be cancelled."""
        future: Future[Result] = Future()
        self._work.put((urgency, next(self._order), work, future))
        return future

    @property
    def backlog(self) -> int:
        """How many pieces of work wait."""
        return self._work.qsize()

    async def read(self, function: Callable[..., Result], *args: Any, **named: Any) -> Result:
        """Run something that waits for a disk or for another machine."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._disk, partial(function, *args, **named))

    async def think(
        self,
        begin: Callable[[], Thinking[Result]],
        payer: Payer = NOBODY,
        *,
        bot: str,
        game: LoadedGame,
    ) -> Result:
        """Have a bot think, as `BotQueue.submit`; cancelled, it stops after a slice.

        Args:
            begin: makes the thought.
            payer: for whom it is.
            bot: the name of the bot.
            game: that it thinks about; the bot is compiled for it before.
        """
        compiled = self.warming.need(game, kind_of(bot))
        if not compiled.done():
            await asyncio.shield(asyncio.wrap_future(compiled))
        quick = is_quick(bot)
        while True:
            try:
                thought = self.bots.submit(begin, payer, quick=quick)
            except Busy:
                await asyncio.sleep(BUSY_SECONDS)
            else:
                return await asyncio.wrap_future(thought)

    def close(self) -> None:
        """Take no more work. What runs ends by itself, and nobody hears of it."""
        for _ in self._rules:
            self._work.put((-1, next(self._order), None, Future()))
        self.slow.close()
        self._disk.shutdown(wait=False, cancel_futures=True)
        self.bots.close()
        self.warming.close()

    def _labour(self) -> None:
        while True:
            _, _, work, future = self._work.get()
            if work is None:
                return
            if not future.set_running_or_notify_cancel():
                continue
            result = None
            try:
                result = work()
            except BaseException as error:
                future.set_exception(error)
            else:
                future.set_result(result)
            # What was made, such as a table, must not live until the next piece of work.
            del work, future, result
