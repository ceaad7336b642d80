"""The greedy player treats tied rivals alike, and sells what no hero would buy."""

from __future__ import annotations

import pytest

from ducato.core.game.weights import greedy_weights
from ducato.games.fantasy_market.parts import CHARACTERS, Job, Pawn
from ducato.games.fantasy_market.rules.features import action_score, card_score, way_to_leaders
from ducato.games.fantasy_market.state import Phase

from .table import Table


def swap(table: Table, one: int, other: int) -> None:
    """Let two seats exchange their shops and tiles."""
    state = table.state
    shops = int(state.shop_of[one]), int(state.shop_of[other])
    state.shop_of[one], state.shop_of[other] = shops[1], shops[0]
    state.owner[shops[0]], state.owner[shops[1]] = other, one
    stock = state.row("stock")
    stock[[one, other]] = stock[[other, one]]


@pytest.mark.parametrize("pair", [(1, 2), (1, 3), (2, 3)])
@pytest.mark.parametrize("gold", [0, 4])
def test_rivals_with_equal_gold_are_alike(pair: tuple[int, int], gold: int):
    table = Table(players=4).stock(1, "mace").stock(2, "runic-greatsword").at(thief="d4")
    state, weights = table.state, greedy_weights(table.game.game)
    for seat in range(1, 4):
        state.gold[seat] = gold

    def found() -> list[float]:
        here = state.at[Pawn.THIEF]
        near = [int(square) for square in table.edition.row("near")[here] if square >= 0]
        ways = [way_to_leaders(state, table.edition, 0, here, square) for square in near]
        cards = (Pawn.THIEF, Pawn.COLLECTOR, Job.MARKET, Job.PROMOTION)
        return ways + [card_score(state, table.edition, 0, job, weights) for job in cards]

    before = found()
    swap(table, *pair)
    assert found() == pytest.approx(before)
    state.gold[pair[0]] += 1  # now one of them leads
    assert found() != pytest.approx(before)


def test_a_tile_that_nobody_would_buy_is_sold_early():
    table = Table(players=3).stock(0, "runic-greatsword")
    state, weights = table.state, greedy_weights(table.game.game)
    state.phase, state.active, state.chooser = Phase.MARKET, 0, 0

    def score(name: str) -> float:
        action = table.game.actions.index(name)
        return float(action_score(state, table.edition, action, weights))

    state.purse[CHARACTERS.index("warrior")] = 0
    unwanted = score("sell:runic-greatsword")
    assert unwanted > score("done")
    state.purse[CHARACTERS.index("warrior")] = 20
    assert score("sell:runic-greatsword") < unwanted
