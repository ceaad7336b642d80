"""The plots of a report, as inline SVG that follows the report's colours and languages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from markupsafe import Markup
from numpy.typing import NDArray

from ducato.lab.report.phrasing import Texts, markup
from ducato.runs.statistics import Estimate

WIDTH = 480
HEIGHT = 230
LEFT, RIGHT, TOP, BOTTOM = 44, 22, 12, 40
"""The margins around the area in which a plot is drawn."""
ROW = 22
"""The height of a row of intervals."""
TICKS = 5
"""The number of intervals between marks of an axis, at most."""


@dataclass(frozen=True)
class Scale:
    """A linear scale from numbers to pixels."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        """Return the pixel of a number."""
        span = (self.high - self.low) or 1.0
        return round(self.start + (value - self.low) / span * (self.end - self.start), 1)


@dataclass(frozen=True)
class Dot:
    """An estimate with its interval in a row of `intervals`.

    Attributes:
        value: the estimate.
        series: the number of its colour, from 0.
    """

    value: Estimate
    series: int


def ticks(low: float, high: float) -> list[float]:
    """Return round numbers between two bounds, at most `TICKS` + 1 of them.

    Example:
        >>> ticks(0, 0.37)
        [0.0, 0.1, 0.2, 0.3]
    """
    span = (high - low) or 1.0
    step = 10.0 ** np.floor(np.log10(span / TICKS))
    step *= next(factor for factor in (1, 2, 5, 10) if span / (step * factor) <= TICKS)
    first = int(np.ceil(low / step - 1e-9))
    last = int(np.floor(high / step + 1e-9))
    return [round(float(i * step), 10) for i in range(first, last + 1)]


def svg(parts: Sequence[str], height: float, width: int = WIDTH) -> Markup:
    """Return a drawing made of these elements."""
    inner = "".join(parts)
    return Markup(  # texts in the parts are escaped by `markup`
        f'<svg viewBox="0 0 {width} {height:g}" role="img" aria-hidden="true">{inner}</svg>'
    )


def word(x: float, y: float, found: Texts | str, style: str = "") -> str:
    """Return a text element; a language's words are in a part of its own."""
    words = found if isinstance(found, str) else markup(found, "tspan")
    return f'<text x="{x:g}" y="{y:g}" class="{style}">{words}</text>'


def line(x1: float, y1: float, x2: float, y2: float, style: str) -> str:
    """Return a line element."""
    return f'<line x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}" class="{style}"/>'


def _number(value: float, unit: str) -> str:
    if unit == "share":
        return f"{100 * value:g}\u2009%"
    if unit == "points":
        return f"{100 * value:+g}".replace("-", "\u2212") if value else "0"
    return f"{value:g}"


def _x_axis(scale: Scale, y: float, title: Texts, unit: str) -> list[str]:
    middle = (scale.start + scale.end) / 2
    parts = [line(scale.start, y, scale.end, y, "axis"), word(middle, y + 34, title, "t")]
    for tick in ticks(scale.low, scale.high):
        parts.append(line(scale(tick), y, scale(tick), y + 4, "axis"))
        parts.append(word(scale(tick), y + 17, _number(tick, unit), "n"))
    return parts


def _y_axis(scale: Scale, x: float, end: float, unit: str) -> list[str]:
    parts = []
    for tick in ticks(scale.low, scale.high):
        parts.append(line(x, scale(tick), end, scale(tick), "grid"))
        parts.append(word(x - 6, scale(tick) + 4, _number(tick, unit), "y"))
    return parts


def intervals(
    rows: Sequence[tuple[Texts, Sequence[Dot]]],
    title: Texts,
    *,
    unit: str = "share",
    reference: float | None = None,
    labels: int = 170,
    width: int = WIDTH,
) -> Markup:
    """Return rows of estimates with their intervals, over one axis.

    Args:
        rows: the label of each row and its estimates.
        title: the title of the axis.
        unit: "share", "points" or "number".
        reference: the value at which a line is drawn, such as a fair share.
        labels: the width of the labels in pixels.
        width: the width of the plot.
    """
    values = [bound for _, dots in rows for d in dots for bound in (d.value.low, d.value.high)]
    values += [] if reference is None else [reference]
    low, high = min(values), max(values)
    margin = 0.06 * ((high - low) or 0.1)
    scale = Scale(low - margin, high + margin, labels, width - RIGHT)
    height = TOP + sum(_height(dots) for _, dots in rows)
    parts = _x_axis(scale, height, title, unit)
    if reference is not None:
        parts.append(line(scale(reference), TOP - 6, scale(reference), height, "fair"))
    y = float(TOP)
    for label, dots in rows:
        parts.append(word(labels - 10, y + _height(dots) / 2 + 4, label, "y"))
        for index, dot in enumerate(dots):
            at = y + _height(dots) / 2 + (index - (len(dots) - 1) / 2) * 9
            style = f"s{dot.series}"
            parts.append(line(scale(dot.value.low), at, scale(dot.value.high), at, f"bar {style}"))
            parts.append(
                f'<circle cx="{scale(dot.value.value):g}" cy="{at:g}" r="4" class="dot {style}"/>'
            )
        y += _height(dots)
    return svg(parts, height + BOTTOM, width)


