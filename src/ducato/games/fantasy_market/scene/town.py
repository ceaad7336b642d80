"""The village square: pawns, piles, the hourglass, and the shops to choose from."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from math import cos, pi, sin

from ducato.core.i18n import say
from ducato.core.scene import Area, Face, Piece

from ..atlas import HEIGHT, SQUARES, WIDTH
from ..narration.words import exit_name, monster_name, monster_statistics, pawn_name
from ..parts import CHARACTERS, ENCOUNTERS, EXITS
from ..state import Edition
from .backdrop import MAP_HEIGHT, MARGIN, SIDE, centre, draw, hour
from .faces import monster_face, pawn_face
from .kept import KEPT, KEPT_EDITIONS, KEPT_SQUARES
from .reader import Reader
from .sheet import TO_CHOOSE
from .squares import free_shops, ways

CROWD = 34  # the distance from the middle of a square to each of several pawns on it
OUTSIDE = 74  # the distance between pawns outside the town, who stand before its wall
ASIDE = 8  # a pawn stands so far off the middle: the name of its square stays in view


@lru_cache(KEPT_EDITIONS)
def town_area(edition: bytes) -> Area:
    """Return the map; `edition` is the struct `Edition` as bytes."""
    of = Edition.of(edition)
    backdrop = draw(of.terrain.tolist(), of.hourglass_end)
    return Area("town", "map", say("area.town"), height=MAP_HEIGHT, backdrop=backdrop)


def town_pieces(reader: Reader) -> Iterator[Piece]:
    """Yield the pieces on the map, from the lowest layer to the highest."""
    yield from ways(reader)
    yield from free_shops(reader)
    yield from _beyond_the_gates(reader)
    yield _hourglass(reader.state.hourglass, reader.edition.hourglass_end)
    yield from _pawns(reader)


def _beyond_the_gates(reader: Reader) -> Iterator[Piece]:
    """Yield the piles of encounter cards and the monsters that lie face up [8.1]."""
    piles, monsters = reader.state.pile.tolist(), reader.state.face_up.tolist()
    for exit, gate in enumerate(reader.edition.gate.tolist()):
        if piles[exit]:
            yield _pile(exit, gate, piles[exit])
        if monsters[exit] >= 0:
            yield _monster(exit, gate, monsters[exit], reader.values)


@lru_cache(KEPT)
def _pile(exit: int, gate: int, n: int) -> Piece:
    """Return the face-down cards of an exit."""
    face = Face(glyphs=("monster",), tone="ink", count=n)
    label = say("label.pile", exit=exit_name(exit), n=n)
    x, y = _beside(gate, 1)
    return Piece(f"pile:{EXITS[exit]}", "token", "town", face, label, 1, x=x, y=y)


@lru_cache(KEPT)
def _monster(exit: int, gate: int, monster: int, edition: bytes) -> Piece:
    """Return a monster that lies face up at an exit."""
    of = Edition.of(edition)
    face = monster_face(of, monster)
    words = monster_statistics(of, monster)
    label = say("label.monster", monster=monster_name(monster), exit=exit_name(exit), **words)
    x, y = _beside(gate, -1)
    name = f"monster:{ENCOUNTERS[monster]}:{exit}"
    return Piece(name, "token", "town", face, label, 1, x=x, y=y)


def _beside(gate: int, side: int) -> tuple[int, int]:
    """Return the coordinates of a spot on the wall near a gate.

    A `side` of -1 is to the left or above, 1 to the right or below.
    """
    x, y = centre(gate)
    column, row = gate % WIDTH, gate // WIDTH
    if row in (0, HEIGHT - 1):
        out = -1 if row == 0 else 1
        return x + side * SIDE // 3, y + out * (SIDE + MARGIN) // 2
    out = -1 if column == 0 else 1
    return x + out * (SIDE + MARGIN) // 2, y + side * SIDE // 3


@lru_cache(KEPT)
def _hourglass(n: int, last: int) -> Piece:
    """Return the hourglass on its circle of time [3.2]."""
    x, y = hour(n, last)
    label = say("label.hourglass", n=n + 1, last=last)
    if n >= last:
        label = say("label.hourglass.end")
    face = Face(glyphs=("hourglass",), tone="red")
    return Piece("hourglass", "token", "town", face, label, 2, x=x, y=y)


def _pawns(reader: Reader) -> Iterator[Piece]:
    """Yield the pawns, in the town or before its wall."""
    for pawn, square in enumerate(reader.at):
        actions = reader.legal_among(TO_CHOOSE[pawn])
        if square < 0:
            yield _outside(pawn, actions)
        else:
            crowd = reader.at.count(square)
            yield _inside(pawn, square, reader.at[:pawn].count(square), crowd, actions)


@cache
def _outside(pawn: int, actions: tuple[int, ...]) -> Piece:
    """Return a pawn outside the town."""
    label = say("label.pawn.outside", pawn=pawn_name(pawn))
    name, potential = f"pawn:{CHARACTERS[pawn]}", TO_CHOOSE[pawn]
    x, y = SIDE // 2 + OUTSIDE * pawn, MAP_HEIGHT - MARGIN // 2
    face = pawn_face(pawn)
    return Piece(name, "pawn", "town", face, label, 3, actions, x, y, potential=potential)


@lru_cache(KEPT_SQUARES)
def _inside(pawn: int, square: int, number: int, crowd: int, actions: tuple[int, ...]) -> Piece:
    """Return a pawn in the town, the `number`-th from 0 of the `crowd` on its square."""
    label = say("label.pawn", pawn=pawn_name(pawn), square=SQUARES[square])
    name, potential = f"pawn:{CHARACTERS[pawn]}", TO_CHOOSE[pawn]
    x, y = _position(square, number, crowd)
    face = pawn_face(pawn)
    return Piece(name, "pawn", "town", face, label, 3, actions, x, y, potential=potential)


def _position(square: int, number: int, crowd: int) -> tuple[int, int]:
    """Return where a pawn stands on its square; several stand in a circle."""
    x, y = (along - ASIDE for along in centre(square))
    if crowd == 1:
        return x, y
    turn = 2 * pi * (number / crowd + 1 / 8)
    return x + round(CROWD * sin(turn)), y - round(CROWD * cos(turn))
