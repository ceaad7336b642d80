"""The playouts of version 0.1: games played to the end by the frozen policy of each game."""

from __future__ import annotations

from math import exp
from typing import Any

from ducato.bots.playout import LOWEST, Choices, Policy, draw_index
from ducato.core.chance import below
from ducato.core.verbs import (
    CHANCE,
    TERMINAL,
    apply_action,
    chance_outcomes,
    current_player,
    legal_actions,
    rule,
    yardstick_score,
)


@rule
def softmax(state: Any, edition: Any, legal: Any, n: int, weights: Any, chances: Any) -> None:
    """Write into `chances` the probability that a guided player takes each of `n` legal actions.

    `weights` are the weights of the scores divided by the temperature.
    """
    best = LOWEST
    for i in range(n):
        chances[i] = yardstick_score(state, edition, legal[i], weights)
        best = max(best, chances[i])
    total = 0.0
    # The best score is subtracted first: the largest power is then exp(0), and none overflows.
    for i in range(n):
        chances[i] = exp(chances[i] - best)
        total += chances[i]
    for i in range(n):
        chances[i] /= total


@rule
def choice(state: Any, edition: Any, rng: Any, policy: Policy, choices: Choices) -> int:
    """Return an action for the seat to move, drawn by a policy; overwrite `choices`."""
    legal, chances = choices.legal, choices.chances
    n = legal_actions(state, edition, legal)
    if n == 1:  # a forced action needs no random number
        return legal[0]  # type: ignore[no-any-return]  # an element of an array
    if policy.guided:
        softmax(state, edition, legal, n, policy.weights, chances)
        return legal[draw_index(chances, n, rng)]  # type: ignore[no-any-return]
    return legal[below(rng, n)]  # type: ignore[no-any-return]


@rule
def play_out(
    state: Any, edition: Any, rng: Any, policy: Policy, choices: Choices, limit: int
) -> int:
    """Play to the end; return the number of decisions, forced ones included.

    Return -1 if that takes `limit` steps or more.
    """
    decisions = 0
    for _ in range(limit):
        player = current_player(state, edition)
        if player == TERMINAL:
            return decisions
        if player == CHANCE:
            apply_action(state, edition, below(rng, chance_outcomes(state, edition)))
            continue
        apply_action(state, edition, choice(state, edition, rng, policy, choices))
        decisions += 1
    return -1
