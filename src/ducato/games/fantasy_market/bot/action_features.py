"""The features of an action for the greedy bot, weighted by `data/greedy.toml`.

Features are computed from the view of the seat to move, use nothing that is hidden from it, and are
scaled so that their values are of the order of one.

A *sale* is the highest price that a hero could now pay in a shop; gold is counted in fives.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from ducato.core.verbs import rule

from ..parts import BOXES, HEROES, OUTSIDE, TILE_COUNT, Job, Pawn, Terrain
from ..rules.promotion import promoted_steps, suits
from ..rules.purchase import strength, would_buy
from ..rules.reach import movement
from ..rules.thief import greatest_value, shop_at
from ..state import A, Edition, Phase, State
from .prospects import beats, best_reward, expected_reward, late_loss, late_profit


class Feature(IntEnum):
    """The features, in the order of their weights."""

    CARD_SALE = 0  # a card that brings a hero to the seat's shop: the sale
    CARD_APPROACH = 1  # the card of any other hero: the sale
    CARD_THIEF = 2  # the Thief's card: value of the best tile of the leading rivals
    CARD_COLLECTOR = 3  # the Collector's card: gold of the leading rivals, up to three
    CARD_MARKET = 4  # a Market card: the seat's gold
    CARD_MARKET_STOCK = 5  # a Market card: value of the seat's best tile
    CARD_MARKET_LATE = 6  # the same near the end
    CARD_INVENTORY = 7  # an Inventory card
    CARD_PROMOTION = 8  # a Promotion card: the sales within its reach
    STEP_HOME = 9  # a step towards the seat's shop, or an entry near it: the sale
    STEP_OUT = 10  # a step towards an exit by a hero without a sale: the strength of their gear
    STEP_TO_RIVAL = 11  # a step of the Thief or Collector towards the leading rivals' shops
    STEP_THEFT = 12  # a step of the Thief into a rival's shop: value of the best tile
    STEP_OWN_THEFT = 13  # a step of the Thief into the seat's own shop: value of the best tile
    END_SALE = 14  # ending in the seat's shop: the sale
    END_RIVAL_SALE = 15  # ending in a rival's shop: the sale
    END_OUT = 16  # ending on an exit
    END_OUT_GEAR = 17  # ending on an exit: the strength of the hero's gear
    END_TAX = 18  # ending as the Collector in a rival's shop: the rival's possible loss
    END_OWN_TAX = 19  # ending as the Collector in the seat's own shop: the possible loss
    ROB = 20  # letting the Thief rob a hero
    PROMOTE = 21  # promoting a hero: the sale
    TILE = 22  # any tile taken or bought
    TILE_PROFIT = 23  # the tile's profit, its cost less its value, if some hero would buy it
    TILE_DUPLICATE = 24  # the seat already has a tile like it
    TILE_LATE = 25  # a tile taken or bought near the end: its value
    SELL = 26  # a tile sold or returned that some hero would buy: its profit
    SELL_UNWANTED = 27  # a tile sold or returned that nobody would buy
    SELL_VALUE = 28  # a tile sold: its value
    SELL_LATE = 29  # the same near the end
    CARD_REWARD = 30  # the card of a hero near an exit: what the sender may expect
    STEP_REWARD = 31  # a step of a hero towards an exit: what the sender may expect
    END_REWARD = 32  # ending on an exit: what the sender may expect
    CARD_THEFT = 33  # the Thief's card: like CARD_THIEF, for the shops within one move
    CARD_TAX = 34  # the Collector's card: the loss of the leading rivals within one move
    CARD_DENIAL = 35  # the card of a hero: the sale of the leading rivals within one move
    STEP_OUT_POOR = 36  # a step like STEP_OUT: the gold that the hero lacks of a new hero's
    END_OUT_PURSE = 37  # ending on an exit: the gold that the hero may lose
    END_OUT_FIGHT = 38  # ending on an exit by a face-up monster: 1 if the hero wins, else -1


FIVE = 5.0
LATE = 2  # the end is near when the hourglass has at most this many steps left
GATE_TO_SHOP = 3  # a typical distance for a hero starting from the best exit


@rule
def action_score(state: State, edition: Edition, action: int, weights: Any) -> float:
    seat = state.chooser
    if action < A.ENTER:
        score = card_score(state, edition, seat, action, weights)
        return score + card_reward(state, edition, action, weights)
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
        if state.stock[seat, tile] > 0 and edition.tile_cost[tile] > best:
            if would_buy(state, edition, seat, hero, tile):
                best = int(edition.tile_cost[tile])
    return best / FIVE


@rule
def leading_gold(state: State, edition: Edition, seat: int) -> int:
    """Return the most gold of any other seat; all rivals who have it lead."""
    most = 0
    for other in range(edition.players):
        if other != seat:
            most = max(most, int(state.gold[other]))
    return most


@rule
def way_to_leaders(state: State, edition: Edition, seat: int, here: int, square: int) -> float:
    """Return how much nearer a square is to the leading rivals' shops than `here`, on average."""
    most = 0
    nearer = 0
    leaders = 0
    for other in range(edition.players):
        if other != seat and state.gold[other] >= most:
            if state.gold[other] > most:
                most = state.gold[other]
                nearer = 0
                leaders = 0
            shop = state.shop_of[other]
            nearer += int(edition.way[shop, here]) - int(edition.way[shop, square])
            leaders += 1
    return nearer / leaders


