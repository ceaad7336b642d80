"""Card operations that need no choice [manifest-destiny 20.8].

The programs of cards in ``data/card_effects.csv`` consist of operations. `immediate` carries out
one that needs no choice; `resolution` and `territory_choices` have the others.
"""

from __future__ import annotations

from typing import Any

from ducato.core.verbs import rule

from ...state import Edition, State
from ...state.tables import PRODUCTS, SEATS, TERRITORIES, Advance, Flag, Op, Presence, Region
from ..tokens import change_profit, count_cities, hand_over, lose_cash, owns, receive
from ..turn.sequence import gain_tokens
from .payouts import EVERY_PRODUCT, count_units


@rule
def immediate(state: State, edition: Edition, op: int, a: int, b: int) -> bool:
    """Carry out an operation that needs no choice; return False if it is not of that kind."""
    hero = state.hero
    if op == Op.PROFIT_SELF:
        change_profit(state, edition, hero, a)
    elif op == Op.PROFIT_OTHERS:
        for seat in range(edition.players):
            if seat != hero:
                change_profit(state, edition, seat, a)
    elif op == Op.TOKENS:
        gain_tokens(state, hero, a)
    elif op == Op.FLAG:
        raise_flag(state, hero, a)
    elif op == Op.RAILROAD:
        lend_railroad(state, hero, a)
    elif op == Op.SURPLUS:
        state.surplus |= EVERY_PRODUCT if a == PRODUCTS else 1 << a
    elif op == Op.LIFT_LIMIT:
        lift_limit(state, edition)
    elif op == Op.CANAL:
        state.canal = 1
        receive(state, hero, a)
    elif op == Op.TRIBUTE:
        hand_over(state, state.victim, hero, a)
    elif op == Op.DISOBEDIENCE:
        state.flags[state.victim] |= Flag.DISOBEDIENCE
    else:
        return tax(state, edition, op, a, b)
    return True


@rule
def tax(state: State, edition: Edition, op: int, a: int, b: int) -> bool:
    """Carry out an operation that changes the cash or Profit of several players.

    Return False if `op` is another operation, otherwise True.
    """
    if op == Op.TAX_OTHERS:
        for seat in range(edition.players):
            if seat != state.hero:
                lose_cash(state, seat, a)
    elif op == Op.TAX_PRODUCERS or op == Op.TAX_LACKING:
        tax_by_product(state, edition, op == Op.TAX_PRODUCERS, a, b)
    elif op == Op.TAX_RICHEST:
        tax_richest(state, edition, a)
    elif op == Op.SIXTIES:
        sixties(state, edition, a, b)
    elif op == Op.UNREST:
        unrest(state, edition, a, b)
    elif op == Op.RECONSTRUCTION:
        reconstruction(state, edition, a)
    elif op == Op.DEPRESSION:
        for seat in range(edition.players):
            if not owns(state, seat, Advance.SAFETY_NET):
                change_profit(state, edition, seat, -a)
    elif op == Op.COLD_WAR:
        cold_war(state, edition, a, b)
    else:
        return False
    return True


@rule
def raise_flag(state: State, seat: int, flag: int) -> None:
    """Give a seat an effect for this turn; Star Spangled Banner also gives a re-roll."""
    state.flags[seat] |= flag
    if flag == Flag.BANNER:
        state.flags[seat] |= Flag.BANNER_REROLL


@rule
def lend_railroad(state: State, seat: int, cash: int) -> None:
    """Carry out card 7: the effect of Railroad for this turn, or cash if the seat owns it."""
    if owns(state, seat, Advance.RAILROAD):
        receive(state, seat, cash)
    else:
        state.flags[seat] |= Flag.RAILROAD


@rule
def lift_limit(state: State, edition: Edition) -> None:
    """Carry out card 14: its player and all later players may each play one more Destiny card."""
    for turn in range(state.part, edition.players):
        state.destiny_right[state.order[turn]] = 1


