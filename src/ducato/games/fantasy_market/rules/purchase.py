"""Purchases of a hero in a shop [fantasy-market 7]."""

from __future__ import annotations

from typing import Any

from ducato.core.verbs import rule

from ..parts import TILE_COUNT, PurchasePick
from ..state import Edition, Phase, State
from .promotion import finish_character, suits


@rule
def would_buy(state: State, edition: Edition, seat: int, hero: int, tile: int) -> bool:
    """Return whether a tile of the seat's shop is a candidate for the hero [7.1]."""
    if state.stock[seat, tile] == 0 or not suits(edition, tile, hero):
        return False
    cost = edition.tile_cost[tile]
    if cost > state.purse[hero]:
        return False
    worn = state.gear[hero, edition.tile_box[tile]]
    return worn < 0 or edition.tile_cost[worn] < cost


@rule
def strength(edition: Edition, tile: int) -> int:
    """Return the sum of the bonuses that a tile gives its bearer."""
    if tile < 0:
        return 0
    return int(edition.tile_attack[tile] + edition.tile_defence[tile] + edition.tile_movement[tile])


@rule
def appeal(state: State, edition: Edition, hero: int, tile: int) -> int:
    """Return a candidate's appeal: the hero buys the tile with the highest [7.3].

    It is 0 for all tiles if the owner of the shop chooses.
    """
    if edition.purchase_pick == PurchasePick.OWNER_CHOICE:
        return 0
    if edition.purchase_pick == PurchasePick.BEST_GAIN:
        worn = state.gear[hero, edition.tile_box[tile]]
        return strength(edition, tile) - strength(edition, worn)
    return int(edition.tile_cost[tile])


@rule
def greatest_appeal(state: State, edition: Edition, seat: int, hero: int) -> int:
    """Return the appeal of the best candidates [7.3]."""
    best = -1000
    for tile in range(TILE_COUNT):
        if would_buy(state, edition, seat, hero, tile):
            best = max(best, appeal(state, edition, hero, tile))
    return best


@rule
def favourites(state: State, edition: Edition, seat: int, hero: int, out: Any, base: int) -> int:
    """Write the best candidates to `out`, each plus `base`; return their number [7.3]."""
    best = greatest_appeal(state, edition, seat, hero)
    n = 0
    for tile in range(TILE_COUNT):
        if would_buy(state, edition, seat, hero, tile):
            if appeal(state, edition, hero, tile) == best:
                out[n] = base + tile
                n += 1
    return n


@rule
def favourite(state: State, edition: Edition, seat: int, hero: int) -> int:
    """Return the tile that the hero buys, -1 if there is none, -2 if the owner chooses [7.3]."""
    best = greatest_appeal(state, edition, seat, hero)
    chosen = -1
    for tile in range(TILE_COUNT):
        if would_buy(state, edition, seat, hero, tile):
            if appeal(state, edition, hero, tile) == best:
                chosen = tile if chosen == -1 else -2
    return chosen


@rule
def sell_to_hero(state: State, edition: Edition, seat: int, hero: int, tile: int) -> None:
    """Pay the owner, put the tile in its box and return the replaced one to the market [7.4]."""
    cost = edition.tile_cost[tile]
    box = edition.tile_box[tile]
    state.purse[hero] -= cost
    state.gold[seat] += cost
    state.stock[seat, tile] -= 1
    worn = state.gear[hero, box]
    if worn >= 0:
        state.market[worn] += 1
    state.gear[hero, box] = tile
    state.visits -= 1


@rule
def serve(state: State, edition: Edition, seat: int) -> None:
    """Let the hero buy as often as allowed, or until the owner must choose a tile [7.3]."""
    hero = state.pawn
    while state.visits > 0:
        tile = favourite(state, edition, seat, hero)
        if tile == -2:
            state.chooser = seat
            state.phase = Phase.PURCHASE
            return
        if tile < 0:
            break
        sell_to_hero(state, edition, seat, hero, tile)
    finish_character(state, edition)


@rule
def choose_purchase(state: State, edition: Edition, tile: int) -> None:
    """Sell the hero the tile that the owner chose among equal ones, then go on [7.3]."""
    seat = state.chooser
    sell_to_hero(state, edition, seat, state.pawn, tile)
    serve(state, edition, seat)