@rule
def possible_loss(state: State, seat: int) -> float:
    """Return the gold, in fives, that the Collector is likely to take from a seat."""
    return min(2, max(0, int(state.gold[seat]) - 1)) / FIVE


@rule
def is_late(state: State, edition: Edition) -> bool:
    return state.hourglass + LATE >= edition.hourglass_end


@rule
def gets_home(state: State, edition: Edition, seat: int, hero: int, steps: int) -> bool:
    """Return whether the hero can visit the seat's shop within this number of steps.

    From outside, a typical distance is assumed.
    """
    here = state.at[hero]
    way = GATE_TO_SHOP if here == OUTSIDE else int(edition.way[state.shop_of[seat], here])
    return 0 < way <= steps


@rule
def gear_strength(state: State, edition: Edition, hero: int) -> float:
    total = 0
    for box in range(BOXES):
        total += strength(edition, state.gear[hero, box])
    return total / FIVE


@rule
def card_score(state: State, edition: Edition, seat: int, job: int, weights: Any) -> float:
    """Return the score of choosing an action card with this job."""
    if job < Pawn.THIEF:
        worth = sale(state, edition, seat, job)
        score = weights[Feature.CARD_DENIAL] * rival_sale(state, edition, seat, job)
        if gets_home(state, edition, seat, job, movement(state, edition, job)):
            return score + weights[Feature.CARD_SALE] * worth
        return score + weights[Feature.CARD_APPROACH] * worth
    if job == Pawn.THIEF:
        return thief_card_score(state, edition, seat, weights)
    if job == Pawn.COLLECTOR:
        most = leading_gold(state, edition, seat)
        score = weights[Feature.CARD_COLLECTOR] * min(3, most) / FIVE
        return score + weights[Feature.CARD_TAX] * rival_tax(state, edition, seat)
    if job == Job.MARKET:
        best = max(0, greatest_value(state, edition, seat))
        if is_late(state, edition):
            return weights[Feature.CARD_MARKET_LATE] * best * late_profit(edition)
        score = weights[Feature.CARD_MARKET_STOCK] * best
        return score + weights[Feature.CARD_MARKET] * min(5, int(state.gold[seat])) / FIVE
    if job == Job.INVENTORY:
        return weights[Feature.CARD_INVENTORY]
    total = 0.0
    for hero in range(HEROES):
        if gets_home(state, edition, seat, hero, promoted_steps(state, edition, hero)):
            total += sale(state, edition, seat, hero)
    return weights[Feature.CARD_PROMOTION] * total


@rule
def card_reward(state: State, edition: Edition, job: int, weights: Any) -> float:
    """Return what choosing this card is worth to the sender of a hero; nothing by default."""
    if job >= Pawn.THIEF or state.at[job] == OUTSIDE:
        return 0.0
    if edition.way_out[state.at[job]] > movement(state, edition, job):
        return 0.0
    return weights[Feature.CARD_REWARD] * best_reward(state, edition, job) / FIVE


@rule
def thief_card_score(state: State, edition: Edition, seat: int, weights: Any) -> float:
    """Return the score of the Thief's card by the leading rivals' best tiles, on average."""
    most = leading_gold(state, edition, seat)
    steps = int(edition.movement[Pawn.THIEF])
    value = 0
    near = 0
    leaders = 0
    for other in range(edition.players):
        if other != seat and state.gold[other] == most:
            best = max(0, greatest_value(state, edition, other))
            value += best
            if gets_home(state, edition, other, Pawn.THIEF, steps):
                near += best
            leaders += 1
    score = weights[Feature.CARD_THIEF] * value / leaders / FIVE
    return score + weights[Feature.CARD_THEFT] * near / leaders / FIVE


