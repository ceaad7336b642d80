"""Pieces of work in processes of this machine."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from functools import partial
from multiprocessing.connection import Connection
from os.path import isfile
from typing import Any, TypeVar

from ducato.core.errors import DucatoError
from ducato.core.game.folder import FROM_FOLDERS, playable_from

Result = TypeVar("Result")

ATTEMPTS = 3
"""The number of times that workers may die, without any piece being finished, before it is given
up."""


ONE_JOB = "a single job needs none"
NOT_STARTED = (
    "worker processes end before they begin to work. Each of them imports the program that starts "
    'them, so the work of a script must stand below `if __name__ == "__main__":`, or else '
    f"{ONE_JOB}"
)


class LostWorkers(DucatoError, BrokenProcessPool):
    """An error raised if worker processes die again and again, or cannot start."""


class Processes:
    """Processes of this machine; with one worker, or one piece, the calls run in this process.

    If a worker dies, the pieces that were under way are done again. A program from standard input
    has no file that workers could import; they do without it.

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
            LostWorkers: workers die again and again, or cannot start.
        """
        if self.workers == 1 or len(pieces) <= 1:
            for index, piece in enumerate(pieces):
                yield index, work(*piece)
            return
        if getattr(multiprocessing.current_process(), "_inheriting", False):
            # This is a worker that imports an unguarded main program, which asks for workers
            # again: the process that started it explains that (`NOT_STARTED`).
            raise SystemExit(1)
        left = dict(enumerate(pieces))
        attempt = 0
        while left:
            before = len(left)
            try:
                for index, result in self._in_pool(work, left):
                    del left[index]
                    yield index, result
            except LostWorkers:
                raise
            except BrokenProcessPool as error:
                attempt = attempt + 1 if len(left) == before else 0
                if attempt == ATTEMPTS:
                    raise LostWorkers(
                        "worker processes are ended from outside again and again, mostly because "
                        "memory is short: use fewer of them (jobs)"
                    ) from error

    def _in_pool(
        self, work: Callable[..., Result], pieces: dict[int, tuple[Any, ...]]
    ) -> Iterator[tuple[int, Result]]:
        context = multiprocessing.get_context("spawn")  # forked compilers and threads do not mix
        alive, life = context.Pipe(duplex=False)
        begun, begin = context.Pipe(duplex=False)
        # No `with`: at an interruption its end would wait for all pieces, begun or not.
        with _starting():
            pool = ProcessPoolExecutor(
                min(self.workers, len(pieces)),
                context,
                _begin_work,
                (alive, begin, list(FROM_FOLDERS.values())),
            )
        try:
            futures = {}
            for index, piece in pieces.items():
                with _starting(), _without_interruptions():
                    futures[pool.submit(work, *piece)] = index
            for future in as_completed(futures):
                yield futures[future], future.result()
        except BrokenProcessPool as error:
            if isinstance(error, LostWorkers) or begun.poll():
                raise
            raise LostWorkers(NOT_STARTED) from None
        except (KeyboardInterrupt, GeneratorExit):  # nobody waits for what is under way
            life.close()
            raise
        finally:
            pool.shutdown(cancel_futures=True)
            for end in (life, alive, begun, begin):
                end.close()


@contextmanager
def _starting() -> Iterator[None]:
    """Start worker processes in this context.

    They import the main program again, unless it has no file: one from standard input is called
    "<stdin>".

    Raises:
        LostWorkers: no process can be started here.
    """
    main = sys.modules["__main__"]
    file = getattr(main, "__file__", None)
    no_file = file is not None and getattr(main, "__spec__", None) is None and not isfile(file)
    try:
        if no_file:
            del main.__file__
        yield
    except (OSError, ImportError, NotImplementedError, AssertionError) as error:
        # No semaphores or processes left, or a process that may have no children of its own.
        raise LostWorkers(f"worker processes cannot start here ({error}): {ONE_JOB}") from error
    finally:
        if no_file:
            main.__file__ = file


def _begin_work(alive: Connection, begin: Connection, folders: Sequence[str]) -> None:
    """Tell that this worker has started, and end it as soon as `alive` is closed at the other end.

    That also happens if the process that holds it is killed, which can tell nobody. The games in
    folders, which are not installed, are offered here as they are there.
    """
    for folder in folders:
        playable_from(folder)
    begin.send_bytes(b"1")
    begin.close()

    def wait() -> None:
        with suppress(OSError):
            alive.poll(None)  # nothing is ever sent: it returns at the end of the connection
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()


@contextmanager
def _without_interruptions() -> Iterator[None]:
    """Put off what interrupts this process to the end of the context, which may hold locks.

    Processes that begin in it ignore Ctrl-C, which reaches all of a terminal: this one ends them.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    late: list[Callable[[], Any]] = []
    handlers: dict[signal.Signals, Any] = {}
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    # Another thread may get the signal, and Python still interrupts the main one.
    if threading.current_thread() is threading.main_thread():
        for number in (signal.SIGINT, signal.SIGTERM):
            handler = signal.getsignal(number)
            if callable(handler):
                handlers[number] = handler
                signal.signal(number, lambda *given, to=handler: late.append(partial(to, *given)))
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        for number, handler in handlers.items():
            signal.signal(number, handler)
        for interrupt in late[:1]:
            interrupt()
