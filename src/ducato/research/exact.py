"""Exact answers for games that are small enough to be written down as a tree.

`GameTree` holds every course of a game. Of a policy, it says what each seat gets (`values`), what a
best response gets against it (`best_response`), and so how far it is from an equilibrium
(`nash_conv`). It shows whether a search or a learner is biased, and it is what tabular methods such
as counterfactual regret minimisation need; ``examples/cfr.py`` is one.

Information sets are those of perfect recall, `Position.information_state_string`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from ducato.core.errors import DucatoError
from ducato.core.game import LoadedGame
from ducato.core.position import Position
from ducato.core.struct import Struct
from ducato.core.verbs import CHANCE, TERMINAL

Policy = Mapping[str, NDArray[np.float64]]
"""The chance of each legal action, in their order, by the key of the information set."""
Chooser = Callable[[Struct, int, int], int]
"""Chooses an action from a redacted state, the seat and a seed, as bots do."""


class TooLarge(DucatoError, ValueError):
    """An error raised if a game has more positions than a tree may hold."""


@dataclass
class Node:
    """A position in a tree.

    Attributes:
        player: the seat to move, or the number for chance or the end.
        key: the key of the mover's information set; empty for chance and at the end.
        children: the positions after each legal action or outcome, in their order.
        returns: the seats' returns at the end of the game; empty elsewhere.
    """

    player: int
    key: str
    children: list[Node]
    returns: list[float]


@dataclass
class InformationSet:
    """What a seat knows when it is to move.

    Attributes:
        seat: the seat.
        actions: its legal actions.
        state: the redacted state.
        nodes: the positions that it cannot tell apart.
    """

    seat: int
    actions: list[int]
    state: Struct
    nodes: list[Node] = field(default_factory=list)


class GameTree:
    """All courses of a game, or of the rest of it.

    Args:
        game: the loaded game, or a position from which to begin.
        limit: the largest number of positions.

    Attributes:
        game: the loaded game.
        root: the first position.
        size: the number of positions.
        information_sets: the information sets of all seats, by their keys.

    Raises:
        TooLarge: there are more positions than `limit`.
    """

    def __init__(self, game: LoadedGame | Position, limit: int = 1_000_000) -> None:
        start = game if isinstance(game, Position) else game.new_initial_state()
        self.game, self.size, self._limit = start.game, 0, limit
        self.information_sets: dict[str, InformationSet] = {}
        self.root = self._grown(start)

    def _grown(self, position: Position) -> Node:
        self.size += 1
        if self.size > self._limit:
            raise TooLarge(f"{self.game.name} has more than {self._limit} positions")
        player = position.current_player()
        if player == TERMINAL:
            return Node(player, "", [], position.returns())
        if player == CHANCE:
            steps = [outcome for outcome, _ in position.chance_outcomes()]
            return Node(player, "", self._after(position, steps), [])
        key, steps = position.information_state_string(player), position.legal_actions()
        if key not in self.information_sets:
            seen = position.redact(player).state
            self.information_sets[key] = InformationSet(player, steps, seen)
        node = Node(player, key, self._after(position, steps), [])
        self.information_sets[key].nodes.append(node)
        return node

    def _after(self, position: Position, steps: Iterable[int]) -> list[Node]:
        children = []
        for step in steps:
            after = position.clone()
            after.apply_unchecked(step)
            children.append(self._grown(after))
        return children

    # -------------------------------------------------------------------------------- policies

    def uniform(self) -> dict[str, NDArray[np.float64]]:
        """Return the policy that takes every legal action with the same chance."""
        return {
            key: np.full(len(found.actions), 1 / len(found.actions))
            for key, found in self.information_sets.items()
        }

    def policy_of(self, choose: Chooser, samples: int = 1) -> dict[str, NDArray[np.float64]]:
        """Return the policy of a bot, from the choices it makes in each information set.

        Args:
            choose: the bot's method `choose`.
            samples: the number of choices, with different seeds; their shares are the chances.
        """
        policy = {}
        for key, found in self.information_sets.items():
            chances = np.zeros(len(found.actions))
            for seed in range(samples):
                action = choose(found.state.copy(), found.seat, seed)
                chances[found.actions.index(action)] += 1 / samples
            policy[key] = chances
        return policy

    # ----------------------------------------------------------------------------------- values

    def values(self, policy: Policy) -> NDArray[np.float64]:
        """Return the expected return of each seat if all of them follow a policy."""
        return self._values(self.root, policy)

    def _values(self, node: Node, policy: Policy) -> NDArray[np.float64]:
        if node.player == TERMINAL:
            return np.array(node.returns)
        total = np.zeros(self.game.players)
        for child, chance in zip(node.children, _chances(node, policy), strict=True):
            if chance > 0:
                total += chance * self._values(child, policy)
        return total

    def best_response(self, policy: Policy, seat: int) -> tuple[float, dict[str, int]]:
        """Return what a seat can get at most against a policy of the others, and how.

        Returns:
            The seat's expected return, and the index of its best action in each of its information
            sets, among `InformationSet.actions`.
        """
        reach: dict[int, float] = {}
        self._reach(self.root, policy, seat, 1.0, reach)
        best: dict[str, int] = {}
        known: dict[int, float] = {}

        def value(node: Node) -> float:
            if id(node) not in known:
                known[id(node)] = evaluated(node)
            return known[id(node)]

        def evaluated(node: Node) -> float:
            if node.player == TERMINAL:
                return node.returns[seat]
            if node.player == seat:
                return value(node.children[chosen(node.key)])
            chances = _chances(node, policy)
            pairs = zip(node.children, chances, strict=True)
            return float(sum(chance * value(child) for child, chance in pairs if chance > 0))

        def chosen(key: str) -> int:
            # With perfect recall, what comes later never leads back to this information set.
            if key not in best:
                found = self.information_sets[key]
                best[key] = max(
                    range(len(found.actions)),
                    key=lambda n: sum(
                        reach[id(node)] * value(node.children[n]) for node in found.nodes
                    ),
                )
            return best[key]

        total = value(self.root)
        for key, found in self.information_sets.items():
            if found.seat == seat:
                chosen(key)
        return total, best

    def _reach(
        self, node: Node, policy: Policy, seat: int, chance: float, reach: dict[int, float]
    ) -> None:
        """Write how likely chance and the other seats make each position."""
        reach[id(node)] = chance
        if node.player == seat:
            for child in node.children:
                self._reach(child, policy, seat, chance, reach)
        elif node.player != TERMINAL:
            for child, share in zip(node.children, _chances(node, policy), strict=True):
                self._reach(child, policy, seat, chance * share, reach)

    def nash_conv(self, policy: Policy) -> float:
        """Return how much all seats together could gain by best responses; 0 in an equilibrium.

        In a game of two seats, half of it is the exploitability.
        """
        values = self.values(policy)
        gains = (
            self.best_response(policy, seat)[0] - values[seat] for seat in range(self.game.players)
        )
        return float(sum(gains))


def _chances(node: Node, policy: Policy) -> NDArray[np.float64]:
    """Return the chance of each child of a position that is not the end."""
    if node.player == CHANCE:
        return np.full(len(node.children), 1 / len(node.children))
    return policy[node.key]
