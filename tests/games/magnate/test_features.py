"""The features of an action that the sensible player weighs, one by one."""

from __future__ import annotations

import numpy as np
import pytest

from ducato.core.game.weights import greedy_weights
from ducato.games.magnate import GAME, bot
from ducato.games.magnate.bot import Feature
from ducato.games.magnate.state import ACTIONS

from .table import Table


def value(table: Table, action: str, feature: Feature) -> float:
    """Return the value of a feature of an action for the seat to move."""
    weights = np.zeros(len(Feature))
    weights[feature] = 1
    number = ACTIONS.index(action)
    assert number in table.position.legal_actions()
    return float(bot.action_score(table.state, table.game.edition, number, weights))


def test_a_building_that_gains_the_lead():
    """The Mill would lead at the Excuse; the Desert only once seat 1 has nothing elsewhere."""
    table = Table().column(1, 3, "the-soldier").hand(0, "the-mill", "the-desert")
    for district, card in (
        (1, "the-forest"),
        (2, "the-battle"),
        (4, "the-castle"),
        (5, "the-cave"),
    ):
        table.column(1, district, card)
    table.supply(0, waves=4, leaves=4, suns=1, wyrms=1)
    assert value(table, "build:the-mill", Feature.BUILD_TURNS) == 1
    assert value(table, "build:the-desert", Feature.BUILD_TURNS) == 0
    table.column(1, 1, "the-author", deed=True).column(0, 1, "the-mountain")  # 4 to 5
    assert value(table, "build:the-desert", Feature.BUILD_TURNS) == 1


def test_a_sale_of_a_card_without_a_place():
    table = Table().hand(0, "ace-of-knots", "ace-of-suns")
    row = ("the-mill", "the-sailor", "the-pact", "the-origin", "the-forest")
    for district, card in enumerate(row, start=1):
        table.column(0, district, card)
    assert value(table, "sell:ace-of-knots", Feature.SELL_PLACELESS) == 1
    assert value(table, "sell:ace-of-suns", Feature.SELL_PLACELESS) == 0


def test_a_sale_for_what_is_needed():
    """The Mill's Leaves serve the deed of the Forest and the Savage, its Waves nothing."""
    table = Table().column(0, 1, "the-forest", deed=True).hand(0, "the-mill", "the-savage")
    assert value(table, "sell:the-mill", Feature.SELL_NEEDED) == pytest.approx(0.2)


def test_deeds_that_are_open():
    table = Table().hand(0, "the-mill").supply(0, waves=1, leaves=1)
    assert value(table, "deed:the-mill", Feature.DEED_OPEN) == 0
    table.column(0, 1, "the-forest", deed=True).column(0, 2, "the-battle", deed=True)
    assert value(table, "deed:the-mill", Feature.DEED_OPEN) == 2


def test_a_trade_with_which_a_deed_can_be_finished():
    """The Mill lacks two tokens, which the supply has one trade to pay for; then it has two."""
    table = Table().column(0, 3, "the-mill", deed=True, waves=4).supply(0, leaves=2, moons=3)
    assert value(table, "trade:moons:waves", Feature.TRADE_FINISHES) == 0
    table.supply(0, moons=6)
    assert value(table, "trade:moons:waves", Feature.TRADE_FINISHES) == 1
    assert value(table, "trade:moons:suns", Feature.TRADE_FINISHES) == 0
    table.supply(0, leaves=4)  # it can be finished without
    assert value(table, "trade:moons:waves", Feature.TRADE_FINISHES) == 0


def test_tokens_that_are_needed_elsewhere():
    """The Savage in hand needs Leaves, too: it is better to pay the Mill in Waves."""
    table = Table().hand(0, "the-mill", "the-savage").supply(0, waves=6, leaves=6)
    table.do("build:the-mill", "district:3")
    assert value(table, "pay:2", Feature.SPEND_NEEDED) == pytest.approx(0.6)
    assert value(table, "pay:6", Feature.SPEND_NEEDED) == pytest.approx(0.2)
    table = Table().column(0, 3, "the-mill", deed=True).hand(0, "the-savage")
    table.supply(0, waves=1, leaves=1)
    assert value(table, "develop:3:waves", Feature.SPEND_NEEDED) == 0
    assert value(table, "develop:3:leaves", Feature.SPEND_NEEDED) == pytest.approx(0.1)


def test_every_weight_is_a_feature():
    assert len(greedy_weights(GAME)) == len(Feature)
