"""The squares of the town: how far the moving pawn can go, what happens where, and whose shops.

What a square brings is read from the hint about going there, so both always agree.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from ducato.core.i18n import Message, Seat, say
from ducato.core.scene import SEAT_TONES, Face, Piece

from ..atlas import HEIGHT, SQUARES, WIDTH
from ..narration.action_labels import ending, passing
from ..narration.words import pawn_name, shop_name, square_name
from ..parts import COLOURS, SHOPS, Terrain
from ..state import A, Edition, Phase
from .backdrop import SIDE, centre, shop_squares
from .kept import KEPT, KEPT_EDITIONS, KEPT_SQUARES
from .reader import Reader
from .seats import SHOP_TONES
from .walks import setting_out, walks

LAST = 9  # the order of squares out of reach: with the keyboard, they come last
ABOVE, ASIDE, BELOW = 24, -26, 14  # where signs and emblems lie, off the middle of a square
SIGNS = {
    "hint.buys": "gold",
    "hint.buys.own": "gold",
    "hint.buys.choice": "gold",
    "hint.buys.choice.own": "gold",
    "hint.tax": "collector",
    "hint.tax.nothing": "collector",
    "hint.theft": "loot",
    "hint.theft.choice": "loot",
    "hint.fence": "market",
    "hint.encounter": "monster",
    "hint.sender.if": "monster",
}
"""The sign of what happens on a square, by the hint that says it; other hints have none."""


def ways(reader: Reader) -> Iterator[Piece]:
    """Yield the squares out of the moving pawn's reach, the reach, and the squares within it.

    There are none unless the reader is to move a pawn.
    """
    if not reader.legal or reader.phase != Phase.MOVE:
        return
    state, edition, here = reader.state, reader.edition, reader.at[reader.state.pawn]
    found, starts = walks(state, edition), setting_out(state, edition, reader.legal)
    terrain = edition.terrain.tolist()
    for square, ground in enumerate(terrain):
        if square not in found and square != here and ground != Terrain.WALL:
            yield _far(square, starts[square])
    if found:
        yield _reach(frozenset(found), state.pawn)
    for square, way in found.items():
        if len(way) > 1:
            yield _near(square, ending(state, edition, square), path=way)
        elif here >= 0:
            yield _near(square, passing(state, edition, square), way)
        else:
            yield _entrance(square, way)


@lru_cache(KEPT_SQUARES)
def _far(square: int, starts: tuple[int, ...]) -> Piece:
    """Return a square out of reach, which has no legal action; a click on it asks for the reason.

    A walk to it could begin with `starts`.
    """
    label = say("label.square.far", square=square_name(square))
    face = Face(shape=_shape(square))
    return Piece(_id(square), "region", "town", face, label, LAST, potential=starts)


@lru_cache(KEPT_SQUARES)
def _reach(squares: frozenset[int], pawn: int) -> Piece:
    """Return the line around all squares within reach of a pawn."""
    label = say("label.reach", pawn=pawn_name(pawn))
    return Piece("reach", "region", "town", Face(shape=_border(squares)), label)


@lru_cache(KEPT_SQUARES)
def _entrance(square: int, way: tuple[int, ...]) -> Piece:
    """Return a square by which a pawn can come into the town."""
    return _near(square, None, way)


def _near(
    square: int,
    hint: Message | None,
    actions: tuple[int, ...] = (),
    path: tuple[int, ...] = (),
) -> Piece:
    """Return a square in reach, with the sign of what happens there."""
    x, y = centre(square)
    face, label = _marked(square, hint), _label(square, len(path) or 1, hint)
    return Piece(
        _id(square), "region", "town", face, label, actions=actions, x=x, y=y - ABOVE, path=path
    )


def _marked(square: int, hint: Message | None) -> Face:
    """Return the face of a square: a sign, the emblem of the seat it concerns, and its price."""
    sign = SIGNS.get(hint.key) if hint else None
    if hint is None or sign is None:
        return Face(shape=_shape(square))
    told = hint.arguments
    corner = str(told["gold"].arguments["n"]) if "gold" in told else ""
    tone = SEAT_TONES[told["seat"].number] if "seat" in told else "paper"
    return Face("", corner, glyphs=(sign,), tone=tone, shape=_shape(square))


def _id(square: int) -> str:
    return f"square:{SQUARES[square]}"


def _label(square: int, n: int, hint: Message | None) -> Message:
    """Return the label of a square in reach, with a hint about the effect of going there."""
    if hint is None:
        return say("label.square", square=square_name(square), n=n)
    return say("label.square.hint", square=square_name(square), n=n, hint=hint)


@lru_cache(KEPT_SQUARES)
def _shape(*squares: int) -> str:
    """Return the outline of each of the squares."""
    corners = ((x - SIDE // 2, y - SIDE // 2) for x, y in map(centre, squares))
    return "".join(f"M{left} {top}h{SIDE}v{SIDE}h-{SIDE}Z" for left, top in corners)


def _border(squares: frozenset[int]) -> str:
    """Return the line around a set of squares, side by side."""
    parts: list[str] = []
    for square in sorted(squares):
        x, y = (middle - SIDE // 2 for middle in centre(square))
        row, column = divmod(square, WIDTH)
        sides = (
            (row > 0 and square - WIDTH in squares, f"M{x} {y}h{SIDE}"),
            (row < HEIGHT - 1 and square + WIDTH in squares, f"M{x} {y + SIDE}h{SIDE}"),
            (column > 0 and square - 1 in squares, f"M{x} {y}v{SIDE}"),
            (column < WIDTH - 1 and square + 1 in squares, f"M{x + SIDE} {y}v{SIDE}"),
        )
        parts.extend(side for inside, side in sides if not inside)
    return "".join(parts)


def owned_shops(reader: Reader) -> Iterator[Piece]:
    """Yield the emblem of each shop's owner, on the square that bears neither mark nor number."""
    for shop, seat in enumerate(reader.state.owner.tolist()):
        if seat >= 0:
            squares = _squares(reader.values)[shop]
            yield _owned(shop, seat, squares[len(squares) // 2], len(reader.goods.stock[seat]))


@lru_cache(KEPT_EDITIONS)
def _squares(edition: bytes) -> tuple[tuple[int, ...], ...]:
    """Return the squares of each shop; `edition` is the struct `Edition` as bytes."""
    terrain = Edition.of(edition).terrain.tolist()
    return tuple(shop_squares(terrain, shop) for shop in range(SHOPS))


@lru_cache(KEPT)
def _owned(shop: int, seat: int, square: int, n: int) -> Piece:
    x, y = centre(square)
    label = say("label.shop.owned", shop=shop_name(shop), seat=Seat(seat), n=n)
    face = Face("", str(shop + 1), tone=SEAT_TONES[seat])
    return Piece(f"shop:{COLOURS[shop]}", "region", "town", face, label, x=x + ASIDE, y=y + BELOW)


def free_shops(reader: Reader) -> Iterator[Piece]:
    """Yield the shops to choose from [fantasy-market 3.5]."""
    if reader.phase != Phase.CHOOSE_SHOP:
        return
    for shop in range(SHOPS):
        actions = reader.legal_among((A.SHOP + shop,))
        if actions:
            yield _free_shop(shop, _squares(reader.values)[shop], actions)


@lru_cache(KEPT)
def _free_shop(shop: int, squares: tuple[int, ...], actions: tuple[int, ...]) -> Piece:
    label = say("label.shop", shop=shop_name(shop))
    face = Face(tone=SHOP_TONES[shop], shape=_shape(*squares))
    return Piece(f"shop:{COLOURS[shop]}", "region", "town", face, label, actions=actions)
