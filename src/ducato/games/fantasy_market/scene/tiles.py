"""Item tiles: what is printed on them, and their pieces, wherever they lie."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache

from msgspec.structs import replace

from ducato.core.i18n import Message, Name, Seat, say
from ducato.core.scene import Face, Piece

from ..narration.words import effects, pawn_name, tile_name, tile_words
from ..parts import ART, BOXES, CHARACTERS, CLASSES, TILE_COUNT, TILES, Pawn
from ..state import A, Edition
from .kept import KEPT, KEPT_EDITIONS, KEPT_TILES

CLASS_TONES = ["grey", "blue", "green", "yellow", "paper"]
"""The tones of tiles for Warrior, Mage, Ranger, Priest and any hero [fantasy-market 1.6]."""
BOX_GLYPHS = [
    ["blade", "armour", "shield", "special"],
    ["staff", "robe", "charm", "special"],
    ["bow", "cloak", "boots", "special"],
    ["mace", "vestment", "symbol", "special"],
    ["special"] * BOXES,
]
"""The glyph of a tile, by class and box."""
SLOT_NAMES = [
    ["weapon", "armour", "shield", "special"],
    ["staff", "robe", "charm", "special"],
    ["bow", "cloak", "boots", "special"],
    ["mace-slot", "vestment", "symbol", "special"],
]
TO_GET = [(A.TAKE + tile, A.BUY + tile) for tile in range(TILE_COUNT)]
"""The actions that get each tile from the market."""
TO_TAKE = [(A.TAKE + tile,) for tile in range(TILE_COUNT)]
"""The actions that take each tile from a shop for a pawn."""
TO_RETURN = [(A.GIVE + tile, A.SELL + tile) for tile in range(TILE_COUNT)]
"""The actions that return each tile from its owner's shop to the market."""


# --------------------------------------------------------------------------------- printed tiles


@dataclass(frozen=True, eq=False, slots=True)
class Tile:
    """The unchanging contents of a tile; `about` is a sentence on its cost, value and effects."""

    tile: int
    name: Name
    stall: str
    value: int
    about: Message
    face: Face


@lru_cache(KEPT_EDITIONS)
def printed(edition: bytes) -> tuple[Tile, ...]:
    """Return the contents of each tile; `edition` is the struct `Edition` as bytes."""
    of = Edition.of(edition)
    return tuple(
        _print(
            tile,
            of.tile_class[tile],
            of.tile_value[tile],
            tile_words(of, tile),
            tile_face(of, tile),
        )
        for tile in range(TILE_COUNT)
    )


@lru_cache(KEPT)
def _print(tile: int, owner: int, value: int, about: Message, face: Face) -> Tile:
    """Return the contents of a tile, an object that editions with equal tiles share."""
    return Tile(tile, tile_name(tile), f"market:{CLASSES[owner]}", value, about, face)


def tile_face(edition: Edition, tile: int) -> Face:
    """Return the face of a tile with its cost, value and bonuses."""
    owner = edition.tile_class[tile]
    return Face(
        say("tile", tile=tile_name(tile)),
        str(edition.tile_cost[tile]),
        glyphs=(BOX_GLYPHS[owner][edition.tile_box[tile]],),
        tone=CLASS_TONES[owner],
        lines=tuple(effects(edition, tile)),
        unit="coin",
        reward=str(edition.tile_value[tile]),
        art=ART[TILES[tile]],
    )


# --------------------------------------------------------------------------------------- pieces
# The `number` of a tile tells it apart from others of its name (`scene.goods`).


@lru_cache(KEPT_TILES)
def on_market(tile: Tile, number: int, count: int, dear: bool, actions: tuple[int, ...]) -> Piece:
    """Return a pile of equal tiles on the market, muted if it is too `dear` for the reader."""
    return _piece(
        tile,
        number,
        tile.stall,
        tile.tile,
        say(
            "label.tile.market.dear" if dear else "label.tile.market",
            tile=tile.name,
            n=count,
            about=tile.about,
        ),
        face=replace(tile.face, count=count, muted=dear),
        actions=actions,
        potential=TO_GET[tile.tile],
    )


@lru_cache(KEPT_TILES)
def in_shop(
    tile: Tile,
    number: int,
    order: int,
    seat: int,
    own: bool,
    actions: tuple[int, ...],
    potential: tuple[int, ...],
) -> Piece:
    """Return a tile in a seat's shop; `own` says whether the seat is the reader's."""
    label = say(
        "label.tile.own" if own else "label.tile.stock",
        tile=tile.name,
        seat=Seat(seat),
        about=tile.about,
    )
    area = f"stock:{seat}"
    return _piece(tile, number, area, order, label, actions=actions, potential=potential)


@lru_cache(KEPT)
def worn(tile: Tile, number: int, hero: int, box: int) -> Piece:
    """Return a tile in a hero's box."""
    label = say("label.tile.gear", tile=tile.name, hero=pawn_name(hero), about=tile.about)
    return _piece(tile, number, f"sheet:{CHARACTERS[hero]}", 1 + box, label)


@cache
def empty_box(hero: int, box: int) -> Piece:
    """Return an empty box of a hero."""
    slot, name = Name(SLOT_NAMES[hero][box]), CHARACTERS[hero]
    face = Face(say("line.empty", slot=slot), glyphs=(BOX_GLYPHS[hero][box],), turned=True)
    label = say("label.box", hero=pawn_name(hero), slot=slot)
    return Piece(f"box:{name}:{box}", "tile", f"sheet:{name}", face, label, 1 + box)


@lru_cache(KEPT)
def stolen(tile: Tile, number: int, box: int) -> Piece:
    """Return a tile in one of the Thief's boxes."""
    label = say("label.tile.loot", tile=tile.name, about=tile.about)
    return _piece(tile, number, f"sheet:{CHARACTERS[Pawn.THIEF]}", 1 + box, label)


@cache
def empty_loot_box(box: int) -> Piece:
    """Return an empty box of the Thief."""
    face = Face(say("line.loot"), glyphs=("loot",), turned=True)
    area = f"sheet:{CHARACTERS[Pawn.THIEF]}"
    return Piece(f"box:loot:{box}", "tile", area, face, say("label.box.loot"), 1 + box)


def _piece(
    tile: Tile,
    number: int,
    area: str,
    order: int,
    label: Message,
    *,
    face: Face | None = None,
    actions: tuple[int, ...] = (),
    potential: tuple[int, ...] = (),
) -> Piece:
    name = f"tile:{TILES[tile.tile]}:{number}"
    shown = face or tile.face
    return Piece(name, "tile", area, shown, label, order, actions, potential=potential)
