"""The map: the territories in their real outlines, those overseas in insets.

The outlines are in `outlines.svg`, which the browser fetches once; a region of a scene only names
its own. A dashed line is a Ferry.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache

from ducato.core.editions.data_files import read_table
from ducato.core.i18n import Message, Seat, say
from ducato.core.scene import SEAT_TONES, Area, Face, Piece

from ..narration.words import territory_name, units_of
from ..rules.turn.homes import can_settle
from ..state import A
from ..state.tables import (
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
from .caches import KEPT, KEPT_EDITIONS, KEPT_GROUPS, Printed
from .reader import Reader, seat_words

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
TOURISM, TECHNOLOGY = PRODUCT_IDS.index("tourism"), PRODUCT_IDS.index("technology")
"""The products that markers add to a territory."""
SHOWN = ("owner", "presence", "city", "tourism", "technology")
"""The fields of the state that territories show, in the order of the arguments of `region`."""
NO_REACH = (0,) * TERRITORIES
USES = range(A.TERRITORY, A.TERRITORY + TERRITORIES)
"""The action that chooses each territory."""

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


@cache
def land_areas() -> tuple[Area, ...]:
    """Return the area of the map."""
    return (Area("map", "map", say("area.map"), height=HEIGHT, backdrop=backdrop()),)


def land_pieces(reader: Reader) -> tuple[Piece, ...]:
    """Return the pieces of all territories."""
    state = reader.state
    columns = [tuple(state[name].tolist()) for name in SHOWN]
    # What is in reach at other times is left over from the last Expansion.
    reach = tuple(state.reach.tolist()) if state.phase == Phase.EXPAND else NO_REACH
    if state.phase in (Phase.BID, Phase.HOME):
        homes = [can_settle(state, reader.edition, number) for number in range(TERRITORIES)]
        reach = tuple(int(Reach.HOME) if free else 0 for free in homes)
    return _regions(reader.printed, (*columns, reach), reader.legal_among(USES))


@lru_cache(KEPT_GROUPS)
def _regions(
    printed: Printed, columns: tuple[tuple[int, ...], ...], legal: tuple[int, ...]
) -> tuple[Piece, ...]:
    """Return the pieces of all territories; the columns are the fields `SHOWN` and the reach."""
    actions = [(use,) if use in legal else () for use in USES]
    return tuple(map(region, printed_lands(printed), *columns, actions))


@dataclass(frozen=True, eq=False, slots=True)
class PrintedLand:
    """The unchanging contents of a territory.

    Attributes:
        number: the number of the territory.
        control: its Control Number.
        closed: whether it is closed for this number of players.
        units: its units of each product, without markers.
    """

    number: int
    control: int
    closed: bool
    units: tuple[int, ...]

    def products(self, tourism: int = 0, technology: int = 0) -> list[int]:
        """Return its products with these markers, one entry for each unit."""
        units = list(self.units)
        units[TOURISM] += tourism
        units[TECHNOLOGY] += technology
        return [product for product, n in enumerate(units) for _ in range(n)]


@lru_cache(KEPT_EDITIONS)
def printed_lands(printed: Printed) -> tuple[PrintedLand, ...]:
    """Return the contents of each territory."""
    of = printed.edition
    return tuple(
        _print(number, of.control[number], bool(of.closed[number]), tuple(units))
        for number, units in enumerate(of.produces.tolist())
    )


@lru_cache(KEPT)
def _print(number: int, control: int, closed: bool, units: tuple[int, ...]) -> PrintedLand:
    """Return the contents of a territory, an object that editions with equal ones share."""
    return PrintedLand(number, control, closed, units)


@lru_cache(KEPT)
def region(
    land: PrintedLand,
    owner: int,
    presence: int,
    city: int,
    tourism: int,
    technology: int,
    reach: int,
    actions: tuple[int, ...],
) -> Piece:
    """Return the piece of a territory, which is turned while a New Presence is there.

    The token and the markers there are given as in the state. In Expansion, `reach` is the reason
    why the active seat can go there (`tables.Reach`); otherwise it is 0.
    """
    name, products = TERRITORY_IDS[land.number], land.products(tourism, technology)
    x, y = spots()[name]
    return Piece(
        f"region:{name}",
        "region",
        "map",
        Face(
            map_title(land.number),
            corner=str(land.control),
            glyphs=tuple(_glyphs(products, city, reach)),
            tone=_tone(land.closed, owner),
            lines=tuple(_marks(owner, presence)),
            turned=presence == Presence.NEW,
            shape=f"#{name}",
        ),
        say(
            "label.region",
            territory=territory_name(land.number),
            control=land.control,
            products=units_of(products),
            holder=_holder(land.closed, owner, presence, city, reach),
        ),
        land.number,
        actions,
        potential=(USES[land.number],),
        x=x,
        y=y,
    )


def _glyphs(products: list[int], city: int, reach: int) -> Iterator[str]:
    """Yield a territory's glyphs: products, city and a reach other than by land."""
    for product in products:
        yield PRODUCT_IDS[product]
    if city:
        yield "city"
    if reach > Reach.LAND:
        yield f"reach-{slug(Reach(reach).name)}"


def _tone(closed: bool, owner: int) -> str:
    """Return the holder's colour, "wood" for Natives, "paper" if vacant, "grey" if closed."""
    if closed:
        return "grey"
    if owner == NATIVES:
        return "wood"
    return "paper" if owner == VACANT else SEAT_TONES[owner]


def _marks(owner: int, presence: int) -> Iterator[Message]:
    """Yield short texts naming the holder of a territory and marking a New Presence."""
    if owner == NATIVES:
        yield say("mark.natives")
    elif owner != VACANT:
        yield seat_words(owner)
        if presence == Presence.NEW:
            yield say("mark.new")


def _holder(closed: bool, owner: int, presence: int, city: int, reach: int) -> Message:
    """Return the description of a territory: holder, presence, city and reach."""
    if closed:
        said = say("holder.closed")
    elif owner == VACANT:
        said = say("holder.vacant")
    elif owner == NATIVES:
        said = say("holder.natives")
    else:
        fresh = presence == Presence.NEW
        said = say("holder.new" if fresh else "holder.established", seat=Seat(owner))
    if city:
        said = say("holder.city", holder=said)
    if reach:
        way = say(f"reach.{Reach(reach).name.lower()}")
        said = say("holder.reach", holder=said, reach=way)
    return said
