"""The rules of Magnate, by Cristyn Magnus: the verbs that `core.verbs` dispatches.

Clauses in square brackets refer to `rulebook`. A turn is a chain of small decisions: the dice
(chance), possibly the tax (chance), choices of income, its payment, then one card, trades and
developments until the seat ends its turn, and the draw (chance). Building asks for the card,
the district and then, where there is a choice, for the number of tokens of each suit.
"""

from __future__ import annotations

from typing import Any

from ducato.core.verbs import CHANCE, TERMINAL, rule

from ..state import DISTRICTS, PROPERTIES, SEATS, SUIT_COUNT, A, Edition, Phase, State, Zone
from .building import (
    accepts,
    begin_purchase,
    can_develop,
    can_pay,
    can_pay_deed,
    choose_district,
    develop,
    least_payment,
    most_payment,
    pay,
    pay_forced_suits,
    sell,
    trade,
)
from .dealing import begin_turn, deal_card, deal_crown, draw_card, end_turn, lay_district, setup
from .income import choose_income, pay_income, roll, tax, tax_outcomes
from .scoring import ranking

__all__ = [
    "apply_action",
    "chance_outcomes",
    "current_player",
    "legal_actions",
    "ranking",
    "rounds_played",
    "setup",
]

DICE_OUTCOMES = 100


@rule
def current_player(state: State, edition: Edition) -> int:
    if state.phase <= Phase.DRAW:
        return CHANCE
    if state.phase == Phase.OVER:
        return TERMINAL
    return state.chooser


@rule
def rounds_played(state: State, edition: Edition) -> int:
    return (state.turns + 1) // SEATS


@rule
def chance_outcomes(state: State, edition: Edition) -> int:
    phase = state.phase
    if phase == Phase.ROLL:
        return DICE_OUTCOMES
    if phase == Phase.TAX:
        return tax_outcomes(state, edition)
    if phase == Phase.INCOME:
        return 1
    if phase == Phase.CHOOSE_FIRST:
        return 2
    if phase == Phase.LAY_DISTRICTS:
        return int(state.held[Zone.PAWN_PILE])
    if phase == Phase.DEAL_CROWNS:
        return int(state.held[Zone.CROWN_PILE])
    return int(state.held[Zone.DECK])


@rule
def apply_chance(state: State, edition: Edition, outcome: int) -> None:
    phase = state.phase
    if phase == Phase.ROLL:
        roll(state, edition, outcome)
    elif phase == Phase.INCOME:
        pay_income(state, edition)
    elif phase == Phase.DRAW:
        draw_card(state, edition, outcome)
    elif phase == Phase.TAX:
        tax(state, edition, outcome)
    elif phase == Phase.LAY_DISTRICTS:
        lay_district(state, edition, outcome)
    elif phase == Phase.DEAL_CROWNS:
        deal_crown(state, edition, outcome)
    elif phase == Phase.DEAL_HANDS:
        deal_card(state, edition, outcome)
    else:
        begin_turn(state, outcome)


@rule
def legal_actions(state: State, edition: Edition, out: Any) -> int:
    phase = state.phase
    n = 0
    if phase == Phase.ACT:
        return legal_acts(state, edition, out)
    if phase == Phase.CHOOSE_DISTRICT:
        for district in range(DISTRICTS):
            if accepts(state, edition, state.active, district) & edition.suits[state.card]:
                out[n] = A.DISTRICT + district
                n += 1
    elif phase == Phase.PAY:
        for tokens in range(least_payment(state, edition), most_payment(state, edition) + 1):
            out[n] = A.PAY + tokens
            n += 1
    elif phase == Phase.CHOOSE_INCOME:
        for k in range(edition.suit_count[state.card]):
            out[n] = A.INCOME + edition.suit_of[state.card, k]
            n += 1
    return n


@rule
def legal_acts(state: State, edition: Edition, out: Any) -> int:
    """Write the legal actions of [magnate 3.4] into `out`, ascending; return their number.

    Until the card of the turn has been played, any card in hand may be built, bought as a deed or
    sold; trades and developments may come before it and, with `act_after_card`, after it. The turn
    can be ended after the card, or with an empty hand.
    """
    seat = state.active
    n = 0
    if not state.played:
        somewhere = 0
        for district in range(DISTRICTS):
            somewhere |= accepts(state, edition, seat, district)
        hand = Zone.HAND + seat
        for card in range(PROPERTIES):
            if state.zone[card] == hand and edition.suits[card] & somewhere:
                if can_pay(state, edition, seat, card):
                    out[n] = A.BUILD + card
                    n += 1
        for card in range(PROPERTIES):
            if state.zone[card] == hand and edition.suits[card] & somewhere:
                if can_pay_deed(state, edition, seat, card):
                    out[n] = A.DEED + card
                    n += 1
        for card in range(PROPERTIES):
            if state.zone[card] == hand:
                out[n] = A.SELL + card
                n += 1
    if not state.played or edition.act_after_card:
        for give in range(SUIT_COUNT):
            if state.tokens[seat, give] >= edition.trade_rate:
                for take in range(SUIT_COUNT):
                    if take != give:
                        out[n] = A.TRADE + SUIT_COUNT * give + take
                        n += 1
        for district in range(DISTRICTS):
            if state.deed[seat, district]:
                card = state.last[seat, district]
                for k in range(edition.suit_count[card]):
                    suit = edition.suit_of[card, k]
                    if can_develop(state, edition, seat, district, suit):
                        out[n] = A.DEVELOP + SUIT_COUNT * district + suit
                        n += 1
    if state.played or state.held[Zone.HAND + seat] == 0:
        out[n] = A.END
        n += 1
    return n


@rule
def apply_action(state: State, edition: Edition, action: int) -> None:
    if state.phase <= Phase.DRAW:
        apply_chance(state, edition, action)
    elif action < A.DEED:
        begin_purchase(state, action - A.BUILD, 0)
    elif action < A.SELL:
        begin_purchase(state, action - A.DEED, 1)
    elif action < A.TRADE:
        sell(state, edition, action - A.SELL)
    elif action < A.DEVELOP:
        trade(state, edition, (action - A.TRADE) // SUIT_COUNT, (action - A.TRADE) % SUIT_COUNT)
    elif action < A.DISTRICT:
        develop(
            state, edition, (action - A.DEVELOP) // SUIT_COUNT, (action - A.DEVELOP) % SUIT_COUNT
        )
    elif action < A.PAY:
        choose_district(state, edition, action - A.DISTRICT)
    elif action < A.INCOME:
        pay(state, action - A.PAY)
        pay_forced_suits(state, edition)
    elif action < A.END:
        choose_income(state, edition, action - A.INCOME)
    else:
        end_turn(state, edition)
