"""The squares to click on: those the moving pawn can reach or not, and the shops to choose from."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from ducato.core.i18n import Message, say
from ducato.core.scene import Face, Piece

from ..atlas import SQUARES
from ..narration.action_labels import ending, passing
from ..narration.words import shop_name, square_name
from ..parts import COLOURS, SHOPS, Terrain
from ..state import A, Phase
from .backdrop import SIDE, centre
from .kept import KEPT, KEPT_SQUARES
from .reader import Reader
from .seats import SHOP_TONES
from .walks import setting_out, walks

LAST = 9  # the order of squares out of reach: with the keyboard, they come last


def ways(reader: Reader) -> Iterator[Piece]:
    """Yield the squares out of the moving pawn's reach, then those within it, each with its path.

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
    home = Terrain.SHOP + state.shop_of[reader.seat]
    for square, way in found.items():
        if len(way) == 1:
            hint = passing(state, edition, square) if here >= 0 else None
            yield _next(square, _tone(terrain[square], home), hint, way)
        else:
            yield _near(square, ending(state, edition, square), way)


def _tone(terrain: int, home: int) -> str:
    """Return a tone: green for the reader's shop, orange for other shops and exits, else yellow."""
    if terrain in (Terrain.PLAIN, Terrain.CENTRE):
        return "yellow"
    return "green" if terrain == home else "orange"


@lru_cache(KEPT_SQUARES)
def _far(square: int, starts: tuple[int, ...]) -> Piece:
    """Return a square out of reach, which has no legal action; a click on it asks for the reason.

    A walk to it could begin with `starts`.
    """
    label = say("label.square.far", square=square_name(square))
    face = _face("paper", square)
    return Piece(_id(square), "region", "town", face, label, LAST, potential=starts)


@lru_cache(KEPT_SQUARES)
def _next(square: int, tone: str, hint: Message | None, actions: tuple[int, ...]) -> Piece:
    """Return a square to which one action leads."""
    label = _label(square, 1, hint)
    return Piece(_id(square), "region", "town", _face(tone, square), label, actions=actions)


def _near(square: int, hint: Message | None, path: tuple[int, ...]) -> Piece:
    """Return a square to which several actions lead; they vary too much to cache the piece."""
    label = _label(square, len(path), hint)
    return Piece(_id(square), "region", "town", _face("paper", square), label, path=path)


def _id(square: int) -> str:
    return f"square:{SQUARES[square]}"


def _label(square: int, n: int, hint: Message | None) -> Message:
    """Return the label of a square in reach, with a hint about the effect of going there."""
    if hint is None:
        return say("label.square", square=square_name(square), n=n)
    return say("label.square.hint", square=square_name(square), n=n, hint=hint)


@lru_cache(KEPT_SQUARES)
def _face(tone: str, *squares: int) -> Face:
    """Return the face of a region of squares."""
    corners = ((x - SIDE // 2, y - SIDE // 2) for x, y in map(centre, squares))
    shape = "".join(f"M{left} {top}h{SIDE}v{SIDE}h-{SIDE}Z" for left, top in corners)
    return Face(tone=tone, shape=shape)


def free_shops(reader: Reader) -> Iterator[Piece]:
    """Yield the shops to choose from [fantasy-market 3.5]."""
    if reader.phase != Phase.CHOOSE_SHOP:
        return
    terrain = reader.edition.terrain.tolist()
    for shop in range(SHOPS):
        actions = reader.legal_among((A.SHOP + shop,))
        if actions:
            squares = [s for s, ground in enumerate(terrain) if ground == Terrain.SHOP + shop]
            yield _free_shop(shop, tuple(squares), actions)


@lru_cache(KEPT)
def _free_shop(shop: int, squares: tuple[int, ...], actions: tuple[int, ...]) -> Piece:
    label = say("label.shop", shop=shop_name(shop))
    face = _face(SHOP_TONES[shop], *squares)
    return Piece(f"shop:{COLOURS[shop]}", "region", "town", face, label, actions=actions)
