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
from contextlib import suppress
from functools import partial
from heapq import heappop, heappush
from queue import SimpleQueue
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


class Awaited:
    """A result that a coroutine awaits: a third of the time of a `Future` that is wrapped."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self.future: asyncio.Future[Any] = self._loop.create_future()

    def set_running_or_notify_cancel(self) -> bool:
        """Return whether somebody still awaits the result."""
        return not self.future.cancelled()

    def set_result(self, result: Any) -> None:
        """Hand over the result, from any thread."""
        self._settle(self.future.set_result, result)

    def set_exception(self, error: BaseException) -> None:
        """Hand over an error, from any thread."""
        self._settle(self.future.set_exception, error)

    def _settle(self, setting: Callable[[Any], None], value: Any) -> None:
        def settle() -> None:
            if not self.future.done():
                setting(value)

        with suppress(RuntimeError):  # the loop has been closed
            self._loop.call_soon_threadsafe(settle)


Work = tuple[int, int, Callable[[], Any] | None, Future[Any] | Awaited]


class WorkQueue:
    """Work by urgency, then by order; without a lock, as each step of it is one call of C code."""

    def __init__(self) -> None:
        self._heap: list[Work] = []
        self._tokens: SimpleQueue[None] = SimpleQueue()  # one for each piece of work in the heap
        self._order = itertools.count()

    def put(
        self, urgency: int, work: Callable[[], Any] | None, future: Future[Any] | Awaited
    ) -> None:
        """Add work; None ends the thread that takes it."""
        heappush(self._heap, (urgency, next(self._order), work, future))
        self._tokens.put(None)

    def get(self) -> Work:
        """Wait for work, and take the most urgent."""
        self._tokens.get()
        return heappop(self._heap)

    def __len__(self) -> int:
        return len(self._heap)


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
        self._work = WorkQueue()
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
        awaited = Awaited()
        self._work.put(urgency, partial(function, *args, **named), awaited)
        result: Result = await awaited.future
        return result

    def submit(self, work: Callable[[], Result], urgency: int) -> Future[Result]:
        """Queue work for the rules thread; until it begins, its future can be cancelled."""
        future: Future[Result] = Future()
        self._work.put(urgency, work, future)
        return future

    @property
    def backlog(self) -> int:
        """The number of pieces of work waiting for the rules thread."""
        return len(self._work)

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
            self._work.put(-1, None, Future())
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
