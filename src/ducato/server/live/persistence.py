"""The reading of tables and the writing of their changes, and their labels in the metrics."""

from __future__ import annotations

from concurrent.futures import Future
from typing import Any

from ducato.server.subjects.tables.days import withholds_seed
from ducato.server.subjects.tables.model import StoredTable
from ducato.server.subjects.tables.storage import Tables
from ducato.table.changes import Change
from ducato.table.seats import TableSeat
from ducato.table.setup.create import reopen
from ducato.table.table import LiveTable
from ducato.table.time_control import Clock


def to_live_table(stored: StoredTable) -> LiveTable:
    """Return a live table made from a stored one.

    Raises:
        ChangedEdition, DamagedRecord, UnknownName, BadValue, BrokenGame, OtherRules: see
            `table.setup.create.reopen`.
    """
    status = stored.turn_state
    table = reopen(
        stored.id,
        stored.game,
        stored.edition,
        stored.options,
        stored.rules_version,
        [TableSeat.from_row(row) for row in stored.seats],
        stored.seed,
        stored.steps,
        values=stored.values,
        begun=stored.begun,
        snapshot=stored.snapshot,
        start=stored.start,
        requests=stored.requests,
        clock=Clock.from_row(status.time_control, status.clock, status.due, stored.players),
        substitute=stored.settings.substitute,
        rematch=stored.rematch,
        assigned=stored.settings.tournament is not None,
    )
    table.state.branch_of = stored.settings.branch_of
    if withholds_seed(stored.settings.branch_of):
        table.state.withhold_seed()
    return table


def write(tables: Tables, table_id: str, change: Change) -> Future[Any]:
    """Queue a change to be written to the store.

    Returns:
        A future that completes when the change is on disk, or fails with a `StoreError`.
    """
    rows = [seat.to_row() for seat in (*change.seats, *change.contributed)]
    if change.removed:
        return tables.truncate(table_id, change.kept, change.seq, change.turn_state)
    if change.added or change.begins:
        return tables.append(
            table_id,
            change.added,
            change.kept,
            change.turn_state,
            ranks=change.ranks,
            seats=rows,
            request=None if change.request is None or change.begins else change.request[1],
            snapshot=change.snapshot,
        )
    return tables.seat(table_id, rows, change.turn_state)


def metric_label(change: Change) -> str:
    """Return the label under which the metrics count a change: "undo", "move" or "seat"."""
    return "undo" if change.removed else "move" if change.added else "seat"
