"""The greedy player treats tied rivals alike, and sells what no hero would buy."""

from __future__ import annotations

import numpy as np
import pytest

from ducato.core.game.weights import greedy_weights
from ducato.games.fantasy_market.bot.action_features import (
    Feature,
    action_score,
    card_score,
    way_to_leaders,
)
from ducato.games.fantasy_market.parts import CHARACTERS, Job, Pawn
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
    state, weights = table.state, greedy_weights(table.game.game) + 0.5  # no feature is left out
    for seat in range(1, 4):
        state.gold[seat] = gold

    def found() -> list[float]:
        here = state.at[Pawn.THIEF]
        near = [int(square) for square in table.edition.row("near")[here] if square >= 0]
        ways = [way_to_leaders(state, table.edition, 0, here, square) for square in near]
        cards = (*range(Job.INVENTORY), Job.PROMOTION)
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


def score_by(table: Table, feature: Feature, name: str) -> float:
    """Return the score of an action by one feature."""
    weights = np.zeros(len(Feature))
    weights[feature] = 1
    action = table.game.actions.index(name)
    return float(action_score(table.state, table.edition, action, weights))


def test_the_cards_against_the_leading_rivals_within_one_move():
    table = Table(players=3).gold(0, 4, 2).stock(1, "runic-greatsword").stock(2, "mace")
    table.purse("warrior", 8).at(thief="i5", collector="i5", warrior="i5")  # 2 steps from seat 1
    cards = {"thief": 33, "collector": 34, "warrior": 35}
    scores = {card: score_by(table, Feature(f), f"choose:{card}") for card, f in cards.items()}
    assert scores == pytest.approx({"thief": 0.6, "collector": 0.4, "warrior": 1.6})
    table.at(thief="a5", collector="a5", warrior="a5")
    assert [score_by(table, Feature(f), f"choose:{card}") for card, f in cards.items()] == [0] * 3


@pytest.mark.parametrize(("monster", "wins"), [("orc", 1), ("wolf", -1), (None, 0)])
def test_a_hero_at_an_exit_risks_gold_and_a_fight(monster: str | None, wins: int):
    table = Table(players=3).at(warrior="e3").purse("warrior", 4)
    if monster:
        table.monster("north", monster)
    table.play("warrior").walk("n")
    assert score_by(table, Feature.STEP_OUT_POOR, "step:north") == pytest.approx(0.4)
    assert score_by(table, Feature.STEP_OUT_POOR, "step:east") < 0
    table.walk("n")
    assert score_by(table, Feature.END_OUT_PURSE, "done") == pytest.approx(0.8)
    assert score_by(table, Feature.END_OUT_FIGHT, "done") == wins
