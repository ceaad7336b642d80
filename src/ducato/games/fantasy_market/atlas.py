"""The geometry of the board: squares, their names, neighbours and walking distances.

The grid comes from `data/board.csv`; an edition may change the terrain of any square
[fantasy-market 2.1].
"""

from __future__ import annotations

from collections import deque

from ducato.core.editions.data_files import read_table

ROWS = read_table(__package__, "board.csv")
COLUMNS = [name for name in ROWS[0] if name != "id"]
WIDTH, HEIGHT = len(COLUMNS), len(ROWS)
SQUARES = [column + row["id"] for row in ROWS for column in COLUMNS]
SQUARE_COUNT = len(SQUARES)
DIRECTIONS = [
    "north", "east", "south", "west",
    "north-east", "south-east", "south-west", "north-west",
]  # fmt: skip
ORTHOGONAL = 4  # the first directions; only the Thief and the Collector use the others
OFFSETS = [(0, -1), (1, 0), (0, 1), (-1, 0), (1, -1), (1, 1), (-1, 1), (-1, -1)]
SYMBOLS = "#.*123456NESW"
"""The symbols of terrains on the board: wall, plain, centre, six shops, four exits."""
FAR = 120
"""The walking distance from a square with no way to the goal."""


def neighbours(walls: list[bool]) -> list[list[int]]:
    """Return each square's neighbours by direction, -1 for none; walls are not neighbours."""
    near = []
    for square in range(SQUARE_COUNT):
        y, x = divmod(square, WIDTH)
        row = []
        for dx, dy in OFFSETS:
            inside = 0 <= x + dx < WIDTH and 0 <= y + dy < HEIGHT
            other = (y + dy) * WIDTH + x + dx
            row.append(other if inside and not walls[square] and not walls[other] else -1)
        near.append(row)
    return near


def distances(near: list[list[int]], goals: list[int]) -> list[int]:
    """Return the number of orthogonal steps from each square to the nearest goal, or `FAR`."""
    found = [FAR] * SQUARE_COUNT
    queue = deque(goals)
    for goal in goals:
        found[goal] = 0
    while queue:
        square = queue.popleft()
        for other in near[square][:ORTHOGONAL]:
            if other >= 0 and found[other] == FAR:
                found[other] = found[square] + 1
                queue.append(other)
    return found
