"""The tournaments of one database.

Several processes may share it. Whatever happens once, such as the beginning of a round or the
opening of a board's table, is therefore a conditional update that only one of them carries out.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import Future
from dataclasses import asdict
from typing import Any

from sqlalchemy import Connection, delete, func, insert, or_, select, update

from ducato.server.kit.database import schema
from ducato.server.kit.database.engine import Storage, in_transaction, now
from ducato.server.subjects.tables.creation import TableDraft, insert_table
from ducato.server.subjects.tournaments.board_results import (
    note_results,
    settle_boards,
    withdraw_banned,
)
from ducato.server.subjects.tournaments.model import (
    CANCELLED,
    ENTRY,
    FINISHED,
    RUNNING,
    OwnEntry,
    PendingBoard,
    StoredTournament,
    TournamentSettings,
    TournamentSummary,
    UnknownTournament,
)
from ducato.server.subjects.tournaments.pairing import Board
from ducato.server.subjects.tournaments.reading import (
    OF_BOARD,
    OF_ENTRANT,
    OF_TOURNAMENT,
    read_own,
    read_pending,
    read_summaries,
    read_tournament,
)

MOST_HOSTED = 5
"""Largest number of a person's tournaments that are not over."""
MOST_ENTERED = 20
"""Largest number of tournaments that are not over in which a person takes part."""
LISTED = 50
"""Default number of tournaments in a list."""
MINUTE = 60_000


