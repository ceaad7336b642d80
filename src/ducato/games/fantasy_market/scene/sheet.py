"""The character sheet: the heroes' gear and gold, and the Thief's loot [fantasy-market 1.2]."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ducato.core.i18n import Name, say
from ducato.core.scene import Area, Face, Piece
from ducato.games.fantasy_market.atlas import SQUARES
from ducato.games.fantasy_market.narration.words import (
    gold,
    hero_statistics,
    pawn_name,
    tile_name,
    tile_words,
)
from ducato.games.fantasy_market.parts import BOXES, CHARACTERS, HEROES, PAWNS, Pawn
from ducato.games.fantasy_market.rules.reach import movement
from ducato.games.fantasy_market.scene.reader import Reader
from ducato.games.fantasy_market.scene.stalls import BOX_GLYPHS, CLASS_TONES, tile_piece

SLOT_NAMES = [
    ["weapon", "armour", "shield", "special"],
    ["staff", "robe", "charm", "special"],
    ["bow", "cloak", "boots", "special"],
    ["mace-slot", "vestment", "symbol", "special"],
]
PAWN_TONES = [*CLASS_TONES[:HEROES], "ink", "red"]


def sheet_areas() -> Iterator[Area]:
    """Yield the panel of the sheet and a row for each character."""
    yield Area("sheet", "panel", say("area.sheet"), role="board")
    for pawn in range(PAWNS):
        title = say("name", name=pawn_name(pawn))
        yield Area(f"sheet:{CHARACTERS[pawn]}", "row", title, "sheet")


def sheet_pieces(reader: Reader) -> Iterator[Piece]:
    """Yield the characters' statistics, the heroes' boxes and purses, and the Thief's loot."""
    for hero in range(HEROES):
        yield _hero(reader, hero)
        yield from _gear(reader, hero)
        yield _purse(reader, hero)
    for pawn in (Pawn.THIEF, Pawn.COLLECTOR):
        yield _rogue(reader, pawn)
    yield from _loot(reader)


def where(reader: Reader, pawn: int) -> str | None:
    """Return the name of a pawn's square, or None if the pawn is outside the town."""
    square = reader.state.at[pawn]
    return SQUARES[square] if square >= 0 else None


def _hero(reader: Reader, hero: int) -> Piece:
    name = CHARACTERS[hero]
    words = hero_statistics(reader.state, reader.edition, hero)
    label = say("label.statistics", hero=pawn_name(hero), **words)
    line = say("line.statistics", **words)
    face = Face(glyphs=(name,), tone=PAWN_TONES[hero], lines=(line,))
    actions = reader.actions(name, "hero", "rob")
    return Piece(f"statistics:{name}", "counter", f"sheet:{name}", face, label, 0, actions)


def _rogue(reader: Reader, pawn: int) -> Piece:
    name = CHARACTERS[pawn]
    words = {"movement": int(movement(reader.state, reader.edition, pawn))}
    label = say("label.movement", pawn=pawn_name(pawn), **words)
    line = say("line.movement", **words)
    face = Face(glyphs=(name,), tone=PAWN_TONES[pawn], lines=(line,))
    return Piece(f"statistics:{name}", "counter", f"sheet:{name}", face, label)


def _gear(reader: Reader, hero: int) -> Iterator[Piece]:
    area = f"sheet:{CHARACTERS[hero]}"
    for box in range(BOXES):
        tile = reader.state.gear[hero, box]
        if tile >= 0:
            words: dict[str, Any] = {"tile": tile_name(tile), "hero": pawn_name(hero)}
            label = say("label.tile.gear", **words, about=tile_words(reader.edition, tile))
            number = reader.copy_number(tile, ("gear", hero * BOXES + box))
            yield tile_piece(reader, tile, number, area, label, order=1 + box)
        else:
            slot = Name(SLOT_NAMES[hero][box])
            label = say("label.box", hero=pawn_name(hero), slot=slot)
            face = Face(say("line.empty", slot=slot), glyphs=(BOX_GLYPHS[hero][box],), turned=True)
            yield Piece(f"box:{CHARACTERS[hero]}:{box}", "tile", area, face, label, 1 + box)


def _purse(reader: Reader, hero: int) -> Piece:
    n = int(reader.state.purse[hero])
    label = say("label.purse", hero=pawn_name(hero), gold=gold(n))
    name = CHARACTERS[hero]
    face = Face(glyphs=("gold",), tone="yellow", count=n)
    return Piece(f"purse:{name}", "token", f"sheet:{name}", face, label, 1 + BOXES)


def _loot(reader: Reader) -> Iterator[Piece]:
    area = f"sheet:{CHARACTERS[Pawn.THIEF]}"
    for box in range(reader.edition.loot_boxes):
        tile = reader.state.loot[box]
        if tile >= 0:
            about = tile_words(reader.edition, tile)
            label = say("label.tile.loot", tile=tile_name(tile), about=about)
            number = reader.copy_number(tile, ("loot", box))
            yield tile_piece(reader, tile, number, area, label, order=1 + box)
        else:
            face = Face(say("line.loot"), glyphs=("loot",), turned=True)
            yield Piece(f"box:loot:{box}", "tile", area, face, say("label.box.loot"), 1 + box)
