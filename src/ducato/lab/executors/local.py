"""Pieces of work in processes of this machine."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from typing import Any, TypeVar

from ducato.core.errors import DucatoError

Result = TypeVar("Result")

ATTEMPTS = 3
"""The number of times that workers may die, without any piece being finished, before it is given
up."""


class LostWorkers(DucatoError, BrokenProcessPool):
    """An error raised if worker processes die again and again."""


class Processes:
    """Processes of this machine; with one worker, or one piece, the calls run in this process.

    If a worker dies, the pieces that were under way are done again.

    Attributes:
        workers: the number of processes.
    """

    def __init__(self, workers: int = 1) -> None:
        self.workers = max(1, workers)

    def run(
        self,
        work: Callable[..., Result],
        pieces: Sequence[tuple[Any, ...]],
        prepare: Callable[[], object] | None = None,
    ) -> Iterator[tuple[int, Result]]:
        """See `executors.Executor`.

        Raises:
            LostWorkers: workers die again and again.
        """
        if self.workers == 1 or len(pieces) <= 1:
            for index, piece in enumerate(pieces):
                yield index, work(*piece)
            return
        left = dict(enumerate(pieces))
        attempt = 0
        while left:
            before = len(left)
            try:
                for index, result in self._in_pool(work, left):
                    del left[index]
                    yield index, result
            except BrokenProcessPool as error:
                attempt = attempt + 1 if len(left) == before else 0
                if attempt == ATTEMPTS:
                    raise LostWorkers(
                        "worker processes are ended from outside again and again, mostly because "
                        "memory is short: use fewer of them with --jobs"
                    ) from error

    def _in_pool(
        self, work: Callable[..., Result], pieces: dict[int, tuple[Any, ...]]
    ) -> Iterator[tuple[int, Result]]:
        context = multiprocessing.get_context("spawn")  # forked compilers and threads do not mix
        alive, life = context.Pipe(duplex=False)
        # No `with`: at an interruption its end would wait for all pieces, begun or not.
        pool = ProcessPoolExecutor(
            min(self.workers, len(pieces)), context, _end_with_parent, (alive,)
        )
        try:
            with _without_interruptions():
                futures = {pool.submit(work, *piece): index for index, piece in pieces.items()}
            for future in as_completed(futures):
                yield futures[future], future.result()
        except (KeyboardInterrupt, GeneratorExit):  # nobody waits for what is under way
            life.close()
            raise
        finally:
            pool.shutdown(cancel_futures=True)
            life.close()
            alive.close()


def _end_with_parent(alive: Connection) -> None:
    """End this worker as soon as the other end of the connection is closed, by whatever cause.

    That also happens if the process that holds it is killed, which can tell nobody.
    """

    def wait() -> None:
        with suppress(OSError):
            alive.poll(None)  # nothing is ever sent: it returns at the end of the connection
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()


@contextmanager
def _without_interruptions() -> Iterator[None]:
    """Let processes that begin in this context ignore Ctrl-C, which reaches all of a terminal.

    This process is interrupted at the end of the context, and then ends them.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
