"""The map: an original drawing of the 67 territories, each a region of hexagons.

Only territories that are neighbours by land touch; where four meet in a corner, a bridge joins two
of them. A dashed line is a Ferry.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from ducato.core.editions.data import read_table, read_text
from ducato.core.i18n import Message, Seat, say
from ducato.core.scene import Area, Face, Piece
from ducato.games.manifest_destiny.narration.words import product_name, territory_name
from ducato.games.manifest_destiny.scene.hexes import Cell, centre, outline, read_cells, touching
from ducato.games.manifest_destiny.scene.reader import TONES, Reader
from ducato.games.manifest_destiny.state.tables import (
    FERRY_TABLE,
    LAND_TABLE,
    NATIVES,
    PACKAGE,
    PRODUCT_IDS,
    TERRITORIES,
    TERRITORY_IDS,
    VACANT,
    Phase,
    Presence,
    Reach,
    slug,
)

HEIGHT = 790
HEXAGON = 15.5
"""The width of a hexagon of ``data/map.txt``, in units of a map that is 1000 wide."""


@dataclass(frozen=True)
class Region:
    """The drawing of a territory: its hexagons, its border and the position of its name."""

    cells: frozenset[Cell]
    shape: str
    x: int
    y: int


@cache
def regions() -> dict[str, Region]:
    """Return the drawings of the territories by id, in the order of ``data/map.csv``."""
    cells = read_cells(read_text(PACKAGE, "data/map.txt"))
    found = {}
    for row in read_table(PACKAGE, "map.csv"):
        own = cells[row["code"]]
        x, y = centre(own, HEXAGON)
        found[row["id"]] = Region(frozenset(own), outline(own, HEXAGON), round(x), round(y))
    return found


def bridges() -> list[tuple[str, str]]:
    """Return the pairs of neighbours by land whose regions do not touch on the map."""
    pairs = [(slug(row["a"]), slug(row["b"])) for row in LAND_TABLE]
    return [p for p in pairs if not touching(regions()[p[0]].cells, regions()[p[1]].cells)]


@cache
def backdrop() -> str:
    """Draw the sea as an SVG image, paler along the coasts, with the Ferries and the bridges."""
    coast = "".join(region.shape for region in regions().values())
    parts = [f'<rect width="1000" height="{HEIGHT}" fill="#a3c0cc"/>']
    for width, colour in ((26, "#adc9d3"), (13, "#bad3da")):
        parts.append(
            f'<path d="{coast}" fill="{colour}" stroke="{colour}" stroke-width="{width}"'
            ' stroke-linejoin="round"/>'
        )
    ferries = [(slug(row["a"]), slug(row["b"])) for row in FERRY_TABLE]
    for pairs, style in (
        (ferries, 'stroke="#ffffff" stroke-width="3.5" stroke-dasharray="8 6"'),
        (bridges(), 'stroke="#6b5836" stroke-width="9"'),
    ):
        for one, other in ((regions()[a], regions()[b]) for a, b in pairs):
            ends = f'x1="{one.x}" y1="{one.y}" x2="{other.x}" y2="{other.y}"'
            parts.append(f'<line {ends} {style} stroke-linecap="round"/>')
    sheet = f'viewBox="0 0 1000 {HEIGHT}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {sheet}>{"".join(parts)}</svg>'


def land_areas(reader: Reader) -> Iterator[Area]:
    """Yield the area of the map."""
    yield Area("map", "map", say("area.map"), height=HEIGHT, backdrop=backdrop())


def products_in(reader: Reader, territory: int) -> list[int]:
    """Return the products of a territory, markers included, one entry for each unit."""
    units = reader.units[territory]
    return [product for product, n in enumerate(units) for _ in range(n)]


def holder(reader: Reader, territory: int) -> Message:
    """Return the description of a territory: holder, presence, city and, in Expansion, reach."""
    state = reader.state
    owner = state.owner[territory]
    if reader.edition.closed[territory]:
        said = say("holder.closed")
    elif owner == VACANT:
        said = say("holder.vacant")
    elif owner == NATIVES:
        said = say("holder.natives")
    else:
        fresh = state.presence[territory] == Presence.NEW
        said = say("holder.new" if fresh else "holder.established", seat=Seat(owner))
    if state.city[territory]:
        said = say("holder.city", holder=said)
    if state.phase == Phase.EXPAND and state.reach[territory]:
        reach = say(f"reach.{Reach(state.reach[territory]).name.lower()}")
        said = say("holder.reach", holder=said, reach=reach)
    return said


def marks(reader: Reader, territory: int) -> tuple[Message | str, ...]:
    """Return short texts naming the holder of a territory and marking a New Presence."""
    state = reader.state
    owner = state.owner[territory]
    lines: list[Message | str] = []
    if owner == NATIVES:
        lines.append(say("mark.natives"))
    elif owner != VACANT:
        lines.append(say("seat", seat=Seat(owner)))
        if state.presence[territory] == Presence.NEW:
            lines.append(say("mark.new"))
    return tuple(lines)


def glyphs(reader: Reader, territory: int) -> tuple[str, ...]:
    """Return a territory's glyphs: products, city and, in Expansion, a reach other than by land."""
    found = [PRODUCT_IDS[product] for product in products_in(reader, territory)]
    if reader.state.city[territory]:
        found.append("city")
    if reader.state.phase == Phase.EXPAND and reader.state.reach[territory] > Reach.LAND:
        found.append(f"reach-{slug(Reach(reader.state.reach[territory]).name)}")
    return tuple(found)


def tone(reader: Reader, territory: int) -> str:
    """Return the holder's colour, "wood" for Natives, "paper" if vacant, "grey" if closed."""
    owner = reader.state.owner[territory]
    if reader.edition.closed[territory]:
        return "grey"
    if owner == NATIVES:
        return "wood"
    return "paper" if owner == VACANT else TONES[owner]


def land_pieces(reader: Reader) -> Iterator[Piece]:
    """Yield the piece of each territory, which is turned while a New Presence is there."""
    for number in range(TERRITORIES):
        name = TERRITORY_IDS[number]
        region = regions()[name]
        control = int(reader.edition.control[number])
        yield Piece(
            f"region:{name}",
            "region",
            "map",
            Face(
                say("area.territory", territory=territory_name(number)),
                corner=str(control),
                glyphs=glyphs(reader, number),
                tone=tone(reader, number),
                lines=marks(reader, number),
                turned=bool(reader.state.presence[number] == Presence.NEW),
                shape=region.shape,
            ),
            say(
                "label.region",
                territory=territory_name(number),
                control=control,
                products=[product_name(product) for product in products_in(reader, number)],
                holder=holder(reader, number),
            ),
            number,
            reader.actions(name, "territory"),
            potential=reader.potential(name, "territory"),
            x=region.x,
            y=region.y,
        )
