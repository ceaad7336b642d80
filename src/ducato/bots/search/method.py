"""The parameters of a search, and the buffers in which it works."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ducato.bots.playout import Choices, Policy
from ducato.bots.value import Net

NONE = -1
DEEPEST = 256
"""Maximum length of a path in the tree; a simulation that gets this deep is evaluated there."""
UNTRIED = 0.5
"""Value of an action before its first visit: an equal chance in a game for two."""


class Method(NamedTuple):
    """The parameters of a search.

    Attributes:
        exploration: the constant `c` of the PUCT rule.
        untried: the value of an action before its first visit where no other has been tried, and
            everywhere if `caution` is 0.
        caution: how much less an untried action is worth than the tried ones: their mean value
            minus `caution` times the square root of their priors' sum.
        trust: the part of the prior that comes from a guided policy, 0 to 1; the rest is shared
            equally, so that a wrong prior is corrected in the end. Without effect if the policy is
            not guided.
        policy: the policy of playouts; if it is guided, it also gives the prior.
        depth: number of steps after which a playout stops and the game's estimate is used; 0 to
            play to the end.
        longest: number of steps at which a playout to the end counts as a tie: `Game.longest`,
            which only a stalled game reaches, since a playout begins after at least one decision.
        value: the weight of the learned value of a leaf, 0 to 1; the rest is that of the playout.
            With 1 there are no playouts, except where the game ends before the next turn.
        paired: whether the n-th visits of all actions at the root share their luck: the hidden
            cards dealt and the outcomes of chance.
    """

    exploration: float
    untried: float
    caution: float
    trust: float
    policy: Policy
    depth: int
    longest: int
    value: float
    paired: bool


class Workspace(NamedTuple):
    """Buffers of a search, allocated once: compiled code cannot allocate.

    Attributes:
        root: the legal actions at the root and their priors.
        choices: the legal actions elsewhere, and their priors.
        slots: for each action of the game, the index of its node below the current one; `NONE`
            everywhere between two selections.
        path: the indices of the nodes that the simulation passed, without the root; `DEEPEST`
            entries.
        ranks: the final rank of each seat.
        results: each seat's share of the win, or its estimated chance of winning.
        judged: each seat's chance of winning by the learned value.
        net: the network of the learned value.
        luck: the generator of deals and outcomes of chance.
        luck_seed: two numbers that seed it in a search whose luck is paired.
        seat: the seat that searches, as the only entry.
        turns: the number of playouts to the end of the game, and of turns begun in them.
    """

    root: Choices
    choices: Choices
    slots: NDArray[np.int32]
    path: NDArray[np.int32]
    ranks: NDArray[np.int32]
    results: NDArray[np.float64]
    judged: NDArray[np.float64]
    net: Net
    luck: NDArray[np.int64]
    luck_seed: NDArray[np.int64]
    seat: NDArray[np.int64]
    turns: NDArray[np.int64]

    @classmethod
    def of(cls, actions: int, seats: int, net: Net) -> Workspace:
        """Allocate the buffers for a game with this many actions and seats."""
        return cls(
            Choices.of(actions),
            Choices.of(actions),
            np.full(actions, NONE, np.int32),
            np.zeros(DEEPEST, np.int32),
            np.zeros(seats, np.int32),
            np.zeros(seats),
            np.zeros(seats),
            net,
            np.zeros(4, np.int64),
            np.zeros(2, np.int64),
            np.zeros(1, np.int64),
            np.zeros(2, np.int64),
        )