class Tournaments(Storage):
    """The tournaments of one database."""

    # -- reading

    def find(self, tournament: str) -> StoredTournament:
        """Return a tournament.

        Raises:
            UnknownTournament: there is none with this id.
        """
        with self._database.reading() as connection:
            found = read_tournament(connection, tournament)
        if found is None:
            raise UnknownTournament(tournament)
        return found

    def own(self, tournament: str, person: str | None) -> OwnEntry:
        """Return what a person, None for an unknown visitor, needs to know of a tournament.

        Raises:
            UnknownTournament: there is none with this id.
        """
        with self._database.reading() as connection:
            found = read_own(connection, tournament, person)
        if found is None:
            raise UnknownTournament(tournament)
        return found

    def listed(self, limit: int = LISTED) -> list[TournamentSummary]:
        """Return the latest tournaments, those that are not over first."""
        with self._database.reading() as connection:
            return read_summaries(connection, limit)

    def pending(self) -> list[PendingBoard]:
        """Return the boards of all running tournaments that are not over."""
        with self._database.reading() as connection:
            return read_pending(connection)

    def due(self, moment: int) -> list[str]:
        """Return the ids of tournaments that are to go on.

        These are the ones whose time to start has come, and the running ones whose round is done or
        has reached its end.
        """
        unfinished = (
            select(OF_BOARD.board)
            .where((OF_BOARD.tournament == OF_TOURNAMENT.id) & OF_BOARD.finished.is_(None))
            .exists()
        )
        starts = (OF_TOURNAMENT.status == ENTRY) & (OF_TOURNAMENT.starts <= moment)
        goes_on = or_(~unfinished, OF_TOURNAMENT.round_ends <= moment)
        query = select(OF_TOURNAMENT.id).where(
            or_(starts, (OF_TOURNAMENT.status == RUNNING) & goes_on)
        )
        return self._values(query.order_by(OF_TOURNAMENT.id))

    # -- what people do

    @in_transaction
    def create(self, connection: Connection, settings: TournamentSettings, host: str) -> str | None:
        """Store a new tournament. Return its id; None if its host has too many already."""
        tournament, moment = secrets.token_urlsafe(9), now()
        row = {
            "id": tournament, "host": host, **asdict(settings), "entry_open": True,
            "status": ENTRY, "round": 0, "revision": 1, "created": moment, "updated": moment,
        }  # fmt: skip
        mine = (OF_TOURNAMENT.host == host) & OF_TOURNAMENT.status.in_((ENTRY, RUNNING))
        if _count(connection, schema.tournaments, mine) >= MOST_HOSTED:
            return None
        connection.execute(insert(schema.tournaments).values(row))
        return tournament

    @in_transaction
    def enter(
        self,
        connection: Connection,
        tournament: str,
        person: str,
        name: str,
        distinct: Callable[[str, Collection[str]], str] = lambda name, _: name,
    ) -> str | None:
        """Add an entrant. Return None, or the reason why the person cannot enter.

        The reason is "no_bots", "accounts_only", "closed", "full", "left" or "many"; who has
        entered already is not added again. `distinct` makes the name differ from those of others.

        Raises:
            UnknownTournament: (in the future) there is no such tournament.
        """
        lot = secrets.randbits(31)
        row = _locked(connection, tournament)
        here = OF_ENTRANT.tournament == tournament
        known = connection.execute(
            select(OF_ENTRANT.left_round).where(here & (OF_ENTRANT.person == person))
        ).one_or_none()
        if known is not None:
            return None if known.left_round is None else "left"
        reason = _reason_against(connection, row, person)
        if reason is not None:
            return reason
        running = row.status == RUNNING
        if not row.entry_open or (row.status != ENTRY and not running):
            return "closed"
        if running and row.round >= row.late_round:
            return "closed"
        if _count(connection, schema.tournament_entrants, here) >= row.most_entrants:
            return "full"
        if _count_entered(connection, person) >= MOST_ENTERED:
            return "many"
        last = connection.scalar(select(func.max(OF_ENTRANT.number)).where(here)) or 0
        entrant = {
            "tournament": tournament,
            "number": last + 1,
            "person": person,
            "name": distinct(name, connection.scalars(select(OF_ENTRANT.name).where(here)).all()),
            "lot": lot,
            "first_round": row.round + 1,
        }
        connection.execute(insert(schema.tournament_entrants).values(entrant))
        _touch(connection, tournament)
        return None

    @in_transaction
    def leave(self, connection: Connection, tournament: str, entrant: int) -> None:
        """Let an entrant leave: before the first round without a trace, later from the next round.

        The service then lets the substitute play on for them.

        Raises:
            UnknownTournament: (in the future) there is no such tournament.
        """
        row = _locked(connection, tournament)
        this = (OF_ENTRANT.tournament == tournament) & (OF_ENTRANT.number == entrant)
        if row.status in (FINISHED, CANCELLED):
            return
        if row.round == 0:
            left = connection.execute(delete(schema.tournament_entrants).where(this))
        else:
            stays = this & OF_ENTRANT.left_round.is_(None)
            gone = update(schema.tournament_entrants).where(stays)
            left = connection.execute(gone.values(left_round=row.round + 1))
        if left.rowcount:  # else anybody could delay the next round by asking again and again
            _touch(connection, tournament)

    def open_entry(self, tournament: str, is_open: bool) -> Future[bool]:
        """Open or close entry. Return whether the tournament is not over."""
        return self._change(tournament, (ENTRY, RUNNING), entry_open=is_open)

    def start(self, tournament: str) -> Future[bool]:
        """Start a tournament. Return whether it had not started before."""
        return self._change(tournament, (ENTRY,), status=RUNNING, round_ends=None)

    def cancel(self, tournament: str) -> Future[bool]:
        """Cancel a tournament. Return whether it was not over. Its tables are played on."""
        return self._change(tournament, (ENTRY, RUNNING), status=CANCELLED, round_ends=None)

    def end_round(self, tournament: str, round_number: int) -> Future[bool]:
        """Let a round end now. Return whether it is the present one of a running tournament."""
        present = OF_TOURNAMENT.round == round_number
        return self._change(tournament, (RUNNING,), present, round_ends=now())

    # -- what the service does

    @in_transaction
    def begin_round(
        self,
        connection: Connection,
        tournament: StoredTournament,
        round_number: int,
        boards: Sequence[Board],
    ) -> bool:
        """Store the boards of a round, unless the tournament has changed since it was read.

        If an entrant has been banned, they leave instead. Return whether boards were stored.
        """
        minutes = tournament.settings.round_minutes
        moment = now()
        ends = None if minutes is None else moment + minutes * MINUTE
        key = {"tournament": tournament.id, "round": round_number}
        rows = [
            {**key, "board": b.number, "finished": moment if b.is_bye else None} for b in boards
        ]
        seats = [
            {
                **key,
                "board": board.number,
                "seat": seat,
                "entrant": entrant,
                "rank": 1 if board.is_bye else None,
                "forfeit": False,
            }
            for board in boards
            for seat, entrant in enumerate(board.seats)
        ]
        if withdraw_banned(connection, tournament.id) or not _unchanged(
            connection, tournament, round=round_number, round_ends=ends
        ):
            return False
        connection.execute(insert(schema.tournament_boards), rows)
        connection.execute(insert(schema.tournament_seats), seats)
        return True

    @in_transaction
    def open_board(self, connection: Connection, board: PendingBoard, table: TableDraft) -> bool:
        """Store the table of a board, unless it has one. Return whether it was stored."""
        this = _this_board(board)
        moment = now()
        free = this & OF_BOARD.opened.is_(None)
        taken = update(schema.tournament_boards).where(free).values(opened=moment)
        if connection.execute(taken).rowcount == 0:
            return False
        insert_table(connection, table)
        linked = update(schema.tournament_boards).where(this).values(table_id=table.id)
        connection.execute(linked)
        _touch(connection, board.tournament)
        return True

    @in_transaction
    def note_results(self, connection: Connection, boards: Sequence[PendingBoard]) -> None:
        """Store the results of boards whose games are over."""
        of = {board.tournament for board in boards}
        for board in boards:
            note_results(connection, board)
        for tournament in sorted(of):
            _touch(connection, tournament)

    @in_transaction
    def settle_round(self, connection: Connection, tournament: StoredTournament) -> bool:
        """Decide the boards that are not over when the time of a round is.

        Return False, and do nothing, if the tournament has changed since it was read.
        """
        if not _unchanged(connection, tournament, round_ends=None):
            return False
        settle_boards(connection, tournament.id, tournament.round)
        return True

    @in_transaction
    def finish(self, connection: Connection, tournament: StoredTournament) -> bool:
        """End a tournament, unless it has changed since it was read. Return whether it ended."""
        return _unchanged(connection, tournament, status=FINISHED, round_ends=None)

    @in_transaction
    def _change(
        self,
        connection: Connection,
        /,
        tournament: str,
        statuses: Sequence[str],
        which: Any = True,
        **values: Any,
    ) -> bool:
        this = (OF_TOURNAMENT.id == tournament) & OF_TOURNAMENT.status.in_(statuses) & which
        done = connection.execute(update(schema.tournaments).where(this).values(values))
        if done.rowcount:
            _touch(connection, tournament)
        return done.rowcount > 0


