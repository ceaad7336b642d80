"""Pieces of work in processes of this machine."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

Result = TypeVar("Result")

ATTEMPTS = 3
"""The number of times that workers may die, without any piece being finished, before it is given
up."""


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
            BrokenProcessPool: workers die again and again.
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
            except BrokenProcessPool:
                attempt = attempt + 1 if len(left) == before else 0
                if attempt == ATTEMPTS:
                    raise

    def _in_pool(
        self, work: Callable[..., Result], pieces: dict[int, tuple[Any, ...]]
    ) -> Iterator[tuple[int, Result]]:
        context = multiprocessing.get_context("spawn")  # forked compilers and threads do not mix
        # No `with`: at an interruption its end would wait for all pieces, begun or not.
        pool = ProcessPoolExecutor(min(self.workers, len(pieces)), context)
        try:
            futures = {pool.submit(work, *piece): index for index, piece in pieces.items()}
            for future in as_completed(futures):
                yield futures[future], future.result()
        finally:  # the user has interrupted the run, or a piece has failed
            pool.shutdown(cancel_futures=True)
