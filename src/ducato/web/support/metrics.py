"""What a server counts and measures of itself, in the text form that Prometheus reads.

Nothing here tells one table or one person from another. Counted is on the event loop only, so
nothing is locked. This module must not know what is counted.
"""

from __future__ import annotations

import time
from bisect import bisect_left
from collections import Counter as Counts
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ducato import __version__

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
"""Upper bounds of the histograms; among them are the times that we promise."""


class Counter:
    """How often something happened, by kind.

    Args:
        name: of the metric.
        about: what it counts.
        label: the name of the kinds; "" if there is one only.
    """

    def __init__(self, name: str, about: str, label: str = "") -> None:
        self.name, self.about, self.label = name, about, label
        self.counts: Counts[str] = Counts() if label else Counts({"": 0})

    def add(self, kind: str = "", number: int = 1) -> None:
        """It happened."""
        self.counts[kind] += number

    def lines(self) -> Iterator[str]:
        """As text."""
        yield from _head(self.name, self.about, "counter")
        for kind, count in sorted(self.counts.items()):
            which = f'{{{self.label}="{kind}"}}' if kind else ""
            yield f"{self.name}{which} {count}"


class Gauge:
    """How much there is of something just now."""

    def __init__(self, name: str, about: str, read: Callable[[], float]) -> None:
        self.name, self.about, self.read = name, about, read

    def lines(self) -> Iterator[str]:
        """As text."""
        yield from _head(self.name, self.about, "gauge")
        yield f"{self.name} {self.read():g}"


class Histogram:
    """How long something took, in seconds.

    Example:
        >>> waits = Histogram("wait_seconds", "How long it took.")
        >>> waits.add(0.003), waits.add(99)
        (None, None)
        >>> [line for line in waits.lines() if "0.0025" in line or "0.005" in line or "Inf" in line]
        ['wait_seconds_bucket{le="0.0025"} 0', 'wait_seconds_bucket{le="0.005"} 1',
         'wait_seconds_bucket{le="+Inf"} 2']
    """

    def __init__(self, name: str, about: str) -> None:
        self.name, self.about = name, about
        self.counts = [0] * (len(SECONDS) + 1)
        self.sum = 0.0

    def add(self, seconds: float) -> None:
        """It took so long."""
        self.counts[bisect_left(SECONDS, seconds)] += 1
        self.sum += seconds

    @contextmanager
    def timed(self) -> Iterator[None]:
        """Add how long the block takes, also if it fails."""
        begun = time.perf_counter()
        try:
            yield
        finally:
            self.add(time.perf_counter() - begun)

    def lines(self) -> Iterator[str]:
        """As text."""
        yield from _head(self.name, self.about, "histogram")
        total = 0
        for bound, count in zip((*map(str, SECONDS), "+Inf"), self.counts, strict=True):
            total += count
            yield f'{self.name}_bucket{{le="{bound}"}} {total}'
        yield f"{self.name}_sum {self.sum:.6f}"
        yield f"{self.name}_count {total}"


class Metrics:
    """All that one server counts.

    Attributes:
        moves: changes of tables that were stored, by kind.
        rejections: what was rejected, by kind: of messages at tables, or of HTTP by its status.
        reminder_emails: about turns, sent or failed.
        commits: from a change of a table to its being on the disk.
        lag: how much too late the event loop woke.
        searches: how long everything stood still to search for cyclic garbage.
        gauges: what is read when somebody asks.
    """

    def __init__(self) -> None:
        self.moves = Counter("ducato_changes_total", "Changes of tables, stored.", "kind")
        self.rejections = Counter("ducato_rejections_total", "Rejected requests.", "kind")
        self.reminder_emails = Counter(
            "ducato_reminder_emails_total", "Reminder e-mails about turns.", "kind"
        )
        self.commits = Histogram("ducato_commit_seconds", "Until a change is on the disk.")
        self.lag = Histogram("ducato_loop_lag_seconds", "Lateness of the event loop.")
        self.searches = Histogram(
            "ducato_collection_seconds", "CollectionTimer through all memory."
        )
        self.gauges: list[Gauge] = []

    def watch(self, name: str, about: str, read: Callable[[], float]) -> None:
        """Have something read whenever somebody asks."""
        self.gauges.append(Gauge(name, about, read))

    def text(self) -> str:
        """All of them."""
        told = [*_head("ducato_info", "The version that runs.", "gauge")]
        told.append(f'ducato_info{{version="{__version__}"}} 1')
        metrics: list[Counter | Histogram | Gauge] = [
            self.moves,
            self.rejections,
            self.reminder_emails,
        ]
        for metric in (*metrics, self.commits, self.lag, self.searches, *self.gauges):
            told += metric.lines()
        return "\n".join(told) + "\n"


def _head(name: str, about: str, kind: str) -> Iterator[str]:
    yield f"# HELP {name} {about}"
    yield f"# TYPE {name} {kind}"
