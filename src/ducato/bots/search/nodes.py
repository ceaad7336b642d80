"""The tree of a search: its nodes, the choice among them, and the part kept for later decisions."""

from __future__ import annotations

from math import sqrt
from typing import Any

from ducato.bots.playout import LOWEST
from ducato.bots.search.method import NONE, Method, Workspace
from ducato.compile.kernels import kernel
from ducato.core.struct import Struct, field
from ducato.core.verbs import rule


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


@rule
def select(
    nodes: Any,
    parent: int,
    player: int,
    n: int,
    legal: Any,
    priors: Any,
    method: Method,
    slots: Any,
) -> int:
    """Choose among `n` legal actions by the PUCT rule, and return the index of the action.

    Write the node below `parent` to which each legal action of `player` leads into `slots`, by the
    index of the action, and count one more availability for these nodes. `forget` clears `slots`.
    """
    # Other deals may have added children for another seat to move at this node.
    child = nodes[parent].child
    total = 0.0
    visits = 0
    while child != NONE:
        if nodes[child].mover == player:
            slots[nodes[child].action] = child
            total += nodes[child].total
            visits += nodes[child].visits
        child = nodes[child].sibling
    untried = method.untried
    if method.caution > 0 and visits > 0:
        tried = 0.0
        for i in range(n):
            if slots[legal[i]] != NONE:
                tried += priors[i]
        untried = total / visits - method.caution * sqrt(tried)
    best = LOWEST
    chosen = 0
    for i in range(n):
        slot = slots[legal[i]]
        if slot == NONE:
            score = untried + method.exploration * priors[i] * sqrt(nodes[parent].visits + 1.0)
        else:
            node = nodes[slot]
            node.available += 1  # before the score: this simulation counts
            value = node.total / node.visits
            score = value + method.exploration * priors[i] * sqrt(node.available + 1.0) / (
                1.0 + node.visits
            )
        if score > best:  # the first of equal ones: the order of legal actions breaks ties
            best = score
            chosen = i
    return chosen


@rule
def forget(nodes: Any, parent: int, slots: Any) -> None:
    """Set the entries of `slots` that `select` has written to `NONE` again."""
    # Only these are cleared: a node has few children, a game many actions.
    child = nodes[parent].child
    while child != NONE:
        slots[nodes[child].action] = NONE
        child = nodes[child].sibling


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
def back_up(nodes: Any, depth: int, work: Workspace) -> None:
    """Count a visit at the root and at the `depth` nodes on the path.

    Add to each of these nodes, but not to the root, the result of its mover.
    """
    nodes[0].visits += 1
    for i in range(depth):
        node = nodes[work.path[i]]
        node.visits += 1
        node.total += work.results[node.mover]


@kernel
def keep(nodes: Any, kept: Any, root: int, limit: int) -> int:
    """Copy the tree below node `root` into `kept`, whose first node becomes the root.

    Levels are copied from the root downwards; a subtree of which no more than `limit` nodes have
    been copied loses the rest. Return the number of nodes copied.
    """
    kept[0] = nodes[root]
    kept[0].sibling = NONE
    size = 1
    parent = 0
    # A copied node refers to its old first child until its own children are copied.
    while parent < size:
        old = kept[parent].child
        kept[parent].child = NONE
        while old != NONE and size < limit:
            kept[size] = nodes[old]
            kept[size].sibling = kept[parent].child
            kept[parent].child = size
            size += 1
            old = nodes[old].sibling
        parent += 1
    return size
