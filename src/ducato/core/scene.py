"""Scenes: descriptions of a table as areas and pieces, without instructions for drawing them.

A game's `scene` module turns a redacted state into a `Scene`; the client draws any scene.
`docs/protocol.md` explains each field. Texts are messages here; `write` renders them in the
reader's language.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from ducato.core.i18n import Message

Text = Message | str
"""A message, or a text that is the same in every language, such as a number."""


class Area(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A container, such as a row of cards, a hand, a map, or a panel that holds other areas."""

    id: str
    layout: str
    title: Text = ""
    parent: str | None = None
    owner: int | None = None
    role: str = "board"
    height: int | None = None
    backdrop: str | None = None


class Face(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """The appearance of a piece."""

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
    """A card, token, die, pawn or other thing whose id stays the same while it moves.

    `path` lists the actions, to be sent one after another, that lead to a piece more than one
    action away; the first is legal now. `potential` lists all actions that a click may mean; for
    those that are illegal now, the reader may ask for the reason.
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
    """Return an area or piece with its messages rendered by `text`."""

    def written_text(words: Text) -> str:
        return text(words) if isinstance(words, Message) else words

    if isinstance(part, Area):
        return replace(part, title=written_text(part.title))
    face = part.face
    lines = tuple(written_text(line) for line in face.lines) if face.lines else ()
    return replace(
        part,
        face=replace(face, title=written_text(face.title), lines=lines),
        label=written_text(part.label),
    )


def write(scene: Scene, text: Callable[[Message], str]) -> bytes:
    """Return the scene as JSON for the browser, with its messages rendered by `text`.

    Fields that have their default value are left out.
    """
    areas = [written(area, text) for area in scene.areas]
    return msgspec.json.encode(Scene(areas, [written(piece, text) for piece in scene.pieces]))
