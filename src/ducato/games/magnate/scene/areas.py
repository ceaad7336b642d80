"""The areas of Magnate: five districts in a row, the middle, and the panels of the seats.

Areas hardly ever change. Each is made only once and shared by all scenes, because two scenes are
quicker to compare where they contain the same object.
"""

from __future__ import annotations

from functools import cache

from ducato.core.i18n import Seat, say
from ducato.core.scene import Area

from ..narration.words import card_name

ALL_DISTRICTS = Area("districts", "row", say("area.districts"))
MIDDLE = (
    Area("middle", "panel", say("area.middle"), role="aside"),
    Area("dice", "row", say("area.dice"), "middle", role="aside"),
    Area("pile", "row", say("area.pile"), "middle", role="aside"),
    Area("discard", "fan", say("area.discard"), "middle", role="aside"),
)


@cache
def of_seat(seat: int, own: bool) -> tuple[Area, ...]:
    """Return a seat's panel and areas; the reader's own hand lies outside their panel."""
    panel, who = f"seat:{seat}", Seat(seat)
    role = "mine" if own else "others"
    hand = Area(f"hand:{seat}", "fan", say("area.hand", seat=who), panel, seat, role)
    if own:
        hand = Area(f"hand:{seat}", "fan", say("area.hand.own"), owner=seat, role="hand")
    return (
        Area(panel, "panel", say("seat", seat=who), owner=seat, role=role),
        Area(f"scoreboard:{seat}", "row", say("area.scoreboard", seat=who), panel, seat, role),
        Area(f"crowns:{seat}", "row", say("area.crowns", seat=who), panel, seat, role),
        Area(f"purse:{seat}", "purse", say("area.purse", seat=who), panel, seat, role),
        hand,
    )


@cache
def of_district(d: int, card: int, near: int) -> tuple[Area, ...]:
    """Return the area of a district and those in it: the far column, the centre, the near column.

    Args:
        d: the district, from 0.
        card: the card of the district, -1 until it is laid.
        near: the seat whose column is the near one.
    """
    title = str(d + 1) if card < 0 else say("card", card=card_name(card))
    return (
        Area(f"district:{d + 1}", "column", title, "districts"),
        _column(1 - near, d),
        _centre(d),
        _column(near, d),
    )


@cache
def _column(seat: int, d: int) -> Area:
    """Return the area for a seat's buildings in a district."""
    title = say("area.column", seat=Seat(seat))
    return Area(f"column:{seat}:{d + 1}", "column", title, f"district:{d + 1}", seat)


@cache
def _centre(d: int) -> Area:
    """Return the area for the district's own card and both seats' totals."""
    return Area(f"centre:{d + 1}", "column", "", f"district:{d + 1}")
