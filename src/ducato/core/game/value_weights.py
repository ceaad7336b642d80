"""The weights of a game's learned values, read from its ``data/value.npz`` and written to it.

The file is an archive of NumPy arrays, none of them pickled:

- ``features``: the names of the game's `StateFeature`s for which the weights were found;
- ``about``: where the weights come from, as JSON;
- ``<players>/<name>``: the arrays of the network for this number of players, by `NAMES`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from io import BytesIO
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ducato.core.editions import data_files
from ducato.core.errors import BrokenGame
from ducato.core.game.registered_game import Game
from ducato.core.safe_file import write_whole

FILE = "data/value.npz"
NAMES = ("first", "first_bias", "second", "second_bias", "last", "last_bias")
"""The arrays of a network, in the order of the fields of `bots.value.Net`."""

Weights = tuple[NDArray[np.float32], ...]
"""The arrays of one network, by `NAMES`."""

_in_use: ContextVar[Mapping[tuple[str, int], Weights]] = ContextVar(
    "in_use", default=MappingProxyType({})
)
"""The networks that replace those of games, by the game's name and the number of players."""


def value_weights(game: Game, players: int) -> Weights | None:
    """Return the weights of the network for a number of players, or None if there are none.

    Raises:
        BrokenGame: the file was made for other features than the game has.
    """
    replaced = _in_use.get().get((game.name, players))
    return _networks(game).get(players) if replaced is None else replaced


@contextmanager
def using(game: Game, players: int, weights: Weights | None) -> Iterator[None]:
    """Let bots that are made in this context have another network; None changes nothing."""
    if weights is None:
        yield
        return
    token = _in_use.set({**_in_use.get(), (game.name, players): weights})
    try:
        yield
    finally:
        _in_use.reset(token)


def write_value_weights(
    path: Path, features: Sequence[str], networks: Mapping[int, Weights], about: Any
) -> None:
    """Write the networks by number of players; `about` says where they come from."""
    arrays: dict[str, NDArray[Any]] = {
        f"{players}/{name}": array
        for players, weights in sorted(networks.items())
        for name, array in zip(NAMES, weights, strict=True)
    }
    about = np.array(json.dumps(about, sort_keys=True))
    arrays |= {"features": np.array(features), "about": about}
    write_whole(path, lambda file: np.savez(file, **arrays))  # type: ignore[arg-type]


def about_value(game: Game) -> Any:
    """Return where the weights come from, as given to `write_value_weights`; None without a file.

    It is the same for all numbers of players, and names what was found for each.
    """
    if not data_files.has_file(game.package, FILE):
        return None
    with np.load(BytesIO(data_files.read_bytes(game.package, FILE)), allow_pickle=False) as arrays:
        return json.loads(str(arrays["about"]))


@cache
def _networks(game: Game) -> dict[int, Weights]:
    if not data_files.has_file(game.package, FILE):
        return {}
    with np.load(BytesIO(data_files.read_bytes(game.package, FILE)), allow_pickle=False) as arrays:
        known = [str(name) for name in arrays["features"]]
        if known != game.names("StateFeature"):
            raise BrokenGame(game.name, f"has other state features than its {FILE}: learn anew")
        players = {int(key.partition("/")[0]) for key in arrays.files if "/" in key}
        return {n: tuple(arrays[f"{n}/{name}"] for name in NAMES) for n in sorted(players)}
