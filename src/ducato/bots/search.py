"""Information-set Monte Carlo tree search, compiled together with the rules of a game.

The algorithm is single-observer ISMCTS (Cowling, Powley and Whitehouse, "Information Set Monte
Carlo Tree Search", 2012). Every simulation deals the hidden cards again, in a way that the
searching seat cannot rule out, walks down one tree of actions, adds one node, plays out, and adds
the result to the nodes it passed. Chance is sampled and has no nodes. Children are chosen by PUCT
(Rosin, 2011), with the count of simulations in which a child was available in place of the
parent's visits; the prior is uniform, or, where playouts are guided, mixed with the guided player's
softmax.

`evaluate` is the one place to put another judgement of a leaf, such as a learned value: where
games are long, playouts are cut after `depth` steps and judged by the game's own `estimate`.
"""

from __future__ import annotations

from math import sqrt
from typing import Any

from ducato.bots.playout import play_out, softmax
from ducato.compile.kernels import kernel
from ducato.core.chance import below
from ducato.core.struct import Struct, field
from ducato.core.verbs import (
    CHANCE,
    TERMINAL,
    apply_action,
    chance_outcomes,
    current_player,
    estimate,
    legal_actions,
    ranking,
    rule,
)
from ducato.core.visibility import deal_hidden

NONE = -1
DEEPEST = 256  # longest path of nodes in the tree
UNTRIED = 0.5  # value of an action not tried yet: that of an even game


class Node(Struct):
    """An edge of the tree and the node below it.

    Attributes:
        action: what was chosen; mover: by which seat.
        child, sibling: first node below; next node beside; `NONE` where there is none.
        visits: simulations that went through it.
        available: simulations in which it could have been chosen.
        total: sum of the results for the mover, each from 0 (lost) to 1 (won).
    """

    action: int = field("i4")
    mover: int = field("i4")
    child: int = field("i4")
    sibling: int = field("i4")
    visits: int = field("i4")
    available: int = field("i4")
    total: float = field("f8")


@rule
def evaluate(
    state: Any,
    edition: Any,
    rng: Any,
    guided: bool,
    weights: Any,
    legal: Any,
    chances: Any,
    ranks: Any,
    results: Any,
    longest: int,
    depth: int,
) -> None:
    """Write every seat's share of the win into `results`, by playing the game out.

    With a `depth` above 0 the playout is cut after so many steps, and the rest is estimated.
    """
    seats = len(results)
    limit = depth if depth > 0 else longest
    if play_out(state, edition, rng, guided, weights, legal, chances, limit) < 0:
        if depth > 0:
            estimate(state, edition, results)
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
def new_node(nodes: Any, size: int, parent: int, action: int, mover: int) -> None:
    """Put node number `size` below `parent`: `mover` chose `action`."""
    node = nodes[size]
    node.action = action
    node.mover = mover
    node.child = NONE
    node.sibling = nodes[parent].child
    node.visits = 0
    node.available = 0
    node.total = 0.0
    nodes[parent].child = size


@kernel
def simulate(
    roots: Any,
    states: Any,
    editions: Any,
    nodes: Any,
    size: int,
    rng: Any,
    simulations: int,
    exploration: float,
    trust: float,
    guided: bool,
    weights: Any,
    legal: Any,
    chances: Any,
    slots: Any,
    path: Any,
    ranks: Any,
    results: Any,
    longest: int,
    playout_depth: int,
) -> int:
    """Run simulations from `roots[0]`, which is redacted for the seat to move; the tree's new size.

    Args:
        roots: batch of the one root.
        states: batch of one, for work.
        editions: batch of the one edition.
        nodes: batch for the tree; node 0 is the root. It may fill up: then it grows no more.
        size: number of nodes in use, at least 1.
        rng: generator.
        simulations: how many to run.
        exploration: PUCT's constant.
        trust: how much of the prior is the guided player's softmax; the rest is shared equally.
        guided: whether playouts and priors follow `weights`.
        weights: greedy weights over the temperature.
        legal: for work, one entry for each action of the game.
        chances: for work, likewise.
        slots: for work, one entry for each action of the game, all `NONE`.
        path: for work, `DEEPEST` entries.
        ranks: for work, one entry for each seat.
        results: for work, likewise.
        longest: a bound on the steps of a playout.
        playout_depth: steps after which a playout is cut and estimated; 0 plays to the end.
    """
    edition = editions[0]
    for _ in range(simulations):
        states[0] = roots[0]
        state = states[0]
        deal_hidden(state, rng)
        node = 0
        depth = 0
        grown = False
        while not grown and depth < DEEPEST:
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
            child = nodes[node].child
            while child != NONE:
                if nodes[child].mover == player:
                    slots[nodes[child].action] = child
                child = nodes[child].sibling
            if guided:
                softmax(state, edition, legal, n, weights, chances)
                for i in range(n):
                    chances[i] = trust * chances[i] + (1.0 - trust) / n
            else:
                for i in range(n):
                    chances[i] = 1.0 / n
            best = -1e30
            chosen = 0
            for i in range(n):
                slot = slots[legal[i]]
                if slot == NONE:
                    score = UNTRIED + exploration * chances[i] * sqrt(nodes[node].visits + 1.0)
                else:
                    here = nodes[slot]
                    here.available += 1
                    value = here.total / here.visits
                    score = value + exploration * chances[i] * sqrt(here.available + 1.0) / (
                        1.0 + here.visits
                    )
                if score > best:
                    best = score
                    chosen = i
            action = legal[chosen]
            below_it = slots[action]
            child = nodes[node].child
            while child != NONE:
                slots[nodes[child].action] = NONE
                child = nodes[child].sibling
            if below_it == NONE:
                grown = True
                if size == len(nodes):
                    apply_action(state, edition, action)
                    break
                new_node(nodes, size, node, action, player)
                nodes[size].available = 1
                below_it = size
                size += 1
            apply_action(state, edition, action)
            node = below_it
            path[depth] = node
            depth += 1
        evaluate(
            *(state, edition, rng, guided, weights, legal, chances, ranks, results),
            *(longest, playout_depth),
        )
        nodes[0].visits += 1
        for i in range(depth):
            passed = nodes[path[i]]
            passed.visits += 1
            passed.total += results[passed.mover]
    return size
