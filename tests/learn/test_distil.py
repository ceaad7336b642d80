"""Distilled weights: what a search prefers becomes the weights of quick players."""

from __future__ import annotations

import tomllib

import numpy as np
import pytest

import ducato
from ducato.core.editions import data_files
from ducato.core.errors import BadValue, BrokenGame, UnknownName
from ducato.core.game import weights as module
from ducato.core.game.weights import greedy_weights, search_weights
from ducato.learn.decisions import Decisions, search_game, searched
from ducato.learn.distil import cross_entropy, distil, shares, with_search_weights


def decisions(number: int, weights: np.ndarray, seed: int = 0) -> Decisions:
    """Return decisions of a search that visits as the softmax by these weights says."""
    rng = np.random.default_rng(seed)
    sizes = rng.integers(2, 7, number).astype(np.int32)
    total = int(sizes.sum())
    features = rng.standard_normal((total, len(weights))).astype(np.float32)
    features[:, -1] = 1  # tells nothing: it is the same for all actions
    games = (np.arange(number) // 5).astype(np.int32)
    zero = np.zeros(total)
    blank = Decisions(features, rng.standard_normal(total), zero, sizes, games, zero)
    return Decisions(features, blank.offsets, shares(blank, weights), sizes, games, zero)


def test_planted_weights_are_found():
    planted, before = np.array([1.5, -0.7, 0.0, 5.0]), np.array([0.0, 0.0, 1.0, 3.0])
    found = distil(decisions(2000, planted), before, ridge=1e-6)
    assert found.weights == pytest.approx([1.5, -0.7, 0.0, 3.0], abs=0.01)
    assert found.after == pytest.approx(found.entropy, abs=1e-4)
    assert found.before > found.after + 0.3
    assert (found.decisions, found.nonlinear) == (2000, 0)
    held = distil(decisions(2000, planted), before, ridge=1e4)
    assert held.weights == pytest.approx(before, abs=0.01)


def test_an_action_that_its_score_rules_out_decides_nothing():
    planted, before = np.array([1.5, -0.7, 0.0, 5.0]), np.array([0.0, 0.0, 1.0, 3.0])
    found = decisions(2000, planted)
    last = np.cumsum(found.sizes)  # where each decision gets one more action
    more = Decisions(
        features=np.insert(found.features, last, 0, axis=0),
        offsets=np.insert(found.offsets, last, -1000),
        visits=np.insert(found.visits * 0.9, last, 0.1),
        sizes=found.sizes + 1,
        games=found.games,
        deviations=np.insert(found.deviations, last, 0),
    )
    result, usual = (distil(one, before, ridge=1e-6) for one in (more, found))
    assert result.weights == pytest.approx(usual.weights)
    assert result.after == pytest.approx(usual.after)


@pytest.mark.compiled
def test_a_search_of_the_race_prefers_to_jump():
    game = ducato.load("race", 2)
    before = greedy_weights(game.game)
    found = searched([game], {"sims": 200}, before, 40, share=0.5, seed=2)
    assert 40 * 12 * 0.4 < len(found) < 40 * 12 * 0.6
    assert found.features[:3].tolist() == [[1, 0], [0, 1], [0, 0]]
    assert found.visits.sum() == pytest.approx(len(found))
    assert found.nonlinear == 0
    result = distil(found, before)
    walk, jump = result.weights
    assert jump > walk > 0
    assert result.after < result.before
    again = searched([game], {"sims": 200}, before, 40, share=0.5, seed=2)
    assert np.array_equal(again.visits, found.visits)


@pytest.mark.compiled
def test_scores_that_are_not_linear_are_noticed(monkeypatch: pytest.MonkeyPatch):
    game = ducato.load("race", 2)
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    monkeypatch.setattr(
        game.State.rules, "action_score", lambda s, e, action, weights: weights[0] ** 2 * action
    )
    found = search_game(game, {"sims": 20}, greedy_weights(game.game), 0.5, 0, 0)
    assert found.nonlinear == pytest.approx(2 / 3)  # a score of 0 is linear


def test_one_game_is_not_enough():
    with pytest.raises(BadValue, match="at least two"):
        distil(decisions(5, np.ones(2)), np.ones(2))


def test_cross_entropy_is_least_for_the_true_weights():
    planted = np.array([1.0, 2.0, 0.0])
    found = decisions(100, planted)
    assert cross_entropy(found, planted) < cross_entropy(found, planted * 1.1)


TEXT = """# About the weights.
[weights]
walk = 0.0 # points of a walk
jump = 0.0
"""


def test_a_table_for_the_search_is_added():
    text = with_search_weights(TEXT, {"walk": 1, "jump": -2.34567891}, "Found by a search.")
    assert text == TEXT + "\n# Found by a search.\n[search]\nwalk = 1.0\njump = -2.34568\n"
    assert tomllib.loads(text)["search"] == {"walk": 1.0, "jump": -2.34568}
    assert with_search_weights("", {"a.b": 1e-9}, "New.") == '# New.\n[search]\n"a.b" = 1e-09\n'


def test_a_table_for_the_search_is_replaced_and_its_comments_are_kept():
    before = "[search]\n# The first.\nwalk = 1.0  # points\nold = 3\n\n" + TEXT
    text = with_search_weights(before, {"walk": 7, "jump": 8}, "Not used.")
    assert text == "[search]\n# The first.\nwalk = 7.0  # points\njump = 8.0\n\n" + TEXT
    with pytest.raises(BadValue, match="TOML"):
        with_search_weights("[", {}, "")


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch):
    """Return a function that gives the race another file of weights."""
    ducato.load("race", 2)  # before its other files are replaced, too

    def write(text: str) -> None:
        monkeypatch.setattr(data_files, "read_toml", lambda package, name: tomllib.loads(text))
        module._numbers.cache_clear()

    yield write
    module._numbers.cache_clear()


def test_the_search_has_weights_of_its_own(written):
    game = ducato.load("race", 2).game
    assert search_weights(game).tolist() == greedy_weights(game).tolist() == [0, 0]
    written(TEXT + "[search]\nwalk = 1\njump = 2.5\n")
    assert search_weights(game).tolist() == [1, 2.5]
    assert greedy_weights(game).tolist() == [0, 0]


@pytest.mark.parametrize(
    ("table", "error", "match"),
    [
        ("walk = 1", UnknownName, "jump"),
        ("walk = 1\njump = 2\nhop = 3", UnknownName, "hop"),
        ("walk = 1\njump = 'far'", BrokenGame, "no number"),
    ],
)
def test_faulty_weights_of_the_search_are_rejected(written, table: str, error, match: str):
    written(TEXT + "[search]\n" + table)
    with pytest.raises(error, match=match):
        search_weights(ducato.load("race", 2).game)