@rule
def rival_tax(state: State, edition: Edition, seat: int) -> float:
    """Return what the leading rivals whom the Collector can visit may lose, on average."""
    most = leading_gold(state, edition, seat)
    steps = int(edition.movement[Pawn.COLLECTOR])
    loss = 0.0
    leaders = 0
    for other in range(edition.players):
        if other != seat and state.gold[other] == most:
            if gets_home(state, edition, other, Pawn.COLLECTOR, steps):
                loss += possible_loss(state, other)
            leaders += 1
    return loss / leaders


@rule
def rival_sale(state: State, edition: Edition, seat: int, hero: int) -> float:
    """Return the sale of the leading rivals whom the hero can visit in one move, on average."""
    most = leading_gold(state, edition, seat)
    steps = movement(state, edition, hero)
    worth = 0.0
    leaders = 0
    for other in range(edition.players):
        if other != seat and state.gold[other] == most:
            if gets_home(state, edition, other, hero, steps):
                worth += sale(state, edition, other, hero)
            leaders += 1
    return worth / leaders


@rule
def step_score(state: State, edition: Edition, seat: int, direction: int, weights: Any) -> float:
    """Return the score of one step, including the end of the move if the step is the last."""
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
            hope = best_reward(state, edition, pawn) / FIVE
            score += weights[Feature.STEP_REWARD] * hope * nearer
            lack = max(0, int(edition.hero_start_gold) - int(state.purse[pawn])) / FIVE
            score += weights[Feature.STEP_OUT_POOR] * lack * nearer
    else:
        nearer_to_rivals = way_to_leaders(state, edition, seat, here, square)
        score += weights[Feature.STEP_TO_RIVAL] * nearer_to_rivals
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
    """Return the score of ending the move on a square."""
    pawn = state.pawn
    shop = shop_at(state, edition, square)
    owner = state.owner[shop] if shop >= 0 else -1
    if pawn == Pawn.THIEF:
        return 0.0
    if pawn == Pawn.COLLECTOR:
        if owner < 0:
            return 0.0
        loss = possible_loss(state, owner)
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
        return out_score(state, edition, pawn, edition.terrain[square] - Terrain.EXIT, weights)
    return 0.0


@rule
def out_score(state: State, edition: Edition, hero: int, exit: int, weights: Any) -> float:
    """Return the score of sending a hero out by an exit."""
    score = weights[Feature.END_OUT]
    score += weights[Feature.END_OUT_GEAR] * gear_strength(state, edition, hero)
    score += weights[Feature.END_REWARD] * expected_reward(state, edition, hero, exit) / FIVE
    score += weights[Feature.END_OUT_PURSE] * int(state.purse[hero]) / FIVE
    monster = state.face_up[exit]
    if monster >= 0:
        wins = 1.0 if beats(state, edition, hero, monster) else -1.0
        score += weights[Feature.END_OUT_FIGHT] * wins
    return float(score)


@rule
def is_wanted(state: State, edition: Edition, tile: int) -> bool:
    """Return whether any hero could afford such a tile and would improve their gear with it."""
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
    """Return the score of taking a tile; in a purchase or theft, only its profit counts."""
    if state.phase == Phase.PURCHASE or state.phase == Phase.LOOT:
        return weights[Feature.TILE_PROFIT] * profit(edition, tile)
    score = float(weights[Feature.TILE])
    if is_wanted(state, edition, tile):
        score += weights[Feature.TILE_PROFIT] * profit(edition, tile)
    if state.stock[seat, tile] > 0:
        score += weights[Feature.TILE_DUPLICATE]
    if is_late(state, edition):
        score += weights[Feature.TILE_LATE] * edition.tile_value[tile] * late_loss(edition)
    return score


@rule
def sell_score(state: State, edition: Edition, tile: int, weights: Any) -> float:
    """Return the score of selling or returning a tile to the market."""
    score = 0.0
    if is_wanted(state, edition, tile):
        score += weights[Feature.SELL] * profit(edition, tile)
    else:
        score += weights[Feature.SELL_UNWANTED]
    if state.phase == Phase.MARKET:
        if is_late(state, edition):
            score += weights[Feature.SELL_LATE] * edition.tile_value[tile] * late_profit(edition)
        else:
            score += weights[Feature.SELL_VALUE] * edition.tile_value[tile]
    return score
