"""Regions made of hexagons: their outlines and the positions of their names.

The map is drawn as text (``data/map.txt``): two characters are one hexagon, and every second row
lies half a hexagon to the right. Hexagons with the same code are one region; a dot is the sea.
"""

from __future__ import annotations

from collections.abc import Set
from math import hypot, sqrt

Cell = tuple[int, int]
Point = tuple[float, float]

SEA = "."
CORNERS = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
"""The corners of a hexagon, clockwise from the top, in half widths and quarter heights."""
ROUNDS = 3
"""The number of times that an outline is rounded; a higher number makes the regions softer."""
STRAIGHT = 0.7
"""The least distance, in units of the map, by which a corner must stand out to be kept."""


def read_cells(text: str) -> dict[str, set[Cell]]:
    """Return the hexagons (row, column) of each code on a map drawn as text."""
    cells: dict[str, set[Cell]] = {}
    for row, line in enumerate(text.splitlines()):
        line = line[row % 2 :]
        for column in range(len(line) // 2):
            code = line[2 * column : 2 * column + 2].strip()
            if code != SEA:
                cells.setdefault(code, set()).add((row, column))
    return cells


def beside(cell: Cell) -> tuple[Cell, ...]:
    """Return the six neighbours of a hexagon, clockwise from the one above on the right."""
    row, column = cell
    left, right = column - 1 + row % 2, column + row % 2
    return (
        *((row - 1, right), (row, column + 1), (row + 1, right)),
        *((row + 1, left), (row, column - 1), (row - 1, left)),
    )


def touching(one: Set[Cell], other: Set[Cell]) -> bool:
    """Return whether two regions have a border in common."""
    return any(neighbour in other for cell in one for neighbour in beside(cell))


def centre(cells: Set[Cell], wide: float) -> Point:
    """Return the mean position of a region's inner hexagons, or of all if it has none.

    Args:
        cells: the hexagons of the region.
        wide: the width of a hexagon.
    """
    cells = {cell for cell in cells if all(near in cells for near in beside(cell))} or cells
    points = [_point(2 * column + 1 + row % 2, 3 * row + 2, wide) for row, column in cells]
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def outline(cells: Set[Cell], wide: float) -> str:
    """Return the rounded border of a region as SVG path data; the region must have no holes.

    Args:
        cells: the hexagons of the region.
        wide: the width of a hexagon.
    """
    onward = {}
    for row, column in cells:
        corners = [(2 * column + 1 + row % 2 + x, 3 * row + 2 + y) for x, y in CORNERS]
        for edge, neighbour in enumerate(beside((row, column))):
            if neighbour not in cells:
                onward[corners[edge]] = corners[(edge + 1) % 6]
    loop = [min(onward)]
    while (corner := onward[loop[-1]]) != loop[0]:
        loop.append(corner)
    points = [_point(*corner, wide) for corner in loop]
    for _ in range(ROUNDS):
        points = [
            _mean(points[i - 1], points[i], points[i], points[(i + 1) % len(points)])
            for i in range(len(points))
        ]
    half = len(points) // 2
    kept = [*_simplified(points[: half + 1])[:-1], *_simplified([*points[half:], points[0]])[:-1]]
    return f"M{'L'.join(f'{x:.0f} {y:.0f}' for x, y in kept)}Z"


def _simplified(points: list[Point]) -> list[Point]:
    """Simplify a line by dropping corners that are hardly visible (Douglas and Peucker, 1973)."""
    (x0, y0), (x1, y1) = points[0], points[-1]
    length = hypot(x1 - x0, y1 - y0) or 1.0
    out = [abs((x1 - x0) * (y0 - y) - (x0 - x) * (y1 - y0)) / length for x, y in points]
    far = max(range(len(points)), key=out.__getitem__)
    if out[far] < STRAIGHT:
        return [points[0], points[-1]]
    return [*_simplified(points[: far + 1])[:-1], *_simplified(points[far:])]


def _point(across: int, down: int, wide: float) -> Point:
    return across * wide / 2, down * wide / sqrt(12)


def _mean(*points: Point) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)
