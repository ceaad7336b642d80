"""Payouts on maps drawn at random, compared with a count of the units [manifest-destiny 6.6]."""

from __future__ import annotations

import random

import pytest

from ducato.games.manifest_destiny.rules.cards.payouts import level_of, pay_out
from ducato.games.manifest_destiny.state.tables import PRODUCTS, Presence

from . import payout_model
from .card_sheet import View
from .manifest_table import Table

RULINGS = [
    {},
    {"city_bonus": "each"},
    {"payout_cap_applies": "after_surplus"},
    {"payout_cap": 3, "city_bonus": "each", "payout_cap_applies": "after_surplus"},
]


@pytest.mark.parametrize("players", [3, 5])
@pytest.mark.parametrize("rulings", RULINGS, ids=lambda rulings: " ".join(rulings) or "default")
def test_every_product_pays_all_who_produce_it(rulings, players):
    """Whole maps, all products [manifest-destiny 6.6, 20.5] (A9, A10)."""
    table, rng = Table(players, **rulings), random.Random(players)
    for _ in range(4):
        payout_model.settle(table, rng)
        for product in range(PRODUCTS):
            expected = View.of(table.state)
            levels = [payout_model.level(expected, s, product, rulings) for s in range(players)]
            assert [level_of(table.state, table.edition, s, product) for s in range(players)] == (
                levels
            )
            payout_model.pay_out(expected, product, players, rulings)
            pay_out(table.state, table.edition, product)
            assert not expected.differences(View.of(table.state))


@pytest.mark.parametrize("product", range(PRODUCTS))
def test_who_produces_nothing_gets_nothing(product):
    """Not even below the first level, in Surplus or not [manifest-destiny 6.6]."""
    table = Table(3)
    table.state.row("presence")[:] = Presence.NONE
    for _ in range(2):
        pay_out(table.state, table.edition, product)
        assert list(table.state.cash) == [100, 100, 100, 0, 0]
