"""The table's drawings of pieces, made by the modules that draw them in browsers.

There is one description of each face: the client's. Its modules need of a browser only a document
to make nodes in, and `document.js` is that much of one. They run in V8, from the extra ``print``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from importlib.resources import files
from typing import Any, NamedTuple
from xml.etree import ElementTree as ET

from ducato.core.game import Game
from ducato.runs.extras import needed

Tree = ET.Element
CLIENT = files("ducato").joinpath("client")
EXTRA = "print"
MODULES = (
    "board/faces.js",
    "board/outlines.js",
    "board/regions.js",
    "board/sprite.js",
    "state/scene_changes.js",
)
"""The modules whose functions are called here; what they import comes along."""
OTHERWISE = {
    "state/strings.js": "export const isolate = (words) => words;\n",
}
"""What stands for modules that only a page can run."""
IMPORT = re.compile(r'^import \{([^}]*)\} from "([^"]+)";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (const|let|function|class|async function) (\w+)", re.MULTILINE)


def module_source(path: str) -> str:
    """Return the source of a module of the client, such as ``"board/faces.js"``."""
    if path in OTHERWISE:
        return OTHERWISE[path]
    return CLIENT.joinpath("js", *path.split("/")).read_text("utf-8")


def linked(paths: tuple[str, ...]) -> str:
    """Return one script with these modules and those that they import, each in a function."""
    done: dict[str, str] = {}

    def link(path: str) -> None:
        if path in done:
            return
        done[path] = ""
        source = module_source(path)
        folder = path.rpartition("/")[0]
        for _, target in IMPORT.findall(source):
            link(_resolved(folder, target))
        done[path] = done.pop(path) or _as_function(path, folder, source)

    for path in paths:
        link(path)
    return "const modules = {};\n" + "\n".join(done.values())


def _resolved(folder: str, target: str) -> str:
    parts = folder.split("/")
    for step in target.split("/"):
        if step == "..":
            parts.pop()
        elif step != ".":
            parts.append(step)
    return "/".join(parts)


def _as_function(path: str, folder: str, source: str) -> str:
    def bound(match: re.Match[str]) -> str:
        names = match[1].replace(" as ", ": ")
        return f"const {{{names}}} = modules[{json.dumps(_resolved(folder, match[2]))}];\n"

    exported = ", ".join(name for _, name in EXPORT.findall(source))
    body = EXPORT.sub(r"\1 \2", IMPORT.sub(bound, source))
    return f"modules[{json.dumps(path)}] = (() => {{\n{body}\nreturn {{{exported}}};\n}})();"


class Sketch(NamedTuple):
    """What is to be drawn: a piece by its kind and face; the kind ``legend`` is that of a region.

    Attributes:
        kind, face: as in the list of components, with texts in a language.
        x, y, height: where a region lies on its map, and how tall that is.
    """

    kind: str
    face: dict[str, Any]
    x: int = 0
    y: int = 0
    height: int = 1000


def draw(game: Game, sketches: Iterable[Sketch]) -> list[Tree]:
    """Return drawings as trees of SVG, in wrappers with the classes that a table gives them.

    Raises:
        MissingExtra: the extra ``print`` is not installed.
    """
    racer = needed("py_mini_racer", EXTRA)
    sketches = list(sketches)
    known = symbols(game)
    given = {
        "symbols": [_named(node) for name, node in known.items() if name.startswith("glyph-")],
        "outlines": [_named(node) for name, node in known.items() if name.startswith("outline-")],
    }
    wanted = [
        (one.kind, one.face, {"x": one.x, "y": one.y, "height": one.height}) for one in sketches
    ]
    shim = files(__package__ or "").joinpath("document.js").read_text("utf-8")
    # Closed here: left to the end of the process, it sometimes waits for ever.
    with racer.MiniRacer() as engine:
        engine.eval(shim + linked(MODULES))
        engine.eval(f"load({json.dumps(given)})")
        drawn = json.loads(engine.eval(f"JSON.stringify(drawAll({json.dumps(wanted)}))"))
    return [_wrapped(one, _tree(plain)) for one, plain in zip(sketches, drawn, strict=True)]


def _wrapped(sketch: Sketch, drawing: Tree) -> Tree:
    kind = "region" if sketch.kind == "legend" else sketch.kind
    muted = " muted" if sketch.face.get("muted") else ""
    piece = ET.Element("div", {"class": f"piece kind-{kind}{muted}"})
    ET.SubElement(piece, "div", {"class": "body"}).append(drawing)
    return piece


def _tree(plain: list[Any]) -> Tree:
    tag, attributes, children = plain
    node = ET.Element(tag, attributes)
    for child in children:
        if isinstance(child, str):
            node.text = (node.text or "") + child
        else:
            node.append(_tree(child))
    return node


def _named(symbol: Tree) -> dict[str, Any]:
    data = {key[5:]: value for key, value in symbol.attrib.items() if key.startswith("data-")}
    return {"id": symbol.attrib["id"], "data": data}


def symbols(game: Game) -> dict[str, Tree]:
    """Return the motifs and the drawings of the game's own files, by the ids of the client."""
    return dict(_symbols(game))


def _symbols(game: Game) -> Iterator[tuple[str, Tree]]:
    for entry in sorted(CLIENT.joinpath("art").iterdir(), key=lambda entry: entry.name):
        yield from _read(entry.read_text("utf-8"), "art")
    package = files(game.package)
    for name, prefix in (("glyphs.svg", "glyph"), ("outlines.svg", "outline")):
        if package.joinpath(name).is_file():
            yield from _read(package.joinpath(name).read_text("utf-8"), prefix)


def _read(text: str, prefix: str) -> Iterator[tuple[str, Tree]]:
    for node in ET.fromstring(text).iter():
        node.tag = node.tag.rpartition("}")[2]
        if "id" in node.attrib:
            yield f"{prefix}-{node.attrib['id']}", node
