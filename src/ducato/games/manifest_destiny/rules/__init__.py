"""The rules of Manifest Destiny, by Bill Crenshaw: the verbs that `core.verbs` dispatches.

Clauses in square brackets refer to `rulebook`, which is based on an Italian summary of the printed
rules (GMT Games, 2005). A turn is a chain of small decisions and chance steps, between which the
phases after `LAST_DECISION` run automatically (`run`). Each phase only sets the next one, so that
rules never call one another in a circle.
"""

from __future__ import annotations

from ducato.core.verbs import CHANCE, TERMINAL, rule
from ducato.games.manifest_destiny.rules.breakthroughs.research import assign_dice
from ducato.games.manifest_destiny.rules.cards.choices import resolve
from ducato.games.manifest_destiny.rules.cards.deck import next_draw, next_thought
from ducato.games.manifest_destiny.rules.cards.playing import ask_next
from ducato.games.manifest_destiny.rules.chances import apply_chance, chance_outcomes
from ducato.games.manifest_destiny.rules.decisions import apply_decision
from ducato.games.manifest_destiny.rules.estimate import estimate
from ducato.games.manifest_destiny.rules.expansion.competition import next_of_contest
from ducato.games.manifest_destiny.rules.expansion.reach import survey
from ducato.games.manifest_destiny.rules.features import Feature, action_score
from ducato.games.manifest_destiny.rules.legal import legal_actions
from ducato.games.manifest_destiny.rules.tokens import award_most_cities
from ducato.games.manifest_destiny.rules.turn.sequence import (
    begin_turn,
    end_expansion,
    next_part,
    offer_priority,
    ranking,
)
from ducato.games.manifest_destiny.rules.turn.setup import setup
from ducato.games.manifest_destiny.state import Edition, State
from ducato.games.manifest_destiny.state.tables import LAST_CHANCE, LAST_DECISION, Phase

__all__ = [
    "Feature",
    "action_score",
    "apply_action",
    "chance_outcomes",
    "current_player",
    "estimate",
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


@rule
def run(state: State, edition: Edition) -> None:
    """Run the present automatic phase, which sets the next phase."""
    phase = int(state.phase)
    if phase == Phase.RESOLVE:
        resolve(state, edition)
    elif phase == Phase.ASK:
        ask_next(state, edition)
    elif phase == Phase.CONTEST:
        next_of_contest(state, edition)
    elif phase == Phase.DRAWING:
        next_draw(state, edition)
    elif phase == Phase.THINKING:
        next_thought(state, edition)
    elif phase == Phase.ASSIGN:
        assign_dice(state, edition)
    elif phase == Phase.SURVEY:
        survey(state, edition)
    elif phase == Phase.NEXT_PART:
        next_part(state, edition)
    elif phase == Phase.OFFER:
        offer_priority(state, edition)
    elif phase == Phase.AFTER_BONUS:
        end_expansion(state, edition)
    else:
        begin_turn(state, edition)
