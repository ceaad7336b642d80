"""Progressions: prices, conditions, licences [manifest-destiny 7.4, 7.7]."""

from __future__ import annotations

from typing import Any

from ducato.core.verbs import rule

from ...state import A, Edition, State
from ...state.tables import PROGRESSIONS, Advance, Phase, Zone
from ..cards.deck import cards_in
from ..tokens import change_profit, hand_over, owns, pay

LEVEL_1_DONE, LEVEL_2_DONE = 1, 2  # State.levels_done


@rule
def may_buy(state: State, edition: Edition, seat: int, progression: int) -> bool:
    """Return whether a seat lacks a Progression and its level is open to it [manifest-destiny 7.4].

    Each category is bought in order of level, and level 3 needs all of level 1. The price is not
    considered.
    """
    if owns(state, seat, progression):
        return False
    level = edition.level[progression]
    if level == 1:
        return True
    if level > 2 and not has_level(state, edition, seat, 0):
        return False
    for other in range(PROGRESSIONS):
        if edition.category[other] == edition.category[progression]:
            if edition.level[other] == level - 1:
                return owns(state, seat, other)
    return True


@rule
def has_level(state: State, edition: Edition, seat: int, level: int) -> bool:
    """Return whether the seat owns all five Progressions of a level; 0 stands for level 1."""
    mask = edition.level_mask[level]
    return state.advances[seat] & mask == mask


@rule
def own_price(state: State, edition: Edition, seat: int, progression: int) -> int:
    """Return the price in dollars after a seat's own discounts and Assembly Line, at least 0.

    [manifest-destiny 6.5, 7.4].
    """
    price = edition.cost[progression] - state.discount[seat, progression]
    if owns(state, seat, Advance.ASSEMBLY_LINE):
        price -= edition.assembly_line_discount
    return max(0, price)


@rule
def borrowed(state: State, edition: Edition, seat: int, progression: int) -> int:
    """Return the discount that a partner's Leaders would add, 0 if none [manifest-destiny 7.7]."""
    partner = state.partner[seat]
    if partner < 0:
        return 0
    price = own_price(state, edition, seat, progression)
    return min(price, state.licensed[partner, progression])


@rule
def licence_fee(edition: Edition, discount: int) -> int:
    """Return the fee in dollars for a borrowed discount, rounded up [manifest-destiny 7.7, 1.3]."""
    return (discount * edition.licence_fee + 99) // 100


@rule
def can_buy(state: State, edition: Edition, seat: int, progression: int) -> bool:
    return bool(
        may_buy(state, edition, seat, progression)
        and own_price(state, edition, seat, progression) <= state.cash[seat]
    )


@rule
def can_license(state: State, edition: Edition, seat: int, progression: int) -> bool:
    """Return whether the Progression can be bought with the partner's Leaders, fee included."""
    discount = borrowed(state, edition, seat, progression)
    if discount == 0 or not may_buy(state, edition, seat, progression):
        return False
    price = own_price(state, edition, seat, progression) - discount
    return bool(price + licence_fee(edition, discount) <= state.cash[seat])


@rule
def can_license_any(state: State, edition: Edition, seat: int) -> bool:
    if state.partner[seat] < 0:
        return False
    for progression in range(PROGRESSIONS):
        if can_license(state, edition, seat, progression):
            return True
    return False


@rule
def legal_licence(state: State, edition: Edition, out: Any) -> int:
    """List the Progressions that can be bought with the partner's Leaders."""
    n = 0
    for progression in range(PROGRESSIONS):
        if can_license(state, edition, state.chooser, progression):
            out[n] = A.ADVANCE + progression
            n += 1
    return n


@rule
def apply_licence(state: State, edition: Edition, action: int) -> None:
    """Buy a Progression with the partner's Leaders [manifest-destiny 7.7]."""
    buy_progression(state, edition, action - A.ADVANCE, True)


@rule
def buy_progression(state: State, edition: Edition, progression: int, licence: bool) -> None:
    """Buy a Progression for the active seat [manifest-destiny 7.4].

    It may complete a level, which raises Profit. A new owner of Storytelling may discard a card.

    Args:
        state: the state, which is changed.
        edition: the edition of the game.
        progression: the number of the Progression.
        licence: whether the partner's Leaders add their discount, for a fee.
    """
    seat = state.active
    price = own_price(state, edition, seat, progression)
    if licence:
        discount = borrowed(state, edition, seat, progression)
        fee = licence_fee(edition, discount)
        price -= discount
        hand_over(state, seat, state.partner[seat], fee)
    pay(state, seat, price)
    state.advances[seat] |= 1 << progression
    state.vp[seat] += edition.vp[progression]
    state.phase = Phase.INVEST
    reward_levels(state, edition, seat)
    if progression == Advance.STORYTELLING and cards_in(state, Zone.HAND + seat) > 0:
        state.phase = Phase.DISCARD


@rule
def reward_levels(state: State, edition: Edition, seat: int) -> None:
    """Give Profit for owning all of level 1, or of level 2, for the first time.

    [manifest-destiny 7.4].
    """
    if not state.levels_done[seat] & LEVEL_1_DONE and has_level(state, edition, seat, 0):
        state.levels_done[seat] |= LEVEL_1_DONE
        change_profit(state, edition, seat, edition.all_level_1_profit)
    if not state.levels_done[seat] & LEVEL_2_DONE and has_level(state, edition, seat, 1):
        state.levels_done[seat] |= LEVEL_2_DONE
        change_profit(state, edition, seat, edition.all_level_2_profit)
