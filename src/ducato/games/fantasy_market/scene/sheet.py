"""The character sheet: the heroes' gear and gold, and the Thief's loot [fantasy-market 1.2]."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from ducato.core.i18n import Message, say
from ducato.core.scene import Area, Face, Piece

from ..narration.words import gold, hero_statistics, pawn_name
from ..parts import BOXES, CHARACTERS, HEROES, PAWNS, Pawn
from ..rules.reach import movement
from ..state import A, Edition, State
from . import tiles
from .faces import pawn_face
from .goods import Goods
from .kept import KEPT, KEPT_GROUPS
from .reader import Reader
from .tiles import printed

SHEET_AREAS = (
    Area("sheet", "panel", say("area.sheet"), role="board"),
    *(
        Area(f"sheet:{name}", "figure", say("name", name=pawn_name(pawn)), "sheet")
        for pawn, name in enumerate(CHARACTERS)
    ),
)
"""The panel of the sheet and an area for each character."""
TO_CHOOSE = [(A.HERO + hero, A.ROB + hero) for hero in range(HEROES)] + [()] * (PAWNS - HEROES)
"""The actions that choose each pawn: heroes are promoted or robbed."""


def sheet_pieces(reader: Reader) -> Iterator[Piece]:
    """Yield the characters' statistics, the heroes' boxes and purses, and the Thief's loot."""
    state = reader.state
    worn, purses = state.gear.tobytes(), state.purse.tolist()
    for hero in range(HEROES):
        actions = reader.legal_among(TO_CHOOSE[hero])
        yield from _hero(hero, worn[hero * BOXES :][:BOXES], reader.values, actions)
        yield from _gear(reader.values, reader.goods, hero)
        yield _purse(hero, purses[hero])
    for pawn in (Pawn.THIEF, Pawn.COLLECTOR):
        yield from _rogue(pawn, movement(state, reader.edition, pawn))
    yield from _loot(reader.values, reader.goods, reader.edition.loot_boxes)


@lru_cache(KEPT_GROUPS)
def _gear(edition: bytes, goods: Goods, hero: int) -> tuple[Piece, ...]:
    return tuple(
        tiles.empty_box(hero, box)
        if copy is None
        else tiles.worn(printed(edition)[copy.tile], copy.number, hero, box)
        for box, copy in enumerate(goods.gear[hero])
    )


@lru_cache(KEPT_GROUPS)
def _loot(edition: bytes, goods: Goods, boxes: int) -> tuple[Piece, ...]:
    return tuple(
        tiles.empty_loot_box(box)
        if copy is None
        else tiles.stolen(printed(edition)[copy.tile], copy.number, box)
        for box, copy in enumerate(goods.loot[:boxes])
    )


@lru_cache(KEPT)
def _hero(hero: int, gear: bytes, edition: bytes, actions: tuple[int, ...]) -> tuple[Piece, ...]:
    """Return the portrait of a hero and their statistics, which depend on the gear alone."""
    equipped = State()
    equipped.gear.cast("B")[hero * BOXES :][:BOXES] = gear
    words = hero_statistics(equipped, Edition.of(edition), hero)
    label = say("label.statistics", hero=pawn_name(hero), **words)
    return _portrait(hero, label, actions), *_numbers(hero, words)


@lru_cache(KEPT)
def _rogue(pawn: int, movement: int) -> tuple[Piece, ...]:
    """Return the portrait of the Thief or the Collector, who do not fight, and their movement."""
    words = {"movement": movement}
    label = say("label.movement", pawn=pawn_name(pawn), **words)
    return _portrait(pawn, label), *_numbers(pawn, words)


def _portrait(pawn: int, label: Message, actions: tuple[int, ...] = ()) -> Piece:
    name = CHARACTERS[pawn]
    return Piece(f"portrait:{name}", "pawn", f"sheet:{name}", pawn_face(pawn), label, 0, actions)


def _numbers(pawn: int, statistics: dict[str, int]) -> Iterator[Piece]:
    name = CHARACTERS[pawn]
    for kind, number in statistics.items():
        face = Face(say(f"line.{kind}"), str(number))
        label = say(f"label.number.{kind}", n=number)
        yield Piece(f"{kind}:{name}", "score", f"sheet:{name}", face, label)


@lru_cache(KEPT)
def _purse(hero: int, coins: int) -> Piece:
    label = say("label.purse", hero=pawn_name(hero), gold=gold(coins))
    name = CHARACTERS[hero]
    face = Face(glyphs=("gold",), tone="yellow", count=coins)
    return Piece(f"purse:{name}", "token", f"sheet:{name}", face, label, 1 + BOXES)
