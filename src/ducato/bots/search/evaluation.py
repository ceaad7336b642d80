"""The evaluation of a leaf: a playout to the end, a learned value, or a mixture of both."""

from __future__ import annotations

from math import exp
from typing import Any

from ducato.bots.playout import LOWEST, Choices, Policy
from ducato.bots.search.method import Method, Workspace
from ducato.bots.value import values
from ducato.core.chance import below, uniform
from ducato.core.verbs import (
    CHANCE,
    TERMINAL,
    action_score,
    apply_action,
    chance_outcomes,
    current_player,
    estimate,
    legal_actions,
    ranking,
    rule,
    turn_begins,
)

ENDED = -1
"""The result of `play_on` at the end of the game."""
HOPELESS = -16.0
"""The difference from the best score below which an action counts as impossible: e to the power of
this is less than the resolution of a playout's random numbers times the number of actions."""


@rule
def drawn(state: Any, edition: Any, rng: Any, policy: Policy, choices: Choices) -> int:
    """Return an action for the seat to move, drawn by a policy; overwrite `choices`.

    It is `playout.choice` made quick, since a search spends most of its time here.
    """
    legal, chances = choices.legal, choices.chances
    n = legal_actions(state, edition, legal)
    if n == 1:  # a forced action needs no random number
        return legal[0]  # type: ignore[no-any-return]  # an element of an array
    if not policy.guided:
        return legal[below(rng, n)]  # type: ignore[no-any-return]
    best = LOWEST
    for i in range(n):
        chances[i] = action_score(state, edition, legal[i], policy.weights)
        best = max(best, chances[i])
    total = 0.0
    for i in range(n):
        gap = chances[i] - best
        chances[i] = exp(gap) if gap > HOPELESS else 0.0
        total += chances[i]
    left = uniform(rng) * total
    for i in range(n - 1):
        left -= chances[i]
        if left < 0:
            return legal[i]  # type: ignore[no-any-return]
    return legal[n - 1]  # type: ignore[no-any-return]


@rule
def play_on(
    state: Any, edition: Any, rng: Any, method: Method, work: Workspace, left: int, to_turn: bool
) -> int:
    """Play by the method's policy until the end, for `left` steps, or to the beginning of a turn.

    Count the turns that begin in ``work.turns``. Return the number of steps that are left, or
    `ENDED`. A state in which a turn begins is left alone if `to_turn` is set.
    """
    while left > 0:
        player = current_player(state, edition)
        if player == TERMINAL:
            return ENDED
        if turn_begins(state):
            if to_turn:
                return left
            work.turns[1] += 1
        if player == CHANCE:
            apply_action(state, edition, below(work.luck, chance_outcomes(state, edition)))
        else:
            apply_action(state, edition, drawn(state, edition, rng, method.policy, work.choices))
        left -= 1
    return 0


@rule
def evaluate(state: Any, edition: Any, rng: Any, method: Method, work: Workspace) -> None:
    """Write every seat's share of the win into the workspace.

    With a learned value, the game goes on to the beginning of the next turn, where the value is
    asked. A playout that stops at ``method.depth`` is judged by the game's estimate. If there is no
    such depth, one that takes ``method.longest`` steps or more counts as a tie of all seats.
    """
    results = work.results
    seats = len(results)
    left = method.depth if method.depth > 0 else method.longest
    weight = 0.0
    if method.value > 0:
        left = play_on(state, edition, rng, method, work, left, True)
        if left > 0:
            weight = method.value
            values(state, edition, work.net, work.judged)
            if weight >= 1:
                for seat in range(seats):
                    results[seat] = work.judged[seat]
                return
    if left != ENDED:
        left = play_on(state, edition, rng, method, work, left, False)
        work.turns[0] += 1
    if left == ENDED:
        share_of_win(state, edition, work)
    elif method.depth > 0:
        estimate(state, edition, results)
    else:
        for seat in range(seats):
            results[seat] = 1.0 / seats
    if weight > 0:
        for seat in range(seats):
            results[seat] += weight * (work.judged[seat] - results[seat])


@rule
def share_of_win(state: Any, edition: Any, work: Workspace) -> None:
    """Write every seat's share of the win in a finished game into ``work.results``."""
    results, ranks = work.results, work.ranks
    ranking(state, edition, ranks)
    winners = 0
    for seat in range(len(results)):
        if ranks[seat] == 1:
            winners += 1
    for seat in range(len(results)):
        results[seat] = 1.0 / winners if ranks[seat] == 1 else 0.0
