"""Payouts as the rulebook tells them: a model to compare the rules with."""

from __future__ import annotations

import random
from typing import Any

from ducato.games.manifest_destiny.state.tables import (
    NATIVES,
    PRODUCT_IDS,
    PRODUCTS,
    SEATS,
    TERRITORIES,
    TERRITORY_IDS,
    VACANT,
    Presence,
    slug,
)

from .card_sheet import View
from .manifest_table import Table
from .specification import by_slug, specified

YIELDS = {
    territory: [slug(name) for name in row["products"].split(" + ") if name]
    for territory, row in by_slug("territories").items()
}
"""The products of each territory, as often as it yields them."""
AMOUNTS = {
    slug(name): [0, *(int(row[f"L{level}"]) for level in range(1, 7))]
    for name, row in specified("payouts", "product").items()
}
"""The amounts that each product pays by level."""


def units(view: View, territory: int, product: int) -> int:
    """Return a territory's units of a product [manifest-destiny 6.5, 6.6]."""
    name = PRODUCT_IDS[product]
    markers = {"tourism": view.tourism, "technology": view.technology}.get(name, {territory: 0})
    return YIELDS[TERRITORY_IDS[territory]].count(name) + markers[territory]


def producing(view: View, seat: int, product: int) -> list[int]:
    """Return the territories where a seat produces [manifest-destiny 6.6]."""
    established = (
        n
        for n, p in enumerate(view.presence)
        if view.owner[n] == seat and p == Presence.ESTABLISHED
    )
    return [territory for territory in established if units(view, territory, product)]


def level(view: View, seat: int, product: int, options: dict[str, Any]) -> int:
    """Return the level of a seat's payout [manifest-destiny 6.6] (A9, A10)."""
    places = producing(view, seat, product)
    if not places:
        return 0
    cities, most = sum(view.city[place] for place in places), options.get("payout_cap", 6)
    count = sum(units(view, place, product) for place in places)
    count += cities if options.get("city_bonus") == "each" else min(cities, 1)
    surplus = 1 if view.surplus & 1 << product else 0
    if options.get("payout_cap_applies") == "after_surplus":
        return int(min(most, count - surplus))
    return int(min(most, count) - surplus)


def pay_out(view: View, product: int, players: int, options: dict[str, Any]) -> None:
    """Pay a product out to all; then it is in Surplus [manifest-destiny 6.6, 20.5]."""
    for seat in range(SEATS):
        places = producing(view, seat, product)
        view.units[seat] = sum(units(view, place, product) for place in places)
        view.cities[seat] = sum(view.city[place] for place in places)
    for seat in range(players):
        amount = AMOUNTS[PRODUCT_IDS[product]][level(view, seat, product, options)]
        view.amount[seat] = amount
        view.cash[seat] += amount
        view.bank -= amount
    view.surplus |= 1 << product


def settle(table: Table, rng: random.Random) -> None:
    """Settle the map at random, with markers, cities, Natives and products in Surplus."""
    state = table.state
    state.surplus = rng.randrange(1 << PRODUCTS)
    for territory in range(TERRITORIES):
        owner = rng.choice([VACANT, NATIVES, *range(table.edition.players)])
        held = 0 <= owner < NATIVES
        state.owner[territory] = owner
        state.presence[territory] = (1 + (rng.random() < 0.7)) if held else Presence.NONE
        state.city[territory] = rng.random() < 0.3
        state.tourism[territory] = rng.choice([0, 0, 0, 1, 2])
        state.technology[territory] = rng.choice([0, 0, 0, 1, 2])
    for seat in range(SEATS):
        state.units[seat], state.cities[seat] = rng.randrange(9), rng.randrange(9)
