"""The areas of The Builders: those of the market, and the panels of the seats with their sites.

Each is made only once and shared by all scenes, because two scenes are quicker to compare where
they contain the same object.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache

from ducato.core.i18n import Seat, say
from ducato.core.scene import Area

from ..state import CONSTRUCTION_IDS


def _half(kind: str) -> tuple[Area, ...]:
    """Return the areas for the row and the deck of buildings or workers."""
    panel = f"market:{kind}"
    return (
        Area(panel, "panel", say(f"area.{kind}"), role="market"),
        Area(kind, "row", "", panel, role="market"),
        Area(f"deck:{kind}", "row", "", panel, role="market"),
    )


MARKET = (*_half("buildings"), *_half("workers"))
APPRENTICES = Area("apprentices", "row", say("area.apprentices"), role="market")
"""The apprentices yet to be dealt or chosen."""
KEPT_TABLES = 500
"""The number of tables, as one reader sees them, whose list of areas is kept, 300 bytes each."""
SeatAreas = tuple[int, bool, tuple[int, ...], bool]


@lru_cache(KEPT_TABLES)
def of_table(seats: tuple[SeatAreas, ...], has_apprentices: bool) -> tuple[Area, ...]:
    """Return all areas; `seats` holds the arguments of `_of_seat`, the reader's side last."""
    *others, near = seats
    return (
        *(area for seat in others for area in _of_seat(*seat)),
        *MARKET,
        *([APPRENTICES] if has_apprentices else ()),
        *_of_seat(*near),
    )


def _of_seat(seat: int, own: bool, sites: Iterable[int], has_built: bool) -> Iterator[Area]:
    """Yield a seat's panel and areas; the reader's own free crew lies outside their panel.

    Args:
        seat: the seat.
        own: whether it is the reader's.
        sites: its open sites.
        has_built: whether it has finished any buildings.
    """
    panel, scoreboard, all_sites, built, crew = _always(seat, own)
    yield from (panel, scoreboard)
    if sites:
        yield all_sites
    for site in sites:
        yield _of_site(site, seat, own)
    if has_built:
        yield built
    yield crew


@cache
def _always(seat: int, own: bool) -> tuple[Area, ...]:
    """Return the panel and areas that a seat may have, without those for single sites."""
    panel, who, role = f"seat:{seat}", Seat(seat), _role(own)
    crew = Area(f"crew:{seat}", "grid", say("area.crew", seat=who), panel, seat, role)
    if own:
        crew = Area(f"crew:{seat}", "fan", say("area.crew.own"), owner=seat, role="hand")
    return (
        Area(panel, "panel", say("seat", seat=who), owner=seat, role=role),
        Area(f"scoreboard:{seat}", "row", say("area.scoreboard", seat=who), panel, seat, role),
        Area(f"sites:{seat}", "grid", say("area.sites", seat=who), panel, seat, role),
        Area(f"built:{seat}", "fan", say("area.built", seat=who), panel, seat, role),
        crew,
    )


@cache
def _of_site(site: int, seat: int, own: bool) -> Area:
    """Return the area of an open site and its crew, which lies beside or below it."""
    layout = "row" if own else "column"
    return Area(of_site(site), layout, "", f"sites:{seat}", seat, _role(own))


def of_site(site: int) -> str:
    """Return the id of the area of an open site."""
    return f"site:{CONSTRUCTION_IDS[site]}"


def _role(own: bool) -> str:
    return "mine" if own else "others"
