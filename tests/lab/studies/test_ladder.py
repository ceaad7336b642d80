"""The ladder: ratings in Elo, their intervals, and the luck that is left."""

from __future__ import annotations

import json
from math import log10

import numpy as np
import pytest

import ducato
from ducato.core.errors import BadValue, UnknownName
from ducato.core.game import all_games
from ducato.lab.folder import OtherRun
from ducato.lab.run import RunFolder
from ducato.lab.studies.elo import Pairing, drawn_ratings, ratings, with_interval
from ducato.lab.studies.ladder import arrangements, ladder, plan_of_ladder

GAME = min(all_games())
COMPILED = pytest.mark.compiled


def pairing(first: int, second: int, won: float, games: int = 1, seats=(1, 1)) -> Pairing:
    """Return a pairing of 1,000 deals of which the first player won this share."""
    wins = np.zeros(1000)
    wins[: round(1000 * won)] = games
    return Pairing(first, second, seats, games, wins)


def total(pairings: list[Pairing]) -> np.ndarray:
    return np.array([one.won.sum() for one in pairings])


def test_ratings_of_two_players_follow_from_their_share_of_wins():
    met = [pairing(0, 1, 0.25)]
    assert ratings(met, 2, total(met)) == pytest.approx([0, 400 * log10(3)], rel=0.01)


def test_ratings_take_the_numbers_of_seats_into_account():
    """With two seats of three, an equal player wins two games of three."""
    met = [pairing(0, 1, 2 / 3, seats=(2, 1)), pairing(0, 1, 1 / 3, seats=(1, 2))]
    assert ratings(met, 2, total(met)) == pytest.approx([0, 0], abs=2)
    met = [pairing(0, 1, 0.5, seats=(2, 1))]
    assert ratings(met, 2, total(met)) == pytest.approx([0, 400 * log10(2)], rel=0.01)


def test_ratings_of_consistent_results_are_exact():
    strength = np.array([0.0, 1.0, 1.5])
    met = [
        pairing(a, b, 1 / (1 + np.exp(strength[b] - strength[a])), games=10)
        for a, b in ((0, 1), (0, 2), (1, 2))
    ]
    assert ratings(met, 3, total(met)) == pytest.approx(strength * 400 / np.log(10), rel=0.01)


def test_a_player_who_never_loses_has_a_rating():
    met = [pairing(0, 1, 0.0)]
    _, best = ratings(met, 2, total(met))
    assert best == pytest.approx(400 * log10(1000.5 / 0.5), rel=0.01)


def test_whoever_has_won_all_of_a_few_games_has_a_wide_interval():
    """Of 60 wins in 60 games follow at least 95.9 % of wins, and no upper bound worth the name."""
    met = [Pairing(0, 1, (1, 1), 1, np.zeros(60))]
    drawn = drawn_ratings(met, 2, seed=1)[:, 1]
    low, high = np.quantile(drawn, [0.025, 0.975])
    assert low == pytest.approx(400 * log10(0.959 / 0.041), abs=40)
    assert high > 1200


def test_the_interval_is_that_of_independent_deals():
    """The standard error of a share p of n games is sqrt(p (1 - p) / n)."""
    met = [pairing(0, 1, 0.5)]
    value = ratings(met, 2, total(met))[1]
    low, high = with_interval(float(value), drawn_ratings(met, 2, 7)[:, 1])[1:]
    expected = 2 * 1.96 * np.sqrt(0.25 / 1000) * 4 * 400 / np.log(10)
    assert high - low == pytest.approx(expected, rel=0.1)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_player_has_every_seat_equally_often(players):
    found = np.array(arrangements("a", "b", players)) == "a"
    assert (found.mean(axis=0) == 0.5).all()
    assert len(np.unique(found, axis=0)) == len(found)


@COMPILED
def test_greedy_is_stronger_than_random_and_the_search_gains_from_its_budget():
    game = ducato.load(GAME, 2)
    levels = ["random", "greedy", "ismcts:sims=2", "ismcts:sims=16"]
    found = ladder(game, levels, 40)
    assert found.games == 5 * 40
    assert [level.name for level in found.levels] == levels
    assert found.levels[0].elo == (0.0, 0.0, 0.0)
    assert found.levels[1].elo.low > 0
    assert all(level.seconds.value > 0 for level in found.levels)
    assert found.levels[3].seconds.low > found.levels[1].seconds.high
    first = found.pairs[0]
    assert (first.better, first.worse, first.games) == ("greedy", "random", 40)
    assert 0.5 < first.wins.low < first.wins.value <= 1
    (gain,) = found.doublings
    difference = found.levels[3].elo.value - found.levels[2].elo.value
    assert gain.search == "ismcts"
    assert gain.elo.value == pytest.approx(difference / 3)


@COMPILED
def test_equal_players_are_rated_equal():
    """At a very high temperature all actions are equally likely."""
    found = ladder(ducato.load(GAME, 3), ["random", "softmax:temperature=1e9"], 3000, seed=3)
    low, high = found.levels[1].elo[1:]
    assert low < 0 < high
    assert found.pairs[0].wins.low < 0.5 < found.pairs[0].wins.high
    assert high - low < 40
    assert found.games == 3000


@COMPILED
def test_equal_seeds_give_equal_ladders(tmp_path):
    game = ducato.load(GAME, 2)
    levels = ["random", "greedy"]

    def rated(**options) -> dict:
        found = ladder(game, levels, 100, **options).to_dict()
        for level in found["levels"]:
            del level["seconds"]
        return json.loads(json.dumps(found))

    first = rated(seed=1)
    assert first == rated(seed=1)
    assert first != rated(seed=2)
    plan = plan_of_ladder(game, levels, 100, 1)
    assert rated(seed=1, folder=RunFolder(tmp_path, plan)) == first
    with pytest.raises(OtherRun, match="levels differ"):
        RunFolder(tmp_path, plan | {"levels": ["random", "softmax"]}, resume=True)
    assert rated(seed=1, folder=RunFolder(tmp_path, plan, resume=True)) == first


@COMPILED
def test_the_table_has_a_row_for_each_level():
    frame = ladder(ducato.load(GAME, 2), ["random", "greedy"], 10).frame
    assert frame.columns == ["level", "elo", "low", "high"]
    assert frame["level"].to_list() == ["random", "greedy"]


@pytest.mark.parametrize(
    ("levels", "error"),
    [
        (["greedy"], BadValue),
        (["greedy", "greedy"], BadValue),
        (["random", "genius"], UnknownName),
        (["random", "ismcts:seconds=1"], BadValue),
    ],
)
def test_levels_that_are_not_possible_are_rejected(levels, error):
    with pytest.raises(error):
        ladder(ducato.load(GAME, 2), levels, 10)


@COMPILED
def test_one_player_under_two_names_wins_half_of_every_deal():
    levels = ["softmax:temperature=1", "softmax:temperature=1.0"]
    found = ladder(ducato.load(GAME, 2), levels, 100)
    elo, low, high = found.levels[1].elo
    assert elo == pytest.approx(0)
    assert -15 < low < 0 < high < 15  # what half a win of either side leaves open
    assert found.pairs[0].wins.value == 0.5


@pytest.mark.parametrize(("games", "seed"), [(0, 0), (-1, 0), (10_000_001, 0), (4, 2**63)])
def test_the_numbers_of_a_ladder_are_checked(games: int, seed: int):
    with pytest.raises(BadValue, match=r"(games|seed) = .* it must be from"):
        ladder(ducato.load(GAME), ["random", "greedy"], games, seed=seed)
