"""Payouts of products and the Surplus [manifest-destiny 6.6, 20.5]."""

from __future__ import annotations

from ducato.core.verbs import rule

from ...state import Edition, State
from ...state.choices import CityBonus, PayoutCapApplies
from ...state.tables import PRODUCTS, SEATS, TERRITORIES, Presence
from ..tokens import receive

TECHNOLOGY = 7  # numbers of products
TOURISM = 11
EVERY_PRODUCT = (1 << PRODUCTS) - 1


@rule
def units_in(state: State, edition: Edition, territory: int, product: int) -> int:
    """Return a territory's units of a product, markers included [manifest-destiny 6.5, 6.6]."""
    units = edition.produces[territory, product]
    if product == TECHNOLOGY:
        units += state.technology[territory]
    elif product == TOURISM:
        units += state.tourism[territory]
    return units


@rule
def count_units(state: State, edition: Edition, product: int) -> None:
    """Count each player's units of a product, and the player's cities where it is produced.

    Only Established Presences count. The counts go into the fields `units` and `cities`.
    """
    for seat in range(SEATS):
        state.units[seat] = 0
        state.cities[seat] = 0
    for territory in range(TERRITORIES):
        if state.presence[territory] == Presence.ESTABLISHED:
            units = units_in(state, edition, territory, product)
            if units > 0:
                owner = state.owner[territory]
                state.units[owner] += units
                state.cities[owner] += state.city[territory]


@rule
def level_for(state: State, edition: Edition, units: int, cities: int, product: int) -> int:
    """Return the level of a payout, given a player's units and the cities where they are produced.

    Without units it is 0. Otherwise cities add to the number of units, up to the maximum level, and
    Surplus then lowers the level by 1; by a ruling Surplus comes first (A9, A10).
    """
    if units == 0:
        return 0
    level = units
    if edition.city_bonus == CityBonus.EACH:
        level += cities
    elif cities > 0:
        level += 1
    surplus = (state.surplus >> product) & 1
    if edition.payout_cap_applies == PayoutCapApplies.AFTER_SURPLUS:
        return min(level - surplus, edition.payout_cap)
    return min(level, edition.payout_cap) - surplus


@rule
def level_of(state: State, edition: Edition, seat: int, product: int) -> int:
    """Return the level that a payout of a product has for a seat, without changing the state."""
    units = 0
    cities = 0
    for territory in range(TERRITORIES):
        if state.owner[territory] == seat:
            if state.presence[territory] == Presence.ESTABLISHED:
                here = units_in(state, edition, territory, product)
                if here > 0:
                    units += here
                    cities += state.city[territory]
    return level_for(state, edition, units, cities, product)


@rule
def pay_out(state: State, edition: Edition, product: int) -> None:
    """Pay all players for a product, which is then in Surplus [manifest-destiny 6.6]."""
    count_units(state, edition, product)
    for seat in range(edition.players):
        units, cities = state.units[seat], state.cities[seat]
        level = level_for(state, edition, units, cities, product)
        state.amount[seat] = edition.payout[product, level]
        receive(state, seat, state.amount[seat])
    state.surplus |= 1 << product
