"""An executor that begins nothing after some time."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from ducato.runs.executors import Executor

Result = TypeVar("Result")


class Limited:
    """Another executor with a limit of time; what is under way at its end is given up.

    Args:
        inner: the executor that does the work.
        seconds: the time from the beginning of `run` on.

    Attributes:
        workers: the number of pieces carried out at the same time.
    """

    def __init__(self, inner: Executor, seconds: float) -> None:
        self.inner, self.seconds = inner, seconds
        self.workers = inner.workers

    def run(
        self,
        work: Callable[..., Result],
        pieces: Sequence[tuple[Any, ...]],
        prepare: Callable[[], object] | None = None,
    ) -> Iterator[tuple[int, Result]]:
        """See `executors.Executor`; there may be fewer results than pieces."""
        end = time.monotonic() + self.seconds
        for found in self.inner.run(work, pieces, prepare):
            yield found
            if time.monotonic() >= end:
                return
