"""Information-set Monte Carlo tree search, compiled together with the rules of a game.

The algorithm is single-observer ISMCTS (Cowling, Powley and Whitehouse, "Information Set Monte
Carlo Tree Search", IEEE Transactions on Computational Intelligence and AI in Games 4, 2012). Each
simulation deals the hidden cards again, in a way that the searching seat cannot rule out, and then

1. **selects** actions down one tree that all deals share, for the seat to move each time;
2. **expands** the tree by one node, at the first action that has none;
3. **evaluates** the position there by a playout;
4. **backs up** the result to the nodes on the path.

Chance is sampled and has no nodes; nor do forced actions.

Selection maximises

    Q(a) + c P(a) sqrt(N(a) + 1) / (1 + n(a))

over the legal actions `a`, where

- `Q(a)` is the mean result of the action for the seat to move; before its first visit, `UNTRIED`,
- `P(a)` is its prior: with a guided policy, ``trust`` times the softmax of its scores, and the rest
  shared equally; otherwise the same for all legal actions,
- `n(a)` is its number of visits,
- `N(a)` is the number of simulations in which it was available, from the one of its first visit to
  the present one; before its first visit, the number of visits to the parent node,
- `c` is the constant ``exploration``.

This is the PUCT rule of AlphaGo (Silver et al., "Mastering the game of Go with deep neural networks
and tree search", Nature 529, 2016), a variant of Rosin's ("Multi-armed bandits with episode
context", Annals of Mathematics and Artificial Intelligence 61, 2011), with two changes. As in
ISMCTS, the count of availability stands in for the visits to the parent: an action that most deals
do not allow must not look neglected. And 1 is added under the square root, so that the prior
decides the first visit.

`evaluate` is the function to replace for another evaluation of leaves, such as a learned value. If
``depth`` is set, playouts stop after that number of steps, and the game's `estimate` is used.
"""

from __future__ import annotations

from typing import Any

from ducato.bots.playout import Choices, softmax
from ducato.bots.search.evaluation import evaluate
from ducato.bots.search.method import DEEPEST, NONE, Method, Workspace
from ducato.bots.search.nodes import back_up, expand, forget, select
from ducato.compile.kernels import kernel
from ducato.core.chance import below, next_word
from ducato.core.verbs import (
    CHANCE,
    TERMINAL,
    apply_action,
    chance_outcomes,
    current_player,
    legal_actions,
    rule,
)
from ducato.core.visibility import deal_playout

WARM_UP = 8
"""Number of words after which a generator with a small seed gives independent ones."""


@rule
def set_priors(state: Any, edition: Any, n: int, method: Method, choices: Choices) -> None:
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
def set_luck(rng: Any, number: int, method: Method, work: Workspace) -> None:
    """Seed the luck of a simulation: by its number if it is paired, else from `rng`."""
    luck = work.luck
    luck[3] = 1
    if not method.paired:
        for entry in range(3):
            luck[entry] = next_word(rng)
        return
    luck[0], luck[1], luck[2] = work.luck_seed[0], work.luck_seed[1], number
    for _ in range(WARM_UP):
        next_word(luck)


@rule
def descend(
    state: Any, edition: Any, nodes: Any, size: int, node: int, method: Method, work: Workspace
) -> tuple[int, int]:
    """Play from a node down the tree, and add a node for the first action that has none.

    Return the length of the path, which is written into the workspace without the root, and the new
    size of the tree. No node is added if the tree is full, or if the game ends or the path has
    `DEEPEST` nodes before there is such an action.

    Args:
        state: the state at the node, which is played on.
        edition: the edition of the game.
        nodes: the tree.
        size: its size.
        node: the root, or the child of the root that is already on the path.
        method: the parameters of the search.
        work: the buffers of the search.
    """
    legal, chances = work.choices.legal, work.choices.chances
    depth = 0 if node == 0 else 1
    while depth < DEEPEST:
        player = current_player(state, edition)
        if player == TERMINAL:
            break
        if player == CHANCE:
            apply_action(state, edition, below(work.luck, chance_outcomes(state, edition)))
            continue
        n = legal_actions(state, edition, legal)
        if n == 1:
            apply_action(state, edition, legal[0])
            continue
        set_priors(state, edition, n, method, work.choices)
        action = legal[select(nodes, node, player, n, legal, chances, method, work.slots)]
        child = work.slots[action]
        forget(nodes, node, work.slots)
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
def simulate_ahead(
    state: Any, edition: Any, rng: Any, nodes: Any, size: int, method: Method, work: Workspace
) -> int:
    """Run a simulation from a root where another seat is to move; return the size of the tree.

    What is legal there may depend on hidden cards, so they are dealt first.
    """
    set_luck(rng, int(nodes[0].visits), method, work)
    deal_playout(state, work.luck)
    depth, size = descend(state, edition, nodes, size, 0, method, work)
    evaluate(state, edition, rng, method, work)
    back_up(nodes, depth, work)
    return size


@kernel
def simulate(
    states: Any,
    editions: Any,
    rng: Any,
    nodes: Any,
    size: int,
    simulations: int,
    method: Method,
    work: Workspace,
) -> int:
    """Run simulations; return the new size of the tree.

    Args:
        states: batch of two states: one to overwrite, and the root of the search, redacted for the
            seat that searches.
        editions: batch that contains only the edition.
        rng: random number generator.
        nodes: batch of nodes; the first is the root. When it is full, the tree stops growing.
        size: number of nodes in use, at least 1.
        simulations: number of simulations to run.
        method: parameters of the search.
        work: buffers of the search; ``work.seat`` is the seat that searches.
    """
    edition = editions[0]
    player = current_player(states[1], edition)
    if player != work.seat[0]:
        for _ in range(simulations):
            states[0] = states[1]
            size = simulate_ahead(states[0], edition, rng, nodes, size, method, work)
        return size
    legal, chances = work.root.legal, work.root.chances
    n = legal_actions(states[1], edition, legal)
    set_priors(states[1], edition, n, method, work.root)
    for _ in range(simulations):
        node, depth, number, expanded = 0, 0, int(nodes[0].visits), False
        action = legal[0]
        if n > 1:  # what is legal at the root does not depend on the deal
            action = legal[select(nodes, 0, player, n, legal, chances, method, work.slots)]
            child = work.slots[action]
            forget(nodes, 0, work.slots)
            number = int(nodes[child].visits) if child != NONE else 0
            expanded = child == NONE
            if expanded and size < len(nodes):
                expand(nodes, size, 0, action, player)
                child = size
                size += 1
            if child != NONE:
                work.path[0] = child
                node, depth = child, 1
        states[0] = states[1]
        state = states[0]
        set_luck(rng, number, method, work)
        deal_playout(state, work.luck)
        apply_action(state, edition, action)
        if not expanded:
            depth, size = descend(state, edition, nodes, size, node, method, work)
        evaluate(state, edition, rng, method, work)
        back_up(nodes, depth, work)
    return size
