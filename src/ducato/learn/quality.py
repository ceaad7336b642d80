"""How well a network predicts who wins, compared with playouts and with the game's estimate."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ducato.bots.playout import Choices, Policy
from ducato.core.batch import Batch
from ducato.core.chance import new_rng
from ducato.core.game import LoadedGame
from ducato.core.game.value_weights import Weights
from ducato.learn.fit import chances
from ducato.learn.kernels.judge import Judged, judge
from ducato.learn.positions import check_some, recorded
from ducato.learn.scores import Score, log_losses, scores

PLAYOUTS = 8
"""The number of playouts whose mean is compared."""


def quality(
    editions: Sequence[LoadedGame],
    weights: NDArray[np.float64],
    network: Weights,
    games: int,
    *,
    first: int,
    every: int = 8,
    seed: int = 0,
) -> dict[str, list[Score]]:
    """Return the scores of a network, one playout, eight playouts and the game's estimate, by name.

    Results of playouts are mixed with equal chances, in the proportion that gives the least
    log-loss on these very positions: a single playout would otherwise be certain and often wrong.

    Args:
        editions: the game, loaded with each edition to play.
        weights: the weights divided by the temperature, for the games and for the playouts.
        network: the network.
        games: the number of games to judge, none of which the network has seen.
        first: the number of the first of them.
        every: one of so many turns is judged.
        seed: the random seed.

    Raises:
        BadValue: there is no game to play.
    """
    check_some(editions, games)
    game = editions[0]
    found, states = recorded(list(editions), weights, first, games, every, seed, keep=True)
    number, seats = found.wins.shape
    ones, many, estimated = (np.zeros((number, seats)) for _ in range(3))
    buffers = np.zeros(seats, np.int32), np.zeros(seats)
    judged = Judged(ones, many, estimated, *buffers, PLAYOUTS, game.game.longest)
    batch = Batch.zeros(type(game.edition), len(editions))
    for index, edition in enumerate(editions):
        batch[index] = edition.edition
    judge(
        Batch.zeros(game.State, 1),
        batch,
        new_rng(seed, "quality"),
        Policy(True, weights),
        Choices.of(len(game.actions)),
        Batch(game.State, states),
        found.games,
        judged,
    )
    judgements = {
        "network": chances(network, found.rows),
        "1 playout": mixed(ones, found.wins),
        f"{PLAYOUTS} playouts": mixed(many, found.wins),
    }
    if game.game.verb("estimate") is not None:
        judgements["estimate"] = estimated
    return {name: scores(shares, found.wins, found.left) for name, shares in judgements.items()}


def mixed(shares: NDArray[np.float64], wins: NDArray[Any]) -> NDArray[np.float64]:
    """Return shares mixed with equal chances, in the proportion with the least log-loss."""
    seats = shares.shape[1]
    mixtures = [shares * (1 - part) + part / seats for part in np.linspace(0.01, 1, 100)]
    return min(mixtures, key=lambda one: float(log_losses(one, wins).mean()))
