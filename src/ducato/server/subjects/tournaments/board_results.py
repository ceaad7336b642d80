"""The results of boards, and what happens to tournaments when a person or a table is deleted."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from sqlalchemy import ColumnElement, Connection, delete, select, update

from ducato.server.kit.database import schema
from ducato.server.kit.database.engine import now
from ducato.server.subjects.moderation.bans import banned_now
from ducato.server.subjects.tournaments.model import CANCELLED, ENTRY, RUNNING, PendingBoard
from ducato.table.seats import FORMER

OF_TOURNAMENT, OF_ENTRANT = schema.tournaments.c, schema.tournament_entrants.c
OF_BOARD, OF_BOARD_SEAT = schema.tournament_boards.c, schema.tournament_seats.c
OF_TABLE, OF_SEAT = schema.tables.c, schema.seats.c


def note_results(connection: Connection, board: PendingBoard) -> None:
    """Copy the ranks of a board's table, if the game is over; decide it if the table is gone."""
    row = connection.execute(
        select(OF_BOARD.table_id, OF_TABLE.finished)
        .outerjoin_from(schema.tournament_boards, schema.tables)
        .where(
            _here(OF_BOARD, board.tournament, board.round, board.number)
            & OF_BOARD.finished.is_(None)
        )
    ).one_or_none()
    if row is None:
        return
    if row.table_id is None:
        _decide(connection, board.tournament, board.round, board.number, None)
    elif row.finished is not None:
        seats = connection.execute(
            select(OF_SEAT.rank, OF_SEAT.substitute)
            .where(OF_SEAT.table_id == row.table_id)
            .order_by(OF_SEAT.seat)
        ).all()
        results = [(seat.rank or len(seats), seat.substitute is not None) for seat in seats]
        _store(connection, board.tournament, board.round, board.number, results)


def settle_boards(connection: Connection, tournament: str, round_number: int) -> None:
    """Decide the boards of a round that are not over.

    Everybody shares the first rank, except for those who forfeit: who have left, for whom a
    substitute plays, or who never came to their table.
    """
    query = select(OF_BOARD.board, OF_BOARD.table_id, OF_TABLE.finished).outerjoin_from(
        schema.tournament_boards, schema.tables
    )
    open_boards = (
        (OF_BOARD.tournament == tournament)
        & (OF_BOARD.round == round_number)
        & OF_BOARD.finished.is_(None)
    )
    for row in connection.execute(query.where(open_boards)).all():
        _decide(connection, tournament, round_number, row.board, row.table_id)


def _decide(
    connection: Connection, tournament: str, round_number: int, board: int, table_id: str | None
) -> None:
    """Store the result of a board without that of a game."""
    entrants = connection.execute(
        select(OF_BOARD_SEAT.seat, OF_ENTRANT.left_round)
        .join_from(
            schema.tournament_seats,
            schema.tournament_entrants,
            (OF_ENTRANT.tournament == OF_BOARD_SEAT.tournament)
            & (OF_ENTRANT.number == OF_BOARD_SEAT.entrant),
        )
        .where(_here(OF_BOARD_SEAT, tournament, round_number, board))
        .order_by(OF_BOARD_SEAT.seat)
    ).all()
    seated = select(OF_SEAT.seat, OF_SEAT.substitute).where(OF_SEAT.table_id == table_id)
    substitutes = {row.seat: row.substitute for row in connection.execute(seated)}
    results = [
        (1, one.left_round is not None or substitutes.get(one.seat) is not None) for one in entrants
    ]
    _store(connection, tournament, round_number, board, results)


def _store(
    connection: Connection,
    tournament: str,
    round_number: int,
    board: int,
    results: Collection[tuple[int, bool]],
) -> None:
    for seat, (rank, forfeit) in enumerate(results):
        this = _here(OF_BOARD_SEAT, tournament, round_number, board) & (OF_BOARD_SEAT.seat == seat)
        changed = update(schema.tournament_seats).where(this)
        connection.execute(changed.values(rank=rank, forfeit=forfeit))
    here = _here(OF_BOARD, tournament, round_number, board)
    connection.execute(update(schema.tournament_boards).where(here).values(finished=now()))


def _here(columns: Any, tournament: str, round_number: int, board: int) -> Any:
    return (
        (columns.tournament == tournament)
        & (columns.round == round_number)
        & (columns.board == board)
    )


def forget_table(connection: Connection, table_id: str) -> None:
    """Let no board refer to a table that is being deleted."""
    here = OF_BOARD.table_id == table_id
    connection.execute(update(schema.tournament_boards).where(here).values(table_id=None))


