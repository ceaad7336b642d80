"""The fit of the network: it finds planted values, and judges itself by games held out."""

from __future__ import annotations

import numpy as np
import pytest

import ducato
from ducato.bots.value import Net, values
from ducato.compile.kernels import kernel
from ducato.core.batch import Batch
from ducato.core.errors import BadValue
from ducato.learn.fit import chances, fit
from ducato.learn.positions import Positions, collect, recorded
from ducato.learn.scores import scores

WEIGHTS = np.array([0.5, 1.0])


def planted(games: int, seats: int, width: int = 12) -> tuple[Positions, np.ndarray]:
    """Return positions whose chances follow a linear score, and these chances."""
    rng = np.random.default_rng(1)
    weights = rng.standard_normal(width) * 0.5
    rows = rng.standard_normal((games * 4, seats, width)) * (rng.random(width) < 0.8)
    rows[:, 1] = -rows[:, 0] if seats == 2 else rows[:, 1]
    scores = rows @ weights
    powers = np.exp(scores if seats > 2 else scores / 2)
    odds = powers / powers.sum(axis=1, keepdims=True)
    winners = (rng.random((len(rows), 1)) > odds.cumsum(axis=1)).sum(axis=1)
    number = np.repeat(np.arange(games), 4).astype(np.int32)
    left = np.tile(np.arange(4, 0, -1), games).astype(np.int32)
    wins = np.eye(seats, dtype=np.float32)[winners]
    return Positions(rows.astype(np.float16), number, left, wins), odds


@pytest.mark.parametrize("seats", [2, 3])
def test_a_planted_linear_value_is_found(seats: int):
    positions, odds = planted(3000, seats)
    found = fit(positions, seed=3)
    assert found.games == (3000, 300)
    shares = chances(found.weights, positions.rows)
    assert np.sqrt(((shares - odds) ** 2).mean()) < 0.06
    assert found.scores[0].turns_left == "all"
    assert found.scores[0].positions == 1200
    assert found.scores[0].auc > 0.65
    assert found.scores[0].log_loss < np.log(seats) - 0.05
    assert min(one.held_out for one in found.curve) == pytest.approx(found.scores[0].log_loss)


def test_equal_seeds_give_equal_weights():
    positions, _ = planted(100, 2)
    one, other, third = (fit(positions, seed=seed, passes=2) for seed in (1, 1, 2))
    assert all(np.array_equal(*both) for both in zip(one.weights, other.weights, strict=True))
    assert not np.array_equal(one.weights[0], third.weights[0])


def test_a_network_is_fitted_further():
    positions, _ = planted(2000, 3)
    first = fit(positions, seed=1)
    again = fit(positions, seed=1, passes=1, start=first.weights)
    assert again.curve[0].held_out < first.curve[0].held_out


def test_a_single_game_is_not_enough():
    with pytest.raises(BadValue, match="at least two"):
        fit(planted(1, 2)[0])


@kernel
def value_of(states, editions, net, out):
    """Write the network's values of the first state."""
    values(states[0], editions[0], net, out)
    return 0


@pytest.mark.compiled
@pytest.mark.parametrize("seats", [2, 3])
def test_a_search_computes_the_same_values(seats: int):
    game = ducato.load("race", seats)
    positions, states = recorded([game], WEIGHTS, 0, 40, 3, 0, keep=True)
    weights = fit(positions, passes=3).weights
    expected = chances(weights, positions.rows)
    for index in range(0, len(positions), 7):
        out = np.zeros(seats)
        value_of(
            Batch(game.State, states[index : index + 1]),
            Batch.of(game.edition),
            Net.of(weights),
            out,
        )
        assert out == pytest.approx(expected[index], abs=2e-4)  # rows are of half precision
    rows = positions.rows.astype(np.float32).astype(np.float64)
    assert np.abs(chances(weights, rows) - expected).max() < 1e-6


@pytest.mark.compiled
@pytest.mark.parametrize("seats", [2, 3])
def test_the_value_of_the_race_is_learned(seats: int):
    positions = collect([ducato.load("race", seats)], WEIGHTS, 3000, every=3)
    found = fit(positions)
    by_turns = {score.turns_left: score for score in found.scores}
    assert by_turns["1-5"].log_loss < by_turns["6-11"].log_loss < np.log(seats)
    assert by_turns["1-5"].auc > 0.85


def test_the_score_of_known_predictions():
    chances = np.array([[0.9, 0.1], [0.2, 0.8], [0.5, 0.5], [0.6, 0.4]])
    wins = np.array([[1, 0], [0, 1], [0.5, 0.5], [0, 1]])
    whole, last, first = (
        scores(chances, wins, np.array([3, 8, 8, 200]))[0],
        *scores(chances, wins, np.array([3, 3, 8, 8]))[1:],
    )
    assert whole.brier == pytest.approx((0.01 + 0.04 + 0 + 0.36) / 4)
    expected = -(np.log(0.9) + np.log(0.8) + np.log(0.5) + np.log(0.4)) / 4
    assert whole.log_loss == pytest.approx(expected)
    assert whole.auc == pytest.approx(8 / 9)  # one of nine pairs is the wrong way round
    assert (last.turns_left, last.auc, first.turns_left, first.positions) == ("1-5", 1, "6-11", 2)
