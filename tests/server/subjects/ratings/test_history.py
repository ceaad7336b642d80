"""Ratings over time: one entry for each rated game, in the history of the rating that is kept."""

from __future__ import annotations

from itertools import pairwise

import pytest
from tests.server.subjects.ratings.test_ratings import LAST, NAMES, OVER, begun, end, somebody
from tests.support.postgres import PostgresServer
from tests.support.sessions import session_of

from ducato.core.match import Match, Step
from ducato.server.kit.database.errors import StoreError, WrongSequence
from ducato.server.store import Store


def become(store: Store, guest: str, address: str) -> None:
    claim = store.email_verifications.begin(guest, address).result().token
    assert store.email_verifications.open_link(claim, session_of(store, guest)).result() is not None


def test_each_game_continues_the_history(store: Store, match: Match):
    people = [somebody(store, name) for name in NAMES[:2]]
    for ranks in ((1, 2), (2, 1), (1, 2)):
        end(store, match, begun(store, match, *people), *ranks)
    for person in people:
        (rating,), changes = store.ratings.of(person), store.ratings.history.of(person)["magnate"]
        assert [change.number for change in changes] == [1, 2, 3]
        assert (changes[0].mu_before, changes[-1].mu) == (25.0, rating.mu)
        assert (changes[-1].points, changes[-1].spread) == (rating.points, rating.spread)
        for one, following in pairwise(changes):
            assert (following.mu_before, following.sigma_before) == (one.mu, one.sigma)
            assert one.at <= following.at
        assert [c.number for c in store.ratings.history.of(person, 2)["magnate"]] == [2, 3]


def test_what_is_not_rated_is_in_no_history(store: Store, match: Match):
    anna, bruno = somebody(store, "Anna"), somebody(store, "Bruno", rated=False)
    end(store, match, begun(store, match, anna, bruno), 1, 2)
    assert store.ratings.history.of(anna) == {}


def test_an_end_that_is_stored_twice_or_fails_is_there_once(store: Store, match: Match):
    people = [somebody(store, name) for name in NAMES[:2]]
    table_id = begun(store, match, *people)
    failing = store.append(table_id, [*LAST, Step(0, None)], match.seq, OVER, ranks=[1, 2])  # type: ignore[arg-type]
    with pytest.raises(StoreError):
        failing.result()
    assert store.ratings.history.of(people[0]) == {}
    end(store, match, table_id, 1, 2)
    with pytest.raises(WrongSequence):
        end(store, match, table_id, 1, 2)
    assert len(store.ratings.history.of(people[0])["magnate"]) == 1


def exactly_once_by_two_processes(url: str, match: Match) -> None:
    first, second = Store(url), Store(url)
    people = [somebody(first, name) for name in NAMES[:2]]
    ids = [begun(first, match, *people) for _ in range(6)]
    ends = [
        store.append(table_id, LAST, match.seq, OVER, ranks=[1, 2])
        for table_id in ids
        for store in (first, second)
    ]
    failed = [done for done in ends if done.exception() is not None]
    assert len(failed) == len(ids)
    changes = first.ratings.history.of(people[0])["magnate"]
    assert [change.number for change in changes] == [1, 2, 3, 4, 5, 6]
    for one, following in pairwise(changes):
        assert following.mu_before == one.mu
    first.close()
    second.close()


def test_two_processes_count_a_game_once(url: str, match: Match):
    exactly_once_by_two_processes(url, match)


def test_two_processes_count_a_game_once_on_postgresql(postgres: PostgresServer, match: Match):
    exactly_once_by_two_processes(postgres.new_url(), match)


@pytest.mark.parametrize(("of_guest", "of_account", "kept"), [(2, 1, 2), (1, 2, 2), (1, 1, 1)])
def test_the_history_of_the_kept_rating_is_kept(
    store: Store, match: Match, of_guest: int, of_account: int, kept: int
):
    anna, bruno = somebody(store, "Anna"), somebody(store, "Bruno")
    become(store, anna, "anna@example.org")
    guest = somebody(store, "Anna")
    for _ in range(of_account):
        end(store, match, begun(store, match, anna, bruno), 1, 2)
    for _ in range(of_guest):
        end(store, match, begun(store, match, guest, bruno), 2, 1)
    end(store, match, begun(store, match, anna, guest), 1, 1)  # both are in one game
    become(store, guest, "anna@example.org")
    (rating,), changes = store.ratings.of(anna), store.ratings.history.of(anna)["magnate"]
    assert len(changes) == rating.games == kept + 1
    assert changes[-1].mu == rating.mu
    assert store.ratings.history.of(guest) == {}
