"""The features and scores of actions of version 0.1, for the bot ``ismcts-0.1``.

They are frozen: whoever improves the bots measures the gain against them. The weights are in
``data/yardstick.toml``.

A *sale* is the highest price that a hero could now pay in a shop; gold is counted in fives.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from ducato.core.verbs import rule
from ducato.games.fantasy_market.parts import (
    BOXES,
    HEROES,
    OUTSIDE,
    TILE_COUNT,
    Job,
    Pawn,
    Terrain,
)
from ducato.games.fantasy_market.rules.promotion import promoted_steps, suits
from ducato.games.fantasy_market.rules.purchase import strength, would_buy
from ducato.games.fantasy_market.rules.reach import movement
from ducato.games.fantasy_market.rules.thief import greatest_value, shop_at
from ducato.games.fantasy_market.state import A, Edition, Phase, State


class Feature(IntEnum):
    """The features, in the order of their weights."""

    CARD_SALE = 0  # the card of a hero whom it brings to the seat's shop: the sale
    CARD_APPROACH = 1  # the card of any other hero: the sale
    CARD_THIEF = 2  # the Thief's card: value of the best tile of the leading rival
    CARD_COLLECTOR = 3  # the Collector's card: gold of the leading rival, up to three
    CARD_MARKET = 4  # a Market card: the own gold
    CARD_MARKET_LATE = 5  # a Market card near the end: value of the best own tile
    CARD_INVENTORY = 6  # an Inventory card
    CARD_PROMOTION = 7  # a Promotion card: the sales within its reach
    STEP_HOME = 8  # a step towards the own shop: the sale
    STEP_OUT = 9  # a step of a hero without a sale towards an exit: the strength of the gear
    STEP_TO_RIVAL = 10  # a step of Thief or Collector towards the leading rival's shop
    STEP_THEFT = 11  # a step of the Thief into a rival's shop: value of the best tile
    STEP_OWN_THEFT = 12  # the same in the own shop
    END_SALE = 13  # ending in the own shop: the sale
    END_RIVAL_SALE = 14  # ending in a rival's shop: the sale
    END_OUT = 15  # ending on an exit
    END_OUT_GEAR = 16  # the same: the strength of the hero's gear
    END_TAX = 17  # ending as Collector in a rival's shop: the rival's possible loss
    END_OWN_TAX = 18  # the same in the own shop
    ROB = 19  # letting the Thief rob a hero
    PROMOTE = 20  # promoting a hero: the sale
    TILE = 21  # any tile taken or bought
    TILE_PROFIT = 22  # its cost over its value, if some hero would buy it
    TILE_DUPLICATE = 23  # an own tile is like it already
    TILE_LATE = 24  # near the end: its value
    SELL = 25  # a tile sold or returned that some hero would buy: its profit
    SELL_UNWANTED = 26  # one that nobody would buy
    SELL_LATE = 27  # near the end: its value


FIVE = 5.0
LATE = 2  # steps of the hourglass before the end
GATE_TO_SHOP = 3  # a typical way for a hero who starts from the best exit


@rule
def yardstick_score(state: State, edition: Edition, action: int, weights: Any) -> float:
    seat = state.chooser
    if action < A.ENTER:
        return card_score(state, edition, seat, action, weights)
    if action < A.STEP:
        home = edition.way[state.shop_of[seat], edition.gate[action - A.ENTER]]
        worth = sale(state, edition, seat, state.pawn) if state.pawn < Pawn.THIEF else 0.0
        return -weights[Feature.STEP_HOME] * worth * min(int(home), 12) / FIVE
    if action < A.ROB:
        return step_score(state, edition, seat, action - A.STEP, weights)
    if action < A.HERO:
        return weights[Feature.ROB]
    if action < A.SHOP:
        return weights[Feature.PROMOTE] * sale(state, edition, seat, action - A.HERO)
    if action < A.TAKE:
        return 0.0
    if action < A.GIVE:
        return tile_score(state, edition, seat, action - A.TAKE, weights)
    if action < A.BUY:
        return sell_score(state, edition, action - A.GIVE, weights)
    if action < A.SELL:
        return tile_score(state, edition, seat, action - A.BUY, weights)
    if action < A.DONE:
        return sell_score(state, edition, action - A.SELL, weights)
    if state.phase == Phase.MOVE and state.walked > 0:
        return end_score(state, edition, seat, state.at[state.pawn], weights)
    return 0.0


@rule
def sale(state: State, edition: Edition, seat: int, hero: int) -> float:
    """Return the highest price that the hero could pay in the seat's shop, in fives of gold."""
    best = 0
    for tile in range(TILE_COUNT):
        if state.stock[seat, tile] > 0 and would_buy(state, edition, seat, hero, tile):
            best = max(best, int(edition.tile_cost[tile]))
    return best / FIVE


