"""The picture of the village square: paving, houses, shops with roofs, gates, hours.

It is drawn from the terrain of an edition and the number of its circles of time.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..atlas import HEIGHT, SQUARE_COUNT, SQUARES, WIDTH
from ..parts import SHOPS, Terrain

MAP_WIDTH = 1000
MARGIN = 59  # the town wall round the square, which has room for the piles at the gates
HOURS = 44  # the height of the line of hours above the wall
SIDE = (MAP_WIDTH - 2 * MARGIN) // WIDTH
MAP_HEIGHT = HOURS + 2 * MARGIN + SIDE * HEIGHT
CIRCLE = 9

ROOFS = ["#b23a32", "#d9a520", "#3f8f4f", "#3569a8", "#7d4aa0", "#d9772b"]
FLOORS = ["#f3d6d2", "#f7ebc4", "#d5ebd8", "#d3e1f2", "#e6d8ef", "#f8e0cc"]
MARKS = [  # a shape for each shop, so that colour is not needed to tell them apart
    "M0 -11 11 9H-11Z",
    "M-10 -10H10V10H-10Z",
    "M0 -12 12 0 0 12 -12 0Z",
    "M0 -11A11 11 0 1 0 0 11A11 11 0 1 0 0 -11Z",
    "M-4 -11H4V-4H11V4H4V11H-4V4H-11V-4H-4Z",
    "M0 -12 3 -4 12 -4 5 2 8 11 0 6 -8 11 -5 2 -12 -4 -3 -4Z",
]


def centre(square: int) -> tuple[int, int]:
    """Return the coordinates of the middle of a square on the map."""
    y, x = divmod(square, WIDTH)
    return MARGIN + SIDE * x + SIDE // 2, HOURS + MARGIN + SIDE * y + SIDE // 2


def hour(number: int, circles: int) -> tuple[int, int]:
    """Return the coordinates of the middle of a circle of time; number `circles` is the end.

    Circles are numbered from 0, from left to right.
    """
    return HOURS + (MAP_WIDTH - 2 * HOURS) * number // circles, HOURS // 2


def draw(terrain: list[int], circles: int) -> str:
    """Return the backdrop as SVG, from each square's terrain and the number of circles of time."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {MAP_WIDTH} {MAP_HEIGHT}">',
        _town_wall(),
        *(_square(square, terrain[square]) for square in range(SQUARE_COUNT)),
        *(_shop(terrain, shop) for shop in range(SHOPS)),
        *(_name(s) for s in range(SQUARE_COUNT) if terrain[s] != Terrain.WALL),
        *_hours(circles),
        "</svg>",
    ]
    return "".join(parts)


def _town_wall() -> str:
    high = MAP_HEIGHT - HOURS
    joints = "".join(f"M0 {y}H{MAP_WIDTH}" for y in range(HOURS + 15, MAP_HEIGHT, 15))
    inner = SIDE * WIDTH + 12
    return (
        f'<rect y="{HOURS}" width="{MAP_WIDTH}" height="{high}" rx="20" fill="#6b5d51"/>'
        f'<path d="{joints}" stroke="#5d5047" stroke-width="2"/>'
        f'<rect x="{MARGIN - 6}" y="{HOURS + MARGIN - 6}" width="{inner}" height="{inner}" '
        'rx="6" fill="#4a3b2c"/>'
    )


def _name(square: int) -> str:
    """Write the name of a square into its corner."""
    x, y = centre(square)
    return (
        f'<text class="coordinate" x="{x + SIDE // 2 - 6}" y="{y + SIDE // 2 - 8}" '
        f'text-anchor="end" fill="#4d3f2b">{SQUARES[square]}</text>'
    )


