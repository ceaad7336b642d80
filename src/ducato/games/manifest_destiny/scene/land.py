"""The map: 67 regions of our own drawing, true to who is next to whom.

Each region is a cell around a point (``data/map.csv``); a bridge joins each pair of neighbours and
a dashed line each Ferry, and where there is no bridge there is no way by land.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from ducato.core.data import read_table
from ducato.core.messages import Message, Seat, say
from ducato.core.scene import Face, Piece, Place
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
from ducato.games.manifest_destiny.tell.words import product_name, territory_name

HEIGHT = 870
MAP = {row["id"]: row for row in read_table(PACKAGE, "map.csv")}


@cache
def backdrop() -> str:
    """The sea, the bridges between neighbours and the Ferries, as SVG."""
    parts = [f'<rect width="1000" height="{HEIGHT}" fill="#cfdcdc"/>']
    for table, style in (
        (LAND_TABLE, 'stroke="#9c8a66" stroke-width="6"'),
        (FERRY_TABLE, 'stroke="#ffffff" stroke-width="4" stroke-dasharray="7 5"'),
    ):
        for row in table:
            one, other = MAP[slug(row["a"])], MAP[slug(row["b"])]
            ends = f'x1="{one["x"]}" y1="{one["y"]}" x2="{other["x"]}" y2="{other["y"]}"'
            parts.append(f"<line {ends} {style}/>")
    size = f'viewBox="0 0 1000 {HEIGHT}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{"".join(parts)}</svg>'


def land_places(reader: Reader) -> Iterator[Place]:
    """The map itself."""
    yield Place("map", "map", say("place.map"), height=HEIGHT, backdrop=backdrop())


def products_in(reader: Reader, territory: int) -> list[int]:
    """The products of a territory, markers included, as often as they count."""
    found = []
    for product, name in enumerate(PRODUCT_IDS):
        units = int(reader.edition.produces[territory, product])
        if name in ("tourism", "technology"):
            units += int(reader.state[name][territory])
        found += [product] * units
    return found


def holder(reader: Reader, territory: int) -> Message:
    """Who stands there, with what, and why it can be reached."""
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
    """What lies on the territory, in short words."""
    state = reader.state
    owner = state.owner[territory]
    lines: list[Message | str] = []
    if owner == NATIVES:
        lines.append(say("mark.natives"))
    elif owner != VACANT:
        lines.append(say("seat", seat=Seat(owner)))
        if state.presence[territory] == Presence.NEW:
            lines.append(say("mark.new"))
    if state.city[territory]:
        lines.append(say("mark.city"))
    if state.phase == Phase.EXPAND and state.reach[territory] > Reach.LAND:
        lines.append(say(f"reach.{Reach(state.reach[territory]).name.lower()}"))
    return tuple(lines)


def tone(reader: Reader, territory: int) -> str:
    """The holder's colour; grey where nobody may go."""
    owner = reader.state.owner[territory]
    if reader.edition.closed[territory]:
        return "grey"
    if owner == NATIVES:
        return "wood"
    return "paper" if owner == VACANT else TONES[owner]


def land_pieces(reader: Reader) -> Iterator[Piece]:
    """All regions; a New Presence lies turned until it is established."""
    for number in range(TERRITORIES):
        name = TERRITORY_IDS[number]
        where = MAP[name]
        products = products_in(reader, number)
        glyphs = [PRODUCT_IDS[product] for product in products]
        if reader.state.city[number]:
            glyphs.append("city")
        control = int(reader.edition.control[number])
        yield Piece(
            f"region:{name}",
            "region",
            "map",
            Face(
                say("place.territory", territory=territory_name(number)),
                corner=str(control),
                glyphs=tuple(glyphs),
                tone=tone(reader, number),
                lines=marks(reader, number),
                turned=bool(reader.state.presence[number] == Presence.NEW),
                shape=where["shape"],
            ),
            say(
                "label.region",
                territory=territory_name(number),
                control=control,
                products=[product_name(product) for product in products],
                holder=holder(reader, number),
            ),
            number,
            reader.actions(name, "territory"),
            x=int(where["x"]),
            y=int(where["y"]),
        )
