"""A search in progress: the tree with its buffers, grown in steps, and its estimates."""

from __future__ import annotations

from typing import Any

from ducato.bots.advice.opinion import ActionEstimate
from ducato.bots.search.descent import TreeDescent
from ducato.bots.search.method import NONE, Method, Workspace
from ducato.bots.search.nodes import Node, keep
from ducato.bots.search.simulation import simulate
from ducato.bots.value import Net
from ducato.core.batch import Batch, array_of
from ducato.core.chance import new_rng, next_word
from ducato.core.game import LoadedGame
from ducato.core.game.value_weights import Weights
from ducato.core.struct import Struct

GUESS = 16
"""Number of playouts from which a search finds how many turns are left."""


class Tree:
    """A search from a state redacted for one seat, kept from decision to decision.

    Args:
        game: the loaded game.
        method: the parameters of the search.
        weights: the weights of the learned value, if the method uses one.
        ending: the number of turns below which the rest of the game is played out, since playouts
            are then better than a learned value.

    Attributes:
        size: number of nodes in use.
    """

    def __init__(
        self, game: LoadedGame, method: Method, weights: Weights | None = None, ending: float = 0
    ) -> None:
        self.method, self.ending = method, ending
        self.size = 1
        self._nodes = self._spare = Batch.zeros(Node, 1)
        self._rng = new_rng(0)
        self._states = Batch.zeros(game.State, 2)
        self._editions = Batch.of(game.edition)
        net = Net.none() if weights is None else Net.of(weights)
        self._work = Workspace.of(len(game.actions), game.players, net)
        self._steps = TreeDescent(game)
        self._playing, self._guesses = method, 0
        self._seat, self._legal = NONE, list[int]()

    @property
    def visits(self) -> int:
        """The number of simulations from the present root, those kept included."""
        return int(self._nodes.array[0]["visits"])

    @property
    def playing(self) -> Method:
        """The parameters in use; near the end of a game, leaves are judged by playouts alone."""
        return self._playing

    def begin(
        self, state: Struct, seat: int, legal: list[int], seed: int | str, simulations: int
    ) -> None:
        """Begin the search of a state, with the part of the tree that belongs to it already.

        Args:
            state: the state, redacted for the seat.
            seat: the seat that searches.
            legal: its legal actions; empty if another seat is to move.
            seed: the seed; equal seeds and equal earlier searches give equal trees.
            simulations: the number of simulations to make room for; a full tree gets no new nodes.
        """
        node = NONE
        if self.size > 1:
            node = self._steps.find(self._states, self._nodes, state, seat)
        capacity = simulations + 1
        if node == NONE:
            self._nodes = self._sized(self._nodes, capacity)
            self._nodes.array[0] = 0
            self._nodes.array[0]["child"] = self._nodes.array[0]["sibling"] = NONE
            self.size = 1
        else:
            left = min(self.size, 2 * capacity)
            self._spare = self._sized(self._spare, left + capacity)
            self.size = keep(self._nodes, self._spare, node, left)
            self._nodes, self._spare = self._spare, self._nodes
        self._seat, self._legal = seat, legal
        self._states.array[1:] = array_of(state)
        self._rng = new_rng(seed, seat)
        self._work.luck_seed[:] = [next_word(self._rng), next_word(self._rng)]
        self._work.turns[:] = 0
        self._work.seat[0] = seat
        self._playing = self.method
        self._guesses = GUESS if self.ending and self.method.value > 0 else 0

    @staticmethod
    def _sized(nodes: Batch, length: int) -> Batch:
        return nodes if len(nodes.array) >= length else Batch.zeros(Node, length)

    def grow(self, simulations: int) -> None:
        """Run this number of additional simulations."""
        if self._guesses > 0:
            self._playing = self.method._replace(value=min(self.method.value, 0.5))
            guesses = min(self._guesses, simulations)
            self._simulate(guesses)
            self._guesses -= guesses
            simulations -= guesses
            if self._guesses == 0:
                played, begun = self._work.turns
                late = begun < self.ending * played
                self._playing = self.method._replace(value=0.0) if late else self.method
        if simulations > 0:
            self._simulate(simulations)

    def _simulate(self, simulations: int) -> None:
        self.size = simulate(
            self._states,
            self._editions,
            self._rng,
            self._nodes,
            self.size,
            simulations,
            self._playing,
            self._work,
        )

    def compile_keeping(self, state: Struct, seat: int) -> None:
        """Compile what `begin` needs to keep a tree, so that no decision has to wait for it."""
        self._steps.compile(state, seat)
        keep(self._nodes, Batch.zeros(Node, 1), 0, 1)

    def contents(self) -> bytes:
        """Return the bytes of all nodes in use."""
        return self._nodes.array[: self.size].tobytes()

    def estimates(self) -> list[ActionEstimate]:
        """Return an estimate of every action that was tried at the root.

        A forced action is skipped: the estimates are then those of the next decision.
        """
        nodes: Any = self._nodes.array
        found, index = [], int(nodes[0]["child"])
        while index != NONE:
            node = nodes[index]
            # A node that was not the root may have children from worlds that are now ruled out.
            if len(self._legal) == 1 or (
                int(node["mover"]) == self._seat and int(node["action"]) in self._legal
            ):
                found.append(_estimate_at(node))
            index = int(node["sibling"])
        return found

    def likeliest(
        self, node: int, mover: int, only: int = NONE
    ) -> tuple[int, ActionEstimate] | None:
        """Return the node below a node, 0 for the root, that a seat visited most, if there is one.

        Of equals, return the one of highest value. With it comes the estimate of its action; it is
        the action `only`, unless that is `NONE`.
        """
        nodes: Any = self._nodes.array
        found, index = None, int(nodes[node]["child"])
        while index != NONE:
            right = only in (NONE, int(nodes[index]["action"]))
            if right and int(nodes[index]["mover"]) == mover and int(nodes[index]["visits"]):
                one = _estimate_at(nodes[index])
                if found is None or (one.visits, one.value) > (found[1].visits, found[1].value):
                    found = index, one
            index = int(nodes[index]["sibling"])
        return found


def _estimate_at(node: Any) -> ActionEstimate:
    visits = int(node["visits"])
    return ActionEstimate(int(node["action"]), visits, float(node["total"]) / visits)