def _square(square: int, terrain: int) -> str:
    """Draw a paving stone, a house in the wall, a gate, or the well in the middle."""
    x, y = centre(square)
    left, top = x - SIDE // 2, y - SIDE // 2
    if terrain == Terrain.WALL:
        tiles = "".join(
            f"M{left} {top + 16 + 22 * row}" + "q12 14 24.5 0t24.5 0 24.5 0 24.5 0"
            for row in range(4)
        )
        return (
            f'<rect x="{left}" y="{top}" width="{SIDE}" height="{SIDE}" fill="#8e4a32"/>'
            f'<path d="{tiles}" fill="none" stroke="#6d3522" stroke-width="3"/>'
        )
    fill = ("#ddcca4", "#d5c499", "#d9c8a0")[(7 * (square % WIDTH) + 5 * (square // WIDTH)) % 3]
    stone = (
        f'<rect x="{left + 1}" y="{top + 1}" width="{SIDE - 2}" height="{SIDE - 2}" rx="5" '
        f'fill="{fill}"/><path d="M{left + 6} {y - 16}h40M{left + 54} {y - 16}h38'
        f'M{left + 6} {y + 16}h22M{left + 36} {y + 16}h54" stroke="#bfae84" stroke-width="2"/>'
    )
    if terrain == Terrain.CENTRE:
        return stone + (
            f'<circle cx="{x}" cy="{y}" r="40" fill="#6f8fa0" stroke="#4d3f2b" stroke-width="2"/>'
            f'<circle cx="{x}" cy="{y}" r="27" fill="#a9cbd8"/>'
            f'<circle cx="{x}" cy="{y}" r="9" fill="#d8cbb0" stroke="#4d3f2b" stroke-width="2"/>'
        )
    if Terrain.EXIT <= terrain < Terrain.CENTRE:
        return stone + (
            f'<path d="M{x - 32} {y + 36}V{y}q32-66 64 0v36Z" fill="#4a3b2c"/>'
            f'<path d="M{x - 22} {y + 36}V{y + 2}q22-46 44 0v34Z" fill="#2a2018"/>'
        )
    return stone


def shop_squares(terrain: Iterable[int], shop: int) -> tuple[int, ...]:
    """Return the squares of a shop, in the order of the town."""
    return tuple(s for s, ground in enumerate(terrain) if ground == Terrain.SHOP + shop)


def _shop(terrain: list[int], shop: int) -> str:
    """Draw the floor of a shop, an awning in its colour, its mark and number."""
    parts = []
    squares = shop_squares(terrain, shop)
    for square in squares:
        x, y = centre(square)
        left, top = x - SIDE // 2, y - SIDE // 2
        parts.append(
            f'<rect x="{left + 1}" y="{top + 1}" width="{SIDE - 2}" height="{SIDE - 2}" '
            f'fill="{FLOORS[shop]}" stroke="{ROOFS[shop]}" stroke-width="3"/>'
        )
        parts.extend(
            f'<path d="M{left + 2 + 18.8 * stripe:.1f} {top + 2}h18.8v18q-9.4 12-18.8 0Z" '
            f'fill="{"#fff8e6" if stripe % 2 else ROOFS[shop]}" stroke="#2a2018"/>'
            for stripe in range(5)
        )
    if squares:
        x, y = centre(squares[0])
        parts.append(
            f'<path d="{MARKS[shop]}" transform="translate({x - 26} {y + 8})scale(1.5)" '
            f'fill="{ROOFS[shop]}" stroke="#2a2018"/>'
        )
        x, y = centre(squares[-1])
        parts.append(
            f'<text class="coordinate" x="{x - 26}" y="{y + 18}" text-anchor="middle" '
            f'font-weight="700" fill="#2a2018">{shop + 1}</text>'
        )
    return "".join(parts)


def _hours(circles: int) -> list[str]:
    """Draw the circles of time, every fifth of them larger; the end is a square."""
    spots = [hour(number, circles) for number in range(circles)]
    x, y = hour(circles, circles)
    return [
        *(
            f'<circle cx="{x}" cy="{y}" r="{CIRCLE + 3 if number % 5 == 4 else CIRCLE}" '
            'fill="#f5eeda" stroke="#3b332b" stroke-width="2"/>'
            for number, (x, y) in enumerate(spots)
        ),
        f'<rect x="{x - 16}" y="{y - 16}" width="32" height="32" rx="4" fill="#2a2018" '
        f'stroke="#f5eeda"/><path d="M{x - 8} {y - 10}h16l-16 20h16Z" fill="#f5eeda"/>',
    ]
