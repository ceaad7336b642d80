"""Tournaments in the database: entries, rounds, results, and what several processes do at once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import update
from tests.support.sessions import session_of

from ducato.core.match import Match
from ducato.server.kit.database import schema
from ducato.server.kit.database.engine import Database, now
from ducato.server.subjects.bot_accounts.storage import BotAccounts
from ducato.server.subjects.moderation.bans import Bans
from ducato.server.subjects.moderation.overview import Overview
from ducato.server.subjects.people.email_verification import EmailVerifications
from ducato.server.subjects.people.personal_data import PersonalData, delete_table
from ducato.server.subjects.people.storage import People
from ducato.server.subjects.tables.creation import TableDraft, new_table
from ducato.server.subjects.tables.model import TableSettings
from ducato.server.subjects.tables.storage import Tables
from ducato.server.subjects.tournaments.model import (
    CANCELLED,
    FINISHED,
    RUNNING,
    PendingBoard,
    TournamentSettings,
    UnknownTournament,
)
from ducato.server.subjects.tournaments.pairing import Board, next_round
from ducato.server.subjects.tournaments.storage import MOST_ENTERED, MOST_HOSTED, Tournaments
from ducato.table.seats import FORMER, INVITED, RESIGNED, TableSeat
from ducato.table.time_control import TurnState

SETTINGS = TournamentSettings(
    name="Cup",
    game="magnate",
    edition=None,
    options={},
    format="swiss",
    rounds=3,
    sizes=[2],
    time_control={"kind": "real_time", "minutes": 10, "increment": 5},
    round_minutes=None,
    most_entrants=8,
    accounts_only=False,
    bots=True,
    late_round=2,
    starts=None,
)


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, url: str) -> Iterator[Database]:
    if request.param == "postgres":
        url = request.getfixturevalue("postgres").new_url()
    database = Database(url)
    yield database
    database.close()


def guest(database: Database, name: str) -> str:
    return People(database).welcome(name).result()[0].id


def opened(database: Database, **changes: Any) -> tuple[str, str]:
    """Return the ids of a new tournament and of its host."""
    host = guest(database, "Host")
    made = Tournaments(database).create(replace(SETTINGS, **changes), host).result()
    assert made is not None
    return made, host


def entered(database: Database, tournament: str, number: int = 4) -> list[str]:
    """Let so many people enter, and return their ids."""
    people = [guest(database, f"#{n}") for n in range(1, number + 1)]
    for n, person in enumerate(people, start=1):
        assert Tournaments(database).enter(tournament, person, f"#{n}").result() is None
    return people


def begun(database: Database, tournament: str) -> list[PendingBoard]:
    """Begin the next round, and return its boards."""
    found = Tournaments(database).find(tournament)
    number = found.round + 1
    boards = next_round(
        found.settings.plan, found.entrants, [one.board for one in found.boards], number
    )
    assert Tournaments(database).begin_round(found, number, boards).result()
    return Tournaments(database).pending()


def table_of(database: Database, board: PendingBoard, match: Match) -> TableDraft:
    """Return a table for the people at a board."""
    found = Tournaments(database).find(board.tournament)
    seats = next(
        one.board.seats
        for one in found.boards
        if (one.board.round, one.board.number) == (board.round, board.number)
    )
    rows = [
        TableSeat(n, f"#{entrant}", person=found.persons[entrant], substitute=INVITED).to_row()
        for n, entrant in enumerate(seats)
    ]
    settings = TableSettings(None, True, "greedy", board.tournament)
    return new_table(match, rows, settings, TurnState())


def finish(
    database: Database, table: str, *ranks: int, substitutes: dict[int, str] | None = None
) -> None:
    """End the game of a table."""

    def job(connection: Any) -> None:
        tables, seats = schema.tables, schema.seats
        this = update(tables).where(tables.c.id == table)
        connection.execute(this.values(finished=now(), begun=True))
        for seat, rank in enumerate(ranks):
            here = (seats.c.table_id == table) & (seats.c.seat == seat)
            values = {"rank": rank, "substitute": (substitutes or {}).get(seat)}
            connection.execute(update(seats).where(here).values(values))

    database.write(job).result()


def test_what_is_stored_is_read(database: Database):
    tournament, host = opened(database)
    found = Tournaments(database).find(tournament)
    assert (found.settings, found.host, found.status, found.round) == (SETTINGS, host, "entry", 0)
    (listed,) = Tournaments(database).listed()
    assert (listed.id, listed.entrants, listed.status) == (tournament, 0, "entry")
    with pytest.raises(UnknownTournament):
        Tournaments(database).find("none")
    with pytest.raises(UnknownTournament):
        Tournaments(database).enter("none", host, "Host").result()


def test_a_host_has_a_limited_number_of_tournaments(database: Database):
    tournament, host = opened(database)
    for _ in range(MOST_HOSTED - 1):
        assert Tournaments(database).create(SETTINGS, host).result() is not None
    assert Tournaments(database).create(SETTINGS, host).result() is None
    assert Tournaments(database).cancel(tournament).result()
    assert Tournaments(database).create(SETTINGS, host).result() is not None


def test_entering_and_leaving_before_the_start(database: Database):
    tournament, _ = opened(database, most_entrants=4)
    anna, *_ = entered(database, tournament)
    late = guest(database, "Late")
    assert Tournaments(database).enter(tournament, late, "Late").result() == "full"
    assert Tournaments(database).enter(tournament, anna, "again").result() is None
    assert len(Tournaments(database).find(tournament).entrants) == 4
    Tournaments(database).leave(tournament, 1).result()
    assert Tournaments(database).own(tournament, anna).entrant is None
    assert Tournaments(database).enter(tournament, late, "Late").result() is None
    assert Tournaments(database).own(tournament, late).entrant == 5
    assert Tournaments(database).open_entry(tournament, False).result()
    assert Tournaments(database).enter(tournament, anna, "Anna").result() == "closed"


def test_programs_and_guests_can_be_kept_out(database: Database):
    people, _ = opened(database, bots=False)
    accounts, _ = opened(database, accounts_only=True)
    anna = guest(database, "Anna")
    made = BotAccounts(database).add(anna, "Argo [bot]").result()
    assert made is not None
    argo = made[0].id
    assert Tournaments(database).enter(people, argo, "Argo [bot]").result() == "no_bots"
    for person in (anna, argo):
        assert Tournaments(database).enter(accounts, person, "#").result() == "accounts_only"
    token = EmailVerifications(database).begin(anna, "anna@example.org").result().token
    EmailVerifications(database).open_link(token, session_of(database, anna)).result()
    for person in (anna, argo):
        assert Tournaments(database).enter(accounts, person, "#").result() is None


def test_entrants_have_different_names(database: Database):
    tournament, _ = opened(database)
    for number in range(2):
        done = Tournaments(database).enter(
            tournament,
            guest(database, "Anna"),
            "Anna",
            lambda name, others: f"{name} {len(others)}",
        )
        assert done.result() is None, number
    assert [one.name for one in Tournaments(database).find(tournament).entrants] == [
        "Anna 0",
        "Anna 1",
    ]


def test_what_changes_nothing_delays_no_round(database: Database):
    tournament, _ = opened(database)
    before = Tournaments(database).find(tournament).revision
    for entrant in (1, 99):
        Tournaments(database).leave(tournament, entrant).result()
    assert Tournaments(database).find(tournament).revision == before


def test_administrators_replace_names(database: Database):
    (tournament, _), anna = opened(database), guest(database, "Anna")
    Tournaments(database).enter(tournament, anna, "Anna").result()
    before = Tournaments(database).find(tournament).revision
    Overview(database).rename(anna, "Player 1000").result()
    found = Tournaments(database).find(tournament)
    assert [one.name for one in found.entrants] == ["Player 1000"]
    assert found.revision > before


def test_nobody_enters_too_many(database: Database):
    anna = guest(database, "Anna")
    for _ in range(MOST_ENTERED):
        tournament, _ = opened(database)
        assert Tournaments(database).enter(tournament, anna, "Anna").result() is None
    tournament, _ = opened(database)
    assert Tournaments(database).enter(tournament, anna, "Anna").result() == "many"


def test_a_round_begins_once_and_not_if_somebody_left_meanwhile(database: Database, match: Match):
    tournament, _ = opened(database)
    entered(database, tournament, 5)
    assert Tournaments(database).due(now()) == []
    assert Tournaments(database).start(tournament).result()
    assert not Tournaments(database).start(tournament).result()
    assert Tournaments(database).due(now()) == [tournament]
    old = Tournaments(database).find(tournament)
    Tournaments(database).leave(tournament, 5).result()
    boards = [Board(1, 1, (1, 2)), Board(1, 2, (3, 4)), Board(1, 3, (5,))]
    assert not Tournaments(database).begin_round(old, 1, boards).result()
    first = Tournaments(database).find(tournament)
    assert Tournaments(database).begin_round(first, 1, boards[:2]).result()
    assert not Tournaments(database).begin_round(first, 1, boards[:2]).result()
    assert Tournaments(database).due(now()) == []
    pending = Tournaments(database).pending()
    assert [(one.round, one.number, one.table_id, one.over) for one in pending] == [
        (1, 1, None, False),
        (1, 2, None, False),
    ]
    # Two processes make a table for the same board.
    table, other = (table_of(database, pending[0], match) for _ in range(2))
    assert Tournaments(database).open_board(pending[0], table).result()
    assert not Tournaments(database).open_board(pending[0], other).result()
    assert Tables(database).head(table.id).public
    assert other.id not in {one.id for one in Tables(database).list_tables(None)}
    assert Tables(database).load(table.id).settings.tournament == tournament


def test_tables_of_a_tournament_are_not_in_the_lobby(database: Database, match: Match):
    tournament, _ = opened(database)
    people = entered(database, tournament)
    Tournaments(database).start(tournament).result()
    board = begun(database, tournament)[0]
    table = table_of(database, board, match)
    Tournaments(database).open_board(board, table).result()
    assert Tables(database).list_tables(None) == []
    seated = Tournaments(database).find(tournament).boards[0].board.seats[0]
    assert [one.id for one in Tables(database).list_tables(people[seated - 1])] == [table.id]


def test_results_come_from_the_tables(database: Database, match: Match):
    tournament, _ = opened(database)
    people = entered(database, tournament)
    Tournaments(database).start(tournament).result()
    tables = []
    for board in begun(database, tournament):
        table = table_of(database, board, match)
        assert Tournaments(database).open_board(board, table).result()
        tables.append(table.id)
    own = Tournaments(database).own(tournament, people[0])
    assert own.table_id in tables
    assert not own.board_over
    finish(database, tables[0], 2, 1)
    finish(database, tables[1], 1, 2, substitutes={0: RESIGNED})
    over = [one for one in Tournaments(database).pending() if one.over]
    assert len(over) == 2
    Tournaments(database).note_results(over).result()
    Tournaments(database).note_results(over).result()  # by another process
    first, second = (one.board for one in Tournaments(database).find(tournament).boards)
    assert (first.ranks, first.forfeits) == ((2, 1), frozenset())
    assert (second.ranks, second.forfeits) == ((1, 2), frozenset([0]))
    assert Tournaments(database).own(tournament, people[0]).board_over
    assert Tournaments(database).pending() == []
    assert Tournaments(database).due(now()) == [tournament]
    assert Tournaments(database).finish(Tournaments(database).find(tournament)).result()
    assert Tournaments(database).find(tournament).status == FINISHED
    assert not Tournaments(database).cancel(tournament).result()


def test_late_entry_ends_with_its_round(database: Database):
    tournament, _ = opened(database)
    entered(database, tournament)
    Tournaments(database).start(tournament).result()
    begun(database, tournament)
    late, later = guest(database, "Late"), guest(database, "Later")
    assert Tournaments(database).enter(tournament, late, "Late").result() is None
    found = Tournaments(database).find(tournament)
    assert found.entrants[-1].first_round == 2
    Tournaments(database).settle_round(found).result()
    begun(database, tournament)
    assert Tournaments(database).enter(tournament, later, "Later").result() == "closed"


def test_a_round_ends_at_its_time(database: Database, match: Match):
    tournament, _ = opened(database, round_minutes=60)
    people = entered(database, tournament)
    Tournaments(database).start(tournament).result()
    board, _ = begun(database, tournament)
    Tournaments(database).open_board(board, table_of(database, board, match)).result()
    ends = Tournaments(database).find(tournament).round_ends
    assert ends is not None
    assert Tournaments(database).due(ends - 1) == []
    assert Tournaments(database).due(ends) == [tournament]
    seats = Tournaments(database).find(tournament).boards[1].board.seats
    Tournaments(database).leave(tournament, seats[0]).result()
    assert Tournaments(database).settle_round(Tournaments(database).find(tournament)).result()
    first, second = (one.board for one in Tournaments(database).find(tournament).boards)
    assert (first.ranks, first.forfeits) == ((1, 1), frozenset([0, 1]))  # neither came
    assert second.forfeits == frozenset([0])
    assert Tournaments(database).own(tournament, people[seats[0] - 1]).left
    assert Tournaments(database).enter(tournament, people[seats[0] - 1], "#").result() == "left"


def test_who_leaves_is_to_be_replaced_at_their_table(database: Database, match: Match):
    tournament, _ = opened(database)
    people = entered(database, tournament)
    Tournaments(database).start(tournament).result()
    for board in begun(database, tournament):
        Tournaments(database).open_board(board, table_of(database, board, match)).result()
    Tournaments(database).leave(tournament, 1).result()
    leaving = [person for one in Tournaments(database).pending() for person in one.leaving]
    assert leaving == [people[0]]


def test_a_deleted_table_counts_as_lost_by_those_who_left(database: Database, match: Match):
    tournament, _ = opened(database)
    people = entered(database, tournament)
    Tournaments(database).start(tournament).result()
    board = begun(database, tournament)[0]
    table = table_of(database, board, match)
    Tournaments(database).open_board(board, table).result()
    seats = Tournaments(database).find(tournament).boards[0].board.seats
    for entrant in seats:  # the second one leaves the table behind without anybody
        person = people[entrant - 1]
        PersonalData(database).begin_leaving(person).result()
        assert not PersonalData(database).finish_leaving(person, [table.id]).result().tables
    found = Tournaments(database).find(tournament)
    assert [found.entrants[one - 1].name for one in seats] == [FORMER, FORMER]
    assert set(seats).isdisjoint(found.persons)

    def delete(connection: Any) -> None:
        delete_table(connection, table.id)

    database.write(delete).result()
    pending = [one for one in Tournaments(database).pending() if one.number == 1]
    assert pending[0].over
    Tournaments(database).note_results(pending).result()
    first = Tournaments(database).find(tournament).boards[0].board
    assert first.forfeits == frozenset([0, 1])


def test_a_deleted_person_leaves_their_tournaments(database: Database):
    tournament, host = opened(database)
    running, _ = opened(database)
    anna, *_ = entered(database, tournament)
    bruno, *_ = entered(database, running)
    Tournaments(database).start(running).result()
    begun(database, running)
    for person in (anna, bruno, host):
        PersonalData(database).begin_leaving(person).result()
        PersonalData(database).finish_leaving(person).result()
    found = Tournaments(database).find(running)
    assert (found.entrants[0].name, found.entrants[0].left_round) == (FORMER, 2)
    assert found.status == RUNNING
    waiting = Tournaments(database).find(tournament)
    assert (waiting.status, waiting.host) == (CANCELLED, None)
    assert [one.number for one in waiting.entrants] == [2, 3, 4]


def test_a_banned_entrant_plays_no_further_round(database: Database, match: Match):
    tournament, _ = opened(database)
    people = entered(database, tournament, 5)
    assert Tournaments(database).start(tournament).result()
    assert Bans(database).add(people[4], "cheating", None, "").result()
    found = Tournaments(database).find(tournament)
    boards = next_round(found.settings.plan, found.entrants, [], 1)
    assert not Tournaments(database).begin_round(found, 1, boards).result()
    boards = begun(database, tournament)
    assert Bans(database).add(people[0], "cheating", None, "").result()
    assert Tournaments(database).find(tournament).entrants[0].left_round is None  # plays on
    for board in boards:
        assert Tournaments(database).open_board(board, table_of(database, board, match)).result()
    boards = Tournaments(database).pending()
    for board in boards:
        assert board.table_id is not None
        finish(database, board.table_id, 1, 2)
    Tournaments(database).note_results(boards).result()
    found = Tournaments(database).find(tournament)
    following = next_round(
        found.settings.plan, found.entrants, [one.board for one in found.boards], 2
    )
    assert not Tournaments(database).begin_round(found, 2, following).result()
    found = Tournaments(database).find(tournament)
    assert [one.left_round for one in found.entrants] == [2, None, None, None]


def test_a_guest_who_logs_in_keeps_the_entry(database: Database):
    tournament, _ = opened(database)
    twice, _ = opened(database)
    anna, account = guest(database, "Anna"), guest(database, "Account")
    token = EmailVerifications(database).begin(account, "anna@example.org").result().token
    EmailVerifications(database).open_link(token, session_of(database, account)).result()
    Tournaments(database).enter(tournament, anna, "Anna").result()
    for person in (anna, account):
        Tournaments(database).enter(twice, person, "Anna").result()
    token = EmailVerifications(database).begin(anna, "anna@example.org").result().token
    merged = EmailVerifications(database).open_link(token, session_of(database, anna)).result()
    assert merged is not None
    assert merged.merged
    assert Tournaments(database).own(tournament, account).entrant == 1
    assert Tournaments(database).own(twice, account).entrant == 2
    assert len(Tournaments(database).find(twice).entrants) == 1


def test_personal_data_name_the_tournaments(database: Database):
    tournament, host = opened(database)
    anna, *_ = entered(database, tournament)
    for person, number in ((host, None), (anna, 1)):
        data = PersonalData(database).of(person)
        assert data is not None
        (one,) = data.tournaments
        assert (one.name, one.entrant, one.opened_by_me) == ("Cup", number, person == host)


def test_a_board_at_which_several_are_to_choose_is_listed_once(database: Database, match: Match):
    tournament, _ = opened(database)
    entered(database, tournament)
    Tournaments(database).start(tournament).result()
    board = begun(database, tournament)[0]
    table = table_of(database, board, match)
    Tournaments(database).open_board(board, table).result()

    def for_bot(to_move: tuple[int, ...], *substitutes: str | None) -> list[bool]:
        pairs = zip(table.seats, substitutes, strict=True)
        rows = [{**row, "substitute": substitute} for row, substitute in pairs]
        Tables(database).seat(table.id, rows, TurnState(to_move)).result()
        pending = Tournaments(database).pending()
        return [one.for_bot for one in pending if one.table_id == table.id]

    assert for_bot((0, 1), None, None) == [False]
    assert for_bot((0, 1), None, RESIGNED) == [True]
    assert for_bot((0,), None, RESIGNED) == [False]
