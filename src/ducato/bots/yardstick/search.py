"""The search of version 0.1, compiled together with the rules of a game.

It is single-observer information-set Monte Carlo tree search with the PUCT rule, and never changes.
Each simulation deals the hidden cards again and selects actions down one tree that all deals share;
it adds one node, plays the game out by the softmax of the scores (or stops after ``depth`` steps
and asks for the estimate), and adds the result to the nodes on the path. Chance and forced actions
have no nodes.
"""

from __future__ import annotations

from math import sqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ducato.bots.playout import LOWEST, Choices, Policy
from ducato.bots.yardstick.playout import play_out, softmax
from ducato.compile.kernels import kernel
from ducato.core.chance import below
from ducato.core.struct import Struct, field
from ducato.core.verbs import (
    CHANCE,
    TERMINAL,
    apply_action,
    chance_outcomes,
    current_player,
    legal_actions,
    ranking,
    rule,
    yardstick_estimate,
)
from ducato.core.visibility import deal_hidden

NONE = -1
DEEPEST = 256
"""Maximum length of a path in the tree; a simulation that gets this deep is evaluated there."""
UNTRIED = 0.5
"""Value of an action before its first visit: an equal chance in a game for two."""


class Node(Struct):
    """A node of the tree, and the action that leads to it.

    The root has no action: it uses only `child` and `visits`.

    Attributes:
        action: the action.
        mover: the seat that takes it.
        child: index of the first child, or `NONE`.
        sibling: index of the next child of the same parent, or `NONE`.
        visits: number of simulations that passed through the node.
        available: number of simulations that reached the parent when the node existed and the
            action was legal for the mover.
        total: sum of the results for the mover, each from 0 (lost) to 1 (won).
    """

    action: int = field("i4")
    mover: int = field("i4")
    child: int = field("i4")
    sibling: int = field("i4")
    visits: int = field("i4")
    available: int = field("i4")
    total: float = field("f8")


class YardstickMethod(NamedTuple):
    """The parameters of a search.

    Its name, like that of `YardstickWorkspace`, must not be one in `bots.search`. Numba tells named
    tuples apart by their names and fields, not by their modules: of two kernels with arguments that
    look alike, the one that a process calls later needs a millisecond more for each call.

    Attributes:
        exploration: the constant `c` of the PUCT rule.
        trust: the part of the prior that comes from a guided policy, 0 to 1; the rest is shared
            equally, so that a wrong prior is corrected in the end. Without effect if the policy is
            not guided.
        policy: the policy of playouts; if it is guided, it also gives the prior.
        depth: number of steps after which a playout stops and the game's estimate is used; 0 to
            play to the end.
        longest: number of steps at which a playout to the end counts as a tie: `Game.longest`,
            which only a stalled game reaches, since a playout begins after at least one decision.
    """

    exploration: float
    trust: float
    policy: Policy
    depth: int
    longest: int


class YardstickWorkspace(NamedTuple):
    """Buffers of a search, allocated once: compiled code cannot allocate.

    Attributes:
        choices: the legal actions and their priors.
        slots: for each action of the game, the index of its node below the current one; `NONE`
            everywhere between two selections.
        path: the indices of the nodes that the simulation passed, without the root; `DEEPEST`
            entries.
        ranks: the final rank of each seat.
        results: each seat's share of the win, or the game's estimate of its chance of winning.
    """

    choices: Choices
    slots: NDArray[np.int32]
    path: NDArray[np.int32]
    ranks: NDArray[np.int32]
    results: NDArray[np.float64]

    @classmethod
    def of(cls, actions: int, seats: int) -> YardstickWorkspace:
        """Allocate the buffers for a game with this many actions and seats."""
        return cls(
            Choices.of(actions),
            np.full(actions, NONE, np.int32),
            np.zeros(DEEPEST, np.int32),
            np.zeros(seats, np.int32),
            np.zeros(seats),
        )


@rule
def set_priors(state: Any, edition: Any, n: int, method: YardstickMethod, choices: Choices) -> None:
    """Write the priors of the `n` legal actions in ``choices.legal`` into ``choices.chances``."""
    legal, chances = choices.legal, choices.chances
    if method.policy.guided:
        softmax(state, edition, legal, n, method.policy.weights, chances)
        for i in range(n):
            chances[i] = method.trust * chances[i] + (1.0 - method.trust) / n
    else:
        for i in range(n):
            chances[i] = 1.0 / n