def _unchanged(connection: Connection, tournament: StoredTournament, **values: Any) -> bool:
    """Update a running tournament if nothing of it has changed since it was read."""
    this = (
        (OF_TOURNAMENT.id == tournament.id)
        & (OF_TOURNAMENT.revision == tournament.revision)
        & (OF_TOURNAMENT.status == RUNNING)
    )
    values |= {"revision": tournament.revision + 1, "updated": now()}
    return connection.execute(update(schema.tournaments).where(this).values(values)).rowcount > 0


def _locked(connection: Connection, tournament: str) -> Any:
    """Return the row of a tournament, which nobody else changes until the transaction ends."""
    row = connection.execute(
        select(schema.tournaments).where(OF_TOURNAMENT.id == tournament).with_for_update()
    ).one_or_none()
    if row is None:
        raise UnknownTournament(tournament)
    return row


def _touch(connection: Connection, tournament: str) -> None:
    """Count a change of a tournament."""
    values = {"revision": OF_TOURNAMENT.revision + 1, "updated": now()}
    here = OF_TOURNAMENT.id == tournament
    connection.execute(update(schema.tournaments).where(here).values(values))


def _count(connection: Connection, table: Any, which: Any) -> int:
    return connection.scalar(select(func.count()).select_from(table).where(which)) or 0


def _reason_against(connection: Connection, tournament: Any, person: str) -> str | None:
    """Return the reason why a tournament is not for such a person, None if it is."""
    owners, persons = schema.bot_accounts.c, schema.persons.c
    owner = connection.scalar(select(owners.owner).where(owners.person == person))
    if owner is not None and not tournament.bots:
        return "no_bots"
    if tournament.accounts_only:
        email = select(persons.email).where(persons.id == (owner or person))
        return "accounts_only" if connection.scalar(email) is None else None
    return None


def _count_entered(connection: Connection, person: str) -> int:
    query = (
        select(func.count())
        .join_from(schema.tournament_entrants, schema.tournaments)
        .where(
            (OF_ENTRANT.person == person)
            & OF_ENTRANT.left_round.is_(None)
            & OF_TOURNAMENT.status.in_((ENTRY, RUNNING))
        )
    )
    return connection.scalar(query) or 0


def _this_board(board: PendingBoard) -> Any:
    return (
        (OF_BOARD.tournament == board.tournament)
        & (OF_BOARD.round == board.round)
        & (OF_BOARD.board == board.number)
    )