def withdraw_persons(connection: Connection, persons: Collection[str]) -> None:
    """Let people who are being deleted leave the tournaments that are not over.

    Before the first round they are removed; later they are no longer paired.
    """
    goes_on = OF_TOURNAMENT.status.in_((ENTRY, RUNNING))
    _withdraw(connection, OF_ENTRANT.person.in_(persons) & goes_on)


def withdraw_banned(connection: Connection, tournament: str) -> bool:
    """Let banned people leave a tournament between two rounds; return whether there were any."""
    banned = OF_ENTRANT.person.in_(banned_now())
    return _withdraw(connection, banned & (OF_TOURNAMENT.id == tournament))


def _withdraw(connection: Connection, which: ColumnElement[bool]) -> bool:
    """Let entrants leave who have not left yet, and return whether there were any."""
    entered = (
        select(OF_ENTRANT.tournament, OF_ENTRANT.number, OF_TOURNAMENT.round)
        .join_from(schema.tournament_entrants, schema.tournaments)
        .where(which & OF_ENTRANT.left_round.is_(None))
    )
    found = connection.execute(entered).all()
    for tournament, number, round_number in found:
        this = (OF_ENTRANT.tournament == tournament) & (OF_ENTRANT.number == number)
        if round_number == 0:
            connection.execute(delete(schema.tournament_entrants).where(this))
        else:
            gone = update(schema.tournament_entrants).where(this)
            connection.execute(gone.values(left_round=round_number + 1))
        _count_change(connection, OF_TOURNAMENT.id == tournament)
    return bool(found)


def forget_persons(connection: Connection, persons: Collection[str]) -> None:
    """Make entrants anonymous, and cancel tournaments that wait for a deleted host to start them.

    Running tournaments go on without a host.
    """
    withdraw_persons(connection, persons)
    mine = OF_ENTRANT.person.in_(persons)
    of = select(OF_ENTRANT.tournament).where(mine)
    _count_change(connection, OF_TOURNAMENT.id.in_(of))
    anonymous = update(schema.tournament_entrants).where(mine)
    connection.execute(anonymous.values(person=None, name=FORMER))
    hosted = OF_TOURNAMENT.host.in_(persons)
    waiting = hosted & (OF_TOURNAMENT.status == ENTRY)
    connection.execute(update(schema.tournaments).where(waiting).values(status=CANCELLED))
    _count_change(connection, hosted)
    connection.execute(update(schema.tournaments).where(hosted).values(host=None))


def rename_person(connection: Connection, person: str, name: str) -> None:
    """Give a person another name in all tournaments."""
    mine = OF_ENTRANT.person == person
    connection.execute(update(schema.tournament_entrants).where(mine).values(name=name))
    _count_change(connection, OF_TOURNAMENT.id.in_(select(OF_ENTRANT.tournament).where(mine)))


def merge_persons(connection: Connection, guest: str, account: str) -> None:
    """Transfer a guest's entries to an account; where both have entered, the guest leaves."""
    both = select(OF_ENTRANT.tournament).where(OF_ENTRANT.person == account)
    twice = (OF_ENTRANT.person == guest) & OF_ENTRANT.tournament.in_(both)
    for row in connection.execute(
        select(OF_ENTRANT.tournament, OF_ENTRANT.number, OF_TOURNAMENT.round, OF_TOURNAMENT.status)
        .join_from(schema.tournament_entrants, schema.tournaments)
        .where(twice)
    ).all():
        this = (OF_ENTRANT.tournament == row.tournament) & (OF_ENTRANT.number == row.number)
        if row.round == 0:
            connection.execute(delete(schema.tournament_entrants).where(this))
            continue
        left = update(schema.tournament_entrants).where(this)
        connection.execute(left.values(person=None))
        if row.status not in (ENTRY, RUNNING):
            continue
        stays = this & OF_ENTRANT.left_round.is_(None)
        gone = update(schema.tournament_entrants).where(stays)
        connection.execute(gone.values(left_round=row.round + 1))
        _count_change(connection, OF_TOURNAMENT.id == row.tournament)
    moved = update(schema.tournament_entrants).where(OF_ENTRANT.person == guest)
    connection.execute(moved.values(person=account))
    hosted = update(schema.tournaments).where(OF_TOURNAMENT.host == guest)
    connection.execute(hosted.values(host=account))


def _count_change(connection: Connection, which: Any) -> None:
    values = {"revision": OF_TOURNAMENT.revision + 1, "updated": now()}
    connection.execute(update(schema.tournaments).where(which).values(values))
