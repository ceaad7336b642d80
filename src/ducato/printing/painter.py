"""Plain drawings painted onto the pages of a PDF, and the fonts of the table in it."""

from __future__ import annotations

import math
import re
from functools import cache
from io import BytesIO
from typing import Any

from ducato.printing.drawings import CLIENT, EXTRA, Tree
from ducato.runs.extras import needed

MM = 72 / 25.4
"""Points in a millimetre."""
SERIF, PLAIN, BOLD = "Garamond", "SourceSans", "SourceSans-Semibold"
FONTS = {SERIF: "eb-garamond-600", PLAIN: "source-sans-3-400", BOLD: "source-sans-3-600"}
FAMILIES = {"EB Garamond": SERIF, "Source Sans 3": PLAIN}
CAPS = {"butt": 0, "round": 1, "square": 2}
JOINS = {"miter": 0, "round": 1, "bevel": 2}
STEP = re.compile(r"(translate|scale)\(([^)]*)\)")
ROUND = 0.5523
"""Where the handles of a quarter of a circle lie, as a share of its radius."""


@cache
def fonts() -> dict[str, set[int]]:
    """Register the table's fonts, and return the letters that each has."""
    metrics = needed("reportlab.pdfbase.pdfmetrics", EXTRA)
    kinds = needed("reportlab.pdfbase.ttfonts", EXTRA)
    files = needed("fontTools.ttLib", EXTRA)
    letters = {}
    for name, file in FONTS.items():
        font = files.TTFont(BytesIO(CLIENT.joinpath("fonts", f"{file}.woff2").read_bytes()))
        font.flavor = None
        unpacked = BytesIO()
        font.save(unpacked)
        unpacked.seek(0)
        metrics.registerFont(kinds.TTFont(name, unpacked))
        letters[name] = set(font.getBestCmap())
    return letters


def text_width(words: str, font: str, size: float) -> float:
    """Return the width of a line in points."""
    fonts()
    return float(needed("reportlab.pdfbase.pdfmetrics", EXTRA).stringWidth(words, font, size))


def paint(canvas: Any, drawing: Tree) -> None:
    """Paint a plain drawing, whose unit becomes a point and whose y points down, from (0, 0)."""
    fonts()
    clips = {node.attrib["id"]: node for node in drawing.iter("clipPath")}
    box = [float(part) for part in drawing.attrib["viewBox"].split()]
    canvas.saveState()
    canvas.transform(1, 0, 0, -1, -box[0], box[1] + box[3])
    for node in drawing:
        _paint(canvas, node, clips, 1.0)
    canvas.restoreState()


def _paint(canvas: Any, node: Tree, clips: dict[str, Tree], opacity: float) -> None:
    if node.tag == "defs":
        return
    canvas.saveState()
    if clip := node.attrib.get("clip-path"):
        canvas.clipPath(_outline(canvas, clips[clip[5:-1]][0]), stroke=0, fill=0)
    _move(canvas, node.attrib.get("transform", ""))
    if node.tag == "g":
        for child in node:
            _paint(canvas, child, clips, opacity * float(node.attrib.get("opacity", 1)))
    else:
        _paint_shape(canvas, node, opacity)
    canvas.restoreState()


def _move(canvas: Any, transform: str) -> None:
    for name, inside in STEP.findall(transform):
        x, *rest = (float(part) for part in re.split(r"[\s,]+", inside.strip()))
        if name == "translate":
            canvas.translate(x, rest[0] if rest else 0)
        else:
            canvas.scale(x, rest[0] if rest else x)


def _paint_shape(canvas: Any, node: Tree, opacity: float) -> None:
    fill, stroke = (node.attrib.get(name, "none") for name in ("fill", "stroke"))
    fills, strokes = (paint[0] == "#" for paint in (fill, stroke))
    if fills:
        canvas.setFillColor(fill)
        canvas.setFillAlpha(opacity * float(node.attrib.get("fill-opacity", 1)))
    if strokes:
        canvas.setStrokeColor(stroke)
        canvas.setStrokeAlpha(opacity * float(node.attrib.get("stroke-opacity", 1)))
        canvas.setLineWidth(float(node.attrib.get("stroke-width", 1)))
        canvas.setLineCap(CAPS[node.attrib.get("stroke-linecap", "butt")])
        canvas.setLineJoin(JOINS[node.attrib.get("stroke-linejoin", "miter")])
        if dashes := node.attrib.get("stroke-dasharray"):
            canvas.setDash([float(part) for part in re.split(r"[\s,]+", dashes.strip())])
    if node.tag == "text":
        _paint_text(canvas, node, fills, strokes)
    else:
        canvas.drawPath(_outline(canvas, node), stroke=int(strokes), fill=int(fills))


