"""The queries that read tournaments."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import fields
from typing import Any, NamedTuple

from sqlalchemy import Connection, exists, func, or_, select

from ducato.server.kit.database import schema
from ducato.server.kit.database.engine import Database
from ducato.server.kit.database.schema.seat_set import has_seat
from ducato.server.kit.filling import filled
from ducato.server.subjects.tournaments.model import (
    CANCELLED,
    ENTRY,
    RUNNING,
    OwnEntry,
    PendingBoard,
    StoredBoard,
    StoredTournament,
    TournamentSettings,
    TournamentSummary,
)
from ducato.server.subjects.tournaments.pairing import Board, Entrant
from ducato.table.seats import INVITED, RESIGNED

OF_TOURNAMENT, OF_ENTRANT = schema.tournaments.c, schema.tournament_entrants.c
OF_BOARD, OF_BOARD_SEAT = schema.tournament_boards.c, schema.tournament_seats.c
OF_TABLE, OF_SEAT = schema.tables.c, schema.seats.c


def read_tournament(connection: Connection, tournament: str) -> StoredTournament | None:
    """Return a tournament with its entrants and boards; None if there is none with this id."""
    row = connection.execute(
        select(schema.tournaments).where(OF_TOURNAMENT.id == tournament)
    ).one_or_none()
    if row is None:
        return None
    entrants = connection.execute(
        select(schema.tournament_entrants)
        .where(OF_ENTRANT.tournament == tournament)
        .order_by(OF_ENTRANT.number)
    ).all()
    return filled(
        StoredTournament,
        row,
        settings=filled(TournamentSettings, row),
        entry_open=row.entry_open and row.status in (ENTRY, RUNNING),
        entrants=[filled(Entrant, one) for one in entrants],
        persons={one.number: one.person for one in entrants if one.person is not None},
        boards=_boards(connection, tournament),
    )


def _boards(connection: Connection, tournament: str) -> list[StoredBoard]:
    seats: dict[tuple[int, int], list[Any]] = {}
    for seat in connection.execute(
        select(schema.tournament_seats)
        .where(OF_BOARD_SEAT.tournament == tournament)
        .order_by(OF_BOARD_SEAT.round, OF_BOARD_SEAT.board, OF_BOARD_SEAT.seat)
    ):
        seats.setdefault((seat.round, seat.board), []).append(seat)
    query = (
        select(OF_BOARD.round, OF_BOARD.board, OF_BOARD.table_id, OF_BOARD.opened, OF_TABLE.begun)
        .outerjoin_from(schema.tournament_boards, schema.tables)
        .where(OF_BOARD.tournament == tournament)
        .order_by(OF_BOARD.round, OF_BOARD.board)
    )
    found = []
    for row in connection.execute(query):
        here = seats.get((row.round, row.board), [])
        ranks = tuple(seat.rank for seat in here)
        board = Board(
            row.round,
            row.board,
            tuple(seat.entrant for seat in here),
            None if None in ranks else ranks,
            frozenset(number for number, seat in enumerate(here) if seat.forfeit),
        )
        found.append(StoredBoard(board, row.table_id, row.opened, bool(row.begun)))
    return found


def read_summaries(connection: Connection, limit: int) -> list[TournamentSummary]:
    """Return the tournaments that have not been cancelled, those that are not over first."""
    number = (
        select(func.count())
        .where((OF_ENTRANT.tournament == OF_TOURNAMENT.id) & OF_ENTRANT.left_round.is_(None))
        .scalar_subquery()
        .label("entrants")
    )
    under_way = OF_TOURNAMENT.status.in_((ENTRY, RUNNING))
    entry_open = (OF_TOURNAMENT.entry_open & under_way).label("entry_open")
    names = [one.name for one in fields(TournamentSummary)]
    query = (
        select(
            *(OF_TOURNAMENT[name] for name in names if name not in ("entrants", "entry_open")),
            entry_open,
            number,
        )
        .where(OF_TOURNAMENT.status != CANCELLED)
        .order_by(~under_way, OF_TOURNAMENT.updated.desc(), OF_TOURNAMENT.id)
        .limit(limit)
    )
    return [TournamentSummary(**row._mapping) for row in connection.execute(query)]


class TournamentRound(NamedTuple):
    """The name of a tournament and its present round."""

    name: str
    round: int


def rounds_of(database: Database, tournaments: Collection[str]) -> dict[str, TournamentRound]:
    """Return the names and the present rounds of tournaments, by their ids."""
    query = select(OF_TOURNAMENT.id, OF_TOURNAMENT.name, OF_TOURNAMENT.round)
    with database.reading() as connection:
        found = connection.execute(query.where(OF_TOURNAMENT.id.in_(tournaments))).all()
    return {row.id: TournamentRound(row.name, row.round) for row in found}


def read_pending(connection: Connection) -> list[PendingBoard]:
    """Return the boards of all running tournaments that are not over."""
    mover = (OF_SEAT.table_id == OF_TABLE.id) & has_seat(OF_TABLE.to_move, OF_SEAT.seat)
    for_bot = exists().where(mover & OF_SEAT.substitute.is_not(None)).correlate(schema.tables)
    slow = OF_TOURNAMENT.time_control["kind"].as_string() == "correspondence"
    query = (
        select(
            OF_BOARD.tournament,
            OF_BOARD.round,
            OF_BOARD.board,
            OF_BOARD.table_id,
            OF_BOARD.opened,
            OF_TABLE.begun,
            OF_TABLE.finished,
            for_bot.label("for_bot"),
            slow.label("slow"),
        )
        .join_from(schema.tournament_boards, schema.tournaments)
        .outerjoin(schema.tables, OF_TABLE.id == OF_BOARD.table_id)
        .where((OF_TOURNAMENT.status == RUNNING) & OF_BOARD.finished.is_(None))
        .order_by(OF_BOARD.tournament, OF_BOARD.round, OF_BOARD.board)
    )
    leaving = _leaving(connection)
    return [
        filled(
            PendingBoard,
            row,
            number=row.board,
            begun=bool(row.begun),
            over=row.finished is not None or (row.opened is not None and row.table_id is None),
            for_bot=bool(row.for_bot),
            leaving=tuple(leaving.get(row.table_id, ())),
            slow=bool(row.slow),
        )
        for row in connection.execute(query)
    ]


def _leaving(connection: Connection) -> dict[str, list[str]]:
    """Return by table the people who have left its tournament but still play there.

    A game of two is to be resigned for them when it has begun.
    """
    plays = or_(
        func.coalesce(OF_SEAT.substitute, INVITED) != RESIGNED,
        OF_TABLE.begun & (OF_TABLE.players == 2),
    )
    query = (
        select(OF_SEAT.table_id, OF_SEAT.person)
        .join_from(schema.seats, schema.tables)
        .join(
            schema.tournament_entrants,
            (OF_ENTRANT.tournament == OF_TABLE.tournament) & (OF_ENTRANT.person == OF_SEAT.person),
        )
        .where(
            OF_ENTRANT.left_round.is_not(None) & OF_TABLE.finished.is_(None) & plays,
        )
        .distinct()
    )
    found: dict[str, list[str]] = {}
    for table_id, person in connection.execute(query):
        found.setdefault(table_id, []).append(person)
    return found


def read_own(connection: Connection, tournament: str, person: str | None) -> OwnEntry | None:
    """Return what a person needs to know of a tournament; None if there is no such tournament."""
    row = connection.execute(
        select(
            OF_TOURNAMENT.status,
            OF_TOURNAMENT.round,
            OF_TOURNAMENT.revision,
            OF_TOURNAMENT.host,
        ).where(OF_TOURNAMENT.id == tournament)
    ).one_or_none()
    if row is None:
        return None
    entrant = connection.execute(
        select(OF_ENTRANT.number, OF_ENTRANT.left_round).where(
            (OF_ENTRANT.tournament == tournament) & (OF_ENTRANT.person == (person or ""))
        )
    ).one_or_none()
    board = None
    if entrant is not None:
        same = (
            (OF_BOARD.tournament == OF_BOARD_SEAT.tournament)
            & (OF_BOARD.round == OF_BOARD_SEAT.round)
            & (OF_BOARD.board == OF_BOARD_SEAT.board)
        )
        board = connection.execute(
            select(OF_BOARD.board, OF_BOARD.table_id, OF_BOARD.finished)
            .join_from(schema.tournament_seats, schema.tournament_boards, same)
            .where(
                (OF_BOARD_SEAT.tournament == tournament)
                & (OF_BOARD_SEAT.round == row.round)
                & (OF_BOARD_SEAT.entrant == entrant.number)
            )
        ).one_or_none()
    return filled(
        OwnEntry,
        row,
        is_host=person is not None and row.host == person,
        entrant=None if entrant is None else entrant.number,
        left=entrant is not None and entrant.left_round is not None,
        board=None if board is None else board.board,
        table_id=None if board is None else board.table_id,
        board_over=board is not None and board.finished is not None,
    )
