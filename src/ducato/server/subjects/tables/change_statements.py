"""The statements with which a change of a table is written, each within a transaction.

If several processes share the database, only the owner of a table may change its moves and seats
(`server.cluster.leases`): the statement that updates the table's row names the owner, and the row
is locked until the transaction ends.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

from sqlalchemy import Connection, bindparam, select, update

from ducato.core.errors import DucatoError
from ducato.server.kit.database import schema
from ducato.server.kit.database.engine import now
from ducato.server.kit.database.errors import NotOwner, UnknownTable, WrongSequence
from ducato.server.kit.database.prepared import Prepared
from ducato.server.subjects import ratings
from ducato.server.subjects.moderation.blocks import check_arrival
from ducato.server.subjects.tables.model import SeatRow
from ducato.table.seats import INVITED
from ducato.table.time_control import TurnState

OF_TABLE, OF_SEAT = schema.tables.c, schema.seats.c

_MOVE_ON = (
    update(schema.tables)
    .where((OF_TABLE.id == bindparam("of")) & (OF_TABLE.seq == bindparam("expected")))
    .values(
        {
            name: bindparam(name, type_=OF_TABLE[name].type)
            for name in ("seq", "updated", "finished", "begun", *TurnState.__dataclass_fields__)
        }
    )
)
MOVE_ON = Prepared(_MOVE_ON)
MOVE_ON_AS_OWNER = Prepared(_MOVE_ON.where(OF_TABLE.owner == bindparam("own")))


def move_on(
    connection: Connection,
    owner: int | None,
    table_id: str,
    old: int,
    new: int,
    turn_state: TurnState,
    *,
    finished: bool,
) -> None:
    """Update a table if its number of steps is still `old`; lock its row against other writers.

    Args:
        connection: the connection with the open transaction.
        owner: this process, which must be the table's owner; None if the database is not shared.
        table_id: id of the table.
        old: the number of steps so far.
        new: the number of steps from now on.
        turn_state: the turn state from now on.
        finished: whether the game is over.

    Raises:
        UnknownTable: there is no such table.
        WrongSequence: the number of steps is not `old`.
        NotOwner: another process has taken it over.
    """
    moment = now()
    values = {
        "of": table_id,
        "expected": old,
        "seq": new,
        "updated": moment,
        "finished": moment if finished else None,
        "begun": True,
        **vars(turn_state),
    }
    if owner is None:
        done = MOVE_ON.execute(connection, values)
    else:
        done = MOVE_ON_AS_OWNER.execute(connection, {**values, "own": owner})
    if done == 0:
        raise _reason_against(connection, owner, table_id, old)


def keep_turn_state(
    connection: Connection, owner: int | None, table_id: str, turn_state: TurnState
) -> None:
    """Update the turn state of a table, whose number of steps stays the same.

    Raises:
        UnknownTable: there is no such table.
        NotOwner: another process has taken it over.
    """
    this = update(schema.tables).where(OF_TABLE.id == table_id)
    if owner is not None:
        this = this.where(OF_TABLE.owner == owner)
    values = {"updated": now(), **asdict(turn_state)}
    if connection.execute(this.values(values)).rowcount == 0:
        raise _reason_against(connection, owner, table_id, None)


def change_seats(connection: Connection, table_id: str, rows: Sequence[SeatRow]) -> None:
    """Update seats and, once all are taken, decide whether the game is rated.

    Raises:
        Apart: somebody would come who may not, because of a block.
    """
    _check_arrivals(connection, table_id, rows)
    for row in rows:
        this = (OF_SEAT.table_id == table_id) & (OF_SEAT.seat == row["seat"])
        connection.execute(update(schema.seats).where(this).values(row))
    if rows:
        ratings.decide(connection, table_id)


def _check_arrivals(connection: Connection, table_id: str, rows: Sequence[SeatRow]) -> None:
    """Check that no block is between the people who get seats now and those who are there.

    Who comes to a seat that was reserved for them is checked again: the block may be younger. The
    seats of a tournament stay with whom it gave them to.

    Raises:
        Apart: there is one.
    """
    if not rows:
        return
    table = select(OF_TABLE.host, OF_TABLE.tournament).where(OF_TABLE.id == table_id)
    host, tournament = connection.execute(table).one()
    seated = select(OF_SEAT.person, OF_SEAT.substitute).where(OF_SEAT.table_id == table_id)
    there = {row.person: row.substitute for row in connection.execute(seated)}
    for row in rows:
        person, awaited = row["person"], row["substitute"] == INVITED
        comes = there.get(person) == INVITED and not awaited and tournament is None
        if person is not None and (person not in there or comes):
            others = {one for one in (*there, host) if one is not None and one != person}
            check_arrival(connection, person, others, invited=awaited or comes)
            there[person] = row["substitute"]


def set_rematch(connection: Connection, table_id: str, rematch: str) -> str:
    """Record the rematch of a table unless it already has one. Return the id of its rematch.

    Raises:
        UnknownTable: there is no such table.
    """
    first = (OF_TABLE.id == table_id) & OF_TABLE.rematch.is_(None)
    connection.execute(update(schema.tables).where(first).values(rematch=rematch))
    known = connection.scalar(select(OF_TABLE.rematch).where(OF_TABLE.id == table_id))
    if known is None:
        raise UnknownTable(table_id)
    return str(known)


def _reason_against(
    connection: Connection, owner: int | None, table_id: str, seq: int | None
) -> DucatoError:
    """Return the reason why a table was not changed, although this number of steps was expected."""
    query = select(OF_TABLE.seq, OF_TABLE.owner).where(OF_TABLE.id == table_id)
    row = connection.execute(query).one_or_none()
    if row is None:
        return UnknownTable(table_id)
    if seq is None or (owner is not None and row.owner != owner):
        return NotOwner(table_id)
    return WrongSequence(table_id, seq, row.seq)