@rule
def leading_rival(state: State, edition: Edition, seat: int) -> int:
    """Return the first other seat with most gold."""
    best = -1
    for other in range(edition.players):
        if other != seat and (best < 0 or state.gold[other] > state.gold[best]):
            best = other
    return best


@rule
def is_late(state: State, edition: Edition) -> bool:
    return state.hourglass + LATE >= edition.hourglass_end


@rule
def home_way(state: State, edition: Edition, seat: int, hero: int) -> int:
    """Return the steps from the hero to the seat's shop; from outside, a typical number."""
    here = state.at[hero]
    return GATE_TO_SHOP if here == OUTSIDE else int(edition.way[state.shop_of[seat], here])


@rule
def gear_strength(state: State, edition: Edition, hero: int) -> float:
    total = 0
    for box in range(BOXES):
        total += strength(edition, state.gear[hero, box])
    return total / FIVE


@rule
def card_score(state: State, edition: Edition, seat: int, job: int, weights: Any) -> float:
    """Score keeping an action card."""
    if job < Pawn.THIEF:
        worth = sale(state, edition, seat, job)
        way = home_way(state, edition, seat, job)
        if 0 < way <= movement(state, edition, job):
            return weights[Feature.CARD_SALE] * worth
        return weights[Feature.CARD_APPROACH] * worth
    rival = leading_rival(state, edition, seat)
    if job == Pawn.THIEF:
        return weights[Feature.CARD_THIEF] * max(0, greatest_value(state, edition, rival)) / FIVE
    if job == Pawn.COLLECTOR:
        return weights[Feature.CARD_COLLECTOR] * min(3, int(state.gold[rival])) / FIVE
    if job == Job.MARKET:
        if is_late(state, edition):
            return weights[Feature.CARD_MARKET_LATE] * max(0, greatest_value(state, edition, seat))
        return weights[Feature.CARD_MARKET] * min(5, int(state.gold[seat])) / FIVE
    if job == Job.INVENTORY:
        return weights[Feature.CARD_INVENTORY]
    total = 0.0
    for hero in range(HEROES):
        way = home_way(state, edition, seat, hero)
        if 0 < way <= promoted_steps(state, edition, hero):
            total += sale(state, edition, seat, hero)
    return weights[Feature.CARD_PROMOTION] * total


