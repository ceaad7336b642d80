"""The rules: walk, jump with a die, or rest, and so on for everybody in turn."""

from __future__ import annotations

from typing import Any

from tests.race.state import DIE, MOVE, OVER, A

from ducato.core.verbs import CHANCE, TERMINAL, rank_by, rule

EYES = 6


@rule
def setup(state: Any, edition: Any) -> None:
    state.phase = MOVE


@rule
def current_player(state: Any, edition: Any) -> int:
    if state.phase == OVER:
        return TERMINAL
    return state.mover if state.phase == MOVE else CHANCE


@rule
def chance_outcomes(state: Any, edition: Any) -> int:
    return EYES


@rule
def legal_actions(state: Any, edition: Any, out: Any) -> int:
    for action in range(3):
        out[action] = action
    return 3


@rule
def apply_action(state: Any, edition: Any, action: int) -> None:
    if state.phase == DIE:
        state.points[state.mover] += action + 1
        end_turn(state, edition)
    elif action == A.JUMP:
        state.phase = DIE
    else:
        if action == A.WALK:
            state.points[state.mover] += edition.walk
        end_turn(state, edition)


@rule
def end_turn(state: Any, edition: Any) -> None:
    state.turns += 1
    state.mover = (state.mover + 1) % edition.players
    state.phase = OVER if state.turns == edition.rounds * edition.players else MOVE


@rule
def ranking(state: Any, edition: Any, out: Any) -> None:
    rank_by(state.points[: edition.players], out)