@rule
def tax_by_product(state: State, edition: Edition, producers: bool, product: int, b: int) -> None:
    """Carry out card 10 or 13: a tax of `b` dollars that depends on producing a product.

    With `producers`, opponents who produce it pay; otherwise all players who do not produce it pay.
    """
    count_units(state, edition, product)
    for seat in range(edition.players):
        if producers:
            if seat != state.hero and state.units[seat] > 0:
                lose_cash(state, seat, b)
        elif state.units[seat] == 0:
            lose_cash(state, seat, b)


@rule
def leaders(values: Any, players: int) -> int:
    """Return all players with the highest of these values, as a mask [manifest-destiny 6.8]."""
    most = values[0]
    mask = 0
    for seat in range(players):
        if values[seat] > most:
            most = values[seat]
            mask = 0
        if values[seat] == most:
            mask |= 1 << seat
    return mask


@rule
def reveal_cash(state: State, edition: Edition) -> None:
    """Let all players reveal their cash, because a card compares it [manifest-destiny 11.1]."""
    state.reveals += 1
    for seat in range(SEATS):
        state.revealed[seat] = state.cash[seat] if seat < edition.players else -1


@rule
def tax_richest(state: State, edition: Edition, amount: int) -> None:
    """Carry out card 49: all players tied for the most cash pay [manifest-destiny 6.8]."""
    reveal_cash(state, edition)
    richest = leaders(state.cash, edition.players)
    for seat in range(edition.players):
        if (richest >> seat) & 1:
            lose_cash(state, seat, amount)


@rule
def sixties(state: State, edition: Edition, cash: int, profit: int) -> None:
    """Carry out card 12, by which players with the most points, Profit or cash suffer losses.

    Those with the most Profit lose Profit; those with the most points or cash lose cash. All three
    groups are found before any loss, and a player in several groups loses once for each.
    """
    reveal_cash(state, edition)
    leading = leaders(state.vp, edition.players)
    earning = leaders(state.profit, edition.players)
    richest = leaders(state.cash, edition.players)
    for seat in range(edition.players):
        if (leading >> seat) & 1:
            lose_cash(state, seat, cash)
        if (earning >> seat) & 1:
            change_profit(state, edition, seat, -profit)
        if (richest >> seat) & 1:
            lose_cash(state, seat, cash)


@rule
def unrest(state: State, edition: Edition, each: int, most: int) -> None:
    """Carry out card 29: Established Presences in South US cost Profit; without any, it rises.

    The loss is `each` for every two presences, rounded up, but at most `most`; the gain is `each`.
    """
    count_region(state, edition, Region.SOUTH)
    for seat in range(edition.players):
        if state.units[seat] == 0:
            change_profit(state, edition, seat, each)
        else:
            pairs = (state.units[seat] + 1) // 2
            change_profit(state, edition, seat, -min(most, each * pairs))


@rule
def reconstruction(state: State, edition: Edition, amount: int) -> None:
    """Carry out card 36: raise the Profit of players with an Established Presence in South US."""
    count_region(state, edition, Region.SOUTH)
    for seat in range(edition.players):
        if state.units[seat] > 0:
            change_profit(state, edition, seat, amount)


@rule
def count_region(state: State, edition: Edition, region: int) -> None:
    """Count into `units` each player's Established Presences in a region."""
    for seat in range(SEATS):
        state.units[seat] = 0
    for territory in range(TERRITORIES):
        if edition.region[territory] == region:
            if state.presence[territory] == Presence.ESTABLISHED:
                state.units[state.owner[territory]] += 1


@rule
def cold_war(state: State, edition: Edition, each: int, most: int) -> None:
    """Carry out card 54: opponents lose `each` dollars per city, but at most `most`.

    Urban Renaissance pays nothing this turn.
    """
    state.cold_war = 1
    count_cities(state, edition)
    for seat in range(edition.players):
        if seat != state.hero:
            lose_cash(state, seat, min(most, each * state.cities[seat]))
