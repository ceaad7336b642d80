"""How well a network predicts who wins, compared with playouts and with the game's estimate."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ducato.bots.playout import Choices, Policy, play_out
from ducato.compile.kernels import kernel
from ducato.core.chance import new_rng
from ducato.core.game import LoadedGame
from ducato.core.game.value_weights import Weights
from ducato.core.struct import Batch
from ducato.core.verbs import estimate, has_estimate, ranking, rule
from ducato.learn.data import recorded
from ducato.learn.fit import chances
from ducato.learn.scores import Score, log_losses, scores

PLAYOUTS = 8
"""The number of playouts whose mean is compared."""


class Judged(NamedTuple):
    """Buffers for the judgements of positions, by position and seat.

    Attributes:
        one: the shares of the win in one playout.
        many: their mean in all playouts.
        estimated: the game's estimate.
        ranks: the final rank of each seat in a playout.
        playouts: the number of playouts.
        longest: the number of steps at which a playout counts as a tie.
    """

    one: NDArray[np.float64]
    many: NDArray[np.float64]
    estimated: NDArray[np.float64]
    ranks: NDArray[np.int32]
    playouts: int
    longest: int


@rule
def add_result(state: Any, edition: Any, finished: bool, ranks: Any, row: Any) -> None:
    """Add every seat's share of the win to a row; all share a game that did not end."""
    if not finished:
        for seat in range(len(row)):
            row[seat] += 1.0 / len(row)
        return
    ranking(state, edition, ranks)
    winners = 0
    for seat in range(len(row)):
        if ranks[seat] == 1:
            winners += 1
    for seat in range(len(row)):
        if ranks[seat] == 1:
            row[seat] += 1.0 / winners


@kernel
def judge(
    states: Any,
    editions: Any,
    rng: Any,
    policy: Policy,
    choices: Choices,
    kept: Any,
    games: Any,
    judged: Judged,
) -> int:
    """Judge each position in `kept` by playouts and by the game's estimate; return their number.

    The position of the game with number n has the n-th edition, and so on in turn; `states` is a
    batch of one to overwrite.
    """
    for index in range(len(kept)):
        edition = editions[games[index] % len(editions)]
        state = states[0]
        states[0] = kept[index]
        estimate(states[0], edition, judged.estimated[index])
        for number in range(judged.playouts):
            states[0] = kept[index]
            state = states[0]
            steps = play_out(state, edition, rng, policy, choices, judged.longest)
            add_result(state, edition, steps >= 0, judged.ranks, judged.many[index])
            if number == 0:
                for seat in range(len(judged.ranks)):
                    judged.one[index, seat] = judged.many[index, seat]
        for seat in range(len(judged.ranks)):
            judged.many[index, seat] /= judged.playouts
    return len(kept)


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
    """
    game = editions[0]
    found, states = recorded(list(editions), weights, first, games, every, seed, keep=True)
    number, seats = found.wins.shape
    ones, many, estimated = (np.zeros((number, seats)) for _ in range(3))
    judged = Judged(
        *(ones, many, estimated, np.zeros(seats, np.int32), PLAYOUTS, game.game.longest)
    )
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
    if has_estimate(game.game.module("rules")):
        judgements["estimate"] = estimated
    return {name: scores(shares, found.wins, found.left) for name, shares in judgements.items()}


def mixed(shares: NDArray[np.float64], wins: NDArray[Any]) -> NDArray[np.float64]:
    """Return shares mixed with equal chances, in the proportion with the least log-loss."""
    seats = shares.shape[1]
    mixtures = [shares * (1 - part) + part / seats for part in np.linspace(0.01, 1, 100)]
    return min(mixtures, key=lambda one: float(log_losses(one, wins).mean()))
