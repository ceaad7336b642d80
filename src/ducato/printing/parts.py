"""The parts of a game as they are printed: which there are, and their drawings."""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple
from xml.etree import ElementTree as ET

import msgspec

from ducato.core.game import Game, LoadedGame
from ducato.core.i18n import Message, render, say
from ducato.core.presentation.print_parts import PrintPart, parts_of
from ducato.core.scene import Area, Face, Scene, written_face, written_text
from ducato.printing.book import PACKAGE, Printed
from ducato.printing.drawings import Sketch, Tree, draw, symbols
from ducato.printing.flat import Flattener
from ducato.table.views.component_list import MODULE, groups_of

SPECTATOR = -1
MOST_CHANCE_STEPS = 10_000
BOARD = 500.0
"""The width of a board, in millimetres."""
BACK = Face(tone="ink", back=True)
"""The other side of the cards of a game that does not list them itself."""
MAT = (270, 180)
"""Width and height of the drawing of a mat."""


class Deck(NamedTuple):
    """Parts of one sort and one size with one back.

    Attributes:
        name, sort: as of its parts.
        parts: each once: its id, its title, how many copies there are, and its face.
        back: the other side of all of them.
    """

    name: str
    sort: str
    parts: list[tuple[str, str, int, Printed]]
    back: Printed | None


class Sheet(NamedTuple):
    """A picture with pieces of one deck in rows.

    Attributes:
        file: the name of the picture.
        deck, sort: as of a `Deck`.
        columns, rows: how many pieces it has room for.
        size: the size of a piece in millimetres.
        pieces: for each place, the id, the name and the number of copies.
        back: the name of the picture of all backs; "" if the backs are blank.
    """

    file: str
    deck: str
    sort: str
    columns: int
    rows: int
    size: tuple[float, float]
    pieces: list[tuple[str, str, int]]
    back: str


def declared_parts(loaded: LoadedGame) -> list[PrintPart]:
    """Return the parts that a game declares, or else one of each component in its list."""
    game = loaded.game
    if (module := game.optional_module("print_parts")) is not None:
        found: list[PrintPart] = module.print_parts(loaded.edition)
        return found
    groups = groups_of(loaded)
    own = game.optional_module(MODULE) is not None
    return parts_of(groups, backs={} if own else {group.id: BACK for group in groups})


