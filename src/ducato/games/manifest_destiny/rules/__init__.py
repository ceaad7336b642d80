"""The rules of Manifest Destiny, by Bill Crenshaw: the verbs that `core.verbs` dispatches.

Clauses in square brackets refer to `rulebook`, which is based on an Italian summary of the printed
rules (GMT Games, 2005). A turn is a chain of small decisions and chance steps, with automatic
phases between them; `phases` says which rules belong to each.
"""

from __future__ import annotations

from ducato.core.verbs import CHANCE, TERMINAL, rule

from ..state import Edition, State
from ..state.tables import LAST_CHANCE, LAST_DECISION, Phase
from .phases import apply_chance, apply_decision, chance_outcomes, legal_actions, run
from .tokens import award_most_cities
from .turn.ending import ranking
from .turn.setup import setup

__all__ = [
    "apply_action",
    "chance_outcomes",
    "current_player",
    "legal_actions",
    "ranking",
    "rounds_played",
    "setup",
]


@rule
def current_player(state: State, edition: Edition) -> int:
    if state.phase <= LAST_CHANCE:
        return CHANCE
    if state.phase == Phase.OVER:
        return TERMINAL
    return state.chooser


@rule
def rounds_played(state: State, edition: Edition) -> int:
    return state.turn


@rule
def apply_action(state: State, edition: Edition, action: int) -> None:
    if state.phase <= LAST_CHANCE:
        apply_chance(state, edition, action)
    else:
        apply_decision(state, edition, action)
    while True:
        if state.recount:
            award_most_cities(state, edition)
        if not LAST_DECISION < state.phase < Phase.OVER:
            return
        run(state, edition)
