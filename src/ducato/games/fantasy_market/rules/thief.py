"""The Thief's thefts from shops and heroes [fantasy-market 6]."""

from __future__ import annotations

from ducato.core.verbs import rule

from ..parts import HEROES, LOOT_BOXES, NONE, OUTSIDE, STEALABLE, TILE_COUNT, Pawn, Terrain
from ..state import Edition, Phase, State

PIPS_A_BOX = 2  # a roll of 1-2 is the first box, 3-4 the second, 5-6 the third


@rule
def free_box(state: State, edition: Edition) -> int:
    """Return the first free loot box, or -1 if all are full."""
    for box in range(edition.loot_boxes):
        if state.loot[box] < 0:
            return box
    return -1


@rule
def greatest_value(state: State, edition: Edition, seat: int) -> int:
    """Return the trade value of the best tile in a shop, or -1 if it is empty [6, 12.19]."""
    best = -1
    for tile in range(TILE_COUNT):
        if state.stock[seat, tile] > 0:
            best = max(best, int(edition.tile_value[tile]))
    return best


@rule
def best_tile(state: State, edition: Edition, seat: int) -> int:
    """Return the best tile in a shop, -1 if it is empty, -2 if the mover chooses [6, 12.19]."""
    best = greatest_value(state, edition, seat)
    chosen = -1
    for tile in range(TILE_COUNT):
        if state.stock[seat, tile] > 0 and edition.tile_value[tile] == best:
            chosen = tile if chosen == -1 else -2
    return chosen


@rule
def shop_at(state: State, edition: Edition, square: int) -> int:
    """Return the shop on a square, or -1 if there is none."""
    terrain = edition.terrain[square]
    return terrain - Terrain.SHOP if Terrain.SHOP <= terrain < Terrain.EXIT else -1


@rule
def steal(state: State, edition: Edition, seat: int, tile: int) -> None:
    """Move a tile from a seat's shop to the first free loot box."""
    state.stock[seat, tile] -= 1
    state.loot[free_box(state, edition)] = tile


@rule
def enters_shop(state: State, edition: Edition) -> bool:
    """Loot the shop where the Thief stands; return whether the mover must choose a tile [12.19].

    Nothing is stolen if the shop was looted before in this move, if it has no owner or no tiles, or
    if no loot box is free.
    """
    shop = shop_at(state, edition, state.at[Pawn.THIEF])
    if shop < 0 or (state.looted >> shop) & 1:
        return False
    state.looted |= 1 << shop
    seat = state.owner[shop]
    if seat < 0 or free_box(state, edition) < 0:
        return False
    tile = best_tile(state, edition, seat)
    if tile == -2:
        state.phase = Phase.LOOT
        return True
    if tile >= 0:
        steal(state, edition, seat, tile)
    return False


@rule
def can_rob(state: State, edition: Edition, hero: int) -> bool:
    """Return whether the hero is on the Thief's square and has an item within reach [6].

    The rules ask this when the Thief steps onto the square, which happens only once in a move.
    """
    if state.at[hero] != state.at[Pawn.THIEF]:
        return False
    for box in range(STEALABLE):
        if state.gear[hero, box] >= 0:
            return True
    return False


@rule
def meets_hero(state: State, edition: Edition) -> bool:
    """Ask about robbing a hero on the Thief's square, if possible; return whether this is asked."""
    if free_box(state, edition) < 0:
        return False
    for hero in range(HEROES):
        if can_rob(state, edition, hero):
            state.phase = Phase.ROB
            return True
    return False


@rule
def roll_for_item(state: State, edition: Edition, outcome: int) -> None:
    """Roll for a box of the robbed hero and steal the item in it, if any [6, 12.29]."""
    state.die = outcome + 1
    hero = state.target
    box = outcome // PIPS_A_BOX
    item = state.gear[hero, box]
    if item >= 0:
        state.loot[free_box(state, edition)] = item
        state.gear[hero, box] = NONE
    state.target = NONE


@rule
def sell_loot(state: State, edition: Edition) -> None:
    """Take the Thief off the board at an exit and return the loot to the market [6]."""
    state.at[Pawn.THIEF] = OUTSIDE
    for box in range(LOOT_BOXES):
        if state.loot[box] >= 0:
            state.market[state.loot[box]] += 1
            state.loot[box] = NONE