class Studio:
    """Draws what a game consists of, in one language.

    Attributes:
        loaded: the game, for its greatest number of players.
        language: the language of the texts.
    """

    def __init__(self, game: Game, edition: str | None, language: str) -> None:
        self.loaded = game.load(max(game.players), edition)
        self.game, self.language = game, language
        seats = tuple(
            render(say("player", number=seat + 1), PACKAGE, language)
            for seat in range(max(game.players))
        )
        self._text = partial(render, package=game.package, language=language, seats=seats)
        self._flattener = Flattener(symbols(game))

    def text(self, words: Message | str) -> str:
        """Return a text of the game."""
        return written_text(words, self._text)

    def decks(self, sorts: tuple[str, ...]) -> list[Deck]:
        """Return the game's parts of these sorts."""
        parts = [part for part in declared_parts(self.loaded) if part.sort in sorts]
        sketches = [Sketch(part.kind, self._face(part.face)) for part in parts]
        backs = {part.deck: part.back for part in parts if part.back is not None}
        sketches += [Sketch("card", self._face(back)) for back in backs.values()]
        behind = [f"back of {deck}" for deck in backs]
        printed = self._printed(sketches, [*(part.id for part in parts), *behind])
        sides = dict(zip(backs, printed[len(parts) :], strict=True))
        drawn = list(zip(parts, printed, strict=False))
        decks = []
        for sort in sorts:
            of_sort = [pair for pair in drawn if pair[0].sort == sort]
            keys = {(part.deck, one.box): None for part, one in of_sort}
            for deck, box in keys:
                rows = [
                    (part.id, self.text(part.face.title), part.copies, one)
                    for part, one in of_sort
                    if (part.deck, one.box) == (deck, box)
                ]
                decks.append(Deck(deck, sort, rows, sides.get(deck)))
        return decks

    def boards(self) -> list[tuple[str, Printed, float]]:
        """Return the maps of the game at the beginning: the title, the drawing, the width in mm."""
        scene = self._first_scene()
        return [
            (self.text(area.title), self._board(area, scene), BOARD)
            for area in scene.areas
            if area.layout == "map" and area.height
        ]

    def mats(self) -> list[tuple[str, Printed]]:
        """Return a mat for each panel of a seat or of figures: a place for each area in it."""
        scene = self._first_scene()
        mats = []
        panels = [area for area in scene.areas if area.layout == "panel"]
        for panel in sorted(panels, key=lambda area: -1 if area.owner is None else area.owner):
            inner = [one for one in scene.areas if one.parent == panel.id and one.title]
            figures = [one for one in inner if one.layout == "figure"]
            if figures or panel.owner is not None:
                names = [self.text(one.title) for one in figures or inner]
                title = self.text(panel.title)
                mats.append((title, Printed(f"mat {panel.id}", mat(title, names), "")))
        return mats

    def _board(self, area: Area, scene: Scene) -> Printed:
        """Return a map with its regions; what stands on it at the beginning is not printed."""
        height = area.height or 1000
        root = ET.Element("svg", {"viewBox": f"0 0 1000 {height}"})
        backdrop = ET.fromstring(area.backdrop) if area.backdrop else ET.Element("svg")
        for node in backdrop.iter():
            node.tag = node.tag.rpartition("}")[2]
        over = [node for node in backdrop if node.attrib.get("class") == "over"]
        for node in over:
            backdrop.remove(node)
        regions = [one for one in scene.pieces if one.kind == "region" and one.area == area.id]
        spots = [(self._face(one.face), one.x or 0, one.y or 0) for one in regions]
        lands = [Sketch("region", *spot, height) for spot in spots]
        named = [Sketch("legend", *spot, height) for spot in spots]
        drawn = draw(self.game, [*lands, *named])
        flat = [self._flattener.flat(tree)[0] for tree in drawn]
        root.append(self._flattened(backdrop, root))
        for land in flat[: len(lands)]:
            root.extend(land)
        for node in over:
            around = ET.Element("svg")
            around.append(node)
            root.append(self._flattened(around, root))
        for (_, x, y), legend in zip(spots, flat[len(lands) :], strict=True):
            moved = ET.SubElement(root, "g", {"transform": f"translate({x} {y})"})
            moved.extend(legend)
        return Printed(f"board {area.id}", root, "")

    def _flattened(self, drawing: Tree, root: Tree) -> Tree:
        wrapper = ET.Element("div")
        drawing.set("viewBox", root.attrib["viewBox"])
        ET.SubElement(wrapper, "div").append(drawing)
        group = ET.Element("g")
        group.extend(self._flattener.flat(wrapper)[0])
        return group

    def _first_scene(self) -> Scene:
        """Return the scene of a spectator when everything has been dealt."""
        position = self.loaded.new_initial_state()
        for _ in range(MOST_CHANCE_STEPS):
            if not position.is_chance_node():
                break
            position.apply_action(position.chance_outcomes()[0][0])
        state = position.redact(SPECTATOR).state
        return self.loaded.presentation.scene(state, self.loaded.edition, SPECTATOR, [])

    def _face(self, face: Face) -> dict[str, Any]:
        plain: dict[str, Any] = msgspec.to_builtins(written_face(face, self._text))
        return plain

    def _printed(self, sketches: list[Sketch], names: list[str]) -> list[Printed]:
        drawn = zip(names, draw(self.game, sketches), strict=True)
        return [Printed(name, *self._flattener.flat(tree)) for name, tree in drawn]


def mat(title: str, names: list[str]) -> Tree:
    """Return the drawing of a mat: a title, and places side by side, in up to two rows."""
    root = ET.Element("svg", {"viewBox": f"0 0 {MAT[0]} {MAT[1]}"})
    edge = {"fill": "#fbf4e4", "stroke": "#b59c6c"}
    font = {"font-family": "EB Garamond", "fill": "#2a2018"}
    whole = {"x": "1", "y": "1", "width": f"{MAT[0] - 2}", "height": f"{MAT[1] - 2}", "rx": "6"}
    ET.SubElement(root, "rect", whole | edge | {"stroke-width": "1.2"})
    ET.SubElement(root, "text", {"x": "10", "y": "16", "font-size": "11"} | font).text = title
    rows = 1 if len(names) <= 3 else 2
    columns = -(-len(names) // rows) or 1
    wide, high = (MAT[0] - 20) / columns, (MAT[1] - 32) / rows
    for at, name in enumerate(names):
        x, y = 10 + at % columns * wide, 24 + at // columns * high
        box = {"x": f"{x + 2}", "y": f"{y}", "width": f"{wide - 4}", "height": f"{high - 4}"}
        ET.SubElement(root, "rect", box | {"rx": "4", "fill": "#ffffff", "stroke": "#b59c6c",
                                           "stroke-width": "0.8"})  # fmt: skip
        place = {"x": f"{x + 7}", "y": f"{y + 10}", "font-size": "7"}
        ET.SubElement(root, "text", place | font).text = name
    return root
