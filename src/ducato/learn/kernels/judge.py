"""Judgements of positions by playouts and by the game's estimate, compiled with the rules."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ducato.bots.playout import Choices, Policy, play_out
from ducato.bots.value import shares_of_win
from ducato.compile.kernels import kernel
from ducato.core.verbs import estimate, ranking, rule


class Judged(NamedTuple):
    """Buffers for the judgements of positions, by position and seat.

    Attributes:
        one: the shares of the win in one playout.
        many: their mean in all playouts.
        estimated: the game's estimate.
        ranks: the final rank of each seat in a playout.
        shares: each seat's share of the win in a playout.
        playouts: the number of playouts.
        longest: the number of steps at which a playout counts as a tie.
    """

    one: NDArray[np.float64]
    many: NDArray[np.float64]
    estimated: NDArray[np.float64]
    ranks: NDArray[np.int32]
    shares: NDArray[np.float64]
    playouts: int
    longest: int


@rule
def add_result(state: Any, edition: Any, finished: bool, judged: Judged, row: Any) -> None:
    """Add every seat's share of the win to a row; all share a game that did not end."""
    for seat in range(len(row)):
        judged.shares[seat] = 1.0 / len(row)
    if finished:
        ranking(state, edition, judged.ranks)
        shares_of_win(judged.ranks, judged.shares)
    for seat in range(len(row)):
        row[seat] += judged.shares[seat]


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
        states[0] = kept[index]
        state = states[0]
        estimate(state, edition, judged.estimated[index])
        for number in range(judged.playouts):
            states[0] = kept[index]
            steps = play_out(state, edition, rng, policy, choices, judged.longest)
            add_result(state, edition, steps >= 0, judged, judged.many[index])
            if number == 0:
                for seat in range(len(judged.ranks)):
                    judged.one[index, seat] = judged.many[index, seat]
        for seat in range(len(judged.ranks)):
            judged.many[index, seat] /= judged.playouts
    return len(kept)
