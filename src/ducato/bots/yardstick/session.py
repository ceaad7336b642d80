"""A search of version 0.1 in progress: the tree with its buffers, grown in steps."""

from __future__ import annotations

from typing import Any

from ducato.bots.search.session import Estimate
from ducato.bots.yardstick import search
from ducato.core.chance import new_rng
from ducato.core.game import LoadedGame
from ducato.core.struct import Batch, Struct


class Tree:
    """A search from a state redacted for the seat to move.

    Args:
        game: the loaded game.
        method: the parameters of the search.
        state: the state, redacted for the seat.
        seat: the seat to move.
        seed: the random seed; the same seed and number of simulations give the same tree.
        capacity: the maximum number of nodes below the root; a full tree gets no new nodes.
    """

    def __init__(
        self,
        game: LoadedGame,
        method: search.YardstickMethod,
        state: Struct,
        seat: int,
        seed: int,
        capacity: int,
    ) -> None:
        self.method = method
        self.nodes = Batch.zeros(search.Node, capacity + 1)
        self.nodes.array["child"] = self.nodes.array["sibling"] = search.NONE
        self.size = 1
        self._rng = new_rng(seed, seat)
        self._states = Batch.zeros(game.State, 2)
        self._states.array[1:] = state.array
        self._editions = Batch.of(game.edition)
        self._work = search.YardstickWorkspace.of(len(game.actions), game.players)

    def grow(self, simulations: int) -> None:
        """Run this number of additional simulations."""
        self.size = search.simulate(
            self._states,
            self._editions,
            self._rng,
            self.nodes,
            self.size,
            simulations,
            self.method,
            self._work,
        )

    def settled(self, left: int) -> bool:
        """Return whether `left` more simulations cannot change the most visited action."""
        visits = sorted((e.visits for e in self.estimates()), reverse=True)
        return len(visits) > 1 and visits[0] - visits[1] > left

    def estimates(self) -> list[Estimate]:
        """Return an estimate of every action that was tried at the root."""
        nodes: Any = self.nodes.array
        found, index = [], int(nodes[0]["child"])
        while index != search.NONE:
            node = nodes[index]
            visits = int(node["visits"])
            found.append(Estimate(int(node["action"]), visits, float(node["total"]) / visits))
            index = int(node["sibling"])
        return found
