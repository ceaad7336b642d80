"""Results: a person's own at each game, and those between two people."""

from __future__ import annotations

from typing import Any

import pytest
from tests.server.subjects.ratings.test_ratings import NAMES, OVER, begun, end, seat, somebody
from tests.support.postgres import PostgresServer

from ducato.core.match import Match
from ducato.server.kit.database.engine import Database
from ducato.server.subjects.people.personal_data import PersonalData
from ducato.server.subjects.people.profiles import Profiles
from ducato.server.subjects.ratings.personal_results import Duel, PersonalResults
from ducato.server.subjects.suggested_levels.storage import BotGames
from ducato.server.subjects.tables.model import TableSettings
from ducato.server.subjects.tables.storage import Tables


def play_some(database: Database, match: Match) -> tuple[str, str, str]:
    """Store games of two and three; Carla left one of them."""
    anna, bruno, carla = (somebody(database, name) for name in NAMES)
    for ranks in ((1, 2), (1, 2), (2, 1), (1, 1)):
        end(database, match, begun(database, match, anna, bruno), *ranks)
    end(database, match, begun(database, match, anna, bruno, carla), 2, 1, 3)
    left = begun(database, match, anna, bruno, carla)
    Tables(database).seat(left, [seat(2, carla, substitute="resigned")], OVER).result()
    end(database, match, left, 3, 2, 1)
    begun(database, match, anna, bruno)  # goes on
    return anna, bruno, carla


def check(database: Database, match: Match) -> None:
    anna, bruno, carla = play_some(database, match)
    (mine,) = PersonalResults(database).by_game(anna)
    assert (mine.game, mine.played, mine.won) == ("magnate", 6, 3)
    assert mine.beaten == pytest.approx((1 + 1 + 0 + 0.5 + 0.5 + 0.5) / 6)
    # The match is of two players, whatever the number of seats.
    assert PersonalResults(database).between(anna, bruno) == [Duel("magnate", True, 2, 1, 3)]
    assert PersonalResults(database).between(bruno, anna) == [Duel("magnate", True, 3, 1, 2)]
    assert PersonalResults(database).between(anna, carla) == [Duel("magnate", True, 2, 0, 0)]
    assert PersonalResults(database).between(anna, "nobody") == []
    first, second = PersonalResults(database).opponents(anna)
    assert (first.name, first.played, first.ahead, first.level, first.behind) == (
        "Bruno",
        6,
        2,
        1,
        3,
    )
    assert (second.name, second.played, second.ahead) == ("Carla", 2, 2)
    assert [one.name for one in PersonalResults(database).opponents(anna, 1)] == ["Bruno"]


def test_results_are_counted(database: Database, match: Match):
    check(database, match)


def test_results_are_counted_on_postgresql(postgres: PostgresServer, match: Match):
    database = Database(postgres.new_url())
    check(database, match)
    database.close()


def test_who_sat_twice_has_no_results(database: Database, match: Match):
    anna, bruno = somebody(database, "Anna"), somebody(database, "Bruno")
    end(database, match, begun(database, match, anna, anna, bruno), 1, 2, 3)
    assert PersonalResults(database).by_game(anna) == []
    assert PersonalResults(database).between(anna, bruno) == []
    assert PersonalResults(database).between(bruno, anna) == []
    assert PersonalResults(database).opponents(anna) == []


def named(number: int, name: str, person: str) -> dict[str, Any]:
    return seat(number, person, name=name)


def test_only_a_public_page_shows_that_two_names_are_one_person(database: Database, match: Match):
    anna, bruno = somebody(database, "Anna"), somebody(database, "Bruno")
    for name in ("Bruno", "Bruno", "Nemo"):
        seats = [named(0, "Anna", anna), named(1, name, bruno)]
        end(database, match, Tables(database).create(match, seats).result(), 1, 2)
    hidden = PersonalResults(database).opponents(anna)
    assert [(one.name, one.played, one.public_id) for one in hidden] == [
        ("Bruno", 2, None),
        ("Nemo", 1, None),
    ]
    page = Profiles(database).choose(bruno, public=True).result().public_id
    (one,) = PersonalResults(database).opponents(anna)
    assert (one.name, one.played, one.public_id) == ("Bruno", 3, page)


def test_bots_and_former_players_are_no_opponents(database: Database, match: Match):
    anna, bruno = somebody(database, "Anna"), somebody(database, "Bruno")
    bot = seat(1, bot="greedy")
    end(database, match, Tables(database).create(match, [seat(0, anna), bot]).result(), 1, 2)
    end(database, match, begun(database, match, anna, bruno), 1, 2)
    PersonalData(database).begin_leaving(bruno).result()
    PersonalData(database).finish_leaving(bruno).result()
    assert PersonalResults(database).opponents(anna) == []
    assert [one.played for one in PersonalResults(database).by_game(anna)] == [2]


def test_a_branch_of_a_game_counts_nowhere(database: Database, match: Match):
    anna, bruno = somebody(database, "Anna"), somebody(database, "Bruno")
    first = begun(database, match, anna, bruno)
    end(database, match, first, 1, 2)
    rows = [seat(0, anna), seat(1, None, bot="greedy")]
    settings = TableSettings(anna, branch_of=first)
    other = Tables(database).create(match, rows, settings).result()
    end(database, match, other, 2, 1)
    (mine,) = PersonalResults(database).by_game(anna)
    assert (mine.played, mine.won) == (1, 1)
    assert BotGames(database).of(anna, match.game.name, 1) == []
