"""One search in progress: the tree with its work space, grown in steps, and what it found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ducato.bots import search
from ducato.core.chance import new_rng
from ducato.core.game import LoadedGame
from ducato.core.struct import Batch, Struct


@dataclass(frozen=True)
class Method:
    """How a search chooses and plays out.

    Attributes:
        exploration: PUCT's constant.
        trust: how much of the prior is the guided player's opinion, 0 to 1; the rest is shared
            equally, so that a wrong opinion is found out in the end.
        guided: whether playouts and priors follow `weights`.
        weights: greedy weights over the temperature.
        depth: steps after which a playout is cut and the game's estimate asked; 0 plays to the end.
    """

    exploration: float
    trust: float
    guided: bool
    weights: NDArray[np.float64]
    depth: int = 0


@dataclass(frozen=True)
class Estimate:
    """What a search thinks of one action: simulations spent on it and its share of wins, 0 to 1."""

    action: int
    visits: int
    value: float


class Tree:
    """A search from what `seat`, which is to move, may see.

    Args:
        game: the loaded game.
        method: how to search.
        state: redacted for the seat.
        seat: whose decision it is.
        seed: the same seed and the same steps of `grow` give the same tree.
        capacity: nodes that the tree may have; full, it is only refined.
    """

    def __init__(
        self, game: LoadedGame, method: Method, state: Struct, seat: int, seed: int, capacity: int
    ) -> None:
        self.game, self.method = game, method
        actions = len(game.actions)
        self.nodes = Batch.zeros(search.Node, capacity + 1)
        self.nodes.array["child"] = self.nodes.array["sibling"] = search.NONE
        self.size = 1
        self.rng = new_rng(seed, seat)
        self._batches = (
            Batch.of(state.copy()),
            Batch.zeros(game.State, 1),
            Batch.of(game.edition),
        )
        self._space = (
            game.actions.buffer(),
            np.zeros(actions),
            np.full(actions, search.NONE, np.int32),
            np.zeros(search.DEEPEST, np.int32),
            np.zeros(game.players, np.int32),
            np.zeros(game.players),
        )

    def grow(self, simulations: int) -> None:
        """Run some more simulations."""
        how = self.method
        self.size = search.simulate(
            *(*self._batches, self.nodes, self.size, self.rng, simulations),
            *(how.exploration, how.trust, how.guided, how.weights, *self._space),
            *(self.game.game.longest, how.depth),
        )

    def settled(self, left: int) -> bool:
        """Whether `left` more simulations cannot change which action was visited most."""
        visits = sorted((e.visits for e in self.estimates()), reverse=True)
        return len(visits) > 1 and visits[0] - visits[1] > left

    def estimates(self) -> list[Estimate]:
        """What was found of every action that was tried at the root."""
        nodes: Any = self.nodes.array
        found, index = [], int(nodes[0]["child"])
        while index != search.NONE:
            node = nodes[index]
            visits = int(node["visits"])
            found.append(Estimate(int(node["action"]), visits, float(node["total"]) / visits))
            index = int(node["sibling"])
        return found
