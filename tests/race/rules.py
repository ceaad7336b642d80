"""The rules: walk, jump with a die, or rest, and so on for everybody in turn."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from tests.race.state import DIE, MOVE, OVER, A

from ducato.core.ranks import rank_by
from ducato.core.verbs import CHANCE, TERMINAL, rule

EYES = 6


class Feature(IntEnum):
    """The features of an action."""

    WALK = 0
    JUMP = 1


StateFeature = IntEnum(
    "StateFeature", ["race.lead", "race.left", "race.late", "race.turn"], start=0
)


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


@rule
def action_score(state: Any, edition: Any, action: int, weights: Any) -> float:
    if action == A.WALK:
        return weights[Feature.WALK]
    if action == A.JUMP:
        return weights[Feature.JUMP]
    return 0.0


@rule
def turn_begins(state: Any) -> bool:
    return state.phase == MOVE


@rule
def features(state: Any, edition: Any, seat: int, out: Any) -> None:
    best = -1000
    for rival in range(edition.players):
        if rival != seat:
            best = max(best, state.points[rival])
    left = edition.rounds * edition.players - state.turns
    out[0] = (state.points[seat] - best) / 10
    out[1] = left / 10
    out[2] = out[0] / left
    out[3] = 1 if state.mover == seat else 0


@rule
def estimate(state: Any, edition: Any, out: Any) -> None:
    total = 0
    for seat in range(edition.players):
        total += state.points[seat] + 5
    for seat in range(edition.players):
        out[seat] = (state.points[seat] + 5) / total
