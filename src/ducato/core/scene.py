"""What lies on the table, as places and pieces: how a game shows itself without drawing anything.

A game's `scene` module turns a redacted state into a `Scene`; the client draws any scene. The
contract with the browser is `docs/protocol.md`, where each field is explained; texts are messages
here and are written in the reader's language on the way out (`write`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from ducato.core.messages import Message

Text = Message | str
"""A message, or a text that is the same in all languages, such as a number."""


@dataclass(frozen=True)
class Place:
    """A container: a row of cards, a hand, a map, a panel that holds other places."""

    id: str
    layout: str
    title: Text = ""
    parent: str | None = None
    owner: int | None = None
    role: str = "board"
    height: int | None = None
    backdrop: str | None = None


@dataclass(frozen=True)
class Face:
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


@dataclass(frozen=True)
class Piece:
    """A card, token, die, pawn: a thing with an id that it keeps while it moves.

    `path` are actions to send one after the other, the first of them legal now: a piece too far
    away for one action, but which a click can reach. `would` are the actions that clicking it
    means whenever they are legal: of those that are not, the reader may ask why.
    """

    id: str
    kind: str
    place: str
    face: Face
    label: Text
    order: int = 0
    actions: tuple[int, ...] = ()
    x: int | None = None
    y: int | None = None
    path: tuple[int, ...] = ()
    would: tuple[int, ...] = ()


@dataclass
class Scene:
    """Everything on the table, in the order in which it is drawn and read aloud."""

    places: list[Place] = field(default_factory=list)
    pieces: list[Piece] = field(default_factory=list)


LAYOUTS = ("row", "column", "grid", "fan", "stack", "purse", "map", "panel")
ROLES = ("hand", "mine", "board", "others", "market", "aside")
KINDS = ("card", "token", "die", "pawn", "marker", "tile", "counter", "region")
TONES = ("paper", "wood", "ink", "red", "orange", "yellow", "green", "blue", "violet", "grey")


def write(scene: Scene, text: Callable[[Message], str]) -> dict[str, Any]:
    """The scene as plain data for the browser, its texts written by `text`.

    Field by field, since a table has hundreds of pieces and is written for every screen.
    """

    def said(value: Text) -> str:
        return text(value) if isinstance(value, Message) else value

    return {
        "places": [{**vars(place), "title": said(place.title)} for place in scene.places],
        "pieces": [
            {
                **vars(piece),
                "face": _face(piece.face, said),
                "label": said(piece.label),
            }
            for piece in scene.pieces
        ],
    }


def _face(face: Face, said: Callable[[Text], str]) -> dict[str, Any]:
    plain = {**vars(face), "title": said(face.title)}
    if face.lines:
        plain["lines"] = [said(line) for line in face.lines]
    return plain
