"""Ratings over time: one entry for each rated game, in the history of the rating that is kept."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from sqlalchemy import func, select, text, update
from tests.store.test_ratings import LAST, NAMES, OVER, begun, end, somebody
from tests.support.postgres import PostgresServer
from tests.support.sessions import session_of

from ducato.core.match import Match, Step
from ducato.store import Store, StoreError, WrongSequence
from ducato.store.database import schema
from ducato.store.database.migrations.versions.v0008_seasons import down_revision

OF_CHANGE = schema.rating_changes.c


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


def before_history(store: Store) -> None:
    """Remove what the migration creates, as if the database were of the version before."""
    with store.database.engine.begin() as connection:
        for name in ("season_ranks", "closed_seasons", "rating_changes"):
            connection.execute(text(f"DROP TABLE {name}"))
        connection.execute(
            text("UPDATE alembic_version SET version_num = :before"), {"before": down_revision}
        )


def filled(url: str, match: Match) -> list[list[Any]]:
    """Return the histories of three people before and after they are recomputed."""
    store = Store(url)
    people = [somebody(store, name) for name in NAMES]
    for ranks in ((1, 2, 3), (2, 1, 2), (3, 1, 2)):
        end(store, match, begun(store, match, *people), *ranks)
    with store.database.engine.begin() as connection:
        # Carla has a rating that nobody can recompute, and one game is of an earlier year.
        carla = schema.ratings.c.person == people[2]
        connection.execute(update(schema.ratings).where(carla).values(games=9))
        first = connection.scalar(select(func.min(schema.tables.c.finished)))
        old = schema.tables.c.finished == first
        connection.execute(update(schema.tables).where(old).values(finished=1_735_000_000_000))
        connection.execute(
            update(schema.rating_changes).where(OF_CHANGE.at == first).values(at=1_735_000_000_000)
        )
    before = [store.ratings.history.of(person) for person in people]
    before_history(store)
    store.close()
    again = Store(url)
    after = [again.ratings.history.of(person) for person in people]
    closed = again.ratings.seasons.closed()
    assert closed[-1] == "2024-4"  # and every one since then, but not the present one
    assert again.ratings.seasons.due(max(c.at for c in after[0]["magnate"])) == []
    again.close()
    return [before, after]


def test_histories_are_recomputed_from_the_stored_ranks(url: str, match: Match):
    before, after = filled(url, match)
    for one, other in zip(before[:2], after[:2], strict=True):
        for change, again in zip(one["magnate"], other["magnate"], strict=True):
            assert (again.at, again.number) == (change.at, change.number)
            assert again.mu == pytest.approx(change.mu)
            assert again.sigma_before == pytest.approx(change.sigma_before)
    assert after[2] == {}


def test_histories_are_recomputed_on_postgresql(postgres: PostgresServer, match: Match):
    _, after = filled(postgres.new_url(), match)
    assert [len(one.get("magnate", [])) for one in after] == [3, 3, 0]
