"""Ratings over time: one entry for each rated game, in the history of the rating that is kept."""

from __future__ import annotations

from itertools import pairwise

import pytest
from tests.server.subjects.ratings.test_ratings import LAST, NAMES, OVER, begun, end, somebody
from tests.support.postgres import PostgresServer
from tests.support.sessions import session_of

from ducato.core.match import Match, Step
from ducato.server.kit.database.engine import Database
from ducato.server.kit.database.errors import StoreError, WrongSequence
from ducato.server.subjects.people.email_verification import EmailVerifications
from ducato.server.subjects.ratings import Ratings
from ducato.server.subjects.ratings.history import RatingHistory
from ducato.server.subjects.tables.storage import Tables


def become(database: Database, guest: str, address: str) -> None:
    claim = EmailVerifications(database).begin(guest, address).result().token
    assert (
        EmailVerifications(database).open_link(claim, session_of(database, guest)).result()
        is not None
    )


def test_each_game_continues_the_history(database: Database, match: Match):
    people = [somebody(database, name) for name in NAMES[:2]]
    for ranks in ((1, 2), (2, 1), (1, 2)):
        end(database, match, begun(database, match, *people), *ranks)
    for person in people:
        (rating,), changes = (
            Ratings(database).of(person),
            RatingHistory(database).of(person)["magnate"],
        )
        assert [change.number for change in changes] == [1, 2, 3]
        assert (changes[0].mu_before, changes[-1].mu) == (25.0, rating.mu)
        assert (changes[-1].points, changes[-1].spread) == (rating.points, rating.spread)
        for one, following in pairwise(changes):
            assert (following.mu_before, following.sigma_before) == (one.mu, one.sigma)
            assert one.at <= following.at
        assert [c.number for c in RatingHistory(database).of(person, 2)["magnate"]] == [2, 3]


def test_what_is_not_rated_is_in_no_history(database: Database, match: Match):
    anna, bruno = somebody(database, "Anna"), somebody(database, "Bruno", rated=False)
    end(database, match, begun(database, match, anna, bruno), 1, 2)
    assert RatingHistory(database).of(anna) == {}


def test_an_end_that_is_stored_twice_or_fails_is_there_once(database: Database, match: Match):
    people = [somebody(database, name) for name in NAMES[:2]]
    table_id = begun(database, match, *people)
    failing = Tables(database).append(
        table_id, [*LAST, Step(0, None)], match.seq, OVER, ranks=[1, 2]
    )  # type: ignore[arg-type]
    with pytest.raises(StoreError):
        failing.result()
    assert RatingHistory(database).of(people[0]) == {}
    end(database, match, table_id, 1, 2)
    with pytest.raises(WrongSequence):
        end(database, match, table_id, 1, 2)
    assert len(RatingHistory(database).of(people[0])["magnate"]) == 1


def exactly_once_by_two_processes(url: str, match: Match) -> None:
    first, second = Database(url), Database(url)
    people = [somebody(first, name) for name in NAMES[:2]]
    ids = [begun(first, match, *people) for _ in range(6)]
    ends = [
        Tables(database).append(table_id, LAST, match.seq, OVER, ranks=[1, 2])
        for table_id in ids
        for database in (first, second)
    ]
    failed = [done for done in ends if done.exception() is not None]
    assert len(failed) == len(ids)
    changes = RatingHistory(first).of(people[0])["magnate"]
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
    database: Database, match: Match, of_guest: int, of_account: int, kept: int
):
    anna, bruno = somebody(database, "Anna"), somebody(database, "Bruno")
    become(database, anna, "anna@example.org")
    guest = somebody(database, "Anna")
    for _ in range(of_account):
        end(database, match, begun(database, match, anna, bruno), 1, 2)
    for _ in range(of_guest):
        end(database, match, begun(database, match, guest, bruno), 2, 1)
    end(database, match, begun(database, match, anna, guest), 1, 1)  # both are in one game
    become(database, guest, "anna@example.org")
    (rating,), changes = Ratings(database).of(anna), RatingHistory(database).of(anna)["magnate"]
    assert len(changes) == rating.games == kept + 1
    assert changes[-1].mu == rating.mu
    assert RatingHistory(database).of(guest) == {}
