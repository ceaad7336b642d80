"""A drawing of what was learned: the losses of each pass, and the strength of each round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ducato.lab.report.plots import Scale, line, ticks, word

WIDTH, HEIGHT, GAP = 420, 256, 20
LEFT, RIGHT, TOP, BOTTOM = 52, 12, 50, 44
STYLE = """
text { font: 12px system-ui, sans-serif; fill: #333; }
.y { text-anchor: end; } .n, .t { text-anchor: middle; } .h { font-weight: 600; }
.axis { stroke: #666; } .grid { stroke: #ddd; } .fair { stroke: #333; stroke-dasharray: 3 3; }
.s0 { stroke: #1f6fa8; fill: none; stroke-width: 2; }
.s1 { stroke: #b85a12; fill: none; stroke-width: 2; }
.s2 { stroke: #3d7d3a; fill: none; stroke-width: 2; }
text.d0, .d0 { fill: #1f6fa8; } text.d1 { fill: #b85a12; } text.d2 { fill: #3d7d3a; }
@media (prefers-color-scheme: dark) {
  svg { background: #1c1a17; } text { fill: #ddd; }
  .axis { stroke: #999; } .grid { stroke: #444; } .fair { stroke: #ddd; }
}
"""


def plot(rounds: Sequence[dict[str, Any]]) -> str:
    """Return an SVG file with a row for each number of players.

    Args:
        rounds: the rounds of a run as plain data; see `run.Round`.
    """
    counts = list(dict.fromkeys(one["players"] for one in rounds))
    parts = []
    for row, players in enumerate(counts):
        chosen = [one for one in rounds if one["players"] == players]
        inner = _losses(chosen) + _by_turns(chosen[-1], WIDTH + GAP)
        inner += _strength(chosen, 2 * (WIDTH + GAP))
        parts.append(f'<g transform="translate(0 {row * HEIGHT})">{"".join(inner)}</g>')
    width, height = 3 * WIDTH + 2 * GAP, HEIGHT * len(counts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}"><style>{STYLE}</style>{"".join(parts)}</svg>\n'
    )


def _axes(x: Scale, y: Scale, titles: tuple[str, str], unit: float = 1) -> list[str]:
    """Return the axes with their titles; the numbers of the vertical one are in parts of `unit`."""
    head, below = titles
    parts = [word(x.start, 16, head, "h"), line(x.start, y.start, x.end, y.start, "axis")]
    parts.append(word((x.start + x.end) / 2, y.start + 34, below, "t"))
    for tick in ticks(y.low, y.high):
        parts.append(line(x.start, y(tick), x.end, y(tick), "grid"))
        parts.append(word(x.start - 6, y(tick) + 4, f"{tick * unit:g}", "y"))
    return parts


def _scales(left: float, across: tuple[float, float], up: Sequence[float]) -> tuple[Scale, Scale]:
    margin = 0.05 * ((max(up) - min(up)) or 0.1)
    return (
        Scale(*across, left + LEFT, left + WIDTH - RIGHT),
        Scale(min(up) - margin, max(up) + margin, HEIGHT - BOTTOM, TOP),
    )


def _line(x: Scale, y: Scale, points: Sequence[tuple[float, float]], style: str) -> str:
    return (
        f'<polyline points="{" ".join(f"{x(a):g},{y(b):g}" for a, b in points)}" class="{style}"/>'
    )


def _legend(x: Scale, labels: Sequence[str]) -> list[str]:
    """Return the names of the lines, each in its colour, in a row below the title."""
    return [
        word(x.start + 110 * index, 34, label, f"d{index}") for index, label in enumerate(labels)
    ]


def _losses(rounds: Sequence[dict[str, Any]]) -> list[str]:
    """Return the losses of all passes: of the positions learned from, and of those held out."""
    passes = [one for found in rounds for one in found["curve"]]
    values = [one[key] for one in passes for key in ("train", "held_out")]
    x, y = _scales(0, (1, max(2, len(passes))), values)
    title = f"{rounds[0]['players']} players: loss, and on held-out games"
    parts = _axes(x, y, (title, "passes through the positions"))
    parts += [word(x(t), y.start + 17, f"{t:g}", "n") for t in ticks(x.low, x.high) if t % 1 == 0]
    for key, style in (("train", "s0"), ("held_out", "s1")):
        parts.append(_line(x, y, [(n, one[key]) for n, one in enumerate(passes, 1)], style))
    return parts + _legend(x, ("learned from", "held out"))


def _by_turns(found: dict[str, Any], left: float) -> list[str]:
    """Return the log-loss by the turns left, of the network and of playouts."""
    groups = [
        one["turns_left"] for one in found["quality"]["network"] if one["turns_left"] != "all"
    ]
    losses = {
        name: {one["turns_left"]: one["log_loss"] for one in of}
        for name, of in found["quality"].items()
        if name != "estimate"
    }
    x, y = _scales(
        left, (-0.3, len(groups) - 0.7), [loss for of in losses.values() for loss in of.values()]
    )
    parts = _axes(x, y, ("log-loss of the network and of playouts", "turns left"))
    parts += [word(x(n), y.start + 17, group, "n") for n, group in enumerate(groups)]
    for index, of in enumerate(losses.values()):
        parts.append(_line(x, y, [(n, of[group]) for n, group in enumerate(groups)], f"s{index}"))
    return parts + _legend(x, list(losses))


def _strength(rounds: Sequence[dict[str, Any]], left: float) -> list[str]:
    """Return the win rates against the present bot, with their intervals, by round."""
    found = [(one["round"], one["gate"]) for one in rounds if one["gate"]]
    if not found:
        return [word(left + LEFT, 16, "no match was played", "h")]
    values = [bound for _, match in found for bound in match["interval95"]]
    x, y = _scales(left, (0.5, max(one["round"] for one in rounds) + 0.5), [*values, 0.5])
    parts = _axes(x, y, ("wins against the present bot, %", "round"), 100)
    parts.append(line(x.start, y(0.5), x.end, y(0.5), "fair"))
    for number, match in found:
        low, high = match["interval95"]
        parts.append(line(x(number), y(low), x(number), y(high), "s0"))
        parts.append(f'<circle cx="{x(number):g}" cy="{y(match["win_rate"]):g}" r="4" class="d0"/>')
        parts.append(word(x(number), y.start + 17, str(number), "n"))
    return parts
