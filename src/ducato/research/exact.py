"""Exact answers for games that are small enough to be written down as a tree.

`GameTree` holds every course of a game. Of a policy, it says what each seat gets (`values`), what a
best response gets against it (`best_response`), and so how far it is from an equilibrium
(`nash_conv`). It shows whether a search or a learner is biased, and it is what tabular methods such
as counterfactual regret minimisation need; ``examples/cfr.py`` is one.

Information sets are those of perfect recall, `Position.information_state_string`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import isclose

import numpy as np
from numpy.typing import NDArray

from ducato.core.chance import below, new_rng
from ducato.core.errors import BadValue, DucatoError
from ducato.core.game import LoadedGame
from ducato.core.position import Position, checked_seat
from ducato.core.struct import Struct
from ducato.core.verbs import CHANCE, TERMINAL

Policy = Mapping[str, NDArray[np.float64]]
"""The chance of each legal action, in their order, by the key of the information set."""
Chooser = Callable[[Struct, int, int], int]
"""Chooses an action from a redacted state, the seat and a seed, as bots do."""
LIMIT = 100_000
"""The largest number of positions unless another is given; they take some seconds."""
WALKS, TIMES = 10, 10
"""A game is too large if all of so many random walks say that it has so many times the limit."""


class TooLarge(DucatoError, ValueError):
    """An error raised if a game has more positions than a tree may hold."""


@dataclass(slots=True)
class GameTreeNode:
    """A position in a tree.

    Attributes:
        player: the seat to move, or the number for chance or the end.
        key: the key of the mover's information set; empty for chance and at the end.
        children: the positions after each legal action or outcome, in their order.
        returns: the seats' returns at the end of the game; empty elsewhere.
        index: its number in the tree, by which positions come after those that lead to them.
        depth: the number of steps that lead to it.
    """

    player: int
    key: str
    children: list[GameTreeNode]
    returns: list[float]
    index: int
    depth: int


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
    nodes: list[GameTreeNode] = field(default_factory=list)


class GameTree:
    """All courses of a game, or of the rest of it.

    Args:
        game: the loaded game, or a position from which to begin.
        limit: the largest number of positions, which take up to two kilobytes each.

    Attributes:
        game: the loaded game.
        root: the first position.
        size: the number of positions.
        information_sets: the information sets of all seats, by their keys.

    Raises:
        TooLarge: there are more positions than `limit`.
    """

    def __init__(self, game: LoadedGame | Position, limit: int = LIMIT) -> None:
        start = game if isinstance(game, Position) else game.new_initial_state()
        self.game, self._limit = start.game, limit
        self.information_sets: dict[str, InformationSet] = {}
        if all(_walk_exceeds(start, limit * TIMES, seed) for seed in range(WALKS)):
            raise self._too_large()
        self._nodes: list[GameTreeNode] = []
        self._grow(start)
        self.root, self.size = self._nodes[0], len(self._nodes)

    def _too_large(self) -> TooLarge:
        return TooLarge(
            f"{self.game.name} has more than {self._limit} positions; a higher limit is possible"
        )

    def _grow(self, start: Position) -> None:
        """Make the positions, in the order in which a player who tries everything meets them."""
        waiting: list[tuple[Position, int | None, GameTreeNode | None]] = [(start, None, None)]
        while waiting:
            before, step, parent = waiting.pop()
            position = before.clone()
            if step is not None:
                position.apply_unchecked(step)
            node = self._added(position, parent)
            steps = _steps(position)
            waiting += [(position, step, node) for step in reversed(steps)]
            if node.key:
                if node.key not in self.information_sets:
                    seen = position.redact(node.player).state
                    self.information_sets[node.key] = InformationSet(node.player, steps, seen)
                self.information_sets[node.key].nodes.append(node)

    def _added(self, position: Position, parent: GameTreeNode | None) -> GameTreeNode:
        """Return a new node for a position, and add it to the node before it."""
        if len(self._nodes) == self._limit:
            raise self._too_large()
        player = position.current_player()
        key = position.information_state_string(player) if player >= 0 else ""
        returns = position.returns() if player == TERMINAL else []
        depth = 0 if parent is None else parent.depth + 1
        node = GameTreeNode(player, key, [], returns, len(self._nodes), depth)
        self._nodes.append(node)
        if parent is not None:
            parent.children.append(node)
        return node

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

        Raises:
            BadValue: `samples` is less than 1.
        """
        if samples < 1:
            raise BadValue("samples", samples, "a whole number from 1")
        policy = {}
        for key, found in self.information_sets.items():
            chances = np.zeros(len(found.actions))
            for seed in range(samples):
                action = choose(found.state.copy(), found.seat, seed)
                chances[found.actions.index(action)] += 1 / samples
            policy[key] = chances
        return policy

    def _checked(self, policy: Policy, without: int | None = None) -> dict[str, list[float]]:
        """Return a policy's chances in all information sets but those of the seat `without`.

        Raises:
            BadValue: they are missing in one, or do not add up to 1; the error names its key.
        """
        checked = {}
        for key, found in self.information_sets.items():
            if found.seat != without:
                checked[key] = _checked_chances(key, policy.get(key), len(found.actions))
        return checked

    # ----------------------------------------------------------------------------------- values

    def values(self, policy: Policy) -> NDArray[np.float64]:
        """Return the expected return of each seat if all of them follow a policy.

        Raises:
            BadValue: the policy has no chances that add up to 1 in an information set.
        """
        checked = self._checked(policy)
        values = np.zeros((self.size, self.game.players))
        for node in reversed(self._nodes):
            if node.player == TERMINAL:
                values[node.index] = node.returns
            else:
                children = [child.index for child in node.children]
                values[node.index] = np.dot(_chances(node, checked), values[children])
        found: NDArray[np.float64] = values[0]
        return found

    def best_response(self, policy: Policy, seat: int) -> tuple[float, dict[str, int]]:
        """Return what a seat can get at most against a policy of the others, and how.

        Returns:
            The seat's expected return, and the index of its best action in each of its information
            sets, among `InformationSet.actions`.

        Raises:
            BadValue: there is no such seat, or the policy of the others is invalid (`values`).
        """
        seat = checked_seat(seat, self.game.players, 0)
        checked = self._checked(policy, without=seat)
        reach = self._reach(checked, seat)
        values = [0.0] * self.size
        best: dict[str, int] = {}
        # With perfect recall, an information set lies at one depth, and what it leads to is deeper.
        for node in sorted(self._nodes, key=lambda node: -node.depth):
            if node.player == TERMINAL:
                values[node.index] = node.returns[seat]
            elif node.player == seat:
                if node.key not in best:
                    best[node.key] = self._best(node.key, reach, values)
                values[node.index] = values[node.children[best[node.key]].index]
            else:
                pairs = zip(node.children, _chances(node, checked), strict=True)
                values[node.index] = sum(chance * values[child.index] for child, chance in pairs)
        return values[0], best

    def _best(self, key: str, reach: list[float], values: list[float]) -> int:
        """Return the index of the action that gets most in an information set."""
        found = self.information_sets[key]

        def gets(n: int) -> float:
            return sum(reach[one.index] * values[one.children[n].index] for one in found.nodes)

        return max(range(len(found.actions)), key=gets)

    def _reach(self, checked: dict[str, list[float]], seat: int) -> list[float]:
        """Return how likely chance and the other seats make each position."""
        reach = [1.0] * self.size
        for node in self._nodes:
            shares = [1.0] * len(node.children)
            if node.player not in (seat, TERMINAL):
                shares = _chances(node, checked)
            for child, share in zip(node.children, shares, strict=True):
                reach[child.index] = reach[node.index] * share
        return reach

    def nash_conv(self, policy: Policy) -> float:
        """Return how much all seats together could gain by best responses; 0 in an equilibrium.

        In a game of two seats, half of it is the exploitability.
        """
        values = self.values(policy)
        gains = (
            self.best_response(policy, seat)[0] - values[seat] for seat in range(self.game.players)
        )
        return float(sum(gains))


