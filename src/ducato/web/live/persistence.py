"""The writing of a table's changes to the store, and their labels in the metrics."""

from __future__ import annotations

from concurrent.futures import Future
from typing import Any

from ducato.store import Store
from ducato.table.changes import Change


def write(store: Store, table_id: str, change: Change) -> Future[Any]:
    """Queue a change to be written to the store.

    Returns:
        A future that completes when the change is on disk, or fails with a `StoreError`.
    """
    rows = [seat.to_row() for seat in (*change.seats, *change.contributed)]
    if change.removed:
        return store.truncate(table_id, change.kept, change.seq, change.turn_state)
    if change.added or change.begins:
        return store.append(
            table_id,
            change.added,
            change.kept,
            change.turn_state,
            ranks=change.ranks,
            seats=rows,
            request=None if change.request is None or change.begins else change.request[1],
            snapshot=change.snapshot,
        )
    return store.seat(table_id, rows, change.turn_state)


def metric_label(change: Change) -> str:
    """Return the label under which the metrics count a change: "undo", "move" or "seat"."""
    return "undo" if change.removed else "move" if change.added else "seat"
