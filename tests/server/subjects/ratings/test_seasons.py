"""Seasons: their bounds, who is ranked in them, and final ranks that are stored once."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from sqlalchemy import Connection, insert, update
from tests.server.subjects.ratings.test_history import become
from tests.support.postgres import PostgresServer

from ducato.core.match import Match
from ducato.server.kit.database import schema
from ducato.server.kit.database.engine import Database
from ducato.server.subjects.people.personal_data import PersonalData
from ducato.server.subjects.people.profiles import Profiles
from ducato.server.subjects.people.storage import People
from ducato.server.subjects.ratings import LEAST_GAMES, Season
from ducato.server.subjects.ratings.leaderboards import CLOSING_DELAY, Seasons
from ducato.server.subjects.tables.storage import Tables

SEASON = Season(2026, 3)
WITHIN = SEASON.start + 40 * 86_400_000


def moment(*day: int) -> int:
    return round(datetime(*day, tzinfo=UTC).timestamp() * 1000)  # type: ignore[misc, arg-type]


@pytest.mark.parametrize(
    ("day", "name"),
    [
        ((2026, 1, 1), "2026-1"),
        ((2026, 3, 31, 23, 59, 59), "2026-1"),
        ((2026, 4, 1), "2026-2"),
        ((2026, 12, 31, 23, 59, 59), "2026-4"),
        ((2027, 1, 1), "2027-1"),
        ((2028, 2, 29), "2028-1"),
    ],
)
def test_a_season_is_a_quarter_in_utc(day: tuple[int, ...], name: str):
    season = Season.at(moment(*day))
    assert season.name == name
    assert season.start <= moment(*day) < season.end
    assert Season.named(name) == season


def test_a_season_ends_where_the_next_one_begins():
    season = Season(2025, 3)
    for name, first in (("2025-4", (2025, 10, 1)), ("2026-1", (2026, 1, 1))):
        assert season.end == season.following.start == moment(*first)
        assert season.end - 1 < moment(*first)
        season = season.following
        assert season.name == name


@pytest.mark.parametrize("name", ["", "2026", "2026-0", "2026-5", "26-1", "2026-1\n", "٢٠٢٦-1"])
def test_no_other_name_is_that_of_a_season(name: str):
    assert Season.named(name) is None


class Players:
    """People who show their ratings, and the rated games that they finished."""

    def __init__(self, database: Database, match: Match) -> None:
        self.database, self.match, self.numbers = database, match, dict[str, int]()

    def add(self, name: str, *, shown: bool = True, public: bool = True) -> str:
        person, _ = People(self.database).welcome(name).result()
        Profiles(self.database).choose(person.id, rated=True, shown=shown, public=public).result()
        return person.id

    def play(
        self, person: str, mu: float, games: int = LEAST_GAMES, at: int = WITHIN, sigma: float = 2.0
    ) -> None:
        """Store rated games, after the last of which the person has this strength."""
        rows: list[dict[str, Any]] = []
        for n in range(games):
            number = self.numbers[person] = self.numbers.get(person, 0) + 1
            seats = [{"seat": 0, "name": "x", "person": person}, {"seat": 1, "name": "y"}]
            rows.append(
                {
                    "person": person,
                    "table_id": Tables(self.database).create(self.match, seats).result(),
                    "game": "magnate",
                    "at": at + n,
                    "number": number,
                    "mu_before": 25.0,
                    "sigma_before": 8.0,
                    "mu": mu if n == games - 1 else 60.0,
                    "sigma": sigma,
                }
            )

        def job(connection: Connection) -> None:
            connection.execute(insert(schema.rating_changes), rows)

        self.database.write(job).result()

    def ranks(self, **named: Any) -> list[tuple[int, str]]:
        found = Seasons(self.database).leaderboard("magnate", SEASON, **named)
        return [(entry.rank, entry.name) for entry in found]


@pytest.fixture
def players(database: Database, match: Match) -> Players:
    return Players(database, match)


def test_the_last_rating_of_the_season_counts(players: Players):
    anna, bruno, carla = (players.add(name) for name in ("Anna", "Bruno", "Carla"))
    players.play(anna, 30.0)
    players.play(bruno, 33.0, sigma=4.0)  # stronger perhaps, but that is less certain
    players.play(carla, 31.0)
    players.play(carla, 10.0, at=SEASON.end)  # in the next season
    players.play(anna, 50.0, at=SEASON.start - LEAST_GAMES - 1)
    assert players.ranks() == [(1, "Carla"), (2, "Anna"), (3, "Bruno")]
    (first, *_) = Seasons(players.database).leaderboard("magnate", SEASON)
    assert (first.points, first.spread, first.score, first.games) == (1860, 240, 1620, LEAST_GAMES)


def test_the_first_and_the_last_moment_belong_to_the_season(players: Players):
    for name, at in (("Anna", SEASON.start), ("Bruno", SEASON.end - 1)):
        person = players.add(name)
        players.play(person, 30.0, LEAST_GAMES - 1)
        players.play(person, 30.0, 1, at)
    for name, at in (("Carla", SEASON.start - 1), ("Dario", SEASON.end)):
        person = players.add(name)
        players.play(person, 30.0, LEAST_GAMES - 1)
        players.play(person, 30.0, 1, at)
    assert {name for _, name in players.ranks()} == {"Anna", "Bruno"}


def test_equals_share_a_rank_and_own_ranks_are_found_far_down(players: Players):
    people = [players.add(name) for name in ("Anna", "Bruno", "Carla", "Dario")]
    for person, mu in zip(people, (30.0, 30.0, 28.0, 27.0), strict=True):
        players.play(person, mu)
    assert [rank for rank, _ in players.ranks()] == [1, 1, 3, 4]
    assert players.ranks(limit=2, person=people[3])[2:] == [(4, "Dario")]
    assert len(players.ranks(limit=2)) == 2


def test_only_who_asked_for_it_is_ranked(players: Players):
    database = players.database
    for name, shown, public in (("A", True, True), ("B", False, True), ("C", True, False)):
        person = players.add(name, shown=shown, public=public)
        players.play(person, 30.0)
        assert Seasons(database).own("magnate", SEASON, person).visible is (shown and public)
    few = players.add("D")
    players.play(few, 40.0, LEAST_GAMES - 1)
    assert players.ranks() == [(1, "A")]
    assert Seasons(database).own("magnate", SEASON, few).games == LEAST_GAMES - 1


def test_a_season_is_due_a_while_after_its_end(players: Players):
    seasons = Seasons(players.database)
    assert seasons.due(SEASON.end + CLOSING_DELAY) == []  # nobody has played
    players.play(players.add("Anna"), 30.0)
    assert seasons.due(SEASON.end + CLOSING_DELAY - 1) == []
    assert seasons.due(SEASON.end + CLOSING_DELAY) == [SEASON]
    later = SEASON.following.end + CLOSING_DELAY
    assert seasons.due(later) == [SEASON, SEASON.following]  # the server was down
    assert seasons.close(SEASON).result()
    assert seasons.due(later) == [SEASON.following]


def final_ranks_are_stored_once(url: str, match: Match) -> None:
    first, second = Database(url), Database(url)
    players = Players(first, match)
    anna, bruno = players.add("Anna"), players.add("Bruno")
    players.play(anna, 30.0)
    players.play(bruno, 31.0)
    jobs = [Seasons(database).close(SEASON) for _ in range(4) for database in (first, second)]
    assert sorted(job.result() for job in jobs) == [False] * 7 + [True]
    assert players.ranks() == [(1, "Bruno"), (2, "Anna")]
    (rank,) = Seasons(second).final_ranks(anna)
    assert (rank.season, rank.game, rank.rank, rank.ranked) == ("2026-3", "magnate", 2, 2)
    assert Seasons(second).closed("magnate") == ["2026-3"]
    assert Seasons(second).closed("other") == []
    first.close()
    second.close()


def test_final_ranks_are_stored_once(url: str, match: Match):
    final_ranks_are_stored_once(url, match)


def test_final_ranks_are_stored_once_on_postgresql(postgres: PostgresServer, match: Match):
    final_ranks_are_stored_once(postgres.new_url(), match)


def test_final_ranks_stay_whatever_happens_later(players: Players):
    database = players.database
    anna, bruno, carla = (players.add(name) for name in ("Anna", "Bruno", "Carla"))
    for person, mu in ((anna, 30.0), (bruno, 31.0), (carla, 32.0)):
        players.play(person, mu)
    late = players.add("Dario", shown=False)
    players.play(late, 50.0)
    Seasons(database).close(SEASON).result()
    Profiles(database).choose(late, shown=True).result()
    changed = update(schema.rating_changes).values(mu=1.0)
    database.write(lambda connection: connection.execute(changed).rowcount).result()
    assert players.ranks() == [(1, "Carla"), (2, "Bruno"), (3, "Anna")]
    # Who withdraws is seen nowhere at once; the others keep their ranks.
    for withdrawn in ({"shown": False}, {"public": False}):
        Profiles(database).choose(bruno, **withdrawn).result()
        assert players.ranks() == [(1, "Carla"), (3, "Anna")]
        assert Seasons(database).final_ranks(bruno) == []
        Profiles(database).choose(bruno, shown=True, public=True).result()
    assert [rank.rank for rank in Seasons(database).final_ranks(bruno)] == [2]
    PersonalData(database).begin_leaving(carla).result()
    assert players.ranks() == [(2, "Bruno"), (3, "Anna")]


@pytest.mark.parametrize(("more", "rank"), [(1, 2), (0, 1)])
def test_of_two_ranks_that_of_more_games_is_kept(players: Players, more: int, rank: int):
    database = players.database
    anna, guest = players.add("Anna"), players.add("Anna")
    become(database, anna, "anna@example.org")
    players.play(anna, 35.0)
    players.play(guest, 30.0, LEAST_GAMES + more)
    Seasons(database).close(SEASON).result()
    become(database, guest, "anna@example.org")
    assert [one.rank for one in Seasons(database).final_ranks(anna)] == [rank]
    assert players.ranks() == [(rank, "Anna")]
