"""Tournaments in the database: entries, rounds, results, and what several processes do at once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import update
from tests.support.sessions import session_of

from ducato.core.match import Match
from ducato.core.table_data import FORMER, INVITED, RESIGNED, TurnState
from ducato.server.kit.database import schema
from ducato.server.kit.database.engine import now
from ducato.server.store import Store
from ducato.server.subjects.people.personal_data import delete_table
from ducato.server.subjects.tables.creation import TableDraft, new_table
from ducato.server.subjects.tables.model import TableSettings
from ducato.server.subjects.tournaments.model import (
    CANCELLED,
    FINISHED,
    RUNNING,
    PendingBoard,
    TournamentSettings,
    UnknownTournament,
)
from ducato.server.subjects.tournaments.pairing import Board, next_round
from ducato.server.subjects.tournaments.storage import MOST_ENTERED, MOST_HOSTED
from ducato.table.seats import TableSeat

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
def store(request: pytest.FixtureRequest, url: str) -> Iterator[Store]:
    if request.param == "postgres":
        url = request.getfixturevalue("postgres").new_url()
    store = Store(url)
    yield store
    store.close()


def guest(store: Store, name: str) -> str:
    return store.people.welcome(name).result()[0].id


def opened(store: Store, **changes: Any) -> tuple[str, str]:
    """Return the ids of a new tournament and of its host."""
    host = guest(store, "Host")
    made = store.tournaments.create(replace(SETTINGS, **changes), host).result()
    assert made is not None
    return made, host


def entered(store: Store, tournament: str, number: int = 4) -> list[str]:
    """Let so many people enter, and return their ids."""
    people = [guest(store, f"#{n}") for n in range(1, number + 1)]
    for n, person in enumerate(people, start=1):
        assert store.tournaments.enter(tournament, person, f"#{n}").result() is None
    return people


def begun(store: Store, tournament: str) -> list[PendingBoard]:
    """Begin the next round, and return its boards."""
    found = store.tournaments.find(tournament)
    number = found.round + 1
    boards = next_round(
        found.settings.plan, found.entrants, [one.board for one in found.boards], number
    )
    assert store.tournaments.begin_round(found, number, boards).result()
    return store.tournaments.pending()


def table_of(store: Store, board: PendingBoard, match: Match) -> TableDraft:
    """Return a table for the people at a board."""
    found = store.tournaments.find(board.tournament)
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
    store: Store, table: str, *ranks: int, substitutes: dict[int, str] | None = None
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

    store.database.write(job).result()


def test_what_is_stored_is_read(store: Store):
    tournament, host = opened(store)
    found = store.tournaments.find(tournament)
    assert (found.settings, found.host, found.status, found.round) == (SETTINGS, host, "entry", 0)
    (listed,) = store.tournaments.listed()
    assert (listed.id, listed.entrants, listed.status) == (tournament, 0, "entry")
    with pytest.raises(UnknownTournament):
        store.tournaments.find("none")
    with pytest.raises(UnknownTournament):
        store.tournaments.enter("none", host, "Host").result()


def test_a_host_has_a_limited_number_of_tournaments(store: Store):
    tournament, host = opened(store)
    for _ in range(MOST_HOSTED - 1):
        assert store.tournaments.create(SETTINGS, host).result() is not None
    assert store.tournaments.create(SETTINGS, host).result() is None
    assert store.tournaments.cancel(tournament).result()
    assert store.tournaments.create(SETTINGS, host).result() is not None


def test_entering_and_leaving_before_the_start(store: Store):
    tournament, _ = opened(store, most_entrants=4)
    anna, *_ = entered(store, tournament)
    late = guest(store, "Late")
    assert store.tournaments.enter(tournament, late, "Late").result() == "full"
    assert store.tournaments.enter(tournament, anna, "again").result() is None
    assert len(store.tournaments.find(tournament).entrants) == 4
    store.tournaments.leave(tournament, 1).result()
    assert store.tournaments.own(tournament, anna).entrant is None
    assert store.tournaments.enter(tournament, late, "Late").result() is None
    assert store.tournaments.own(tournament, late).entrant == 5
    assert store.tournaments.open_entry(tournament, False).result()
    assert store.tournaments.enter(tournament, anna, "Anna").result() == "closed"


def test_programs_and_guests_can_be_kept_out(store: Store):
    people, _ = opened(store, bots=False)
    accounts, _ = opened(store, accounts_only=True)
    anna = guest(store, "Anna")
    made = store.bot_accounts.add(anna, "Argo [bot]").result()
    assert made is not None
    argo = made[0].id
    assert store.tournaments.enter(people, argo, "Argo [bot]").result() == "no_bots"
    for person in (anna, argo):
        assert store.tournaments.enter(accounts, person, "#").result() == "accounts_only"
    token = store.email_verifications.begin(anna, "anna@example.org").result().token
    store.email_verifications.open_link(token, session_of(store, anna)).result()
    for person in (anna, argo):
        assert store.tournaments.enter(accounts, person, "#").result() is None


def test_entrants_have_different_names(store: Store):
    tournament, _ = opened(store)
    for number in range(2):
        done = store.tournaments.enter(
            tournament, guest(store, "Anna"), "Anna", lambda name, others: f"{name} {len(others)}"
        )
        assert done.result() is None, number
    assert [one.name for one in store.tournaments.find(tournament).entrants] == ["Anna 0", "Anna 1"]


def test_what_changes_nothing_delays_no_round(store: Store):
    tournament, _ = opened(store)
    before = store.tournaments.find(tournament).revision
    for entrant in (1, 99):
        store.tournaments.leave(tournament, entrant).result()
    assert store.tournaments.find(tournament).revision == before


def test_administrators_replace_names(store: Store):
    (tournament, _), anna = opened(store), guest(store, "Anna")
    store.tournaments.enter(tournament, anna, "Anna").result()
    before = store.tournaments.find(tournament).revision
    store.moderation.overview.rename(anna, "Player 1000").result()
    found = store.tournaments.find(tournament)
    assert [one.name for one in found.entrants] == ["Player 1000"]
    assert found.revision > before


def test_nobody_enters_too_many(store: Store):
    anna = guest(store, "Anna")
    for _ in range(MOST_ENTERED):
        tournament, _ = opened(store)
        assert store.tournaments.enter(tournament, anna, "Anna").result() is None
    tournament, _ = opened(store)
    assert store.tournaments.enter(tournament, anna, "Anna").result() == "many"


def test_a_round_begins_once_and_not_if_somebody_left_meanwhile(store: Store, match: Match):
    tournament, _ = opened(store)
    entered(store, tournament, 5)
    assert store.tournaments.due(now()) == []
    assert store.tournaments.start(tournament).result()
    assert not store.tournaments.start(tournament).result()
    assert store.tournaments.due(now()) == [tournament]
    old = store.tournaments.find(tournament)
    store.tournaments.leave(tournament, 5).result()
    boards = [Board(1, 1, (1, 2)), Board(1, 2, (3, 4)), Board(1, 3, (5,))]
    assert not store.tournaments.begin_round(old, 1, boards).result()
    first = store.tournaments.find(tournament)
    assert store.tournaments.begin_round(first, 1, boards[:2]).result()
    assert not store.tournaments.begin_round(first, 1, boards[:2]).result()
    assert store.tournaments.due(now()) == []
    pending = store.tournaments.pending()
    assert [(one.round, one.number, one.table_id, one.over) for one in pending] == [
        (1, 1, None, False),
        (1, 2, None, False),
    ]
    # Two processes make a table for the same board.
    table, other = (table_of(store, pending[0], match) for _ in range(2))
    assert store.tournaments.open_board(pending[0], table).result()
    assert not store.tournaments.open_board(pending[0], other).result()
    assert store.head(table.id).public
    assert other.id not in {one.id for one in store.list_tables(None)}
    assert store.load(table.id).settings.tournament == tournament


def test_tables_of_a_tournament_are_not_in_the_lobby(store: Store, match: Match):
    tournament, _ = opened(store)
    people = entered(store, tournament)
    store.tournaments.start(tournament).result()
    board = begun(store, tournament)[0]
    table = table_of(store, board, match)
    store.tournaments.open_board(board, table).result()
    assert store.list_tables(None) == []
    seated = store.tournaments.find(tournament).boards[0].board.seats[0]
    assert [one.id for one in store.list_tables(people[seated - 1])] == [table.id]


def test_results_come_from_the_tables(store: Store, match: Match):
    tournament, _ = opened(store)
    people = entered(store, tournament)
    store.tournaments.start(tournament).result()
    tables = []
    for board in begun(store, tournament):
        table = table_of(store, board, match)
        assert store.tournaments.open_board(board, table).result()
        tables.append(table.id)
    own = store.tournaments.own(tournament, people[0])
    assert own.table_id in tables
    assert not own.board_over
    finish(store, tables[0], 2, 1)
    finish(store, tables[1], 1, 2, substitutes={0: RESIGNED})
    over = [one for one in store.tournaments.pending() if one.over]
    assert len(over) == 2
    store.tournaments.note_results(over).result()
    store.tournaments.note_results(over).result()  # by another process
    first, second = (one.board for one in store.tournaments.find(tournament).boards)
    assert (first.ranks, first.forfeits) == ((2, 1), frozenset())
    assert (second.ranks, second.forfeits) == ((1, 2), frozenset([0]))
    assert store.tournaments.own(tournament, people[0]).board_over
    assert store.tournaments.pending() == []
    assert store.tournaments.due(now()) == [tournament]
    assert store.tournaments.finish(store.tournaments.find(tournament)).result()
    assert store.tournaments.find(tournament).status == FINISHED
    assert not store.tournaments.cancel(tournament).result()


def test_late_entry_ends_with_its_round(store: Store):
    tournament, _ = opened(store)
    entered(store, tournament)
    store.tournaments.start(tournament).result()
    begun(store, tournament)
    late, later = guest(store, "Late"), guest(store, "Later")
    assert store.tournaments.enter(tournament, late, "Late").result() is None
    found = store.tournaments.find(tournament)
    assert found.entrants[-1].first_round == 2
    store.tournaments.settle_round(found).result()
    begun(store, tournament)
    assert store.tournaments.enter(tournament, later, "Later").result() == "closed"


def test_a_round_ends_at_its_time(store: Store, match: Match):
    tournament, _ = opened(store, round_minutes=60)
    people = entered(store, tournament)
    store.tournaments.start(tournament).result()
    board, _ = begun(store, tournament)
    store.tournaments.open_board(board, table_of(store, board, match)).result()
    ends = store.tournaments.find(tournament).round_ends
    assert ends is not None
    assert store.tournaments.due(ends - 1) == []
    assert store.tournaments.due(ends) == [tournament]
    seats = store.tournaments.find(tournament).boards[1].board.seats
    store.tournaments.leave(tournament, seats[0]).result()
    assert store.tournaments.settle_round(store.tournaments.find(tournament)).result()
    first, second = (one.board for one in store.tournaments.find(tournament).boards)
    assert (first.ranks, first.forfeits) == ((1, 1), frozenset([0, 1]))  # neither came
    assert second.forfeits == frozenset([0])
    assert store.tournaments.own(tournament, people[seats[0] - 1]).left
    assert store.tournaments.enter(tournament, people[seats[0] - 1], "#").result() == "left"


def test_who_leaves_is_to_be_replaced_at_their_table(store: Store, match: Match):
    tournament, _ = opened(store)
    people = entered(store, tournament)
    store.tournaments.start(tournament).result()
    for board in begun(store, tournament):
        store.tournaments.open_board(board, table_of(store, board, match)).result()
    store.tournaments.leave(tournament, 1).result()
    leaving = [person for one in store.tournaments.pending() for person in one.leaving]
    assert leaving == [people[0]]


def test_a_deleted_table_counts_as_lost_by_those_who_left(store: Store, match: Match):
    tournament, _ = opened(store)
    people = entered(store, tournament)
    store.tournaments.start(tournament).result()
    board = begun(store, tournament)[0]
    table = table_of(store, board, match)
    store.tournaments.open_board(board, table).result()
    seats = store.tournaments.find(tournament).boards[0].board.seats
    for entrant in seats:  # the second one leaves the table behind without anybody
        person = people[entrant - 1]
        store.personal_data.begin_leaving(person).result()
        assert not store.personal_data.finish_leaving(person, [table.id]).result().tables
    found = store.tournaments.find(tournament)
    assert [found.entrants[one - 1].name for one in seats] == [FORMER, FORMER]
    assert set(seats).isdisjoint(found.persons)

    def delete(connection: Any) -> None:
        delete_table(connection, table.id)

    store.database.write(delete).result()
    pending = [one for one in store.tournaments.pending() if one.number == 1]
    assert pending[0].over
    store.tournaments.note_results(pending).result()
    first = store.tournaments.find(tournament).boards[0].board
    assert first.forfeits == frozenset([0, 1])


def test_a_deleted_person_leaves_their_tournaments(store: Store):
    tournament, host = opened(store)
    running, _ = opened(store)
    anna, *_ = entered(store, tournament)
    bruno, *_ = entered(store, running)
    store.tournaments.start(running).result()
    begun(store, running)
    for person in (anna, bruno, host):
        store.personal_data.begin_leaving(person).result()
        store.personal_data.finish_leaving(person).result()
    found = store.tournaments.find(running)
    assert (found.entrants[0].name, found.entrants[0].left_round) == (FORMER, 2)
    assert found.status == RUNNING
    waiting = store.tournaments.find(tournament)
    assert (waiting.status, waiting.host) == (CANCELLED, None)
    assert [one.number for one in waiting.entrants] == [2, 3, 4]


def test_a_banned_entrant_plays_no_further_round(store: Store, match: Match):
    tournament, _ = opened(store)
    people = entered(store, tournament, 5)
    assert store.tournaments.start(tournament).result()
    assert store.moderation.bans.add(people[4], "cheating", None, "").result()
    found = store.tournaments.find(tournament)
    boards = next_round(found.settings.plan, found.entrants, [], 1)
    assert not store.tournaments.begin_round(found, 1, boards).result()
    boards = begun(store, tournament)
    assert store.moderation.bans.add(people[0], "cheating", None, "").result()
    assert store.tournaments.find(tournament).entrants[0].left_round is None  # plays on
    for board in boards:
        assert store.tournaments.open_board(board, table_of(store, board, match)).result()
    boards = store.tournaments.pending()
    for board in boards:
        assert board.table_id is not None
        finish(store, board.table_id, 1, 2)
    store.tournaments.note_results(boards).result()
    found = store.tournaments.find(tournament)
    following = next_round(
        found.settings.plan, found.entrants, [one.board for one in found.boards], 2
    )
    assert not store.tournaments.begin_round(found, 2, following).result()
    found = store.tournaments.find(tournament)
    assert [one.left_round for one in found.entrants] == [2, None, None, None]


def test_a_guest_who_logs_in_keeps_the_entry(store: Store):
    tournament, _ = opened(store)
    twice, _ = opened(store)
    anna, account = guest(store, "Anna"), guest(store, "Account")
    token = store.email_verifications.begin(account, "anna@example.org").result().token
    store.email_verifications.open_link(token, session_of(store, account)).result()
    store.tournaments.enter(tournament, anna, "Anna").result()
    for person in (anna, account):
        store.tournaments.enter(twice, person, "Anna").result()
    token = store.email_verifications.begin(anna, "anna@example.org").result().token
    merged = store.email_verifications.open_link(token, session_of(store, anna)).result()
    assert merged is not None
    assert merged.merged
    assert store.tournaments.own(tournament, account).entrant == 1
    assert store.tournaments.own(twice, account).entrant == 2
    assert len(store.tournaments.find(twice).entrants) == 1


def test_personal_data_name_the_tournaments(store: Store):
    tournament, host = opened(store)
    anna, *_ = entered(store, tournament)
    for person, number in ((host, None), (anna, 1)):
        data = store.personal_data.of(person)
        assert data is not None
        (one,) = data.tournaments
        assert (one.name, one.entrant, one.opened_by_me) == ("Cup", number, person == host)
