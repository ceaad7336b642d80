"""Scores and choices of actions, compiled with the rules."""

from __future__ import annotations

from typing import Any

from ducato.bots.playout import Choices, Policy, choice
from ducato.compile.kernels import kernel
from ducato.core.verbs import action_score


@kernel
def scores_by_weights(states: Any, editions: Any, legal: Any, weights: Any, out: Any) -> int:
    """Write the score of each action in `legal` by each row of weights; return their number."""
    for index in range(len(legal)):
        for row in range(len(weights)):
            out[index, row] = action_score(states[0], editions[0], legal[index], weights[row])
    return len(legal)


@kernel
def guided_choice(states: Any, editions: Any, rng: Any, policy: Policy, choices: Choices) -> int:
    """Return an action drawn by a policy; `states` and `editions` are batches of one."""
    return choice(states[0], editions[0], rng, policy, choices)
