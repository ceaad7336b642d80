"""Results: a person's own at each game, and those between two people."""

from __future__ import annotations

from typing import Any

import pytest
from tests.server.subjects.ratings.test_ratings import NAMES, OVER, begun, end, seat, somebody
from tests.support.postgres import PostgresServer

from ducato.core.match import Match
from ducato.server.store import Store
from ducato.server.subjects.ratings.personal_results import Duel


def play_some(store: Store, match: Match) -> tuple[str, str, str]:
    """Store games of two and three; Carla left one of them."""
    anna, bruno, carla = (somebody(store, name) for name in NAMES)
    for ranks in ((1, 2), (1, 2), (2, 1), (1, 1)):
        end(store, match, begun(store, match, anna, bruno), *ranks)
    end(store, match, begun(store, match, anna, bruno, carla), 2, 1, 3)
    left = begun(store, match, anna, bruno, carla)
    store.seat(left, [seat(2, carla, substitute="resigned")], OVER).result()
    end(store, match, left, 3, 2, 1)
    begun(store, match, anna, bruno)  # goes on
    return anna, bruno, carla


def check(store: Store, match: Match) -> None:
    anna, bruno, carla = play_some(store, match)
    (mine,) = store.profiles.results.by_game(anna)
    assert (mine.game, mine.played, mine.won) == ("magnate", 6, 3)
    assert mine.beaten == pytest.approx((1 + 1 + 0 + 0.5 + 0.5 + 0.5) / 6)
    # The match is of two players, whatever the number of seats.
    assert store.profiles.results.between(anna, bruno) == [Duel("magnate", True, 2, 1, 3)]
    assert store.profiles.results.between(bruno, anna) == [Duel("magnate", True, 3, 1, 2)]
    assert store.profiles.results.between(anna, carla) == [Duel("magnate", True, 2, 0, 0)]
    assert store.profiles.results.between(anna, "nobody") == []
    first, second = store.profiles.results.opponents(anna)
    assert (first.name, first.played, first.ahead, first.level, first.behind) == (
        "Bruno",
        6,
        2,
        1,
        3,
    )
    assert (second.name, second.played, second.ahead) == ("Carla", 2, 2)
    assert [one.name for one in store.profiles.results.opponents(anna, 1)] == ["Bruno"]


def test_results_are_counted(store: Store, match: Match):
    check(store, match)


def test_results_are_counted_on_postgresql(postgres: PostgresServer, match: Match):
    store = Store(postgres.new_url())
    check(store, match)
    store.close()


def test_who_sat_twice_has_no_results(store: Store, match: Match):
    anna, bruno = somebody(store, "Anna"), somebody(store, "Bruno")
    end(store, match, begun(store, match, anna, anna, bruno), 1, 2, 3)
    assert store.profiles.results.by_game(anna) == []
    assert store.profiles.results.between(anna, bruno) == []
    assert store.profiles.results.between(bruno, anna) == []
    assert store.profiles.results.opponents(anna) == []


def named(number: int, name: str, person: str) -> dict[str, Any]:
    return seat(number, person, name=name)


def test_only_a_public_page_shows_that_two_names_are_one_person(store: Store, match: Match):
    anna, bruno = somebody(store, "Anna"), somebody(store, "Bruno")
    for name in ("Bruno", "Bruno", "Nemo"):
        seats = [named(0, "Anna", anna), named(1, name, bruno)]
        end(store, match, store.create(match, seats).result(), 1, 2)
    hidden = store.profiles.results.opponents(anna)
    assert [(one.name, one.played, one.public_id) for one in hidden] == [
        ("Bruno", 2, None),
        ("Nemo", 1, None),
    ]
    page = store.profiles.choose(bruno, public=True).result().public_id
    (one,) = store.profiles.results.opponents(anna)
    assert (one.name, one.played, one.public_id) == ("Bruno", 3, page)


def test_bots_and_former_players_are_no_opponents(store: Store, match: Match):
    anna, bruno = somebody(store, "Anna"), somebody(store, "Bruno")
    bot = seat(1, bot="greedy")
    end(store, match, store.create(match, [seat(0, anna), bot]).result(), 1, 2)
    end(store, match, begun(store, match, anna, bruno), 1, 2)
    store.personal_data.begin_leaving(bruno).result()
    store.personal_data.finish_leaving(bruno).result()
    assert store.profiles.results.opponents(anna) == []
    assert [one.played for one in store.profiles.results.by_game(anna)] == [2]