def _paint_text(canvas: Any, node: Tree, fills: bool, strokes: bool) -> None:
    size = float(re.sub("[a-z]+$", "", node.attrib.get("font-size", "16")))
    font = FAMILIES.get(node.attrib.get("font-family", ""), PLAIN)
    if font == PLAIN and node.attrib.get("font-weight", "400") in ("600", "700", "bold"):
        font = BOLD
    words = "".join(letter for letter in node.text or "" if ord(letter) in fonts()[font])
    wide = text_width(words, font, size)
    x, y = float(node.attrib.get("x", 0)), float(node.attrib.get("y", 0))
    x -= {"middle": wide / 2, "end": wide}.get(node.attrib.get("text-anchor", ""), 0)
    canvas.translate(x, y)
    canvas.scale(1, -1)  # letters stand upright, where y points down as well
    # The outline lies behind the letters: first both, then the letters once more.
    for mode in ([2] if strokes else []) + ([0] if fills else []):
        canvas.saveState()
        text = canvas.beginText(0, 0)
        text.setFont(font, size)
        text.setTextRenderMode(mode)
        text.textOut(words)
        canvas.drawText(text)
        canvas.restoreState()


def _outline(canvas: Any, node: Tree) -> Any:
    """Return the outline of a shape as a path of the canvas."""
    path = canvas.beginPath()
    number = {name: float(value) for name, value in node.attrib.items() if name in NUMBERS}
    if node.tag == "rect":
        x, y = number.get("x", 0), number.get("y", 0)
        wide, high = number["width"], number["height"]
        radius = min(number.get("rx", 0), wide / 2, high / 2)
        path.roundRect(x, y, wide, high, radius) if radius else path.rect(x, y, wide, high)
    elif node.tag in ("circle", "ellipse"):
        rx, ry = number.get("r", number.get("rx", 0)), number.get("r", number.get("ry", 0))
        x, y = number.get("cx", 0), number.get("cy", 0)
        path.moveTo(x + rx, y)
        for quarter in range(4):
            turn, end = quarter * math.pi / 2, (quarter + 1) * math.pi / 2
            points = (
                (math.cos(turn) - ROUND * math.sin(turn), math.sin(turn) + ROUND * math.cos(turn)),
                (math.cos(end) + ROUND * math.sin(end), math.sin(end) - ROUND * math.cos(end)),
                (math.cos(end), math.sin(end)),
            )
            path.curveTo(*(part for dx, dy in points for part in (x + rx * dx, y + ry * dy)))
        path.close()
    elif node.tag == "line":
        path.moveTo(number["x1"], number["y1"])
        path.lineTo(number["x2"], number["y2"])
    elif node.tag in ("polygon", "polyline"):
        closing = "Z" if node.tag == "polygon" else ""
        _trace(path, "M" + node.attrib["points"] + closing)
    else:
        _trace(path, node.attrib.get("d", ""))
    return path


NUMBERS = {"x", "y", "width", "height", "rx", "ry", "cx", "cy", "r", "x1", "y1", "x2", "y2"}


def _trace(path: Any, commands: str) -> None:
    """Add what the ``d`` of an SVG path draws."""
    needed("fontTools.svgLib.path", EXTRA).parse_path(commands, _Pen(path))


class _Pen:
    """What a parser of SVG paths draws with."""

    def __init__(self, path: Any) -> None:
        self._path = path
        self._here = (0.0, 0.0)

    def moveTo(self, point: tuple[float, float]) -> None:  # noqa: N802  # fontTools names it
        self._here = point
        self._path.moveTo(*point)

    def lineTo(self, point: tuple[float, float]) -> None:  # noqa: N802
        self._here = point
        self._path.lineTo(*point)

    def curveTo(self, *points: tuple[float, float]) -> None:  # noqa: N802
        self._here = points[-1]
        self._path.curveTo(*(part for point in points for part in point))

    def qCurveTo(self, handle: tuple[float, float], end: tuple[float, float]) -> None:  # noqa: N802
        near = [a + (b - a) * 2 / 3 for a, b in zip(self._here, handle, strict=True)]
        far = [a + (b - a) * 2 / 3 for a, b in zip(end, handle, strict=True)]
        self.curveTo((near[0], near[1]), (far[0], far[1]), end)

    def closePath(self) -> None:  # noqa: N802
        self._path.close()

    def endPath(self) -> None:  # noqa: N802
        pass
