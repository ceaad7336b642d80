"""The comparison of a network with playouts and with the game's estimate."""

from __future__ import annotations

import numpy as np
import pytest

import ducato
from ducato.learn.fit import fit
from ducato.learn.positions import collect
from ducato.learn.quality import mixed, quality

WEIGHTS = np.array([0.5, 1.0])


@pytest.mark.compiled
@pytest.mark.parametrize("seats", [2, 3])
def test_more_playouts_predict_better(seats: int):
    editions = [ducato.load("race", seats, edition) for edition in ("short", "long")]
    network = fit(collect(editions, WEIGHTS, 400, every=2)).weights
    found = quality(editions, WEIGHTS, network, 200, first=400, every=3)
    assert list(found) == ["network", "1 playout", "8 playouts", "estimate"]
    losses = {name: scores[0].log_loss for name, scores in found.items()}
    assert losses["8 playouts"] < losses["1 playout"] < np.log(seats)
    assert losses["network"] < losses["1 playout"]
    assert losses["8 playouts"] < losses["estimate"]
    assert {score.turns_left for score in found["estimate"]} >= {"all", "1-5", "6-11"}
    assert quality(editions, WEIGHTS, network, 200, first=400, every=3) == found


def test_shares_are_mixed_with_equal_chances():
    wins = np.array([[1, 0], [1, 0], [0, 1], [1, 0]])
    certain = mixed(np.array([[1.0, 0]] * 4), wins)
    assert certain[0] == pytest.approx([0.75, 0.25], abs=0.01)
    useless = mixed(np.array([[0.0, 1]] * 4), wins)
    assert useless[0] == pytest.approx([0.5, 0.5])
