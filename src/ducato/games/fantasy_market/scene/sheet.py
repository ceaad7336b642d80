"""The character sheet: the heroes' gear and gold, and the Thief's loot [fantasy-market 1.2]."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ducato.core.i18n import Message, Name, say
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
from ducato.games.fantasy_market.scene.faces import pawn_face
from ducato.games.fantasy_market.scene.reader import Reader
from ducato.games.fantasy_market.scene.stalls import BOX_GLYPHS, tile_piece

SLOT_NAMES = [
    ["weapon", "armour", "shield", "special"],
    ["staff", "robe", "charm", "special"],
    ["bow", "cloak", "boots", "special"],
    ["mace-slot", "vestment", "symbol", "special"],
]


def sheet_areas() -> Iterator[Area]:
    """Yield the panel of the sheet and an area for each character."""
    yield Area("sheet", "panel", say("area.sheet"), role="board")
    for pawn in range(PAWNS):
        title = say("name", name=pawn_name(pawn))
        yield Area(f"sheet:{CHARACTERS[pawn]}", "figure", title, "sheet")


def sheet_pieces(reader: Reader) -> Iterator[Piece]:
    """Yield the characters' statistics, the heroes' boxes and purses, and the Thief's loot."""
    for hero in range(HEROES):
        yield from _hero(reader, hero)
        yield from _gear(reader, hero)
        yield _purse(reader, hero)
    for pawn in (Pawn.THIEF, Pawn.COLLECTOR):
        yield from _rogue(reader, pawn)
    yield from _loot(reader)


def where(reader: Reader, pawn: int) -> str | None:
    """Return the name of a pawn's square, or None if the pawn is outside the town."""
    square = reader.state.at[pawn]
    return SQUARES[square] if square >= 0 else None


def _hero(reader: Reader, hero: int) -> Iterator[Piece]:
    """Yield the portrait of a hero and their statistics."""
    words = hero_statistics(reader.state, reader.edition, hero)
    label = say("label.statistics", hero=pawn_name(hero), **words)
    actions = reader.actions(CHARACTERS[hero], "hero", "rob")
    yield _portrait(hero, label, actions)
    yield from _numbers(hero, words)


def _rogue(reader: Reader, pawn: int) -> Iterator[Piece]:
    """Yield the portrait of the Thief or the Collector, who do not fight, and their movement."""
    words = {"movement": int(movement(reader.state, reader.edition, pawn))}
    yield _portrait(pawn, say("label.movement", pawn=pawn_name(pawn), **words))
    yield from _numbers(pawn, words)


def _portrait(pawn: int, label: Message, actions: tuple[int, ...] = ()) -> Piece:
    name = CHARACTERS[pawn]
    return Piece(f"portrait:{name}", "pawn", f"sheet:{name}", pawn_face(pawn), label, 0, actions)


def _numbers(pawn: int, statistics: dict[str, int]) -> Iterator[Piece]:
    name = CHARACTERS[pawn]
    for kind, number in statistics.items():
        face = Face(say(f"line.{kind}"), str(number))
        label = say(f"label.number.{kind}", n=number)
        yield Piece(f"{kind}:{name}", "score", f"sheet:{name}", face, label)


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
