"""Abandoned games: untimed ones in which the players to move have not come back for long.

Without a clock, such a game would never end. After `AWAY`, a player who is not to move may end it
as a loss of those who are. If somebody has hardly moved, nothing was decided, and the game is not
rated.
"""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, func, select, update

from ducato.server.kit.database import schema
from ducato.server.kit.database.engine import Storage, in_transaction, now
from ducato.server.subjects import ratings
from ducato.server.subjects.people.session_rows import DAY, GUEST_UNUSED

AWAY = 14 * DAY
"""Milliseconds without a change after which an untimed game counts as abandoned."""
FEWEST_MOVES = 2
"""The number of moves that each player must have made for an abandoned game to be rated."""
OF_TABLE, OF_SEAT, OF_STEP = schema.tables.c, schema.seats.c, schema.steps.c


@dataclass(frozen=True)
class AbandonedGame:
    """A game that counts as abandoned.

    Attributes:
        seats: the seats to move.
        seq: the number of steps.
    """

    seats: tuple[int, ...]
    seq: int


class AbandonedGames(Storage):
    """The abandoned games in one database."""

    def find(self, table_id: str) -> AbandonedGame | None:
        """Return the abandoned game at a table; None if there is none."""
        query = select(OF_TABLE.to_move, OF_TABLE.seq).where(
            OF_TABLE.id == table_id,
            OF_TABLE.finished.is_(None),
            OF_TABLE.to_move.is_not(None),
            OF_TABLE.time_control["kind"].as_string() == "untimed",
            OF_TABLE.updated < now() - AWAY,
        )
        row = self._row(query)
        return None if row is None else AbandonedGame(row.to_move, row.seq)

    @in_transaction
    def leave_unrated(self, connection: Connection, table_id: str, seq: int) -> None:
        """Let a game with so many steps not be rated, if a player has made too few moves."""
        if not _is_early(connection, table_id):
            return
        this = (OF_TABLE.id == table_id) & (OF_TABLE.seq == seq)
        connection.execute(update(schema.tables).where(this).values(rated=False))


def settle(connection: Connection, table_id: str) -> None:
    """Rate a game of two that is about to be deleted because nobody went on with it.

    The player to move has lost, if the other one still uses the server. If both are away or to
    move, or the game has hardly begun, or a clock would have decided it, nothing is rated.
    """
    table = connection.execute(
        select(OF_TABLE.to_move, OF_TABLE.rated, OF_TABLE.time_control["kind"].as_string())
        .where(OF_TABLE.id == table_id, OF_TABLE.finished.is_(None))
        .with_for_update()
    ).one_or_none()
    if table is None or len(table[0]) != 1 or not table[1] or table[2] != "untimed":
        return
    (mover,) = table[0]
    seats = connection.execute(
        select(OF_SEAT.seat, OF_SEAT.person).where(OF_SEAT.table_id == table_id)
    ).all()
    others = [row.person for row in seats if row.seat != mover and row.person is not None]
    sessions = schema.sessions.c
    used = select(func.max(sessions.used)).where(sessions.person.in_(others))
    present = (connection.scalar(used) or 0) > now() - GUEST_UNUSED
    if len(seats) == 2 and others and present and not _is_early(connection, table_id):
        ratings.settle(connection, table_id, [2 if seat == mover else 1 for seat in range(2)])


def _is_early(connection: Connection, table_id: str) -> bool:
    """Return whether a player has made fewer than `FEWEST_MOVES` moves."""
    query = (
        select(OF_STEP.actor, func.count().label("number"))
        .where(OF_STEP.table_id == table_id)
        .group_by(OF_STEP.actor)
    )
    moves = {row.actor: row.number for row in connection.execute(query)}
    seats = connection.scalars(select(OF_SEAT.seat).where(OF_SEAT.table_id == table_id))
    return any(moves.get(seat, 0) < FEWEST_MOVES for seat in seats)
