"""Purchases in Investment: tokens, cities, Pioneers, cards [manifest-destiny 7.1, 7.2]."""

from __future__ import annotations

from typing import Any

from ducato.core.verbs import rule

from ...state import A, Edition, State
from ...state.choices import Electricity
from ...state.tables import MOST_TOKENS, SEATS, TERRITORIES, Advance, Flag, Phase, Zone
from ..cards.deck import cards_in, start_draws
from ..tokens import build_city, cities_on_map, owns, pay, pioneer_limit

CITY, PIONEER, CARD = 0, 1, 2  # columns of State.boxed, bits of State.purchases
MECHANIZED = 4  # added to State.buying


@rule
def token_limit(state: State, edition: Edition, seat: int) -> int:
    """Return the number of tokens that the seat may buy this turn, by its position.

    Tolerance raises it; Civil Disobedience then halves it, rounded up.

    [manifest-destiny 7.1, 20.2].
    """
    limit = edition.limits[state.position[seat]]
    if owns(state, seat, Advance.TOLERANCE):
        limit += edition.tolerance_bonus
    if state.flags[seat] & Flag.DISOBEDIENCE:
        limit = (limit + 1) // 2
    return limit


@rule
def tokens_for_sale(state: State, edition: Edition, seat: int) -> int:
    """Return the number of tokens the seat can still buy and pay for [manifest-destiny 7.1]."""
    left = token_limit(state, edition, seat) - state.limit[seat]
    left = min(left, state.supply[seat], MOST_TOKENS)
    return int(min(left, state.cash[seat] // edition.token_price))


@rule
def buy_tokens(state: State, edition: Edition, number: int) -> None:
    seat = state.active
    pay(state, seat, number * edition.token_price)
    state.limit[seat] += number
    state.supply[seat] -= number
    state.bought[seat] += number


@rule
def purchase_price(state: State, edition: Edition, seat: int, what: int) -> int:
    """Return the price in tokens of a city, Pioneer or card.

    It is one more than the tokens of all players in the box for that kind of purchase. With
    Electricity a city costs none, or one by a ruling [manifest-destiny 7.2] (A19).
    """
    if what == CITY and owns(state, seat, Advance.ELECTRICITY):
        return 1 if edition.electricity == Electricity.ONE_TOKEN else 0
    price = 1
    for other in range(SEATS):
        price += state.boxed[other, what]
    return price


@rule
def can_build_in(state: State, seat: int, territory: int) -> bool:
    """Return whether a seat holds a territory that has no city yet [manifest-destiny 7.2]."""
    return bool(state.owner[territory] == seat and not state.city[territory])


@rule
def has_use(state: State, edition: Edition, seat: int, what: int, price: int) -> bool:
    """Return whether a seat may buy a city, Pioneer or card, provided that it can pay the price.

    The price matters for a Pioneer, because all but one of the tokens paid return to supply, from
    which the Pioneer is taken [manifest-destiny 7.2].
    """
    if (state.purchases[seat] >> what) & 1:
        return False
    if what == CARD:
        return cards_in(state, Zone.DECK) > 0
    if what == PIONEER:
        return bool(
            not state.acquired[seat]
            and state.pioneers[seat] < pioneer_limit(state, edition)
            and state.supply[seat] + price - 1 > 0
        )
    if cities_on_map(state) >= edition.cities_total:
        return False
    for territory in range(TERRITORIES):
        if can_build_in(state, seat, territory):
            return True
    return False


@rule
def can_purchase(state: State, edition: Edition, seat: int, what: int) -> bool:
    price = purchase_price(state, edition, seat, what)
    return bool(price <= state.bought[seat] and has_use(state, edition, seat, what, price))


@rule
def can_mechanize(state: State, edition: Edition, seat: int, what: int) -> bool:
    """Return whether Mechanization lets a seat make a purchase for one token.

    It does so once per turn, and only if the usual price is higher [manifest-destiny 7.2].
    """
    if state.mechanized or state.bought[seat] == 0 or not owns(state, seat, Advance.MECHANIZATION):
        return False
    if purchase_price(state, edition, seat, what) <= 1:
        return False
    return has_use(state, edition, seat, what, 1)


@rule
def begin_purchase(state: State, edition: Edition, what: int, mechanized: bool) -> None:
    """Buy a Pioneer or a card, or ask where to build a city, which is paid for after the answer."""
    state.buying = what + MECHANIZED if mechanized else what
    if what == CITY:
        state.phase = Phase.CITY
        return
    seat = state.active
    pay_tokens(state, edition, what)
    if what == PIONEER:
        state.supply[seat] -= 1
        state.pioneers[seat] += 1
        state.acquired[seat] = 1
    else:
        start_draws(state, seat, 1, Phase.INVEST)


@rule
def legal_city(state: State, edition: Edition, out: Any) -> int:
    """List the territories in which the seat can build a city."""
    n = 0
    for territory in range(TERRITORIES):
        if can_build_in(state, state.chooser, territory):
            out[n] = A.TERRITORY + territory
            n += 1
    return n


@rule
def apply_city(state: State, edition: Edition, action: int) -> None:
    """Pay for a city and build it [manifest-destiny 7.2]."""
    pay_tokens(state, edition, CITY)
    build_city(state, edition, action - A.TERRITORY)
    state.phase = Phase.INVEST


@rule
def pay_tokens(state: State, edition: Edition, what: int) -> None:
    """Pay for a purchase: one token stays in the box this turn, the rest go to supply.

    None stays there for a city with Electricity. With Mechanization the price is one token, and a
    ruling decides whether it stays [manifest-destiny 7.2] (A19, A20).
    """
    seat = state.active
    price = purchase_price(state, edition, seat, what)
    boxed = 1
    if what == CITY and owns(state, seat, Advance.ELECTRICITY):
        boxed = 0
    if state.buying >= MECHANIZED:
        price = 1
        state.mechanized = 1
        boxed = 1 if edition.mechanization_raises else 0
    state.purchases[seat] |= 1 << what
    state.bought[seat] -= price
    state.boxed[seat, what] += boxed
    state.supply[seat] += price - boxed
    state.buying = 0
