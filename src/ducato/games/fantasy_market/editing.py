"""What may be edited in a position of Fantasy Market, and which positions the rules lead to."""

from __future__ import annotations

from collections.abc import Sequence

from ducato.core.defaults.fields import named
from ducato.core.editing.declaration import Editable, every_seat, names_of, seat_name
from ducato.core.i18n import IllegalReason, Message, say

from .atlas import SQUARE_COUNT
from .narration.words import pawn_name, square_name, tile_name
from .parts import BOXES, CHARACTERS, HEROES, NONE, OUTSIDE, PAWNS, TILE_COUNT, TILES, Terrain
from .rules.reach import is_occupied
from .state import Edition, State

MOST_GOLD = 300
MOST_TILES = 9
LONGEST_HOURGLASS = 60


def tile_or_none(tile: int) -> Message:
    """Return what lies in a box: a tile, or nothing."""
    return say("edit.empty") if tile == NONE else named(TILES[tile])


def square_or_outside(square: int) -> Message:
    """Return where a pawn stands: on a square, or outside."""
    if square == OUTSIDE:
        return say("edit.outside")
    return say("edit.square", square=square_name(square))


def tiles_for(edition: Edition, box: int) -> Sequence[int]:
    """Return the tiles that fit a box of a hero, and none."""
    return [NONE, *(tile for tile in range(TILE_COUNT) if edition.tile_box[tile] == box)]


def squares(edition: Edition, pawn: int) -> Sequence[int]:
    """Return where a pawn may stand when a turn begins, outside only a hero or the Thief."""
    free = (Terrain.PLAIN, Terrain.CENTRE)
    found = [square for square in range(SQUARE_COUNT) if edition.terrain[square] in free]
    return [OUTSIDE, *found] if pawn < HEROES else found


EDITABLE = (
    Editable(field="first", title=say("edit.first"), values=every_seat, value=seat_name),
    Editable(field="hourglass", title=say("edit.hourglass"), high=LONGEST_HOURGLASS),
    Editable(field="gold", title=say("edit.gold"), high=MOST_GOLD),
    Editable(
        field="stock",
        title=say("edit.stock"),
        entry=names_of(TILES),
        high=MOST_TILES,
    ),
    Editable(
        field="purse",
        title=say("edit.purse"),
        entry=names_of(CHARACTERS),
        high=MOST_GOLD,
    ),
    Editable(
        field="gear",
        title=say("edit.gear"),
        row=names_of(CHARACTERS),
        entry=lambda box: say("edit.box", n=box + 1),
        values=tiles_for,
        value=tile_or_none,
    ),
    Editable(
        field="at",
        title=say("edit.at"),
        entry=names_of(CHARACTERS),
        values=squares,
        value=square_or_outside,
    ),
)


def settle(before: State, state: State, edition: Edition) -> IllegalReason | None:
    """Take gold from the reserve and tiles from the market; let the first player begin."""
    state.active = state.chooser = state.first
    spent = sum(state.gold.tolist()) + sum(state.purse.tolist())
    held = sum(before.gold.tolist()) + sum(before.purse.tolist())
    state.reserve = before.reserve + held - spent
    if state.reserve < 0:
        return IllegalReason(say("unlawful.gold", n=int(edition.gold_tiles)), "11.1")
    gear, loot, stock = state.gear.tolist(), state.loot.tolist(), state.stock.tolist()
    for tile in range(TILE_COUNT):
        away = sum(row[tile] for row in stock) + sum(row.count(tile) for row in gear)
        left = int(edition.tile_copies[tile]) - away - loot.count(tile)
        if left < 0:
            said = say("unlawful.tiles", tile=tile_name(tile), n=int(edition.tile_copies[tile]))
            return IllegalReason(said, "1.4")
        state.market[tile] = left
    return None


def unlawful(state: State, edition: Edition) -> IllegalReason | None:
    """Return why heroes, pawns or the hourglass cannot be so when a turn begins."""
    if state.hourglass >= edition.hourglass_end:
        return IllegalReason(say("unlawful.hourglass", n=int(edition.hourglass_end)), "9.1")
    for hero in range(HEROES):
        for box in range(BOXES):
            tile = state.gear[hero, box]
            if tile != NONE and edition.tile_class[tile] not in (hero, HEROES):
                said = say("unlawful.gear", hero=pawn_name(hero), tile=tile_name(tile))
                return IllegalReason(said, "7.1")
    for pawn in range(PAWNS):
        square = state.at[pawn]
        if square != OUTSIDE and is_occupied(state, edition, square, pawn):
            said = say("unlawful.square", pawn=pawn_name(pawn), square=square_name(square))
            return IllegalReason(said, "6.5")
    return None
