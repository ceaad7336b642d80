"""The threads of a vector environment."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

Part = TypeVar("Part")
Result = TypeVar("Result")


class ThreadPool:
    """Threads that do parts of some work; the calling thread does the first part.

    Copies, and a process that was forked, have threads of their own, which begin with the first
    work.

    Args:
        threads: the number of threads, the calling one included.
    """

    def __init__(self, threads: int) -> None:
        self._threads = threads
        self._process = -1  # the process to which the other threads belong
        self._others: ThreadPoolExecutor | None = None

    def run(self, work: Callable[[int, Part], Result], parts: Sequence[Part]) -> list[Result]:
        """Do some work for each part, called with the number of the part; return the results."""
        if self._threads == 1:
            return [work(0, parts[0])]
        if self._others is None or self._process != os.getpid():
            self._others, self._process = ThreadPoolExecutor(self._threads - 1), os.getpid()
        others = [self._others.submit(work, n, part) for n, part in enumerate(parts) if n > 0]
        return [work(0, parts[0]), *(other.result() for other in others)]

    def close(self) -> None:
        """End the threads; further work begins others."""
        if self._others is not None and self._process == os.getpid():
            self._others.shutdown()
        self._others = None

    def __reduce__(self) -> tuple[type[ThreadPool], tuple[int]]:
        return ThreadPool, (self._threads,)
