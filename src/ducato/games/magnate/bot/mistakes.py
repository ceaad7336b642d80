"""The mistakes that beginners make in Magnate, and what not even they do."""

from __future__ import annotations

from enum import IntEnum

from ducato.core.verbs import rule

from ..rules.building import accepts, can_pay
from ..state import DISTRICTS, PROPERTIES, SUIT_COUNT, A, Edition, State, Zone
from .action_features import FAR, deed_suits, is_late, lead_in


class Mistake(IntEnum):
    """The mistakes, in the order of their powers of two."""

    HOARDING = 0  # selling a card that the seat could build at once
    MISSED_FINISH = 1  # ending the turn although a deed could be finished
    PILING_UP = 2  # laying a card in a district where the seat is far ahead
    LOST_CAUSE = 3  # laying a card in a district where the seat stays far behind
    LATE_DEED = 4  # beginning a deed so near the end that it may remain unfinished
    SCATTERING = 5  # beginning a deed beside two unfinished ones


SEVERAL = 2  # unfinished deeds beside which one more is too many


@rule
def mistakes(state: State, edition: Edition, action: int) -> int:
    seat = state.chooser
    found = 0
    if A.DEED <= action < A.SELL:
        deeds = 0
        for district in range(DISTRICTS):
            deeds += state.deed[seat, district]
        if deeds >= SEVERAL:
            found |= 1 << Mistake.SCATTERING
        if is_late(state, edition):
            found |= 1 << Mistake.LATE_DEED
    elif A.SELL <= action < A.TRADE:
        if can_build(state, edition, seat, action - A.SELL):
            found |= 1 << Mistake.HOARDING
    elif A.DISTRICT <= action < A.PAY:
        lead = lead_in(state, edition, seat, action - A.DISTRICT)
        if lead > FAR:
            found |= 1 << Mistake.PILING_UP
        if lead + edition.rank[state.card] < -FAR:
            found |= 1 << Mistake.LOST_CAUSE
    elif action == A.END and can_finish(state, edition, seat):
        found |= 1 << Mistake.MISSED_FINISH
    return found


@rule
def can_build(state: State, edition: Edition, seat: int, card: int) -> bool:
    """Return whether a seat can pay for a card and lay it in some district."""
    if not can_pay(state, edition, seat, card):
        return False
    for district in range(DISTRICTS):
        if accepts(state, edition, seat, district) & edition.suits[card]:
            return True
    return False


@rule
def can_finish(state: State, edition: Edition, seat: int) -> bool:
    """Return whether a seat has the tokens that one of its older deeds lacks."""
    for district in range(DISTRICTS):
        if state.deed[seat, district] == 0:
            continue
        if not edition.develop_new and (state.new >> district) & 1:
            continue
        card = state.last[seat, district]
        lack = int(edition.price[card])
        covered = True
        for suit in range(SUIT_COUNT):
            lack -= state.laid[seat, district, suit]
            if (edition.suits[card] >> suit) & 1:
                lack -= state.tokens[seat, suit]
                if state.laid[seat, district, suit] + state.tokens[seat, suit] == 0:
                    covered = False
        if lack <= 0 and (covered or not edition.deed_each_suit):
            return True
    return False


@rule
def makes_sense(state: State, edition: Edition, action: int) -> bool:
    """Return False for a trade for tokens that no deed and no card in hand of the seat bears."""
    if not A.TRADE <= action < A.DEVELOP:
        return True
    seat = state.chooser
    suit = (action - A.TRADE) % SUIT_COUNT
    if deed_suits(state, edition, seat, suit):
        return True
    for card in range(PROPERTIES):
        if state.zone[card] == Zone.HAND + seat and (edition.suits[card] >> suit) & 1:
            return True
    return False
