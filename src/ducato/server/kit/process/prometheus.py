"""The metrics of one server, for Prometheus.

No metric identifies a table or a person.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    Info,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)

from ducato import __version__

CONTENT_TYPE = CONTENT_TYPE_LATEST
SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
"""Upper bounds of the histograms' buckets in seconds."""

# Otherwise each counter would have a second series with the time of its creation.
disable_created_metrics()  # type: ignore[no-untyped-call]


class Metrics:
    """The metrics of one server, in a registry of their own.

    Attributes:
        changes: the number of stored changes of tables, by kind.
        rejections: the number of rejected messages, sockets and HTTP requests, by reason.
        emails: the number of all e-mails, by whether they were sent, failed or refused because too
            many were waiting.
        reminder_emails: the number of turn reminders, by whether they could be sent.
        push_messages: the number of push messages, by what became of them.
        commits: the seconds until a change of a table is on disk.
        lag: the seconds by which the event loop woke late.
        collections: the seconds for which each full garbage collection paused the server.
    """

    def __init__(self) -> None:
        self._registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        # Exposed as `ducato_info`.
        Info("ducato", "The version that runs.", registry=registry).info({"version": __version__})
        self.changes = Counter(
            "ducato_changes", "Stored changes of tables.", ["kind"], registry=registry
        )
        self.rejections = Counter(
            "ducato_rejections", "Rejected messages and requests.", ["reason"], registry=registry
        )
        self.emails = Counter(
            "ducato_emails", "E-mails of all kinds.", ["result"], registry=registry
        )
        self.reminder_emails = Counter(
            "ducato_reminder_emails", "Reminder e-mails about turns.", ["result"], registry=registry
        )
        self.push_messages = Counter(
            "ducato_push_messages", "Push messages about turns.", ["result"], registry=registry
        )
        self.commits = self._histogram("ducato_commit_seconds", "Time until a change is on disk.")
        self.lag = self._histogram("ducato_event_loop_lag_seconds", "Delay of the event loop.")
        self.collections = self._histogram(
            "ducato_garbage_collection_seconds", "Pauses to collect cyclic garbage."
        )

    def _histogram(self, name: str, about: str) -> Histogram:
        return Histogram(name, about, buckets=SECONDS, registry=self._registry)

    def add_gauge(self, name: str, about: str, read: Callable[[], float]) -> None:
        """Add a gauge whose value is read on every request for the metrics.

        Args:
            name: the metric's name.
            about: the metric's help text.
            read: returns the value.
        """
        Gauge(name, about, registry=self._registry).set_function(read)

    def means(self, names: Iterable[str]) -> dict[str, float | None]:
        """Return the mean of each of these histograms since the start; None without a value."""
        return {name: self._mean(name) for name in names}

    def rejections_by_reason(self) -> dict[str, int]:
        """Return the number of rejected messages, sockets and requests, by reason."""
        return {
            sample.labels["reason"]: int(sample.value)
            for metric in self.rejections.collect()
            for sample in metric.samples
            if sample.name.endswith("_total")
        }

    def _mean(self, name: str) -> float | None:
        count = self._registry.get_sample_value(f"{name}_count")
        total = self._registry.get_sample_value(f"{name}_sum")
        return total / count if count and total is not None else None

    def render(self) -> bytes:
        """Return all metrics in the text format of Prometheus."""
        return generate_latest(self._registry)
