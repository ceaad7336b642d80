"""Slow work for which no move waits: records, rulebook figures, QR codes, the catalog, reports.

It has a thread apart from the rules thread, and a limited queue: work beyond the limit is refused,
since it would be finished too late to be of use. The queue is fair by address: one piece of work
of each address is done in turn, and when the queue is full, the address with the most waiting is
refused, not the one who comes next.
"""

from __future__ import annotations

import asyncio
import threading
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import Future
from contextvars import ContextVar
from functools import partial
from typing import Any, NamedTuple, TypeVar

from ducato.server.kit.errors import ServerBusy
from ducato.server.kit.workers.bot_queue import as_exception

MOST_WAITING = 20
"""Maximum number of waiting and running pieces of work; each takes at most 50 ms, so nobody waits
much longer than a second; only the page of a report takes up to 300 ms, once for each game."""
REQUESTER: ContextVar[str | None] = ContextVar("requester", default=None)
"""The address for whose request work is done; None for this machine and the server itself."""

Result = TypeVar("Result")


class Overloaded(ServerBusy):
    """An error raised if new work is refused because too much slow work is waiting."""

    def __init__(self) -> None:
        super().__init__(f"{MOST_WAITING} pieces of slow work are waiting")


class SlowJob(NamedTuple):
    """A piece of work and the future for its result."""

    work: Callable[[], Any]
    future: Future[Any]


class SlowWork:
    """The thread for slow work, which starts when first needed.

    All threads share the interpreter's lock, so a second one would only slow down the others.
    """

    def __init__(self) -> None:
        self._changed = threading.Condition()
        # The waiting work of each address; the first address is the next to be served.
        self._queues: OrderedDict[str | None, deque[SlowJob]] = OrderedDict()
        self._running = 0
        self._thread: threading.Thread | None = None
        self._closed = False

    @property
    def waiting(self) -> int:
        """The number of waiting and running pieces of work."""
        with self._changed:
            return self._count()

    async def run(self, function: Callable[..., Result], *args: Any, **named: Any) -> Result:
        """Run a function in the thread for slow work, and return its result or raise its error.

        Raises:
            Overloaded: `MOST_WAITING` pieces of work are waiting or running already, and no address
                has more of them than the one for which this is done; or this piece of work has
                made room for that of another address.
        """
        future: Future[Result] = Future()
        with self._changed:
            self._add(SlowJob(partial(function, *args, **named), future))
        try:
            return await asyncio.wrap_future(future)
        except SystemExit as error:
            raise as_exception(error) from error

    def close(self) -> None:
        """Drop all waiting work and stop the thread after the running work."""
        with self._changed:
            self._closed = True
            for queue in self._queues.values():
                for piece in queue:
                    piece.future.cancel()
            self._queues.clear()
            self._changed.notify()

    def _count(self) -> int:
        return self._running + sum(map(len, self._queues.values()))

    def _add(self, piece: SlowJob) -> None:
        """Queue a piece of work, in the place of another one if the queue is full."""
        requester = REQUESTER.get()
        if self._count() >= MOST_WAITING:
            longest = max(self._queues.values(), key=len, default=deque[SlowJob]())
            if len(longest) <= len(self._queues.get(requester, ())) + 1:
                raise Overloaded
            dropped = longest.pop()
            if dropped.future.set_running_or_notify_cancel():
                dropped.future.set_exception(Overloaded())
        self._queues.setdefault(requester, deque()).append(piece)
        if self._thread is None:
            self._thread = threading.Thread(target=self._run_pieces, name="slow", daemon=True)
            self._thread.start()
        self._changed.notify()

    def _next(self) -> SlowJob | None:
        """Wait for a piece of work and return it; None if there will be no more."""
        with self._changed:
            while not self._queues:
                if self._closed:
                    return None
                self._changed.wait()
            requester, queue = self._queues.popitem(last=False)
            piece = queue.popleft()
            if queue:
                self._queues[requester] = queue  # behind the other addresses
            self._running = 1
            return piece

    def _run_pieces(self) -> None:
        while (piece := self._next()) is not None:
            result = fault = None
            if piece.future.set_running_or_notify_cancel():
                try:
                    result = piece.work()
                except BaseException as error:
                    fault = error
            with self._changed:
                self._running = 0
            if piece.future.cancelled():
                pass
            elif fault is None:
                piece.future.set_result(result)
            else:
                piece.future.set_exception(fault)
            del piece, result, fault  # which may be large, until the next piece of work
