"""The village square: pawns, piles, the hourglass, and the squares the moving pawn can reach."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import cos, pi, sin
from typing import Any

from ducato.core.i18n import Message, say
from ducato.core.scene import Area, Face, Piece
from ducato.games.fantasy_market.atlas import HEIGHT, SQUARE_COUNT, SQUARES, WIDTH
from ducato.games.fantasy_market.narration.action_labels import ending, passing
from ducato.games.fantasy_market.narration.words import (
    exit_name,
    monster_name,
    monster_statistics,
    pawn_name,
    shop_name,
    square_name,
)
from ducato.games.fantasy_market.parts import (
    CHARACTERS,
    COLOURS,
    ENCOUNTERS,
    EXIT_COUNT,
    EXITS,
    PAWNS,
    SHOPS,
    Terrain,
)
from ducato.games.fantasy_market.scene.backdrop import (
    MAP_HEIGHT,
    MARGIN,
    SIDE,
    centre,
    draw,
    hour,
)
from ducato.games.fantasy_market.scene.faces import monster_face, pawn_face
from ducato.games.fantasy_market.scene.reader import Reader
from ducato.games.fantasy_market.scene.sheet import where
from ducato.games.fantasy_market.scene.walks import setting_out, walks
from ducato.games.fantasy_market.state import Edition, Phase

SHOP_TONES = ["red", "yellow", "green", "blue", "violet", "orange"]
LAST = 9  # the order of squares out of reach: with the keyboard, they come last
CROWD = 34  # the distance from the middle of a square to each of several pawns on it
OUTSIDE = 74  # the distance between pawns outside the town, who stand before its wall
ASIDE = 8  # a pawn stands so far off the middle: the name of its square stays in view


def town_areas(reader: Reader) -> Iterator[Area]:
    """Yield the map."""
    yield Area(
        "town",
        "map",
        say("area.town"),
        height=MAP_HEIGHT,
        backdrop=_backdrop(bytes(reader.edition.terrain), int(reader.edition.hourglass_end)),
    )


@lru_cache(maxsize=32)
def _backdrop(terrain: bytes, circles: int) -> str:
    return draw([int(t) - 256 if t > 127 else int(t) for t in terrain], circles)


def town_pieces(reader: Reader) -> Iterator[Piece]:
    """Yield the pieces on the map, from the lowest layer to the highest."""
    yield from _ways(reader)
    yield from _free_shops(reader)
    for exit in range(EXIT_COUNT):
        yield from _pile(reader, exit)
    yield _hourglass(reader)
    yield from _pawns(reader)


def _region(name: str, squares: list[int], tone: str, label: Message) -> dict[str, Any]:
    shape = ""
    for square in squares:
        x, y = centre(square)
        shape += f"M{x - SIDE // 2} {y - SIDE // 2}h{SIDE}v{SIDE}h-{SIDE}Z"
    face = Face(tone=tone, shape=shape)
    return {"id": name, "kind": "region", "area": "town", "face": face, "label": label}


def _ways(reader: Reader) -> Iterator[Piece]:
    """Yield the squares out of the moving pawn's reach, then those within it, each with its path.

    There are none unless the reader is to move a pawn. A square out of reach has no legal action;
    a click on it asks for an explanation.
    """
    state, edition = reader.state, reader.edition
    if not reader.legal or state.phase != Phase.MOVE:
        return
    ways, starts = walks(state, edition), setting_out(state, edition, reader.legal)
    for square in range(SQUARE_COUNT):
        if square in ways or square == state.at[state.pawn]:
            continue
        if edition.terrain[square] != Terrain.WALL:
            label = say("label.square.far", square=square_name(square))
            piece = _region(f"square:{SQUARES[square]}", [square], "paper", label)
            yield Piece(**piece, order=LAST, potential=starts[square])
    for square, way in ways.items():
        n = len(way)
        hint = None
        if state.at[state.pawn] >= 0 or n > 1:
            hint = passing(state, edition, square) if n == 1 else ending(state, edition, square)
        label = say("label.square", square=square_name(square), n=n)
        if hint is not None:
            label = say("label.square.hint", square=square_name(square), n=n, hint=hint)
        tone = _tone(reader, square) if n == 1 else "paper"
        piece = _region(f"square:{SQUARES[square]}", [square], tone, label)
        yield Piece(**piece, actions=way if n == 1 else (), path=way if n > 1 else ())


def _tone(reader: Reader, square: int) -> str:
    """Return a tone: green for the reader's shop, orange for other shops and exits, else yellow."""
    terrain = reader.edition.terrain[square]
    if terrain in (Terrain.PLAIN, Terrain.CENTRE):
        return "yellow"
    own = reader.seat >= 0 and terrain == Terrain.SHOP + reader.state.shop_of[reader.seat]
    return "green" if own else "orange"


