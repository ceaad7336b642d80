"""Analyses in the store: queued with the end of a game, leased by one process, kept."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from ducato.core.chance import CommittedStream
from ducato.core.match import Match, Step
from ducato.server.kit.database.engine import Database
from ducato.server.subjects.analyses import storage as stored
from ducato.server.subjects.analyses.storage import (
    LEASE,
    MOST_ATTEMPTS,
    MOST_WAITING,
    Analyses,
    AnalysisState,
    TooManyAnalyses,
)
from ducato.server.subjects.people.storage import People
from ducato.server.subjects.tables.model import TableSettings
from ducato.server.subjects.tables.storage import Tables
from ducato.table.seats import TableSeat
from ducato.table.state import IMPORTED
from ducato.table.time_control import TurnState

SECONDS = 2.5


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, url: str) -> str:
    if request.param == "postgres":
        return str(request.getfixturevalue("postgres").new_url())
    return url


def ended(
    database: Database,
    match: Match,
    *seats: dict[str, Any],
    seconds: float = SECONDS,
    games: Sequence[str] = (),
) -> str:
    """Return a table whose game has just ended."""
    person, _ = People(database).welcome("Anna").result()
    rows = [
        TableSeat(n, f"P{n}", **(seat or {"person": person.id})).to_row()
        for n, seat in enumerate(seats or ({}, {"bot": "greedy"}))
    ]
    tables = Tables(database, [Analyses(database, seconds, games).queue])
    table = tables.create(match, rows).result()
    end = [Step(0, -1)]
    tables.append(table, end, match.seq, TurnState(), ranks=[2, 1]).result()
    return table


def test_the_end_of_a_game_queues_its_analysis(database: Database, match: Match):
    table = ended(database, match)
    assert Analyses(database, SECONDS).find(table) == AnalysisState("waiting", 0, 0, None)
    assert Analyses(database, SECONDS).awaited()


@pytest.mark.parametrize(
    "seats",
    [
        ({"bot": "greedy"}, {"bot": "greedy"}),
        ({"person": None, "substitute": "timed_out"}, {"bot": "greedy"}),
    ],
)
def test_a_game_that_nobody_played_to_the_end_is_not_analysed(
    database: Database, match: Match, seats: tuple[dict[str, Any], ...]
):
    assert Analyses(database, SECONDS).find(ended(database, match, *seats)) is None


def test_a_game_that_its_players_browser_analyses_waits_until_somebody_asks(
    database: Database, match: Match
):
    """It is the only person at the table, and the game is in the page."""
    here, waiting = [match.game.name], Analyses(database, SECONDS)
    own = ended(database, match, games=here)
    assert waiting.find(own) is None
    assert waiting.find(ended(database, match, games=["chess"])) is not None
    carla, dario = (People(database).welcome(name).result()[0].id for name in ("Carla", "Dario"))
    both = {"person": carla}, {"person": dario, "substitute": "resigned"}
    assert waiting.find(ended(database, match, *both, games=here)) is not None
    alone = ended(database, match, {"person": carla}, {"person": carla}, games=here)
    assert waiting.find(alone) is None
    assert waiting.request(own).result()
    assert waiting.find(own) is not None
    assert waiting.request_of(carla, match.game.name).result()
    assert waiting.find(alone) is not None
    assert not waiting.request_of(carla, match.game.name).result()


def test_nobody_fills_the_queue(database: Database, match: Match):
    busy, _ = People(database).welcome("Bruno").result()
    seats = {"person": busy.id}, {"bot": "greedy"}
    tables = [ended(database, match, *seats) for _ in range(MOST_WAITING + 1)]
    assert Analyses(database, SECONDS).find(tables[-2]) is not None
    assert Analyses(database, SECONDS).find(tables[-1]) is None
    assert Analyses(database, SECONDS).find(ended(database, match)) is not None  # of somebody else
    with pytest.raises(TooManyAnalyses):  # who asks has no more room
        Analyses(database, SECONDS).request(tables[-1]).result()
    job = Analyses(database, SECONDS).acquire().result()
    assert job is not None
    assert Analyses(database, SECONDS).request(tables[-1]).result()


def test_the_queue_is_fair_by_person(
    database: Database, match: Match, monkeypatch: pytest.MonkeyPatch
):
    """Whoever has queued ten games before does not keep others waiting for all of them."""
    busy, _ = People(database).welcome("Bruno").result()
    seats = {"person": busy.id}, {"bot": "greedy"}
    moments = iter(range(1_000_000, 2_000_000))
    monkeypatch.setattr(stored, "now", lambda: next(moments))
    many = [ended(database, match, *seats) for _ in range(3)]
    leased = []

    def lease() -> None:
        job = Analyses(database, SECONDS).acquire().result()
        assert job is not None
        leased.append(job.table_id)
        assert Analyses(database, SECONDS).finish(job, "{}", 1).result()

    lease()
    carla, dario = ended(database, match), ended(database, match)
    both = ended(database, match, {"person": busy.id}, {"person": None})
    for _ in range(5):
        lease()
    assert leased == [many[0], carla, dario, many[1], many[2], both]


@pytest.mark.parametrize("known", [True, False])
def test_games_from_elsewhere_count_for_who_opened_them(
    database: Database, match: Match, known: bool
):
    host = People(database).welcome("Bruno").result()[0].id if known else None
    settings = TableSettings(host, branch_of=IMPORTED)
    over = Match(match.game, CommittedStream(bytes(32)), ["Anna", "Bruno"])
    over.run_chance()
    over.resign(0)
    rows = [TableSeat(seat, name).to_row() for seat, name in enumerate(over.names)]
    tables, waiting = Tables(database), Analyses(database, SECONDS)
    opened = [tables.create(over, rows, settings).result() for _ in range(MOST_WAITING + 1)]
    assert all(waiting.request(table).result() for table in opened[:-1])
    with pytest.raises(TooManyAnalyses):
        waiting.request(opened[-1]).result()
    first = waiting.acquire().result()
    assert first is not None
    anna = ended(database, match)
    following = waiting.acquire().result()
    assert following is not None
    assert following.table_id == anna


def test_none_are_queued_while_they_are_off(database: Database, match: Match):
    table = ended(database, match, seconds=0)
    assert Analyses(database).find(table) is None
    assert not Analyses(database).request(table).result()
    assert Analyses(database, 1).request(table).result()
    assert Analyses(database, 1).request(table).result()
    assert Analyses(database).find(table) == AnalysisState("waiting", 0, 0, None)


def test_only_finished_games_can_be_asked_for(database: Database, match: Match):
    table = (
        Tables(database).create(match, [TableSeat(n, f"P{n}").to_row() for n in range(2)]).result()
    )
    assert not Analyses(database, SECONDS).request(table).result()
    assert not Analyses(database, SECONDS).request("unknown").result()


def test_one_process_takes_it_and_finishes(database: Database, url: str, match: Match):
    table = ended(database, match)
    other = Database(url)
    job = Analyses(database, SECONDS).acquire().result()
    assert job is not None
    assert (job.table_id, job.seconds) == (table, 2.5)
    assert Analyses(other, SECONDS).acquire().result() is None
    assert Analyses(database, SECONDS).renew(job, 3, 9).result()
    assert Analyses(other, SECONDS).progress(table) == AnalysisState("running", 3, 9, None)
    assert Analyses(database, SECONDS).finish(job, "{}", 9).result()
    assert Analyses(other, SECONDS).find(table) == AnalysisState("done", 9, 9, "{}")
    assert not Analyses(database, SECONDS).awaited()
    assert Analyses(other, SECONDS).acquire().result() is None
    other.close()


def test_the_oldest_is_leased_first(
    database: Database, match: Match, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(stored, "now", lambda: 1000)
    first = ended(database, match)
    monkeypatch.setattr(stored, "now", lambda: 2000)
    second = ended(database, match)
    leased = [Analyses(database, SECONDS).acquire().result() for _ in range(3)]
    assert [job and job.table_id for job in leased] == [first, second, None]


def test_an_expired_claim_is_taken_over_and_given_up_in_the_end(
    database: Database, match: Match, monkeypatch: pytest.MonkeyPatch
):
    table, moment = ended(database, match), stored.now()
    jobs = []
    for attempt in range(MOST_ATTEMPTS):
        monkeypatch.setattr(stored, "now", lambda at=attempt: moment + at * (LEASE + 1))
        jobs.append(Analyses(database, SECONDS).acquire().result())
    assert all(job is not None for job in jobs)
    assert not Analyses(database, SECONDS).renew(jobs[0], 1, 2).result()
    assert not Analyses(database, SECONDS).finish(jobs[0], "{}", 2).result()
    monkeypatch.setattr(stored, "now", lambda: moment + MOST_ATTEMPTS * (LEASE + 1))
    assert Analyses(database, SECONDS).acquire().result() is None
    assert Analyses(database, SECONDS).find(table) == AnalysisState("failed", 0, 0, None)


def test_a_released_or_failed_one(database: Database, match: Match):
    table = ended(database, match)
    for _ in range(2 * MOST_ATTEMPTS):  # stopping the server is no failure
        job = Analyses(database, SECONDS).acquire().result()
        assert job is not None
        assert Analyses(database, SECONDS).release(job).result()
    job = Analyses(database, SECONDS).acquire().result()
    assert job is not None
    assert Analyses(database, SECONDS).fail(job).result()
    assert Analyses(database, SECONDS).find(table) == AnalysisState("failed", 0, 0, None)
    assert not Analyses(database, SECONDS).awaited()


def test_it_is_deleted_with_its_table(database: Database, match: Match):
    from ducato.server.subjects.people.personal_data import delete_table

    table = ended(database, match)
    database.write(lambda connection: delete_table(connection, table)).result()
    assert Analyses(database, SECONDS).find(table) is None
