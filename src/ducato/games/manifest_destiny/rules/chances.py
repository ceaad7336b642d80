"""Chance steps: the number of outcomes of each, and the rule that applies an outcome.

Deals, draws and dice [manifest-destiny 2.3, 3.1, 7.5, 8.4, 20.8].
"""

from __future__ import annotations

from ducato.core.verbs import rule
from ducato.games.manifest_destiny.rules.breakthroughs.research import (
    reroll_research,
    roll_research,
)
from ducato.games.manifest_destiny.rules.cards.choices import rob, steal
from ducato.games.manifest_destiny.rules.cards.deck import cards_in, draw, redraw
from ducato.games.manifest_destiny.rules.expansion.competition import (
    roll_attack,
    roll_defence,
    roll_first_again,
)
from ducato.games.manifest_destiny.rules.turn.adjustment import adjust
from ducato.games.manifest_destiny.rules.turn.setup import deal, deal_destiny, draw_bidder
from ducato.games.manifest_destiny.state import Edition, State
from ducato.games.manifest_destiny.state.tables import Phase, Zone

FACES = 6


@rule
def all_faces(dice: int) -> int:
    """Return the number of possible rolls of this many distinct dice."""
    ways = 1
    for _ in range(dice):
        ways *= FACES
    return ways


@rule
def chance_outcomes(state: State, edition: Edition) -> int:
    phase = int(state.phase)
    if phase <= Phase.DEAL or phase == Phase.DRAW or phase == Phase.REDRAW:
        return cards_in(state, Zone.DECK)
    if phase == Phase.BID_ORDER:
        return int(edition.players) - int(state.part)
    if phase == Phase.RESEARCH_DICE or phase == Phase.ATTACK_DICE or phase == Phase.ATTACK_AGAIN:
        return all_faces(state.dice)
    if phase == Phase.DEFENCE_DICE or phase == Phase.DEFENCE_AGAIN:
        return all_faces(state.defence)
    if phase == Phase.STEAL:
        return cards_in(state, Zone.HAND + state.victim)
    if phase == Phase.ADJUST:
        return 1
    return FACES


@rule
def apply_chance(state: State, edition: Edition, outcome: int) -> None:
    phase = int(state.phase)
    if phase == Phase.DRAW:
        draw(state, edition, outcome)
    elif phase == Phase.ATTACK_DICE or phase == Phase.ATTACK_AGAIN:
        roll_attack(state, outcome)
    elif phase == Phase.DEFENCE_DICE or phase == Phase.DEFENCE_AGAIN:
        roll_defence(state, outcome)
    elif phase == Phase.RESEARCH_DICE:
        roll_research(state, edition, outcome)
    elif phase == Phase.RESEARCH_REROLL:
        reroll_research(state, outcome)
    elif phase == Phase.FIRST_DIE_AGAIN:
        roll_first_again(state, outcome)
    elif phase == Phase.ADJUST:
        adjust(state, edition)
    elif phase == Phase.REDRAW:
        redraw(state, edition, outcome)
    elif phase == Phase.ROBBER_DIE:
        rob(state, edition, outcome)
    elif phase == Phase.STEAL:
        steal(state, edition, outcome)
    elif phase == Phase.DEAL:
        deal(state, edition, outcome)
    elif phase == Phase.DEAL_DESTINY:
        deal_destiny(state, edition, outcome)
    else:
        draw_bidder(state, edition, outcome)
