"""The evaluation of a leaf: a playout to the end, a learned value, or a mixture of both."""

from __future__ import annotations

from typing import Any

from ducato.bots.playout import choice
from ducato.bots.search.method import Method, Workspace
from ducato.bots.value import shares_of_win, values
from ducato.core.chance import below
from ducato.core.verbs import (
    CHANCE,
    TERMINAL,
    apply_action,
    chance_outcomes,
    current_player,
    estimate,
    ranking,
    rule,
    turn_begins,
)

ENDED = -1
"""The result of `play_on` at the end of the game."""


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
            apply_action(state, edition, choice(state, edition, rng, method.policy, work.choices))
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
        ranking(state, edition, work.ranks)
        shares_of_win(work.ranks, results)
    elif method.depth > 0:
        estimate(state, edition, results)
    else:
        for seat in range(seats):
            results[seat] = 1.0 / seats
    if weight > 0:
        for seat in range(seats):
            results[seat] += weight * (work.judged[seat] - results[seat])
