"""The progress bar of long work, on standard error."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TypeVar

Item = TypeVar("Item")


def with_progress(
    items: Iterator[Item], total: int, title: str, *, quiet: bool = False
) -> Iterator[Item]:
    """Yield the items, and show how many of `total` have come and how much time is left.

    Nothing is shown for a single item, if `quiet`, or if standard error is closed or a file.
    """
    if quiet or total <= 1 or sys.stderr is None or not sys.stderr.isatty():
        yield from items
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
        for item in items:
            bar.advance(task)
            yield item
