"""The weights by which actions are scored, read from a game's ``data/greedy.toml``.

The table ``[weights]`` is that of the greedy player; ``[search]``, which may be missing, has the
weights for the priors and the playouts of a search.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from ducato.core.editions import data_files
from ducato.core.errors import BrokenGame, UnknownName
from ducato.core.game.registered_game import Game

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FILE = "data/greedy.toml"


def greedy_weights(game: Game) -> NDArray[np.float64]:
    """Return the weights of the greedy player, in the order of `Feature` in the game's `bot`.

    Without a file of weights each weight is 1; without features there are no weights.

    Raises:
        BrokenGame: the file has no weights, or one that is not a number.
        UnknownName: a weight is missing, or does not belong to a feature.
    """
    return _array(_numbers(game, "weights"))


def search_weights(game: Game) -> NDArray[np.float64]:
    """Return the weights for the priors and the playouts of a search, in the order of `Feature`.

    They are those of the greedy player unless the file has a table for the search. They are scaled
    so that the softmax of the scores, at temperature 1, is how often a search takes each action.

    Raises:
        BrokenGame, UnknownName: as for `greedy_weights`.
    """
    return _array(_numbers(game, "search" if _has_table(game, "search") else "weights"))


def check_weights(game: Game) -> None:
    """Check that bots which score actions find their weights; this needs no NumPy.

    Raises:
        BrokenGame, UnknownName: as for `greedy_weights`.
    """
    for table in ("weights", "search") if _has_table(game, "search") else ("weights",):
        _numbers(game, table)


def _has_table(game: Game, table: str) -> bool:
    return data_files.has_file(game.package, FILE) and table in data_files.read_toml(
        game.package, "greedy.toml"
    )


@cache
def _numbers(game: Game, table: str) -> tuple[float, ...]:
    expected = game.names("Feature")
    if not data_files.has_file(game.package, FILE):
        return (1.0,) * len(expected)
    given = data_files.read_toml(game.package, "greedy.toml").get(table)
    if not isinstance(given, dict):
        raise BrokenGame(game.name, f"has no table [{table}] in {FILE}")
    for key in given:
        if key not in expected:
            raise UnknownName(f"feature of {game.name}", key, expected)
    for key in expected:
        if key not in given:
            raise UnknownName(f"weight of {game.name}", key, given)
        if not isinstance(given[key], int | float):
            raise BrokenGame(game.name, f"has the weight {key} = {given[key]!r}: no number")
    return tuple(float(given[key]) for key in expected)


def _array(numbers: tuple[float, ...]) -> NDArray[np.float64]:
    import numpy as np  # only bots need it that run here, and none in a page

    return np.array(numbers, np.float64)
