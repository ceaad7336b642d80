"""The queue of bots' thoughts, whose threads divide their time fairly between people.

A long thought is processed slice by slice (`bots.thinking`). The next slice goes to the one who has
used the least processor time so far: first among addresses, since one person may have many names,
then among the people at that address. Quick thoughts go before all others, and idle ones, which
nobody waits for, after them. So a long queue of one person's thoughts does not delay the thoughts
of others.
"""

from __future__ import annotations

import os
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, NamedTuple, TypeVar

from ducato.bots import Thinking
from ducato.core.errors import DucatoError

NICENESS = 10
"""The niceness of the threads for bots, as defined by nice(1): they use the processor time that the
rest of the server leaves over."""
MOST_WAITING = 24
"""Maximum number of waiting thoughts that use one person's budget; each table and each screen has
at most one at a time."""
SHARES_KEPT = 500
"""Number of addresses, and of people at one address, above which those with nothing waiting are
forgotten; they start again as newcomers."""

Result = TypeVar("Result")


class ThoughtKind(IntEnum):
    """The kinds of thoughts, in the order in which they are served."""

    QUICK = 0
    USUAL = 1
    IDLE = 2


class Payer(NamedTuple):
    """The person whose budget a thought uses.

    Attributes:
        address: the person's network address; None for this machine.
        person: the person's id; "" for an unknown visitor.
    """

    address: str | None = None
    person: str = ""


NOBODY = Payer()
"""The payer of the server's own thoughts."""


class TooManyThoughts(DucatoError):
    """An error raised if too many of one person's thoughts are already waiting.

    The new thought may be submitted again later.
    """


@dataclass(eq=False)
class Job:
    """A waiting or running thought.

    Attributes:
        begin: creates the thought.
        future: the future for the thought's result; cancelling it stops the thought.
        kind: when the thought is served.
        thinking: the thought; None until it has begun.
    """

    begin: Callable[[], Thinking[Any]]
    future: Future[Any]
    kind: ThoughtKind
    thinking: Thinking[Any] | None = None


@dataclass(eq=False)
class Share:
    """The processor time and the waiting jobs of a person, of an address, or of everyone.

    Attributes:
        used: the processor seconds used; new and idle parts start at the parent's `newcomer_start`.
        newcomer_start: the highest `used` that a part had when it was chosen for a slow job.
        waiting: the waiting jobs of a person, by their kind.
        parts: for everyone, the shares by address; for an address, those by person.
    """

    used: float = 0.0
    newcomer_start: float = 0.0
    waiting: dict[ThoughtKind, deque[Job]] = field(
        default_factory=lambda: {kind: deque() for kind in ThoughtKind}
    )
    parts: dict[str, Share] = field(default_factory=dict)

    def has_waiting(self, kind: ThoughtKind) -> bool:
        """Return whether a job of this kind waits in this share or its parts."""
        return bool(self.waiting[kind]) or any(
            part.has_waiting(kind) for part in self.parts.values()
        )

    @property
    def idle(self) -> bool:
        """Whether no job waits in this share or its parts."""
        return not any(map(self.has_waiting, ThoughtKind))

    def part(self, name: str) -> Share:
        """Return the part with this name, created if necessary; idle time earns it no credit."""
        part = self.parts.pop(name, None) or Share()
        if part.idle:
            part.used = max(part.used, self.newcomer_start)
        if len(self.parts) >= SHARES_KEPT:
            self.parts = {n: p for n, p in self.parts.items() if not p.idle}
        self.parts[name] = part
        return part

    def next(self, kind: ThoughtKind) -> list[Share]:
        """Return the shares from this one down to the one whose job of this kind is next."""
        waiting = [part for part in self.parts.values() if part.has_waiting(kind)]
        if not waiting:
            return [self]
        part = min(waiting, key=lambda part: part.used)
        if kind == ThoughtKind.USUAL:
            self.newcomer_start = max(self.newcomer_start, part.used)
        return [self, *part.next(kind)]