def _steps(position: Position) -> list[int]:
    """Return the legal actions, or the outcomes of a chance step."""
    return position.legal_actions() or [outcome for outcome, _ in position.chance_outcomes()]


def _walk_exceeds(start: Position, size: int, seed: int) -> bool:
    """Return whether one random walk says that a game has more positions than `size`.

    After a walk that had b, c and d choices, one expects 1 + b + bc + bcd positions (Knuth 1975).
    The mean of this over all walks is right, so a walk says n times too much with a chance of at
    most 1 in n, and several walks with a chance of that power.
    """
    rng, position, choices, expected = new_rng("walk", seed), start.clone(), 1, 1
    while expected <= size:
        steps = _steps(position)
        if not steps:
            return False
        choices *= len(steps)
        expected += choices
        position.apply_unchecked(steps[below(rng, len(steps))])
    return True


def _checked_chances(key: str, given: NDArray[np.float64] | None, number: int) -> list[float]:
    """Return the chances of `number` actions in an information set, as a policy gives them.

    Raises:
        BadValue: they are not valid chances.
    """
    expected = f"{number} chances from 0 to 1 that add up to 1"
    try:
        chances = np.asarray(given, float)
    except (TypeError, ValueError) as error:
        raise BadValue(f"the policy of {key}", given, expected) from error
    found = chances.tolist()
    if chances.shape == (number,) and min(found) >= 0 and isclose(sum(found), 1, rel_tol=1e-5):
        return list(found)
    raise BadValue(f"the policy of {key}", found if given is not None else None, expected)


def _chances(node: GameTreeNode, checked: dict[str, list[float]]) -> list[float]:
    """Return the chance of each child of a position that is not the end."""
    if node.player == CHANCE:
        return [1 / len(node.children)] * len(node.children)
    return checked[node.key]