@rule
def step_score(state: State, edition: Edition, seat: int, direction: int, weights: Any) -> float:
    """Score one step, and the end of the move if it is the last one."""
    pawn = state.pawn
    here = state.at[pawn]
    square = edition.near[here, direction]
    score = 0.0
    if pawn < Pawn.THIEF:
        worth = sale(state, edition, seat, pawn)
        shop = state.shop_of[seat]
        if worth > 0:
            nearer = int(edition.way[shop, here]) - int(edition.way[shop, square])
            score += weights[Feature.STEP_HOME] * worth * nearer
        else:
            nearer = int(edition.way_out[here]) - int(edition.way_out[square])
            score += weights[Feature.STEP_OUT] * gear_strength(state, edition, pawn) * nearer
    else:
        rival_shop = state.shop_of[leading_rival(state, edition, seat)]
        nearer = int(edition.way[rival_shop, here]) - int(edition.way[rival_shop, square])
        score += weights[Feature.STEP_TO_RIVAL] * nearer
        shop = shop_at(state, edition, square)
        if pawn == Pawn.THIEF and shop >= 0 and not (state.looted >> shop) & 1:
            owner = state.owner[shop]
            if owner >= 0:
                value = max(0, greatest_value(state, edition, owner)) / FIVE
                if owner == seat:
                    score += weights[Feature.STEP_OWN_THEFT] * value
                else:
                    score += weights[Feature.STEP_THEFT] * value
    if state.walked + 1 == state.budget:
        score += end_score(state, edition, seat, square, weights)
    return score


@rule
def end_score(state: State, edition: Edition, seat: int, square: int, weights: Any) -> float:
    """Score ending the move on a square."""
    pawn = state.pawn
    shop = shop_at(state, edition, square)
    owner = state.owner[shop] if shop >= 0 else -1
    if pawn == Pawn.THIEF:
        return 0.0
    if pawn == Pawn.COLLECTOR:
        if owner < 0:
            return 0.0
        loss = min(2, max(0, int(state.gold[owner]) - 1)) / FIVE
        if owner == seat:
            return weights[Feature.END_OWN_TAX] * loss
        return weights[Feature.END_TAX] * loss
    if owner >= 0:
        if shop_at(state, edition, state.trail[0]) == shop:
            return 0.0
        if owner == seat:
            return weights[Feature.END_SALE] * sale(state, edition, seat, pawn)
        return weights[Feature.END_RIVAL_SALE] * sale(state, edition, owner, pawn)
    if Terrain.EXIT <= edition.terrain[square] < Terrain.CENTRE:
        gear = gear_strength(state, edition, pawn)
        return weights[Feature.END_OUT] + weights[Feature.END_OUT_GEAR] * gear
    return 0.0


@rule
def is_wanted(state: State, edition: Edition, tile: int) -> bool:
    """Return whether some hero has the gold and the use for such a tile."""
    for hero in range(HEROES):
        if suits(edition, tile, hero) and state.purse[hero] >= edition.tile_cost[tile]:
            worn = state.gear[hero, edition.tile_box[tile]]
            if worn < 0 or edition.tile_cost[worn] < edition.tile_cost[tile]:
                return True
    return False


@rule
def profit(edition: Edition, tile: int) -> float:
    return (edition.tile_cost[tile] - edition.tile_value[tile]) / FIVE


@rule
def tile_score(state: State, edition: Edition, seat: int, tile: int, weights: Any) -> float:
    """Score taking a tile; in a purchase or a theft only its price counts."""
    if state.phase == Phase.PURCHASE or state.phase == Phase.LOOT:
        return weights[Feature.TILE_PROFIT] * profit(edition, tile)
    score = float(weights[Feature.TILE])
    if is_wanted(state, edition, tile):
        score += weights[Feature.TILE_PROFIT] * profit(edition, tile)
    if state.stock[seat, tile] > 0:
        score += weights[Feature.TILE_DUPLICATE]
    if is_late(state, edition):
        score += weights[Feature.TILE_LATE] * edition.tile_value[tile]
    return score


@rule
def sell_score(state: State, edition: Edition, tile: int, weights: Any) -> float:
    """Score giving a tile back to the market."""
    score = 0.0
    if is_wanted(state, edition, tile):
        score += weights[Feature.SELL] * profit(edition, tile)
    else:
        score += weights[Feature.SELL_UNWANTED]
    if is_late(state, edition) and state.phase == Phase.MARKET:
        score += weights[Feature.SELL_LATE] * edition.tile_value[tile]
    return score