def _free_shops(reader: Reader) -> Iterator[Piece]:
    """Yield the shops to choose from [fantasy-market 3.5]."""
    for shop in range(SHOPS):
        actions = reader.actions(COLOURS[shop], "shop")
        if actions:
            squares = [
                square
                for square in range(SQUARE_COUNT)
                if reader.edition.terrain[square] == Terrain.SHOP + shop
            ]
            label = say("label.shop", shop=shop_name(shop))
            piece = _region(f"shop:{COLOURS[shop]}", squares, SHOP_TONES[shop], label)
            yield Piece(**piece, actions=actions)


def _pile(reader: Reader, exit: int) -> Iterator[Piece]:
    """Yield the face-down cards of an exit, and the monster that lies there face up [8.1]."""
    state = reader.state
    x, y = _beside(reader.edition, exit, 1)
    n = int(state.pile[exit])
    if n:
        face = Face(glyphs=("monster",), tone="ink", count=n)
        label = say("label.pile", exit=exit_name(exit), n=n)
        yield Piece(f"pile:{EXITS[exit]}", "token", "town", face, label, 1, x=x, y=y)
    monster = state.face_up[exit]
    if monster >= 0:
        words = monster_statistics(reader.edition, monster)
        face = monster_face(reader.edition, monster)
        label = say("label.monster", monster=monster_name(monster), exit=exit_name(exit), **words)
        x, y = _beside(reader.edition, exit, -1)
        name = f"monster:{ENCOUNTERS[monster]}:{exit}"
        yield Piece(name, "token", "town", face, label, 1, x=x, y=y)


def _beside(edition: Edition, exit: int, side: int) -> tuple[int, int]:
    """Return the coordinates of a spot on the wall near a gate.

    A `side` of -1 is to the left or above, 1 to the right or below.
    """
    x, y = centre(edition.gate[exit])
    column, row = edition.gate[exit] % WIDTH, edition.gate[exit] // WIDTH
    if row in (0, HEIGHT - 1):
        out = -1 if row == 0 else 1
        return x + side * SIDE // 3, y + out * (SIDE + MARGIN) // 2
    out = -1 if column == 0 else 1
    return x + out * (SIDE + MARGIN) // 2, y + side * SIDE // 3


def _hourglass(reader: Reader) -> Piece:
    """Return the hourglass on its circle of time [3.2]."""
    last = int(reader.edition.hourglass_end)
    n = int(reader.state.hourglass)
    x, y = hour(n, last)
    label = say("label.hourglass", n=n + 1, last=last)
    if n >= last:
        label = say("label.hourglass.end")
    face = Face(glyphs=("hourglass",), tone="red")
    return Piece("hourglass", "token", "town", face, label, 2, x=x, y=y)


def _pawns(reader: Reader) -> Iterator[Piece]:
    """Yield the pawns, in the town or before its wall."""
    state = reader.state
    for pawn in range(PAWNS):
        name = CHARACTERS[pawn]
        face = pawn_face(pawn)
        potential = reader.potential(name, "hero", "rob")
        actions = reader.legal_among(potential)
        square = state.at[pawn]
        words: dict[str, Any] = {"pawn": pawn_name(pawn)}
        if square < 0:
            x, y = SIDE // 2 + OUTSIDE * pawn, MAP_HEIGHT - MARGIN // 2
            label = say("label.pawn.outside", **words)
        else:
            x, y = _position(state.at.tolist(), pawn)
            label = say("label.pawn", **words, square=where(reader, pawn))
        yield Piece(
            f"pawn:{name}", "pawn", "town", face, label, 3, actions, x, y, potential=potential
        )


def _position(squares: list[int], pawn: int) -> tuple[int, int]:
    """Return where a pawn stands on its square; several stand in a circle."""
    x, y = (along - ASIDE for along in centre(squares[pawn]))
    company = [other for other, square in enumerate(squares) if square == squares[pawn]]
    if len(company) == 1:
        return x, y
    turn = 2 * pi * (company.index(pawn) / len(company) + 1 / 8)
    return x + round(CROWD * sin(turn)), y - round(CROWD * cos(turn))