class BotQueue:
    """The queue of bots' thoughts and its threads, shared fairly.

    Args:
        threads: the number of threads; 0 for a test that calls `run_slice` itself.
        clock: returns the processor seconds used by the calling thread.
    """

    def __init__(self, threads: int, clock: Callable[[], float] = time.thread_time) -> None:
        self._clock = clock
        self._changed = threading.Condition()
        self._all = Share()
        self._closed = False
        for number in range(threads):
            threading.Thread(target=self._run_jobs, name=f"bot {number}", daemon=True).start()

    def submit(
        self,
        begin: Callable[[], Thinking[Result]],
        payer: Payer = NOBODY,
        *,
        kind: ThoughtKind = ThoughtKind.USUAL,
    ) -> Future[Result]:
        """Queue a thought; when its future is cancelled, it stops at the end of a slice.

        Args:
            begin: creates the thought, in one of the bots' threads.
            payer: the person whose budget the thought uses.
            kind: a quick thought, which takes hardly any time, goes first; an idle one only when
                no other waits.

        Returns:
            A future for the thought's result.

        Raises:
            TooManyThoughts: too many of this person's thoughts are waiting.
        """
        future: Future[Result] = Future()
        future.add_done_callback(self._drop_cancelled)
        with self._changed:
            person = self._person(payer)
            if sum(map(len, person.waiting.values())) >= MOST_WAITING:
                raise TooManyThoughts
            person.waiting[kind].append(Job(begin, future, kind))
            self._changed.notify()
        return future

    @property
    def waiting(self) -> int:
        """The number of waiting thoughts, except those of which a slice is being processed."""
        with self._changed:
            return sum(map(len, self._queues()))

    def close(self) -> None:
        """Drop all waiting thoughts and stop the threads, each after the slice it is processing.

        The futures of dropped thoughts never complete.
        """
        with self._changed:
            self._closed = True
            self._all = Share()
            self._changed.notify_all()

    def run_slice(self) -> bool:
        """Process one slice of the next job, and return whether there was a job."""
        with self._changed:
            found = self._next()
        if found is None:
            return False
        self._slice(*found)
        return True

    # -- whose turn it is

    def _person(self, payer: Payer) -> Share:
        """Return a person's share, which is part of the address's share."""
        key = f"#{payer.person}" if payer.address is None else payer.address
        return self._all.part(key).part(payer.person)

    def _next(self) -> tuple[list[Share], Job] | None:
        """Remove and return the next job, with the shares that its time is charged to.

        Of each kind, the next is the oldest job of the person who has used the least time at the
        address that has used the least. Return None if no job waits.
        """
        for kind in ThoughtKind:
            if self._all.has_waiting(kind):
                shares = self._all.next(kind)
                return shares, shares[-1].waiting[kind].popleft()
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
        """Process a slice of a job, charge its time to the shares, and requeue it if unfinished."""
        began, ended, result, fault = self._clock(), False, None, None
        if not job.future.cancelled():
            try:
                if job.thinking is None:
                    job.thinking = job.begin()
                next(job.thinking)
            except StopIteration as end:
                ended, result = True, end.value
            except BaseException as error:
                ended, fault = True, as_exception(error)
        took = self._clock() - began
        with self._changed:
            for share in shares:
                share.used += took
            if not ended and not self._closed and not job.future.cancelled():
                shares[-1].waiting[job.kind].appendleft(job)
                self._changed.notify()
        if not ended or not job.future.set_running_or_notify_cancel():
            return
        if fault is None:
            job.future.set_result(result)
        else:
            job.future.set_exception(fault)

    def _run_jobs(self) -> None:
        lower_priority(NICENESS)
        while True:
            with self._changed:
                while (found := None if self._closed else self._next()) is None:
                    if self._closed:
                        return
                    self._changed.wait()
            self._slice(*found)
            del found  # a finished thought must not stay in memory until the next one


def lower_priority(niceness: int) -> None:
    """Set the niceness of the calling thread; on systems other than Linux, do nothing."""
    if hasattr(os, "setpriority") and os.uname().sysname == "Linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), niceness)


class Exited(Exception):
    """An error raised in place of an exit from the process by code in a worker's thread."""


def as_exception(error: BaseException) -> Exception:
    """Return the error itself, or an `Exited` for an exit, which would end the event loop."""
    if isinstance(error, Exception):
        return error
    made = Exited(f"{type(error).__name__}: {error}")
    made.__cause__ = error
    return made
