"""The weights of a game's greedy player, read from its ``data/greedy.toml``."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ducato.core.editions import data
from ducato.core.errors import BrokenGame, UnknownName
from ducato.core.game import Game
from ducato.core.game.registry import reason


def greedy_weights(game: Game) -> NDArray[np.float64]:
    """Return the weights, in the order of the game's enumeration `Feature`.

    Raises:
        BrokenGame: the game has no features or no weights.
        UnknownName: a weight is missing, or does not belong to a feature.
    """
    return _weights(game.name, game.package).copy()


@cache
def _weights(name: str, package: str) -> NDArray[np.float64]:
    from importlib import import_module

    try:
        features: Any = import_module(f"{package}.rules.features").Feature
        given = data.read_toml(package, "greedy.toml")["weights"]
    except (ImportError, AttributeError, OSError, KeyError) as error:
        raise BrokenGame(name, f"has no weights for guided players: {reason(error)}") from error
    expected = [feature.name.lower() for feature in features]
    for key in given:
        if key not in expected:
            raise UnknownName(f"feature of {name}", key, expected)
    for key in expected:
        if key not in given:
            raise UnknownName(f"weight of {name}", key, given)
    return np.array([float(given[key]) for key in expected])
