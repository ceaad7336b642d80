"""What lies on the table, as areas and pieces: how a game shows itself without drawing anything.

A game's `scene` module turns a redacted state into a `Scene`; the client draws any scene. The
contract with the browser is `docs/protocol.md`, where each field is explained; texts are messages
here and are written in the reader's language on the way out (`write`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from ducato.core.i18n import Message

Text = Message | str
"""A message, or a text that is the same in all languages, such as a number."""


class Area(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A container: a row of cards, a hand, a map, a panel that holds other areas."""

    id: str
    layout: str
    title: Text = ""
    parent: str | None = None
    owner: int | None = None
    role: str = "board"
    height: int | None = None
    backdrop: str | None = None


class Face(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """What is drawn on a piece."""

    title: Text = ""
    corner: str = ""
    glyphs: tuple[str, ...] = ()
    tone: str = "paper"
    lines: tuple[Text, ...] = ()
    count: int | None = None
    back: bool = False
    turned: bool = False
    shape: str | None = None


class Piece(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A card, token, die, pawn: a thing with an id that it keeps while it moves.

    `path` are actions to send one after the other, the first of them legal now: a piece too far
    away for one action, but which a click can reach. `potential` are the actions that clicking it
    means whenever they are legal: of those that are not, the reader may ask why.
    """

    id: str
    kind: str
    area: str
    face: Face
    label: Text
    order: int = 0
    actions: tuple[int, ...] = ()
    x: int | None = None
    y: int | None = None
    path: tuple[int, ...] = ()
    potential: tuple[int, ...] = ()


class Scene(msgspec.Struct):
    """Everything on the table, in the order in which it is drawn and read aloud."""

    areas: list[Area] = []
    pieces: list[Piece] = []


LAYOUTS = ("row", "column", "grid", "fan", "stack", "purse", "map", "panel")
ROLES = ("hand", "mine", "board", "others", "market", "aside")
KINDS = ("card", "token", "die", "pawn", "marker", "tile", "counter", "region")
TONES = ("paper", "wood", "ink", "red", "orange", "yellow", "green", "blue", "violet", "grey")


Part = TypeVar("Part", Area, Piece)


def written(part: Part, text: Callable[[Message], str]) -> Part:
    """Return an area or piece with its messages written by `text`."""

    def said(words: Text) -> str:
        return text(words) if isinstance(words, Message) else words

    if isinstance(part, Area):
        return replace(part, title=said(part.title))
    face = part.face
    lines = tuple(said(line) for line in face.lines) if face.lines else ()
    return replace(
        part, face=replace(face, title=said(face.title), lines=lines), label=said(part.label)
    )


def write(scene: Scene, text: Callable[[Message], str]) -> bytes:
    """Return the scene as JSON for the browser, its messages written by `text`.

    Whatever has its usual value, such as no actions, is left out.
    """
    areas = [written(area, text) for area in scene.areas]
    return msgspec.json.encode(Scene(areas, [written(piece, text) for piece in scene.pieces]))
