"""The map: the territories in their real outlines, those overseas in insets.

The outlines are in `outlines.svg`, which the browser fetches once; a region of a scene only names
its own. A dashed line is a Ferry.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from ducato.core.editions.data import read_table
from ducato.core.i18n import Message, Seat, say
from ducato.core.scene import Area, Face, Piece
from ducato.games.manifest_destiny.narration.words import product_name, territory_name
from ducato.games.manifest_destiny.scene.reader import TONES, Reader
from ducato.games.manifest_destiny.state.tables import (
    FERRY_TABLE,
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

HEIGHT = 760
"""The height of the map, which is 1000 wide."""
FERRIES: dict[tuple[str, str], tuple[Point, Point]] = {
    ("alaska", "british-columbia"): ((94, 76), (112, 72)),
    ("cuba", "florida"): ((744, 578), (748, 540)),
    ("michigan", "ontario"): ((571, 157), (566, 138)),
    ("michigan", "southern-ontario"): ((648, 214), (668, 205)),
    ("new-york", "southern-ontario"): ((713, 214), (703, 196)),
}
"""The ends of the line of each Ferry on the map."""
ABBREVIATED = frozenset(
    [
        "british-columbia",
        "central-america",
        "eastern-south-america",
        "maritimes",
        "new-england",
        "new-mexico",
        "north-carolina",
        "north-dakota",
        "northwest-territories",
        "south-carolina",
        "south-dakota",
        "southern-ontario",
        "western-south-america",
    ]
)
"""The territories whose name is too long for the map in some language."""

Point = tuple[int, int]


@cache
def spots() -> dict[str, Point]:
    """Return the position of each territory's name by id, in the order of ``data/map.csv``."""
    return {row["id"]: (int(row["x"]), int(row["y"])) for row in read_table(PACKAGE, "map.csv")}


@cache
def backdrop() -> str:
    """Draw the sea as an SVG image, paler along the coasts, with the Ferries and the rivers."""
    parts = [f'<rect class="map-sea" width="1000" height="{HEIGHT}"/>', *_coast("coast", (1, 2, 3))]
    parts.append('<use class="map-other" href="#outline-other-lands"/>')
    parts.append('<use class="map-inset" href="#outline-insets"/>')
    parts += _coast("far-coasts", (3,))
    over = ['<use class="map-rivers" href="#outline-rivers"/>']
    for row in FERRY_TABLE:
        (x1, y1), (x2, y2) = FERRIES[slug(row["a"]), slug(row["b"])]
        over.append(f'<line class="map-ferry" x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"/>')
    sheet = f'viewBox="0 0 1000 {HEIGHT}"'
    body = f'{"".join(parts)}<g class="over">{"".join(over)}</g>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {sheet}>{body}</svg>'


def _coast(outlines: str, steps: tuple[int, ...]) -> list[str]:
    return [
        f'<use class="map-coast map-coast-{step}" href="#outline-{outlines}"/>' for step in steps
    ]


def map_title(territory: int) -> Message:
    """Return the name of a territory on the map, abbreviated where there is little room."""
    name = TERRITORY_IDS[territory]
    if name in ABBREVIATED:
        return say(f"on-map.{name}")
    return say("area.territory", territory=territory_name(territory))


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
        x, y = spots()[name]
        control = int(reader.edition.control[number])
        yield Piece(
            f"region:{name}",
            "region",
            "map",
            Face(
                map_title(number),
                corner=str(control),
                glyphs=glyphs(reader, number),
                tone=tone(reader, number),
                lines=marks(reader, number),
                turned=bool(reader.state.presence[number] == Presence.NEW),
                shape=f"#{name}",
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
            x=x,
            y=y,
        )
