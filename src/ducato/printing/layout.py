"""Where things lie on sheets of paper, in millimetres from the upper left corner."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from typing import NamedTuple

MARGIN = 5.0
"""What printers leave white at the edges of a sheet."""
MARK = 3.5
"""The length of a cut mark."""
MARK_GAP = 0.5
"""From the bleed to a cut mark."""
OVERLAP = 10.0
"""By how much neighbouring sheets of a board overlap."""
FOOT = 3.0
"""What is kept free for the line at the foot of a sheet."""


class CutLine(NamedTuple):
    """A straight line."""

    x1: float
    y1: float
    x2: float
    y2: float


class Grid(NamedTuple):
    """A sheet of equal pieces, each with its bleed, in the middle of the paper.

    Attributes:
        wide, high: the paper.
        columns, rows: how many pieces lie side by side, and one below the other.
        piece: width and height of a piece after cutting.
        bleed: by how much what is printed reaches over the cut on each side.
    """

    wide: float
    high: float
    columns: int
    rows: int
    piece: tuple[float, float]
    bleed: float

    @property
    def number(self) -> int:
        """How many pieces a sheet holds."""
        return self.columns * self.rows

    def front(self, at: int) -> tuple[float, float]:
        """Return the upper left corner of a piece, without its bleed; they lie in rows."""
        row, column = divmod(at, self.columns)
        step = [side + 2 * self.bleed for side in self.piece]
        left = (self.wide - self.columns * step[0]) / 2 + self.bleed
        spare = self.high - self.rows * step[1]
        top = min(spare / 2, max(MARGIN, spare - MARGIN - FOOT)) + self.bleed
        return left + column * step[0], top + row * step[1]

    def behind(self, at: int) -> tuple[float, float]:
        """Return the corner of the back of a piece, on a sheet turned round its vertical edge."""
        x, y = self.front(at)
        return self.wide - x - self.piece[0], y

    def cut_marks(self) -> Iterator[CutLine]:
        """Yield the marks in the margins, between which one cuts."""
        left, top = self.front(0)
        right, bottom = self.front(self.number - 1)
        right, bottom = right + self.piece[0], bottom + self.piece[1]
        out = self.bleed + MARK_GAP
        for column in range(self.columns):
            for x in (self.front(column)[0], self.front(column)[0] + self.piece[0]):
                yield CutLine(x, top - out - MARK, x, top - out)
                yield CutLine(x, bottom + out, x, bottom + out + MARK)
        for row in range(self.rows):
            start = self.front(row * self.columns)[1]
            for y in (start, start + self.piece[1]):
                yield CutLine(left - out - MARK, y, left - out, y)
                yield CutLine(right + out, y, right + out + MARK, y)


def grid(paper: tuple[float, float], piece: tuple[float, float], bleed: float) -> Grid:
    """Return the sheet, upright or lying, that holds most of these pieces; at least one."""
    sheets = []
    for wide, high in (paper, paper[::-1]):
        columns, rows = (
            max(1, int((side - 2 * MARGIN) / (length + 2 * bleed)))
            for side, length in zip((wide, high - FOOT), piece, strict=True)
        )
        sheets.append(Grid(wide, high, columns, rows, piece, bleed))
    return max(sheets, key=lambda sheet: sheet.number)


class Tile(NamedTuple):
    """The part of a board on one sheet.

    Attributes:
        name: its column as a letter and its row as a number, such as A1.
        x, y, wide, high: the part of the board.
        marks: where the neighbours' edges lie, in coordinates of the board: columns, then rows.
    """

    name: str
    x: float
    y: float
    wide: float
    high: float
    marks: tuple[tuple[float, ...], tuple[float, ...]]


def tiled(
    paper: tuple[float, float], board: tuple[float, float]
) -> tuple[tuple[float, float], list[Tile]]:
    """Return the paper, upright or lying, and the parts of a board on as few sheets as possible."""
    best: tuple[tuple[float, float], list[Tile]] | None = None
    for wide, high in (paper, paper[::-1]):
        room = wide - 2 * MARGIN, high - 2 * MARGIN - FOOT
        steps = [side - OVERLAP for side in room]
        columns, rows = (
            max(1, ceil((length - OVERLAP) / step))
            for length, step in zip(board, steps, strict=True)
        )
        parts = []
        for row in range(rows):
            for column in range(columns):
                x, y = column * steps[0], row * steps[1]
                part = min(room[0], board[0] - x), min(room[1], board[1] - y)
                across = (x,) * (column > 0) + (x + steps[0],) * (column < columns - 1)
                down = (y,) * (row > 0) + (y + steps[1],) * (row < rows - 1)
                marks = (
                    tuple(one + OVERLAP / 2 for one in across),
                    tuple(one + OVERLAP / 2 for one in down),
                )
                parts.append(Tile(f"{chr(65 + column)}{row + 1}", x, y, *part, marks))
        if best is None or len(parts) < len(best[1]):
            best = (wide, high), parts
    assert best is not None
    return best
