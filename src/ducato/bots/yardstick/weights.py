"""The weights of a game's frozen scores, read from its ``data/yardstick.toml``."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from ducato.core.editions import data
from ducato.core.errors import BrokenGame
from ducato.core.game.registered import Game
from ducato.core.game.weights import greedy_weights
from ducato.core.verbs import names


def yardstick_weights(game: Game) -> NDArray[np.float64]:
    """Return the weights, in the order of the enumeration `YardstickFeature` in the game's `rules`.

    A game without a frozen score is played by its present one, with the present weights.

    Raises:
        BrokenGame: the file does not have exactly one number for each feature; or, without a frozen
            score, see `greedy_weights`.
        UnknownName: without a frozen score, see `greedy_weights`.
    """
    if not hasattr(game.module("rules"), "yardstick_score"):
        return greedy_weights(game)
    return _frozen(game).copy()


@cache
def _frozen(game: Game) -> NDArray[np.float64]:
    expected = names(game.module("rules"), "YardstickFeature")
    given = data.read_toml(game.package, "yardstick.toml")["weights"]
    if sorted(given) != sorted(expected):
        raise BrokenGame(game.name, "has other features than weights in data/yardstick.toml")
    return np.array([float(given[name]) for name in expected])
