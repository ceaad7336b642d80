"""Scenes: descriptions of a table as areas and pieces, without instructions for drawing them.

A game's `scene` module turns a redacted state into a `Scene`; the client draws any scene.
`docs/protocol.md` explains each field. Texts are messages here; `write` renders them in the
reader's language.

The optional module `component_list` of a game lists its components for the page of its rules: its
function ``component_list(edition)`` returns a list of `ComponentGroup`. It takes each face from the
functions that make the scene, so that a component looks as it does at the table.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from ducato.core.i18n import Message

Text = Message | str
"""A message, or a text that is the same in every language, such as a number."""
Cell = int | Text
"""A cell in a list of components: a number or a text."""


class Area(msgspec.Struct, frozen=True, omit_defaults=True, gc=False, cache_hash=True):
    """A container, such as a row of cards, a hand, a map, or a panel that holds other areas."""

    id: str
    layout: str
    title: Text = ""
    parent: str | None = None
    owner: int | None = None
    role: str = "board"
    height: int | None = None
    backdrop: str | None = None


class Art(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """The picture on a card: motifs laid on each other, in front of a sky and a ground."""

    layers: tuple[str, ...]
    sky: str = "sky"
    ground: str = "sand"


class Need(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Something that a card needs several times, how often that is met, and how much is coming."""

    glyph: str
    count: int
    met: int = 0
    coming: int = 0


class Chip(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A short statement on a card: a glyph with a number or a word, such as what a worker gives."""

    glyph: str
    text: Text


class Face(msgspec.Struct, frozen=True, omit_defaults=True, gc=False, cache_hash=True):
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
    art: Art | None = None
    unit: str = ""
    reward: str = ""
    needs: tuple[Need, ...] = ()
    chips: tuple[Chip, ...] = ()
    muted: bool = False
    owners: tuple[str, ...] = ()


class Piece(msgspec.Struct, frozen=True, omit_defaults=True, gc=False, cache_hash=True):
    """A card, token, die, pawn or other thing whose id stays the same while it moves.

    `path` lists the actions, to be sent one after another, that lead to a piece more than one
    action away; the first is legal now. `potential` lists all actions that a click may mean; for
    those that are illegal now, the reader may ask for the reason. `times` lists the actions that
    one may want to repeat, each with how often that is possible in a row.
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
    times: tuple[tuple[int, int], ...] = ()


class Number(msgspec.Struct, frozen=True, gc=False):
    """What the numbers of one kind mean, for readers who ask.

    Attributes:
        pieces: what the ids of the pieces begin with that show such a number.
        part: the part of their faces that shows it, one of `NUMBER_PARTS`.
        text: a short sentence.
    """

    pieces: str
    part: str
    text: Text


class Scene(msgspec.Struct):
    """Everything on the table, in the order in which it is drawn and read aloud.

    `numbers` explains the numbers on the pieces, the same in every scene of a game. Of those that
    fit a part of a piece, the first one applies.
    """

    areas: list[Area] = []
    pieces: list[Piece] = []
    numbers: tuple[Number, ...] = ()


class Component(msgspec.Struct, frozen=True, gc=False):
    """A card, tile, region or other component, as a row in the list of a game's components.

    Attributes:
        id: an id that no other component in the list has, usually that of a piece.
        kind: the kind of piece, one of `KINDS`.
        face: the appearance of the component at the table.
        name: the name of the component.
        cells: a number or text for each column of the group, `""` for an empty cell.
        x, y: the middle of a region on its map.
    """

    id: str
    kind: str
    face: Face
    name: Text
    cells: tuple[Cell, ...]
    x: int | None = None
    y: int | None = None


class ComponentGroup(msgspec.Struct, frozen=True, gc=False):
    """Components that have the same columns, such as all buildings.

    Attributes:
        id: an id that no other group has.
        title: the heading of the group.
        columns: the headings of the columns, without that of the names.
        components: the rows.
    """

    id: str
    title: Text
    columns: tuple[Text, ...]
    components: tuple[Component, ...]


def listed(piece: Piece, *cells: Cell) -> Component:
    """Return the row for a piece, named as on its face; `cells` fill the columns of its group."""
    return Component(piece.id, piece.kind, piece.face, piece.face.title, cells, piece.x, piece.y)


def number_text(number: int) -> str:
    """Return a number for a counter or a table; a negative one has a minus sign, not a hyphen."""
    return str(number).replace("-", "−")


LAYOUTS = ("row", "column", "grid", "fan", "stack", "purse", "map", "panel", "tabs", "figure")
ROLES = ("hand", "mine", "board", "others", "market", "aside")
KINDS = ("card", "token", "die", "pawn", "marker", "tile", "counter", "score", "region")
SKIES = ("sky", "sea", "dusk", "dawn", "moss", "sand", "rose", "violet", "stone", "night", "gold")
"""The tints of the sky and of the ground in a picture."""
TONES = ("paper", "wood", "ink", "red", "orange", "yellow", "green", "blue", "violet", "grey")
SEAT_TONES = ("blue", "red", "violet", "green", "orange", "wood", "yellow", "grey")
"""The colours of the seats; whoever draws them adds a shape or emblem for each."""
NUMBER_PARTS = ("corner", "count", "reward", "needs", "chips", "title", "lines", "glyphs")
CLOTHS = ("slate", "green", "blue", "brown", "teal", "plum")
"""The colours of the cloths on which games lie, the first one by default."""


Part = TypeVar("Part", Area, Piece)


def written(part: Part, text: Callable[[Message], str]) -> Part:
    """Return an area or piece with its messages rendered by `text`."""
    if isinstance(part, Area):
        return replace(part, title=written_text(part.title, text))
    label = written_text(part.label, text)
    return replace(part, face=written_face(part.face, text), label=label)


def written_face(face: Face, text: Callable[[Message], str]) -> Face:
    """Return a face with its messages rendered by `text`."""
    title = written_text(face.title, text)
    lines = tuple(written_text(line, text) for line in face.lines) if face.lines else ()
    chips = tuple(replace(chip, text=written_text(chip.text, text)) for chip in face.chips)
    return replace(face, title=title, lines=lines, chips=chips)


def written_text(words: Text, text: Callable[[Message], str]) -> str:
    """Return a text, rendered by `text` if it is a message."""
    return text(words) if isinstance(words, Message) else words


def write(scene: Scene, text: Callable[[Message], str]) -> bytes:
    """Return the scene as JSON for the browser, with its messages rendered by `text`.

    Fields that have their default value are left out.
    """
    shown = {
        "areas": [written(area, text) for area in scene.areas],
        "pieces": [written(piece, text) for piece in scene.pieces],
    }
    numbers = [replace(one, text=written_text(one.text, text)) for one in scene.numbers]
    return msgspec.json.encode(shown | {"numbers": numbers} if numbers else shown)
