"""The places of Magnate: five districts in a row, the middle, and what each seat has before it.

They hardly change, so each is made once: what is the same object need not be compared.
"""

from __future__ import annotations

from functools import cache

from ducato.core.i18n import Seat, say
from ducato.core.scene import Place
from ducato.games.magnate.tell.words import card_name

ALL_DISTRICTS = Place("districts", "row", say("place.districts"))
MIDDLE = (
    Place("middle", "panel", say("place.middle"), role="aside"),
    Place("dice", "row", say("place.dice"), "middle", role="aside"),
    Place("pile", "row", say("place.pile"), "middle", role="aside"),
    Place("discard", "fan", say("place.discard"), "middle", role="aside"),
)


@cache
def of_seat(seat: int, own: bool) -> tuple[Place, ...]:
    """A seat's panel; the reader's own hand lies outside of it, to be always in view."""
    panel, who = f"seat:{seat}", Seat(seat)
    role = "mine" if own else "others"
    hand = Place(f"hand:{seat}", "fan", say("place.hand", seat=who), panel, seat, role)
    if own:
        hand = Place(f"hand:{seat}", "fan", say("place.hand.own"), owner=seat, role="hand")
    return (
        Place(panel, "panel", say("seat", seat=who), owner=seat, role=role),
        Place(f"scoreboard:{seat}", "row", say("place.standing", seat=who), panel, seat, role),
        Place(f"crowns:{seat}", "row", say("place.crowns", seat=who), panel, seat, role),
        Place(f"purse:{seat}", "purse", say("place.purse", seat=who), panel, seat, role),
        hand,
    )


@cache
def of_district(d: int, card: int, near: int) -> tuple[Place, ...]:
    """A district, a stack of far column, centre and near column; `card` is -1 before it is laid."""
    title = str(d + 1) if card < 0 else say("card", card=card_name(card))
    return (
        Place(f"district:{d + 1}", "column", title, "districts"),
        _column(1 - near, d),
        _centre(d),
        _column(near, d),
    )


@cache
def _column(seat: int, d: int) -> Place:
    """What a seat builds in a district."""
    title = say("place.column", seat=Seat(seat))
    return Place(f"column:{seat}:{d + 1}", "column", title, f"district:{d + 1}", seat)


@cache
def _centre(d: int) -> Place:
    """Where the district's own card lies, between both totals."""
    return Place(f"centre:{d + 1}", "column", "", f"district:{d + 1}")
