"""Drawings as plain SVG: no classes, no symbols, no drawings inside drawings.

What any library can draw is left: groups, paths, rectangles, circles and texts, each with its paint
written on it, and clip paths.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from xml.etree import ElementTree as ET

from ducato.printing.colours import Colour
from ducato.printing.drawings import Tree
from ducato.printing.styles import Style, computed, declarations, paint, root_style

SHAPES = {"path", "rect", "circle", "ellipse", "line", "polygon", "polyline", "text"}
GEOMETRY = {"d", "x", "y", "width", "height", "rx", "ry", "cx", "cy", "r", "x1", "y1", "x2", "y2",
            "points", "transform"}  # fmt: skip
STROKE = ("stroke-width", "stroke-linejoin", "stroke-linecap", "stroke-dasharray")
FONT = ("font-family", "font-size", "font-weight", "text-anchor")


class Flattener:
    """Makes the drawings of a game plain; it keeps what the sheets say of its symbols."""

    def __init__(self, symbols: dict[str, Tree]) -> None:
        self._symbols = symbols
        self._declared: dict[ET.Element, Style] = {}
        self._ids = count(1)
        for symbol in symbols.values():
            self._declared.update(declarations(symbol))

    def flat(self, wrapped: Tree) -> tuple[Tree, str]:
        """Return a drawing in its wrapper as an ``svg`` with the same ``viewBox``, and its ground.

        The ground is the colour of the sheet of a card or tile, whose outline is where the paper is
        cut; it is no longer in the drawing. Without a sheet, it is "".
        """
        (drawing,) = next(iter(wrapped))
        declared = declarations(wrapped)
        style: Style = dict(root_style())
        node: Tree = wrapped
        while node is not drawing:
            style = computed(node, declared[node], style)
            node = node[0]
        self._here = {**self._declared, **declared}
        self._definitions = ET.Element("defs")
        root = ET.Element("svg", {"viewBox": drawing.attrib["viewBox"]})
        first, ground = drawing[0], ""
        if first.attrib.get("class") == "sheet" and first.tag == "rect":
            around = computed(drawing, declared[drawing], style)
            fill = paint(computed(first, declared[first], around), "fill")
            ground = fill.code if isinstance(fill, Colour) else ""
            drawing.remove(first)
        inner = list(self._children(drawing, computed(drawing, declared[drawing], style)))
        if len(self._definitions):
            root.append(self._definitions)
        root.extend(inner)
        return root, ground

    def _children(self, node: Tree, style: Style) -> Iterator[Tree]:
        for child in node:
            if isinstance(child.tag, str):
                yield from self._plain(child, style)

    def _plain(self, node: Tree, around: Style) -> Iterator[Tree]:
        """Yield what a node becomes: at most one plain node."""
        style = computed(node, self._here.get(node, {}), around)
        if style.get("display") == "none" or node.tag in ("title", "desc", "symbol", "clipPath"):
            return
        if node.tag in SHAPES:
            yield from _shape(node, style)
            return
        made = ET.Element("g")
        inside = made
        if node.tag == "g":
            if "transform" in node.attrib:
                made.set("transform", node.attrib["transform"])
            if clip := self._round_clip(style):
                made.set("clip-path", clip)
        elif node.tag == "svg":
            inside = self._boxed(made, node, node.attrib, clips=True)
        elif node.tag == "use":
            target = self._symbols.get(node.attrib["href"][1:])
            if target is None:
                return
            x, y = (float(node.attrib.get(name, 0)) for name in "xy")
            if target.tag == "symbol":
                inside = self._boxed(made, target, node.attrib, clips="art-" in node.attrib["href"])
                inner = computed(target, self._here.get(target, {}), style)
                inside.extend(self._children(target, inner))
            else:
                if x or y:
                    made.set("transform", f"translate({x:g} {y:g})")
                made.extend(self._plain(target, style))
        if node.tag != "use":
            inside.extend(self._children(node, style))
        if float(style.get("opacity", 1)) < 1:
            made.set("opacity", style["opacity"])
        if len(made):
            yield made

    def _boxed(self, made: Tree, source: Tree, spot: dict[str, str], *, clips: bool) -> Tree:
        """Move a group to where a box with a ``viewBox`` lies, and clip it there."""
        x, y = (float(spot.get(name, 0)) for name in "xy")
        box = [float(part) for part in source.attrib["viewBox"].split()]
        width, height = float(spot.get("width", box[2])), float(spot.get("height", box[3]))
        scale = min(width / box[2], height / box[3])
        dx = x + (width - box[2] * scale) / 2 - box[0] * scale
        dy = y + (height - box[3] * scale) / 2 - box[1] * scale
        if clips:
            name = f"clip-{next(self._ids)}"
            clip = ET.SubElement(self._definitions, "clipPath", {"id": name})
            size = {"x": x, "y": y, "width": width, "height": height}
            ET.SubElement(clip, "rect", {key: f"{value:g}" for key, value in size.items()})
            made.set("clip-path", f"url(#{name})")
        moved = f"translate({dx:g} {dy:g})" + (f" scale({scale:g})" if scale != 1 else "")
        return ET.SubElement(made, "g", {"transform": moved})

    def _round_clip(self, style: Style) -> str:
        """Return the address of a clip path for ``circle(28px at 30px 30px)``."""
        value = style.get("clip-path", "")
        if not value.startswith("circle("):
            return ""
        radius, _, x, y = value[7:].split(")")[0].replace("px", "").split()
        name = f"clip-{next(self._ids)}"
        clip = ET.SubElement(self._definitions, "clipPath", {"id": name})
        ET.SubElement(clip, "circle", {"cx": x, "cy": y, "r": radius})
        return f"url(#{name})"


def _shape(node: Tree, style: Style) -> Iterator[Tree]:
    """Yield a shape with its paint, unless it has none."""
    fill, stroke = paint(style, "fill", "#000"), paint(style, "stroke")
    made = ET.Element(node.tag, {k: v for k, v in node.attrib.items() if k in GEOMETRY})
    opacity = float(style.get("opacity", 1))
    for name, value in (("fill", fill), ("stroke", stroke)):
        if not isinstance(value, Colour):
            made.set(name, f"url(#{value})" if value else "none")
            continue
        made.set(name, value.code)
        strength = value.opacity * float(style.get(f"{name}-opacity", 1)) * opacity
        if strength < 1:
            made.set(f"{name}-opacity", f"{strength:.3g}")
    if stroke is not None:
        for name in STROKE:
            if name in style and style[name] != "none":
                made.set(name, style[name].replace("px", ""))
    if node.tag == "text":
        for name in FONT:
            if name in style:
                made.set(name, style[name].split(",")[0].strip('"'))
        made.text = node.text
        if style.get("paint-order") == "stroke":
            made.set("paint-order", "stroke")
    if fill is not None or stroke is not None:
        yield made
