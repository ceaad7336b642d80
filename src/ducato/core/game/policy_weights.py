"""The networks of `bots.policy_net`, read from a game's ``data/policy.npz``.

The archive of NumPy arrays, none of them pickled, has

- ``features``: the names of the game's `StateFeature`s, and after them those of its `Feature`s, for
  which the weights were found;
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
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from ducato.core.editions import data
from ducato.core.errors import BrokenGame
from ducato.core.game.registered_game import Game

FILE = "data/policy.npz"
NAMES = ("state", "action", "own", "last")
"""The arrays of a network, in the order of the fields of `bots.policy_net.PolicyNet`."""

PolicyWeights = tuple[NDArray[np.float32], ...]
"""The arrays of one network, by `NAMES`."""

_in_use: ContextVar[Mapping[tuple[str, int], PolicyWeights]] = ContextVar(
    "policies_in_use", default=MappingProxyType({})
)
"""The networks that replace those of games, by the game's name and the number of players."""


def policy_weights(game: Game, players: int) -> PolicyWeights | None:
    """Return the weights of the network for a number of players, or None if there are none.

    Raises:
        BrokenGame: the file is damaged, or was made for other features than the game has.
    """
    replaced = _in_use.get().get((game.name, players))
    return _networks(game).get(players) if replaced is None else replaced


@contextmanager
def using_policy(game: Game, players: int, weights: PolicyWeights | None) -> Iterator[None]:
    """Let bots that are made in this context have another network; None changes nothing."""
    if weights is None:
        yield
        return
    token = _in_use.set({**_in_use.get(), (game.name, players): weights})
    try:
        yield
    finally:
        _in_use.reset(token)


def write_policy_weights(
    path: Path, features: Sequence[str], networks: Mapping[int, PolicyWeights], about: Any
) -> None:
    """Write the networks by number of players; `about` says where they come from."""
    arrays: dict[str, NDArray[Any]] = {
        f"{players}/{name}": array.astype(np.float32)
        for players, weights in sorted(networks.items())
        for name, array in zip(NAMES, weights, strict=True)
    }
    told = np.array(json.dumps(about, sort_keys=True))
    np.savez_compressed(path, features=np.array(features), about=told, **arrays)  # type: ignore[arg-type]


def policy_features(game: Game) -> list[str]:
    """Return the names of all features that a network reads."""
    return [*game.names("StateFeature"), *game.names("Feature")]


def about_policy(game: Game) -> Any:
    """Return where the weights come from, as given to `write_policy_weights`; None without any."""
    if not _networks(game):
        return None
    with np.load(BytesIO(data.read_bytes(game.package, FILE)), allow_pickle=False) as arrays:
        return json.loads(str(arrays["about"]))


@cache
def _networks(game: Game) -> dict[int, PolicyWeights]:
    if not data.has_file(game.package, FILE):
        return {}
    try:
        with np.load(BytesIO(data.read_bytes(game.package, FILE)), allow_pickle=False) as arrays:
            known = [str(name) for name in arrays["features"]]
            players = {int(key.partition("/")[0]) for key in arrays.files if "/" in key}
            found = {n: tuple(arrays[f"{n}/{name}"] for name in NAMES) for n in sorted(players)}
    except (OSError, ValueError, KeyError, EOFError, BadZipFile) as error:
        raise BrokenGame(game.name, f"has a damaged {FILE}: {error}; learn anew") from error
    if known != policy_features(game):
        raise BrokenGame(game.name, f"has other features than its {FILE}: learn anew")
    return found
