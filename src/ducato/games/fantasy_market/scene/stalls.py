"""Item tiles as pieces, wherever they lie, and the goods of the market and the shops."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ducato.core.i18n import Message, Seat, say
from ducato.core.scene import Area, Face, Piece
from ducato.games.fantasy_market.narration.words import (
    effects,
    pawn_name,
    tile_name,
    tile_words,
)
from ducato.games.fantasy_market.parts import ART, BOXES, CLASSES, HEROES, TILE_COUNT, TILES
from ducato.games.fantasy_market.scene.reader import Reader
from ducato.games.fantasy_market.state import Edition, Phase

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


def market_areas() -> Iterator[Area]:
    """Yield the market and its parts, one for each hero and one for what every hero can use."""
    yield Area("market", "tabs", say("area.market"), role="market")
    for owner, name in enumerate(CLASSES):
        title = say("name", name=pawn_name(owner)) if owner < HEROES else say("class.any")
        yield Area(f"market:{name}", "grid", title, "market", role="market")


def tile_face(
    edition: Edition, tile: int, count: int | None = None, *, muted: bool = False
) -> Face:
    """Return the face of a tile, or of a pile of `count` tiles, with cost, value and bonuses."""
    owner = edition.tile_class[tile]
    return Face(
        say("tile", tile=tile_name(tile)),
        str(edition.tile_cost[tile]),
        glyphs=(BOX_GLYPHS[owner][edition.tile_box[tile]],),
        tone=CLASS_TONES[owner],
        lines=tuple(effects(edition, tile)),
        count=count,
        unit="coin",
        reward=str(edition.tile_value[tile]),
        art=ART[TILES[tile]],
        muted=muted,
    )


def tile_piece(
    reader: Reader,
    tile: int,
    number: int,
    area: str,
    label: Message,
    *,
    order: int,
    actions: tuple[int, ...] = (),
    potential: tuple[int, ...] = (),
    count: int | None = None,
    muted: bool = False,
) -> Piece:
    """Return the piece for a tile, or a pile of `count` tiles.

    The `number` tells it apart from other tiles of its name (`Reader.copy_number`).
    """
    face = tile_face(reader.edition, tile, count, muted=muted)
    name = f"tile:{TILES[tile]}:{number}"
    return Piece(name, "tile", area, face, label, order, actions, potential=potential)


def market_pieces(reader: Reader) -> Iterator[Piece]:
    """Yield the tiles on the market, one pile for each name."""
    for tile in range(TILE_COUNT):
        n = int(reader.state.market[tile])
        if n:
            words: dict[str, Any] = {"tile": tile_name(tile), "n": n}
            name = TILES[tile]
            asked = reader.state.phase not in (Phase.PURCHASE, Phase.LOOT)
            potential = reader.potential(name, "take", "buy")
            actions = reader.legal_among(potential) if asked else ()
            dear = not actions and _too_dear(reader, tile)
            key = "label.tile.market.dear" if dear else "label.tile.market"
            label = say(key, **words, about=tile_words(reader.edition, tile))
            number = reader.copy_number(tile, ("market", 0))
            yield tile_piece(
                reader,
                tile,
                number,
                f"market:{CLASSES[reader.edition.tile_class[tile]]}",
                label,
                order=tile,
                actions=actions,
                potential=potential,
                count=n,
                muted=dear,
            )


def _too_dear(reader: Reader, tile: int) -> bool:
    """Return whether the reader, if they have a seat, has less gold than the tile's value [5.4]."""
    value = reader.edition.tile_value[tile]
    return bool(reader.seat >= 0 and reader.state.gold[reader.seat] < value)


def stock_pieces(reader: Reader, seat: int) -> Iterator[Piece]:
    """Yield the tiles of a seat's shop, each as a separate piece."""
    order = 0
    about_shop = reader.state.phase in (Phase.PURCHASE, Phase.LOOT)
    for tile in range(TILE_COUNT):
        name = TILES[tile]
        first = reader.copy_number(tile, ("stock", seat))
        for copy in range(int(reader.state.stock[seat, tile])):
            key = "label.tile.own" if seat == reader.seat else "label.tile.stock"
            label = say(
                key,
                tile=tile_name(tile),
                seat=Seat(seat),
                about=tile_words(reader.edition, tile),
            )
            potential: tuple[int, ...] = ()
            if about_shop and seat == asked_shop(reader):
                potential = reader.potential(name, "take")
            elif seat == reader.seat:
                potential = reader.potential(name, "give", "sell")
            yield tile_piece(
                reader,
                tile,
                first + copy,
                f"stock:{seat}",
                label,
                order=order,
                actions=reader.legal_among(potential),
                potential=potential,
            )
            order += 1


def asked_shop(reader: Reader) -> int:
    """Return the seat that owns the shop where the moving pawn stands, or -1 if there is none."""
    state = reader.state
    if state.pawn < 0 or state.at[state.pawn] < 0:
        return -1
    shop = reader.edition.terrain[state.at[state.pawn]] - 1
    return state.owner[shop] if 0 <= shop < len(state.owner) else -1
