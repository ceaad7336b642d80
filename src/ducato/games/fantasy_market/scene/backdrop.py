"""The picture of the village square: paving, houses, shops with roofs, gates, circles of time.

It is drawn from the terrain of an edition and the number of its circles of time.
"""

from __future__ import annotations

from ducato.games.fantasy_market.atlas import HEIGHT, SQUARE_COUNT, SQUARES, WIDTH
from ducato.games.fantasy_market.parts import SHOPS, Terrain

MAP_WIDTH = 1000
MARGIN = 176  # the margin for walls, piles and circles of time round the square
WALL = 30  # the thickness of the wall, enough for its letters and numbers
SIDE = (MAP_WIDTH - 2 * MARGIN) // WIDTH
MAP_HEIGHT = 2 * MARGIN + SIDE * HEIGHT
RING = 24  # the distance of the circles of time from the rim
CIRCLE = 12

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
    return MARGIN + SIDE * x + SIDE // 2, MARGIN + SIDE * y + SIDE // 2


def ring(number: int, circles: int) -> tuple[int, int]:
    """Return the coordinates of the middle of a circle of time; number `circles` is the end.

    Circles are numbered from 0, clockwise from the top left.
    """
    wide, high = MAP_WIDTH - 2 * RING, MAP_HEIGHT - 2 * RING
    along = 2 * (wide + high) * number / (circles + 1)
    if along < wide:
        return RING + round(along), RING
    along -= wide
    if along < high:
        return RING + wide, RING + round(along)
    along -= high
    if along < wide:
        return RING + wide - round(along), RING + high
    return RING, RING + high - round(along - wide)


def draw(terrain: list[int], circles: int) -> str:
    """Return the backdrop as SVG, from each square's terrain and the number of circles of time."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {MAP_WIDTH} {MAP_HEIGHT}">',
        f'<rect width="{MAP_WIDTH}" height="{MAP_HEIGHT}" rx="30" fill="#7c9a5e"/>',
        _town_wall(),
        *_coordinates(),
        *(_square(square, terrain[square]) for square in range(SQUARE_COUNT)),
        *(_shop(terrain, shop) for shop in range(SHOPS)),
        *_circles(circles),
        "</svg>",
    ]
    return "".join(parts)


def _town_wall() -> str:
    inner = MARGIN - WALL
    wide, high = SIDE * WIDTH + 2 * WALL, SIDE * HEIGHT + 2 * WALL
    return (
        f'<rect x="{inner}" y="{inner}" width="{wide}" height="{high}" rx="10" '
        'fill="#6b5d51" stroke="#4a4038" stroke-width="4"/>'
    )


def _coordinates() -> list[str]:
    """Draw the coordinates: letters along the lower wall and numbers along the left one."""
    below, left = centre(SQUARE_COUNT - 1)[1], centre(0)[0]
    away = SIDE // 2 + WALL // 2
    spots = [
        *((SQUARES[x][:1], centre(x)[0], below + away) for x in range(WIDTH)),
        *((SQUARES[WIDTH * y][1:], left - away, centre(WIDTH * y)[1]) for y in range(HEIGHT)),
    ]
    return [
        f'<text class="coordinate" x="{x}" y="{y + 8}" font-size="25" font-weight="700" '
        f'text-anchor="middle" font-family="sans-serif" fill="#fff6e0">{name}</text>'
        for name, x, y in spots
    ]


def _square(square: int, terrain: int) -> str:
    """Draw a paving stone, a house in the wall, a gate, or the well in the middle."""
    x, y = centre(square)
    left, top = x - SIDE // 2, y - SIDE // 2
    if terrain == Terrain.WALL:
        return (
            f'<rect x="{left}" y="{top}" width="{SIDE}" height="{SIDE}" fill="#a4613f"/>'
            f'<path d="M{left} {y}L{x} {top + 6}L{left + SIDE} {y}" fill="none" '
            'stroke="#7c452b" stroke-width="6"/>'
        )
    fill = "#e4d8c0" if (square // WIDTH + square % WIDTH) % 2 else "#ddcfb3"
    if terrain >= Terrain.EXIT and terrain != Terrain.CENTRE:
        fill = "#c9b38a"
    stone = (
        f'<rect x="{left + 1}" y="{top + 1}" width="{SIDE - 2}" height="{SIDE - 2}" rx="5" '
        f'fill="{fill}" stroke="#b8a783" stroke-width="2"/>'
    )
    if terrain == Terrain.CENTRE:
        return stone + (
            f'<circle cx="{x}" cy="{y}" r="{SIDE * 2 // 5}" fill="#9fb6c4" stroke="#6d7f8a" '
            f'stroke-width="6"/><circle cx="{x}" cy="{y}" r="{SIDE // 5}" fill="#5f87a3"/>'
        )
    if Terrain.EXIT <= terrain < Terrain.CENTRE:
        return stone + (
            f'<path d="M{x - 26} {y + 28}V{y - 4}A26 26 0 0 1 {x + 26} {y - 4}V{y + 28}" '
            'fill="none" stroke="#5d5146" stroke-width="7"/>'
        )
    return stone


def _shop(terrain: list[int], shop: int) -> str:
    """Draw the floor of a shop, an awning in its colour, its mark and number."""
    parts = []
    squares = [s for s in range(SQUARE_COUNT) if terrain[s] == Terrain.SHOP + shop]
    for square in squares:
        x, y = centre(square)
        left, top = x - SIDE // 2, y - SIDE // 2
        parts.append(
            f'<rect x="{left + 1}" y="{top + 1}" width="{SIDE - 2}" height="{SIDE - 2}" rx="3" '
            f'fill="{FLOORS[shop]}" stroke="{ROOFS[shop]}" stroke-width="4"/>'
        )
        parts.extend(
            f'<path d="M{left + 4 + stripe} {top + 3}h10v13a5 5 0 0 1-10 0Z" fill="{ROOFS[shop]}"/>'
            for stripe in range(0, SIDE - 8, 20)
        )
    if squares:
        x, y = centre(squares[0])
        parts.append(
            f'<path d="{MARKS[shop]}" transform="translate({x - 14} {y + 18})" '
            f'fill="{ROOFS[shop]}"/>'
        )
        x, y = centre(squares[-1])
        parts.append(
            f'<text x="{x + 16}" y="{y + 26}" font-size="24" font-weight="700" '
            f'text-anchor="middle" font-family="serif" fill="{ROOFS[shop]}">{shop + 1}</text>'
        )
    return "".join(parts)


def _circles(circles: int) -> list[str]:
    """Draw the numbered circles of time; the end is a square."""
    parts = []
    for number in range(circles):
        x, y = ring(number, circles)
        parts.append(
            f'<circle cx="{x}" cy="{y}" r="{CIRCLE}" fill="#f5eeda" stroke="#5d5146" '
            f'stroke-width="2"/><text x="{x}" y="{y + 5}" font-size="13" text-anchor="middle" '
            f'font-family="serif" fill="#3b332b">{number + 1}</text>'
        )
    x, y = ring(circles, circles)
    parts.append(
        f'<rect x="{x - 14}" y="{y - 14}" width="28" height="28" rx="4" fill="#3b332b"/>'
        f'<path d="M{x - 6} {y - 8}h12l-12 16h12Z" fill="#f5eeda"/>'
    )
    return parts