@rule
def select(
    nodes: Any, parent: int, player: int, n: int, exploration: float, work: YardstickWorkspace
) -> tuple[int, int]:
    """Choose among `n` legal actions by the PUCT rule; return the action and its node or `NONE`.

    Count one more availability for each child of `parent` that a legal action of `player` leads to.
    """
    legal, priors, slots = work.choices.legal, work.choices.chances, work.slots
    # Other deals may have added children for another seat to move at this node.
    child = nodes[parent].child
    while child != NONE:
        if nodes[child].mover == player:
            slots[nodes[child].action] = child
        child = nodes[child].sibling
    best = LOWEST
    chosen = 0
    for i in range(n):
        slot = slots[legal[i]]
        if slot == NONE:
            score = UNTRIED + exploration * priors[i] * sqrt(nodes[parent].visits + 1.0)
        else:
            node = nodes[slot]
            node.available += 1  # before the score: this simulation counts
            value = node.total / node.visits
            score = value + exploration * priors[i] * sqrt(node.available + 1.0) / (
                1.0 + node.visits
            )
        if score > best:  # the first of equal ones: the order of legal actions breaks ties
            best = score
            chosen = i
    action = legal[chosen]
    found = slots[action]
    # Only the entries that were set are cleared: a node has few children, a game many actions.
    child = nodes[parent].child
    while child != NONE:
        slots[nodes[child].action] = NONE
        child = nodes[child].sibling
    return action, found


@rule
def expand(nodes: Any, size: int, parent: int, action: int, mover: int) -> None:
    """Add a child to `parent` at index `size`, for an action of `mover`."""
    node = nodes[size]
    node.action = action
    node.mover = mover
    node.child = NONE
    node.sibling = nodes[parent].child
    node.visits = 0
    node.available = 1
    node.total = 0.0
    nodes[parent].child = size


@rule
def descend(
    state: Any,
    edition: Any,
    rng: Any,
    nodes: Any,
    size: int,
    method: YardstickMethod,
    work: YardstickWorkspace,
) -> tuple[int, int]:
    """Play from the root down the tree, and add a node for the first action that has none.

    Return the length of the path, which is written into the workspace without the root, and the new
    size of the tree. No node is added if the tree is full, or if the game ends or the path has
    `DEEPEST` nodes before there is such an action.
    """
    legal = work.choices.legal
    node = 0
    depth = 0
    while depth < DEEPEST:
        player = current_player(state, edition)
        if player == TERMINAL:
            break
        if player == CHANCE:
            apply_action(state, edition, below(rng, chance_outcomes(state, edition)))
            continue
        n = legal_actions(state, edition, legal)
        if n == 1:
            apply_action(state, edition, legal[0])
            continue
        set_priors(state, edition, n, method, work.choices)
        action, child = select(nodes, node, player, n, method.exploration, work)
        apply_action(state, edition, action)
        if child == NONE:
            if size < len(nodes):
                expand(nodes, size, node, action, player)
                work.path[depth] = size
                depth += 1
                size += 1
            break
        work.path[depth] = child
        depth += 1
        node = child
    return depth, size


@rule
def evaluate(
    state: Any, edition: Any, rng: Any, method: YardstickMethod, work: YardstickWorkspace
) -> None:
    """Write every seat's share of the win into the workspace, by playing the game out.

    A playout that stops at ``method.depth`` is judged by the game's estimate. If there is no such
    depth, one that takes ``method.longest`` steps or more counts as a tie of all seats.
    """
    results, ranks = work.results, work.ranks
    seats = len(results)
    limit = method.depth if method.depth > 0 else method.longest
    if play_out(state, edition, rng, method.policy, work.choices, limit) < 0:
        if method.depth > 0:
            yardstick_estimate(state, edition, results)
            return
        for seat in range(seats):
            results[seat] = 1.0 / seats
        return
    ranking(state, edition, ranks)
    winners = 0
    for seat in range(seats):
        if ranks[seat] == 1:
            winners += 1
    for seat in range(seats):
        results[seat] = 1.0 / winners if ranks[seat] == 1 else 0.0


@rule
def back_up(nodes: Any, depth: int, work: YardstickWorkspace) -> None:
    """Count a visit at the root and at the `depth` nodes on the path.

    Add to each of these nodes, but not to the root, the result of its mover.
    """
    nodes[0].visits += 1
    for i in range(depth):
        node = nodes[work.path[i]]
        node.visits += 1
        node.total += work.results[node.mover]


@kernel
def simulate(
    states: Any,
    editions: Any,
    rng: Any,
    nodes: Any,
    size: int,
    simulations: int,
    method: YardstickMethod,
    work: YardstickWorkspace,
) -> int:
    """Run simulations; return the new size of the tree.

    Args:
        states: batch of two states: one to overwrite, and the root of the search, redacted for the
            seat to move.
        editions: batch that contains only the edition.
        rng: random number generator.
        nodes: batch of nodes; the first is the root. When it is full, the tree stops growing.
        size: number of nodes in use, at least 1.
        simulations: number of simulations to run.
        method: parameters of the search.
        work: buffers of the search.
    """
    edition = editions[0]
    for _ in range(simulations):
        states[0] = states[1]
        state = states[0]
        deal_hidden(state, rng)
        depth, size = descend(state, edition, rng, nodes, size, method, work)
        evaluate(state, edition, rng, method, work)
        back_up(nodes, depth, work)
    return size
