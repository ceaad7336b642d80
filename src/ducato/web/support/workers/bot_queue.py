"""The queue of what bots think: threads that take turns between those for whom is thought.

A long thought is done slice by slice (`bots.thinking`). After each slice the next one is of whoever
has used the least processor time so far: first among addresses, since one person may have many
names, then among the persons there. What takes no time goes before everything that does. So nobody
waits for more than a slice and one's own thoughts, whatever others ask for.

This module must not know what is thought about.
"""

from __future__ import annotations

import os
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar

from ducato.bots import Thinking
from ducato.core.errors import DucatoError

NICENESS = 10
"""Bots get what time the rest of the server leaves; by the scale of nice(1)."""
MOST_WAITING = 24
"""Thoughts of one person that wait; each table and each question of a screen has one at a time."""
SHARES_KEPT = 500
"""Addresses, and persons of one address, whose use is remembered although nothing waits for them;
who is forgotten begins as a newcomer does."""

Result = TypeVar("Result")


class Payer(NamedTuple):
    """The person whose budget a thought uses.

    Attributes:
        address: where the person comes from; None for this very machine.
        person: the id; "" for an unknown visitor.
    """

    address: str | None = None
    person: str = ""


NOBODY = Payer()
"""The server itself."""


class Busy(DucatoError):
    """More waits for one person than is allowed; what was asked for may be asked later."""


@dataclass(eq=False)
class Job:
    """A thought that waits or is being thought.

    Attributes:
        begin: makes the thought.
        future: its value, when it comes to one; cancelled, it is thought no further.
        quick: whether it takes no time worth speaking of.
        thinking: the thought, once it has begun.
    """

    begin: Callable[[], Thinking[Any]]
    future: Future[Any]
    quick: bool
    thinking: Thinking[Any] | None = None


@dataclass(eq=False)
class Share:
    """What one person, or all of one address, has used and waits for.

    Attributes:
        used: processor seconds; a newcomer begins at what the others have used.
        reached: what those had used who had the last turn: where newcomers begin.
        waiting: jobs that no thread is at: the quick ones and the others.
        parts: of an address, the shares of its persons; of the whole, those of addresses.
    """

    used: float = 0.0
    reached: float = 0.0
    waiting: dict[bool, deque[Job]] = field(default_factory=lambda: {True: deque(), False: deque()})
    parts: dict[str, Share] = field(default_factory=dict)

    def has(self, quick: bool) -> bool:
        """Return whether a job of this kind waits."""
        return bool(self.waiting[quick]) or any(part.has(quick) for part in self.parts.values())

    @property
    def idle(self) -> bool:
        """Whether nothing waits."""
        return not self.has(True) and not self.has(False)

    def part(self, name: str) -> Share:
        """Return the share of this name; time spent waiting for nothing earns no credit."""
        part = self.parts.pop(name, None) or Share()
        if part.idle:
            part.used = max(part.used, self.reached)
        if len(self.parts) >= SHARES_KEPT:
            self.parts = {n: p for n, p in self.parts.items() if not p.idle}
        self.parts[name] = part
        return part

    def next(self, quick: bool) -> list[Share]:
        """Return the shares from this one down to that whose job is next."""
        waiting = [part for part in self.parts.values() if part.has(quick)]
        if not waiting:
            return [self]
        part = min(waiting, key=lambda part: part.used)
        if not quick:
            self.reached = max(self.reached, part.used)
        return [self, *part.next(quick)]


class BotQueue:
    """Workers for bots, shared fairly.

    Args:
        threads: how many; 0 for a test that does the work itself, by `turn`.
        clock: seconds that the thread which asks has computed.
    """

    def __init__(self, threads: int, clock: Callable[[], float] = time.thread_time) -> None:
        self._clock = clock
        self._changed = threading.Condition()
        self._all = Share()
        self._closed = False
        for number in range(threads):
            threading.Thread(target=self._labour, name=f"bot {number}", daemon=True).start()

    def submit(
        self, begin: Callable[[], Thinking[Result]], payer: Payer = NOBODY, *, quick: bool = False
    ) -> Future[Result]:
        """Have something thought; cancelled, it stops at the end of a slice.

        Args:
            begin: makes the thought, in a thread for bots.
            payer: for whom it is.
            quick: whether it takes no time worth speaking of, and goes first.

        Raises:
            Busy: too much waits for this person.
        """
        future: Future[Result] = Future()
        future.add_done_callback(self._drop_cancelled)
        with self._changed:
            person = self._person(payer)
            if sum(map(len, person.waiting.values())) >= MOST_WAITING:
                raise Busy
            person.waiting[quick].append(Job(begin, future, quick))
            self._changed.notify()
        return future

    @property
    def waiting(self) -> int:
        """How many thoughts wait for a turn."""
        with self._changed:
            return sum(map(len, self._queues()))

    def close(self) -> None:
        """Think no more. A slice that is being done ends by itself, and nobody hears of it."""
        with self._changed:
            self._closed = True
            self._all = Share()
            self._changed.notify_all()

    def turn(self) -> bool:
        """Do one slice of the next job. Return whether there was one."""
        with self._changed:
            found = self._next()
        if found is None:
            return False
        self._slice(*found)
        return True

    # -- whose turn it is

    def _person(self, payer: Payer) -> Share:
        """Return the share of a person, within that of the address."""
        key = f"#{payer.person}" if payer.address is None else payer.address
        return self._all.part(key).part(payer.person)

    def _next(self) -> tuple[list[Share], Job] | None:
        """Take out what is next: of who has used least, what came first."""
        for quick in (True, False):
            if self._all.has(quick):
                shares = self._all.next(quick)
                return shares, shares[-1].waiting[quick].popleft()
        return None

    def _queues(self) -> list[deque[Job]]:
        persons = [p for share in self._all.parts.values() for p in share.parts.values()]
        return [jobs for person in persons for jobs in person.waiting.values()]

    def _drop_cancelled(self, future: Future[Any]) -> None:
        """Remove the job of a cancelled future from the queue."""
        if not future.cancelled():
            return
        with self._changed:
            for jobs in self._queues():
                for job in [job for job in jobs if job.future is future]:
                    jobs.remove(job)

    # -- the work

    def _slice(self, shares: list[Share], job: Job) -> None:
        """Do a slice of a thought, note what it took, and put back what is not finished."""
        began, ended, result, fault = self._clock(), False, None, None
        if not job.future.cancelled():
            try:
                if job.thinking is None:
                    job.thinking = job.begin()
                next(job.thinking)
            except StopIteration as end:
                ended, result = True, end.value
            except BaseException as error:
                ended, fault = True, error
        took = self._clock() - began
        with self._changed:
            for share in shares:
                share.used += took
            if not ended and not self._closed and not job.future.cancelled():
                shares[-1].waiting[job.quick].appendleft(job)
                self._changed.notify()
        if not ended or not job.future.set_running_or_notify_cancel():
            return
        if fault is None:
            job.future.set_result(result)
        else:
            job.future.set_exception(fault)

    def _labour(self) -> None:
        lower_priority(NICENESS)
        while True:
            with self._changed:
                while (found := None if self._closed else self._next()) is None:
                    if self._closed:
                        return
                    self._changed.wait()
            self._slice(*found)
            del found  # what was thought must not live until the next thought


def lower_priority(niceness: int) -> None:
    """Step back behind all other threads; only Linux lets one thread do so."""
    if hasattr(os, "setpriority") and os.uname().sysname == "Linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), niceness)
