"""The ladder: ratings in Elo, their intervals, and the luck that is left."""

from __future__ import annotations

import json
from dataclasses import replace
from math import log10

import numpy as np
import pytest

import ducato
from ducato.core.errors import BadValue, UnknownName
from ducato.core.game import all_games
from ducato.core.game.measured_ratings import ANCHOR_ELO, installed_ladders
from ducato.lab.run import RunFolder
from ducato.lab.studies.elo import Pairing, drawn_ratings, ratings, with_interval
from ducato.lab.studies.ladder import ladder, plan_of_ladder
from ducato.lab.studies.ladder_file import contents, earlier, install_ladders
from ducato.lab.studies.ladder_pairs import after, blocks_of, complete, pairs_of, seatings
from ducato.runs.run_folder import OtherRun

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


def test_pairings_may_have_different_numbers_of_deals():
    """What is known of a pair that has met often is not spoilt by another that has not."""
    often = pairing(0, 1, 0.25)
    seldom = Pairing(1, 2, (1, 1), 1, np.tile([0.0, 1.0], 5))
    alone = drawn_ratings([often], 2, 7)[:, 1].std()
    drawn = drawn_ratings([often, seldom], 3, 7)
    assert drawn[:, 1].std() == pytest.approx(alone, rel=0.15)
    assert drawn[:, 2].std() > 5 * alone


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_player_has_every_seat_equally_often(players):
    for turn in range(players):
        found = np.array(seatings("a", "b", players, turn)) == "a"
        assert (found.sum(axis=0) == 1).all()
        assert abs(found[0].sum() - found[1].sum()) <= 1


def test_the_strongest_also_meets_the_greedy_player():
    assert pairs_of(["random", "greedy", "a", "b"]) == [(0, 1), (0, 2), (1, 2), (1, 3), (2, 3)]
    assert pairs_of(["random", "greedy", "a", "b", "c"])[-1] == (1, 4)
    assert (0, 3) not in pairs_of(["random", "a", "b", "c"])


def test_cheap_pairs_play_more_games_in_the_same_time():
    """As many as the root of their cost says; and no deal is left out or played twice."""
    levels = ["ismcts:sims=10", "ismcts:sims=100", "ismcts:sims=10000"]
    blocks = blocks_of(ducato.load(GAME, 3), levels, 400, 0)
    order = [(block.pair, block.first) for block in blocks]
    reached = order.index(((0, 1), 100))
    deals = {
        pair: sum(block.pieces[0].games for block in blocks[:reached] if block.pair == pair)
        for pair in ((0, 1), (0, 2), (1, 2))
    }
    # A block is due at its end: 104 times the root of 120 / 10,020 is 11.
    assert deals == {(0, 1): 100, (0, 2): 11, (1, 2): 11}
    for pair in deals:
        own = [block for block in blocks if block.pair == pair]
        assert [block.first for block in own] == sorted({block.first for block in own})
        assert sum(block.pieces[0].games for block in own) == 200
        assert {block.pieces[0].seats for block in own} == {
            tuple(seatings(levels[pair[0]], levels[pair[1]], 3, turn)[0]) for turn in range(3)
        }


def test_deals_after_a_gap_do_not_count():
    blocks = blocks_of(ducato.load(GAME, 2), ["ismcts:sims=5", "ismcts:sims=6"], 40, 0)
    played = {piece for block in blocks for piece in block.pieces} - {blocks[2].pieces[1]}
    assert complete(blocks, played) == blocks[:2]
    assert complete(blocks, set()) == []


@COMPILED
def test_greedy_is_stronger_than_random_and_the_search_gains_from_its_budget(monkeypatch):
    game = ducato.load(GAME, 2)
    levels = ["random", "greedy", "ismcts:sims=2", "ismcts:sims=64"]
    found = ladder(game, levels, 40)
    assert found.games == 5 * 40
    assert not found.stopped
    assert [level.name for level in found.levels] == levels
    assert [level.games for level in found.levels] == [80, 120, 120, 80]
    assert found.levels[1].elo == (1000.0, 1000.0, 1000.0)
    assert found.levels[0].elo.high < 1000
    assert all(level.seconds.value > 0 for level in found.levels)
    assert found.levels[3].seconds.low > found.levels[1].seconds.high
    first = found.pairs[0]
    assert (first.better, first.worse, first.games) == ("greedy", "random", 40)
    assert 0.5 < first.wins.low < first.wins.value <= 1
    (gain,) = found.doublings
    difference = found.levels[3].elo.value - found.levels[2].elo.value
    assert gain.search == "ismcts"
    assert gain.elo.value == pytest.approx(difference / 5)
    said = contents(game, levels, found)
    assert said["luck"] is None  # the master has not played
    monkeypatch.setattr(game, "game", replace(game.game, levels={"best": levels[3]}))
    strongest = contents(game, levels, found)["luck"]
    assert strongest["games"] == 40
    assert {strongest["better"], strongest["worse"]} == {"greedy", levels[3]}
    assert list(said["bots"]) == levels
    assert said["complete"]


