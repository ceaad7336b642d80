"""New tables, prepared outside of the writer's thread and inserted in one transaction."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import Connection, insert

from ducato.core.editions.values import values_hash
from ducato.core.match import Match, Step
from ducato.server.kit.database import schema
from ducato.server.kit.database.engine import now
from ducato.server.subjects import ratings
from ducato.server.subjects.tables.model import TableSettings
from ducato.server.subjects.tables.rows import insert_steps, keep_values, seat_row, table_row
from ducato.table.time_control import TurnState


@dataclass(frozen=True)
class TableDraft:
    """A table to insert.

    Attributes:
        id: its id.
        row: its columns.
        values: all values of its edition.
        seats: the rows of its seats.
        steps: the steps made so far.
        ranks: the rank of each seat if the game is over, else None.
    """

    id: str
    row: dict[str, Any]
    values: Mapping[str, Any]
    seats: list[dict[str, Any]]
    steps: list[Step]
    ranks: Sequence[int] | None


def new_table(
    match: Match,
    seats: Sequence[Mapping[str, Any]],
    settings: TableSettings | None = None,
    turn_state: TurnState | None = None,
) -> TableDraft:
    """Return a new table with an id of its own.

    Args:
        match: the match.
        seats: rows as `table.seats` makes them.
        settings: the settings; None for a private table without a host.
        turn_state: the turn state; None for an untimed table where no seat is to move.
    """
    table_id, values = secrets.token_urlsafe(12), match.game.recorded_values()
    row = {
        **table_row(table_id, match, values_hash(values), now()),
        **asdict(settings or TableSettings()),
        **asdict(turn_state or TurnState()),
    }
    return TableDraft(
        table_id,
        row,
        values,
        [{**seat_row(seat), "table_id": table_id} for seat in seats],
        list(match.steps),
        match.ranks() if match.is_over() else None,
    )


def insert_table(connection: Connection, table: TableDraft) -> None:
    """Insert a new table with its seats and steps."""
    keep_values(connection, table.row["values_hash"], table.values)
    connection.execute(insert(schema.tables).values(table.row))
    connection.execute(insert(schema.seats), table.seats)
    insert_steps(connection, table.id, table.steps, 0, None)
    ratings.decide(connection, table.id)
    if table.ranks is not None:
        ratings.settle(connection, table.id, table.ranks)
