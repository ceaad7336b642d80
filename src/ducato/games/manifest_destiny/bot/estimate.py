"""The estimate of each player's chance to win, for playouts that are cut short.

A player's standing is the player's points plus those that other assets may yield: Profit for the
turns to come, cash, presences, Pioneers, steps of Breakthroughs. The chances are the softmax of the
standings, sharper as the end approaches. All these data are public.
"""

from __future__ import annotations

from typing import Any

from ducato.core.exponential import exponential
from ducato.core.verbs import rule

from ..rules.breakthroughs.steps import count_bits
from ..rules.cards.deck import cards_in
from ..state import Edition, State
from ..state.tables import BREAKTHROUGHS, ERAS, TERRITORIES, Phase, Zone

CARDS_AN_ERA = 15.0  # approximate size of a later era's deck
DOLLARS_A_POINT = 45.0  # the average price of a point, discounts and tokens included
PRESENCE_WORTH = 4.0  # dollars a turn that a presence yields by payouts
STEP_POINTS = 0.25
PIONEER_POINTS = 0.5
SPREAD = 2.5  # points of lead that decide at the very end
DRIFT = 0.45  # added to SPREAD for each turn to come


@rule
def turns_left(state: State, edition: Edition) -> float:
    """Estimate the number of turns still to come; 0 if the game is over.

    In each turn, `players + 2` of the remaining cards are assumed to be drawn.
    """
    if state.phase == Phase.OVER:
        return 0.0
    cards = float(cards_in(state, Zone.DECK))
    cards += CARDS_AN_ERA * (ERAS - state.deck_era)
    return cards / (edition.players + 2.0)


@rule
def prospects(state: State, edition: Edition, seat: int, turns: float) -> float:
    """Return a player's points plus the points that the player's assets are likely to yield.

    Once the game is over, cash counts very little and Profit not at all.
    """
    presences = 0
    for territory in range(TERRITORIES):
        if state.owner[territory] == seat:
            presences += 1
    steps = 0
    for breakthrough in range(BREAKTHROUGHS):
        steps += count_bits(state.steps[seat, breakthrough])
    income = state.profit[seat] + PRESENCE_WORTH * presences
    money = state.cash[seat] + income * turns
    points = state.vp[seat] + STEP_POINTS * steps + PIONEER_POINTS * state.pioneers[seat]
    if state.phase == Phase.OVER:
        return points + 0.001 * state.cash[seat]
    return points + money / DOLLARS_A_POINT


@rule
def estimate(state: State, edition: Edition, out: Any) -> None:
    """Write each seat's chance of winning into `out`; the chances add up to 1."""
    turns = turns_left(state, edition)
    spread = SPREAD + DRIFT * turns
    best = -1e30
    for seat in range(edition.players):
        out[seat] = prospects(state, edition, seat, turns) / spread
        best = max(best, out[seat])
    total = 0.0
    for seat in range(edition.players):
        out[seat] = exponential(out[seat] - best)
        total += out[seat]
    for seat in range(edition.players):
        out[seat] /= total
