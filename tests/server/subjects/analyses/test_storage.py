"""Analyses in the store: queued with the end of a game, leased by one process, kept."""

from __future__ import annotations

from typing import Any

import pytest

from ducato.core.match import Match, Step
from ducato.core.table_data import TurnState
from ducato.server.store import Store
from ducato.server.subjects.analyses import storage as stored
from ducato.server.subjects.analyses.storage import (
    LEASE,
    MOST_ATTEMPTS,
    MOST_WAITING,
    AnalysisState,
    TooManyAnalyses,
)
from ducato.table.seats import TableSeat


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, url: str) -> str:
    if request.param == "postgres":
        return str(request.getfixturevalue("postgres").new_url())
    return url


@pytest.fixture(autouse=True)
def on(store: Store) -> None:
    store.analyses.seconds = 2.5


def ended(store: Store, match: Match, *seats: dict[str, Any]) -> str:
    """Return a table whose game has just ended."""
    person, _ = store.people.welcome("Anna").result()
    rows = [
        TableSeat(n, f"P{n}", **(seat or {"person": person.id})).to_row()
        for n, seat in enumerate(seats or ({}, {"bot": "greedy"}))
    ]
    table = store.create(match, rows).result()
    end = [Step(0, -1)]
    store.append(table, end, match.seq, TurnState(), ranks=[2, 1]).result()
    return table


def test_the_end_of_a_game_queues_its_analysis(store: Store, match: Match):
    table = ended(store, match)
    assert store.analyses.find(table) == AnalysisState("waiting", 0, 0, None)
    assert store.analyses.awaited()


@pytest.mark.parametrize(
    "seats",
    [
        ({"bot": "greedy"}, {"bot": "greedy"}),
        ({"person": None, "substitute": "timed_out"}, {"bot": "greedy"}),
    ],
)
def test_a_game_that_nobody_played_to_the_end_is_not_analysed(
    store: Store, match: Match, seats: tuple[dict[str, Any], ...]
):
    assert store.analyses.find(ended(store, match, *seats)) is None


def test_nobody_fills_the_queue(store: Store, match: Match):
    busy, _ = store.people.welcome("Bruno").result()
    seats = {"person": busy.id}, {"bot": "greedy"}
    tables = [ended(store, match, *seats) for _ in range(MOST_WAITING + 1)]
    assert store.analyses.find(tables[-2]) is not None
    assert store.analyses.find(tables[-1]) is None
    assert store.analyses.find(ended(store, match)) is not None  # of somebody else
    with pytest.raises(TooManyAnalyses):  # who asks has no more room
        store.analyses.request(tables[-1]).result()
    job = store.analyses.acquire().result()
    assert job is not None
    assert store.analyses.request(tables[-1]).result()


def test_the_queue_is_fair_by_person(store: Store, match: Match, monkeypatch: pytest.MonkeyPatch):
    """Whoever has queued ten games before does not keep others waiting for all of them."""
    busy, _ = store.people.welcome("Bruno").result()
    seats = {"person": busy.id}, {"bot": "greedy"}
    moments = iter(range(1_000_000, 2_000_000))
    monkeypatch.setattr(stored, "now", lambda: next(moments))
    many = [ended(store, match, *seats) for _ in range(3)]
    leased = []

    def lease() -> None:
        job = store.analyses.acquire().result()
        assert job is not None
        leased.append(job.table_id)
        assert store.analyses.finish(job, "{}", 1).result()

    lease()
    carla, dario = ended(store, match), ended(store, match)
    both = ended(store, match, {"person": busy.id}, {"person": None})
    for _ in range(5):
        lease()
    assert leased == [many[0], carla, dario, many[1], many[2], both]


def test_none_are_queued_while_they_are_off(store: Store, match: Match):
    store.analyses.seconds = 0
    table = ended(store, match)
    assert store.analyses.find(table) is None
    assert not store.analyses.request(table).result()
    store.analyses.seconds = 1
    assert store.analyses.request(table).result()
    assert store.analyses.request(table).result()
    assert store.analyses.find(table) == AnalysisState("waiting", 0, 0, None)


def test_only_finished_games_can_be_asked_for(store: Store, match: Match):
    table = store.create(match, [TableSeat(n, f"P{n}").to_row() for n in range(2)]).result()
    assert not store.analyses.request(table).result()
    assert not store.analyses.request("unknown").result()


def test_one_process_takes_it_and_finishes(store: Store, url: str, match: Match):
    table = ended(store, match)
    other = Store(url)
    job = store.analyses.acquire().result()
    assert job is not None
    assert (job.table_id, job.seconds) == (table, 2.5)
    assert other.analyses.acquire().result() is None
    assert store.analyses.renew(job, 3, 9).result()
    assert other.analyses.progress(table) == AnalysisState("running", 3, 9, None)
    assert store.analyses.finish(job, "{}", 9).result()
    assert other.analyses.find(table) == AnalysisState("done", 9, 9, "{}")
    assert not store.analyses.awaited()
    assert other.analyses.acquire().result() is None
    other.close()


def test_the_oldest_is_leased_first(store: Store, match: Match, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(stored, "now", lambda: 1000)
    first = ended(store, match)
    monkeypatch.setattr(stored, "now", lambda: 2000)
    second = ended(store, match)
    leased = [store.analyses.acquire().result() for _ in range(3)]
    assert [job and job.table_id for job in leased] == [first, second, None]


def test_an_expired_claim_is_taken_over_and_given_up_in_the_end(
    store: Store, match: Match, monkeypatch: pytest.MonkeyPatch
):
    table, moment = ended(store, match), stored.now()
    jobs = []
    for attempt in range(MOST_ATTEMPTS):
        monkeypatch.setattr(stored, "now", lambda at=attempt: moment + at * (LEASE + 1))
        jobs.append(store.analyses.acquire().result())
    assert all(job is not None for job in jobs)
    assert not store.analyses.renew(jobs[0], 1, 2).result()
    assert not store.analyses.finish(jobs[0], "{}", 2).result()
    monkeypatch.setattr(stored, "now", lambda: moment + MOST_ATTEMPTS * (LEASE + 1))
    assert store.analyses.acquire().result() is None
    assert store.analyses.find(table) == AnalysisState("failed", 0, 0, None)


def test_a_released_or_failed_one(store: Store, match: Match):
    table = ended(store, match)
    for _ in range(2 * MOST_ATTEMPTS):  # stopping the server is no failure
        job = store.analyses.acquire().result()
        assert job is not None
        assert store.analyses.release(job).result()
    job = store.analyses.acquire().result()
    assert job is not None
    assert store.analyses.fail(job).result()
    assert store.analyses.find(table) == AnalysisState("failed", 0, 0, None)
    assert not store.analyses.awaited()


def test_it_is_deleted_with_its_table(store: Store, match: Match):
    from ducato.server.subjects.people.personal_data import delete_table

    table = ended(store, match)
    store.database.write(lambda connection: delete_table(connection, table)).result()
    assert store.analyses.find(table) is None
