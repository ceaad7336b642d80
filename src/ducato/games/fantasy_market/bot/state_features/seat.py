"""The features of one seat: its gold and goods, what it may soon sell, and what it may lose."""

from __future__ import annotations

from typing import Any

from ducato.core.verbs import rule

from ...parts import CARDS, EXIT_COUNT, HEROES, OUTSIDE, TILE_COUNT, Job, Pawn, Zone
from ...rules.promotion import promoted_steps
from ...rules.reach import movement
from ...rules.scoring import final_gold
from ...state import Edition, State
from .names import BEYOND, GOLD, MOST, PRICE, SEAT_FEATURES, TILES, VALUE, VIEWS, SeatFeature


@rule
def describe_seat(state: State, edition: Edition, seat: int, view: int, out: Any) -> None:
    """Write the features of a seat into the places of a view."""
    for feature in range(SEAT_FEATURES):
        out[VIEWS * feature + view] = 0
    tiles = 0
    value = 0
    best = 0
    for tile in range(TILE_COUNT):
        copies = int(state.stock[seat, tile])
        if copies == 0:
            continue
        worth = int(edition.tile_value[tile])
        tiles += copies
        value += copies * worth
        best = max(best, worth)
        only = int(edition.tile_class[tile])
        first, last = (0, HEROES) if only == HEROES else (only, only + 1)
        for hero in range(first, last):
            offer(state, edition, hero, tile, view, out)
    counted = final_gold(state, edition, seat)
    out[VIEWS * SeatFeature.GOLD + view] = min(MOST, int(state.gold[seat]) / GOLD)
    out[VIEWS * SeatFeature.GOLD__COUNTED + view] = min(MOST, counted / GOLD)
    out[VIEWS * SeatFeature.GOODS__TILES + view] = min(MOST, tiles / TILES)
    out[VIEWS * SeatFeature.GOODS__VALUE + view] = min(MOST, value / VALUE)
    out[VIEWS * SeatFeature.GOODS__BEST + view] = min(MOST, best / PRICE)
    order = (seat - state.first + edition.players) % edition.players
    out[VIEWS * SeatFeature.TEMPO__ORDER + view] = order / edition.players
    describe_sales(state, edition, seat, order, view, out)
    shop = state.shop_of[seat]
    if shop < 0:
        return
    theft = best / PRICE * nearness(state, edition, shop, Pawn.THIEF)
    out[VIEWS * SeatFeature.RISK__THEFT + view] = min(MOST, theft)
    loss = min(2, max(0, int(state.gold[seat]) - 1)) / 2
    out[VIEWS * SeatFeature.RISK__TAX + view] = loss * nearness(
        state, edition, shop, Pawn.COLLECTOR
    )


@rule
def offer(state: State, edition: Edition, hero: int, tile: int, view: int, out: Any) -> None:
    """Count a tile that suits a hero among the goods and, if affordable, for the best price."""
    cost = int(edition.tile_cost[tile])
    worn = state.gear[hero, edition.tile_box[tile]]
    if worn >= 0 and edition.tile_cost[worn] >= cost:
        return
    out[VIEWS * (SeatFeature.GOODS__WARRIOR + hero) + view] += cost  # scaled in `describe_sales`
    if cost <= state.purse[hero] and cost > out[VIEWS * (SeatFeature.SALES__WARRIOR + hero) + view]:
        out[VIEWS * (SeatFeature.SALES__WARRIOR + hero) + view] = cost


@rule
def describe_sales(
    state: State, edition: Edition, seat: int, order: int, view: int, out: Any
) -> None:
    """Scale what `offer` counted, and write what the seat may sell soon."""
    shop = state.shop_of[seat]
    rebuilt = state.held[Zone.DECK] <= order
    near = 0.0
    by_card = 0.0
    promoted = 0.0
    for hero in range(HEROES):
        goods = VIEWS * (SeatFeature.GOODS__WARRIOR + hero) + view
        out[goods] = min(MOST, out[goods] / (2 * PRICE))
        sale = VIEWS * (SeatFeature.SALES__WARRIOR + hero) + view
        price = min(MOST, out[sale] / PRICE)
        out[sale] = price
        if shop < 0:
            continue
        reach = nearness(state, edition, shop, hero)
        out[VIEWS * (SeatFeature.REACH__WARRIOR + hero) + view] = reach
        near += price * reach
        if reach >= 1 and price > by_card and (rebuilt or card_in_deck(state, edition, hero)):
            by_card = price
        if price > 0 and 0 < way_to(state, edition, shop, hero) <= promoted_steps(
            state, edition, hero
        ):
            promoted += price
    out[VIEWS * SeatFeature.SALES__NEAR + view] = min(MOST, near)
    out[VIEWS * SeatFeature.SALES__CARD + view] = by_card
    if promoted > 0 and (rebuilt or card_in_deck(state, edition, Job.PROMOTION)):
        out[VIEWS * SeatFeature.SALES__PROMOTION + view] = min(MOST, promoted)


@rule
def card_in_deck(state: State, edition: Edition, job: int) -> bool:
    for card in range(CARDS):
        if edition.card_job[card] == job and state.zone[card] == Zone.DECK:
            return True
    return False


@rule
def way_to(state: State, edition: Edition, shop: int, pawn: int) -> int:
    """Return the number of steps to a shop; from outside, those from the nearest exit."""
    here = state.at[pawn]
    if here != OUTSIDE:
        return int(edition.way[shop, here])
    least = int(edition.way[shop, edition.gate[0]])
    for exit in range(1, EXIT_COUNT):
        least = min(least, int(edition.way[shop, edition.gate[exit]]))
    return least


@rule
def nearness(state: State, edition: Edition, shop: int, pawn: int) -> float:
    """Return how near a pawn is to a new visit to a shop: 1 within one move, less beyond."""
    way = way_to(state, edition, shop, pawn)
    if way == 0:
        return 1.0 if edition.same_shop_retrigger else BEYOND
    steps = movement(state, edition, pawn)
    return 1.0 if way <= steps else BEYOND * steps / way
