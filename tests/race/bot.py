"""What bots know of the game."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from tests.race.state import MOVE, A

from ducato.core.verbs import rule


class Feature(IntEnum):
    """The features of an action."""

    WALK = 0
    JUMP = 1


StateFeature = IntEnum(
    "StateFeature", ["race.lead", "race.left", "race.late", "race.turn"], start=0
)


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
