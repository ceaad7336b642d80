"""The weights of a game's greedy player, read from its ``data/greedy.toml``."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from ducato.core.editions import data
from ducato.core.errors import BrokenGame, UnknownName
from ducato.core.game.registered import Game
from ducato.core.verbs import names


def greedy_weights(game: Game) -> NDArray[np.float64]:
    """Return the weights, in the order of the enumeration `Feature` in the game's `rules`.

    Without a file of weights each weight is 1; without features there are no weights.

    Raises:
        BrokenGame: the file has no weights, or one that is no number.
        UnknownName: a weight is missing, or does not belong to a feature.
    """
    return _weights(game).copy()


@cache
def _weights(game: Game) -> NDArray[np.float64]:
    expected = names(game.module("rules"), "Feature")
    if not data.has_file(game.package, "data/greedy.toml"):
        return np.ones(len(expected))
    given = data.read_toml(game.package, "greedy.toml").get("weights")
    if not isinstance(given, dict):
        raise BrokenGame(game.name, "has no table [weights] in data/greedy.toml")
    for key in given:
        if key not in expected:
            raise UnknownName(f"feature of {game.name}", key, expected)
    for key in expected:
        if key not in given:
            raise UnknownName(f"weight of {game.name}", key, given)
        if not isinstance(given[key], int | float):
            raise BrokenGame(game.name, f"has the weight {key} = {given[key]!r}: no number")
    return np.array([float(given[key]) for key in expected])