def _height(dots: Sequence[Dot]) -> float:
    return ROW + 9.0 * max(0, len(dots) - 1)


def histogram(
    counts: Mapping[int, Sequence[int]], low: float, high: float, title: Texts, side: Texts
) -> Markup:
    """Return histograms of one number of all games, one for each level of skill, as lines.

    Args:
        counts: the games of each level in bins of equal width, by the number of its colour.
        low: where the first bin begins.
        high: where the last bin ends.
        title: the title of the axis of numbers.
        side: the title of the axis of shares.
    """
    shares = {index: np.array(found) / sum(found) for index, found in counts.items()}
    edges = np.linspace(low, high, len(next(iter(shares.values()))) + 1)
    top = max(float(s.max()) for s in shares.values())
    x = Scale(low, high, LEFT, WIDTH - RIGHT)
    y = Scale(0.0, top * 1.05, HEIGHT - BOTTOM, TOP + 10)
    parts = [*_y_axis(y, LEFT, WIDTH - RIGHT, "share"), word(2, 10, side, "side")]
    for index, found in shares.items():
        steps = [f"M{x(edges[0]):g} {y(0):g}"]
        for left, right, value in zip(edges[:-1], edges[1:], found, strict=True):
            steps.append(f"L{x(left):g} {y(value):g}L{x(right):g} {y(value):g}")
        steps.append(f"L{x(edges[-1]):g} {y(0):g}")
        parts.append(f'<path d="{"".join(steps)}" class="area s{index}"/>')
    return svg([*parts, *_x_axis(x, HEIGHT - BOTTOM, title, "number")], HEIGHT)


@dataclass(frozen=True)
class Curve:
    """A line of a plot, with a band around it if `width` is given.

    Attributes:
        values: the value at each point.
        series: the number of its colour.
        width: half the width of the band at each point.
        dashed: whether the line is dashed.
    """

    values: NDArray[Any]
    series: int
    width: NDArray[Any] | None = None
    dashed: bool = False


def curves(found: Sequence[Curve], title: Texts, side: Texts, *, unit: str = "number") -> Markup:
    """Return lines from the beginning to the end of a game.

    Args:
        found: the lines, whose points are evenly spaced.
        title: the title of the axis of progress.
        side: the title of the other axis.
        unit: the unit of the values: "share" or "number".
    """
    lows = [c.values - (0 if c.width is None else c.width) for c in found]
    highs = [c.values + (0 if c.width is None else c.width) for c in found]
    low = min(0.0, *(float(v.min()) for v in lows))
    high = max(float(v.max()) for v in highs)
    x = Scale(0.0, 1.0, LEFT, WIDTH - RIGHT)
    y = Scale(low, high * 1.03 or 1.0, HEIGHT - BOTTOM, TOP + 10)
    parts = [*_y_axis(y, LEFT, WIDTH - RIGHT, unit), word(2, 10, side, "side")]
    for curve, below, above in zip(found, lows, highs, strict=True):
        at = np.linspace(0, 1, len(curve.values))
        if curve.width is not None:
            there = [f"{x(p):g},{y(v):g}" for p, v in zip(at, above, strict=True)]
            back = [f"{x(p):g},{y(v):g}" for p, v in zip(at[::-1], below[::-1], strict=True)]
            parts.append(
                f'<polygon points="{" ".join(there + back)}" class="band s{curve.series}"/>'
            )
        ends = " ".join(f"{x(p):g},{y(v):g}" for p, v in zip(at, curve.values, strict=True))
        style = f"curve s{curve.series}" + (" dashed" if curve.dashed else "")
        parts.append(f'<polyline points="{ends}" class="{style}"/>')
    return svg([*parts, *_x_axis(x, HEIGHT - BOTTOM, title, "share")], HEIGHT)