@COMPILED
def test_a_ladder_that_is_stopped_leaves_out_whom_it_cannot_rate(tmp_path):
    """And it goes on from there: what was kept takes none of the time."""
    game = ducato.load(GAME, 2)
    levels = ["random", "greedy", "ismcts:sims=600"]
    plan = plan_of_ladder(game, levels, 0)
    with pytest.raises(BadValue, match="long enough"):
        ladder(game, levels, 2, minutes=0, folder=RunFolder(tmp_path, plan))
    rated = []
    while len(rated) < 10:
        folder = RunFolder(tmp_path, plan, resume=True)
        found = ladder(game, levels, 2, minutes=0, folder=folder)
        rated.append([level.name for level in found.levels])
        if not found.stopped:
            break
    assert rated[0] == levels[:2]
    assert rated[-1] == levels
    assert found.games == 3 * 2


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
    plan = plan_of_ladder(game, levels, 1)
    assert rated(seed=1, folder=RunFolder(tmp_path, plan)) == first
    with pytest.raises(OtherRun, match="levels differ"):
        RunFolder(tmp_path, plan | {"levels": ["random", "softmax"]}, resume=True)
    assert rated(seed=1, folder=RunFolder(tmp_path, plan, resume=True)) == first


@COMPILED
def test_ratings_are_installed_beside_those_of_other_numbers_of_players(tmp_path):
    game = all_games()[GAME]
    before = installed_ladders(game)
    levels, loaded = ["random", "greedy"], ducato.load(GAME, 3)
    found = ladder(loaded, levels, 10)
    path = install_ladders([loaded], levels, tmp_path, [found])
    assert path == tmp_path / "ladder.json"
    written = json.loads(path.read_text())["players"]
    assert {int(players) for players in written} == {*before, 3}
    assert written["3"]["bots"]["greedy"]["elo"] == ANCHOR_ELO
    assert written["3"]["bots"]["random"]["games"] == 10
    assert written["3"]["edition"] == game.editions[0]
    assert {n: ladder for n, ladder in written.items() if n != "3"} == {
        str(n): ladder for n, ladder in before.items() if n != 3
    }


@COMPILED
@pytest.mark.parametrize("players", [2, 3])
def test_a_later_sitting_goes_on_from_the_games_installed(tmp_path, monkeypatch, players):
    loaded, levels = ducato.load(GAME, players), ["random", "greedy", "ismcts:sims=2"]
    whole = ladder(loaded, levels, 40)
    path = install_ladders([loaded], levels, tmp_path, [ladder(loaded, levels, 14)])
    installed = json.loads(path.read_text())["players"]
    monkeypatch.setattr(
        "ducato.lab.studies.ladder_file.installed_ladders",
        lambda game: {int(n): found for n, found in installed.items()},
    )
    before = earlier(loaded, levels, 0)
    assert before is not None
    assert [before.deals(pair) for pair in pairs_of(levels)] == [7, 7, 7]
    searched = [block for block in after(blocks_of(loaded, levels, 40, 0), before)[0]
                if block.pair == (0, 2)]  # fmt: skip
    assert [block.first for block in searched] == [4, 8, 12, 16]  # the second one was cut short
    found = ladder(loaded, levels, 40, before=before)
    assert found.games == whole.games == 3 * 40
    for one, other in zip(found.levels, whole.levels, strict=True):
        assert tuple(one.elo) == pytest.approx(tuple(other.elo))
    assert ladder(loaded, levels, 40, before=found.tally).pairs == whole.pairs  # nothing is left
    assert earlier(loaded, levels[:2], 0) is None
    assert earlier(loaded, levels, 1) is None
    installed[str(players)]["played"]["by"] = "other bots"
    assert earlier(loaded, levels, 0) is None


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
