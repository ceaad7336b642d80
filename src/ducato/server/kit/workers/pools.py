"""The threads that do the server's work, so that the event loop only carries messages.

Rules, the disk, slow work, bots' thoughts and their compiler have separate threads. So a move
never waits until a bot has finished a long thought at another table, until another table has been
read from the disk, or until another person's game record has been made. In the rules thread, urgent
work such as the answer to a move is done before work that can wait a moment.
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
from ducato.server.kit.workers.bot_queue import (
    NOBODY,
    BotQueue,
    Payer,
    ThoughtKind,
    TooManyThoughts,
    as_exception,
)
from ducato.server.kit.workers.slow_work import SlowWork
from ducato.server.kit.workers.warm_up import WarmUp

RULE_THREADS = 1
"""Number of rules threads. They always need the interpreter's lock, so a second one would only take
turns with the first, and the event loop would have to wait for both."""
DISK_THREADS = 4
BOT_THREADS = 2
"""Number of bots' threads. They compute without the interpreter's lock; more threads than cores
would only slow each other down."""
RETRY_INTERVAL = 1.0
"""Seconds until a thought refused with `TooManyThoughts` is submitted again."""

NOW, SOON, LATER = 0, 1, 2
"""The urgency of work, highest first: for an answer, for players' views, and for what can wait
longest, such as spectators' views."""

Result = TypeVar("Result")
Work = tuple[int, int, Callable[[], Any] | None, Future[Any]]


class Workers:
    """The threads of one server.

    Attributes:
        slow: the thread for slow work.
        bots: the queue of bots' thoughts.
        warm_up: the thread that compiles games for bots.
        think_ahead: whether bots think while people do, which a machine of one's own has time for.
    """

    def __init__(self) -> None:
        self.think_ahead = False
        self._work: PriorityQueue[Work] = PriorityQueue()
        self._order = itertools.count()
        self._rules = [
            threading.Thread(target=self._run_jobs, name=f"rules {n}", daemon=True)
            for n in range(RULE_THREADS)
        ]
        for thread in self._rules:
            thread.start()
        self.slow = SlowWork()
        self._disk = ThreadPoolExecutor(DISK_THREADS, thread_name_prefix="disk")
        self.bots = BotQueue(BOT_THREADS)
        self.warm_up = WarmUp()

    async def run(
        self, function: Callable[..., Result], *args: Any, urgency: int = NOW, **named: Any
    ) -> Result:
        """Run a function that computes, in the rules thread, and return its result."""
        return await asyncio.wrap_future(self.submit(partial(function, *args, **named), urgency))

    def submit(self, work: Callable[[], Result], urgency: int) -> Future[Result]:
        """Queue work for the rules thread; until it begins, its future can be cancelled."""
        future: Future[Result] = Future()
        self._work.put((urgency, next(self._order), work, future))
        return future

    @property
    def backlog(self) -> int:
        """The number of pieces of work waiting for the rules thread."""
        return self._work.qsize()

    async def run_blocking(
        self, function: Callable[..., Result], *args: Any, **named: Any
    ) -> Result:
        """Run a function that waits for a disk or another machine, and return its result."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._disk, partial(function, *args, **named))

    async def think(
        self,
        begin: Callable[[], Thinking[Result]],
        payer: Payer = NOBODY,
        *,
        bot: str,
        game: LoadedGame,
        idle: bool = False,
    ) -> Result:
        """Have a bot think, and return the thought's result; if cancelled, stop it after a slice.

        If too many of the payer's thoughts are waiting already, try again until there are fewer.

        Args:
            begin: creates the thought.
            payer: the person whose budget the thought uses.
            bot: the bot's name.
            game: the game to think about; the bot is compiled for it first.
            idle: whether the thought goes on only while no other waits.
        """
        compiled = self.warm_up.ensure_compiled(game, kind_of(bot))
        if not compiled.done():
            await asyncio.shield(asyncio.wrap_future(compiled))
        kind = (
            ThoughtKind.IDLE if idle else ThoughtKind.QUICK if is_quick(bot) else ThoughtKind.USUAL
        )
        while True:
            try:
                thought = self.bots.submit(begin, payer, kind=kind)
            except TooManyThoughts:
                await asyncio.sleep(RETRY_INTERVAL)
            else:
                return await asyncio.wrap_future(thought)

    def close(self) -> None:
        """Stop all threads, without waiting for running work to end."""
        for _ in self._rules:
            self._work.put((-1, next(self._order), None, Future()))
        self.slow.close()
        self._disk.shutdown(wait=False, cancel_futures=True)
        self.bots.close()
        self.warm_up.close()

    def _run_jobs(self) -> None:
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
                future.set_exception(as_exception(error))
            else:
                future.set_result(result)
            # The result, such as a table, must not stay in memory until the next piece of work.
            del work, future, result
