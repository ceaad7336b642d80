"""Database rows of tables, seats, steps, snapshots and values of editions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, delete, insert, select

from ducato.core.match import Match, Step
from ducato.core.snapshot import Snapshot
from ducato.server.kit.database import schema
from ducato.server.kit.database.engine import insert_if_new
from ducato.server.kit.database.prepared import Prepared
from ducato.server.kit.filling import filled
from ducato.server.subjects.tables.model import SeatRow, StoredTable, TableSettings
from ducato.table.time_control import TurnState

SEAT_COLUMNS = ("seat", "name", "bot", "person", "substitute", "entropy")
OF_TABLE, OF_STEP = schema.tables.c, schema.steps.c
OF_SEAT, OF_SNAPSHOT = schema.seats.c, schema.snapshots.c
OF_VALUES = schema.edition_values.c
INSERT_STEPS = Prepared(insert(schema.steps), "table_id", "seq", "actor", "action", "request")


def table_row(table_id: str, match: Match, key: str, moment: int) -> dict[str, Any]:
    """Return the columns of a new table that follow from its match.

    Args:
        table_id: the table's id.
        match: the match.
        key: the hash of all values of its edition.
        moment: the time of creation.
    """
    game = match.game
    return {
        "id": table_id,
        "game": game.name,
        "edition": game.edition_name,
        "players": game.players,
        "options": dict(game.options),
        "rules_version": game.game.rules_version,
        "values_hash": key,
        "seed": match.stream.seed,
        "commitment": match.stream.commitment,
        "created": moment,
        "updated": moment,
        "finished": moment if match.is_over() else None,
        "seq": match.seq,
        "begun": match.begun,
        "start": match.start,
    }


def keep_values(connection: Connection, key: str, values: Mapping[str, Any]) -> None:
    """Insert values of an edition under their hash, unless they are there already."""
    if connection.scalar(select(OF_VALUES.hash).where(OF_VALUES.hash == key)) is None:
        insert_if_new(connection, schema.edition_values, {"hash": key, "contents": values})


def insert_steps(
    connection: Connection, table_id: str, steps: Sequence[Step], seq: int, request: str | None
) -> None:
    """Insert steps after the first `seq`; the request id is stored with the first new step."""
    rows = [
        {
            "table_id": table_id,
            "seq": number,
            "actor": step.actor,
            "action": step.action,
            "request": request if number == seq + 1 else None,
        }
        for number, step in enumerate(steps, start=seq + 1)
    ]
    if rows:
        INSERT_STEPS.execute(connection, *rows)


def forget_snapshot(connection: Connection, table_id: str, seq: int) -> None:
    """Delete the snapshot of a table if it was taken after `seq` or more steps."""
    old = (OF_SNAPSHOT.table_id == table_id) & (OF_SNAPSHOT.seq >= seq)
    connection.execute(delete(schema.snapshots).where(old))


def seat_row(seat: Mapping[str, Any]) -> SeatRow:
    """Return the stored columns of a seat; missing ones are None."""
    return {name: seat.get(name) for name in SEAT_COLUMNS}


def seats_of(connection: Connection, table_ids: list[str]) -> dict[str, list[SeatRow]]:
    """Return the seats of each of these tables, in order, by table id."""
    found: dict[str, list[SeatRow]] = {table_id: [] for table_id in table_ids}
    query = (
        select(OF_SEAT.table_id, *(OF_SEAT[name] for name in SEAT_COLUMNS))
        .where(OF_SEAT.table_id.in_(table_ids))
        .order_by(OF_SEAT.table_id, OF_SEAT.seat)
    )
    for table_id, *values in connection.execute(query):
        found[table_id].append(dict(zip(SEAT_COLUMNS, values, strict=True)))
    return found


def read_table(connection: Connection, table_id: str) -> StoredTable | None:
    """Return a table with all its steps; None if there is no such table."""
    row = connection.execute(
        select(schema.tables, OF_VALUES.contents)
        .join(schema.edition_values)
        .where(OF_TABLE.id == table_id)
    ).one_or_none()
    if row is None:
        return None
    steps = connection.execute(
        select(OF_STEP.actor, OF_STEP.action, OF_STEP.request)
        .where(OF_STEP.table_id == table_id)
        .order_by(OF_STEP.seq)
    ).all()
    kept = connection.execute(
        select(OF_SNAPSHOT.seq, OF_SNAPSHOT.layout, OF_SNAPSHOT.state).where(
            OF_SNAPSHOT.table_id == table_id
        )
    ).one_or_none()
    return filled(
        StoredTable,
        row,
        values=row.contents,
        seats=seats_of(connection, [table_id])[table_id],
        settings=filled(TableSettings, row),
        turn_state=filled(TurnState, row),
        steps=[Step(actor, action) for actor, action, _ in steps],
        requests={n: request for n, (*_, request) in enumerate(steps, 1) if request},
        snapshot=None if kept is None else Snapshot(*kept),
    )
