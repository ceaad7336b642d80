"""Parallel execution of independent pieces of work, with a progress bar on standard error."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from typing import Any, TypeVar

Result = TypeVar("Result")


def parallel_map(
    work: Callable[..., Result],
    pieces: Sequence[tuple[Any, ...]],
    jobs: int,
    title: str,
    *,
    quiet: bool = False,
) -> list[Result]:
    """Call ``work(*piece)`` for every piece; return the results in the order of the pieces.

    Args:
        work: the function; with several processes, it must be a function of a module.
        pieces: the arguments of each call.
        jobs: maximum number of processes; with one, or one piece, the calls run in this process.
        title: the title of the progress bar.
        quiet: whether to hide the progress bar, which is never shown for a single piece.
    """
    results = dict(_progress(_run(work, pieces, jobs), len(pieces), title, quiet))
    return [results[i] for i in range(len(pieces))]


def _run(
    work: Callable[..., Result], pieces: Sequence[tuple[Any, ...]], jobs: int
) -> Iterator[tuple[int, Result]]:
    if jobs <= 1 or len(pieces) <= 1:
        for index, piece in enumerate(pieces):
            yield index, work(*piece)
        return
    context = multiprocessing.get_context("spawn")  # forked compilers and threads do not mix
    with ProcessPoolExecutor(min(jobs, len(pieces)), context) as pool:
        futures = {pool.submit(work, *piece): index for index, piece in enumerate(pieces)}
        for future in as_completed(futures):
            yield futures[future], future.result()


def _progress(
    results: Iterator[tuple[int, Result]], total: int, title: str, quiet: bool
) -> Iterator[tuple[int, Result]]:
    if quiet or total <= 1:
        yield from results
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (TextColumn(title), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(title, total=total)
        for result in results:
            bar.advance(task)
            yield result
