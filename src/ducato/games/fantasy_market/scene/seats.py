"""The seats with their gold and shops, and the reserve [fantasy-market 4]."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache

from ducato.core.i18n import Seat, say
from ducato.core.scene import Area, Face, Piece

from ..narration.words import gold, shop_name
from ..parts import COLOURS
from ..state import Phase
from .kept import KEPT
from .reader import Reader
from .stalls import stock_pieces

SHOP_TONES = ["red", "yellow", "green", "blue", "violet", "orange"]
DECK = Area("deck", "row", say("area.deck"), role="hand")
MIDDLE = (
    Area("middle", "panel", say("area.middle"), role="aside"),
    Area("discard", "fan", say("area.discard"), "middle", role="aside"),
    Area("reserve", "row", "", "middle", role="aside"),
)


def seat_areas(reader: Reader) -> Iterator[Area]:
    """Yield the areas of the deck, of each seat, and of the discards and the reserve."""
    yield DECK
    for seat in reader.seats:
        yield from _areas(seat, seat == reader.seat)
    yield from MIDDLE


@cache
def _areas(seat: int, own: bool) -> tuple[Area, ...]:
    """Return the panel of a seat and the areas in it."""
    role, panel, who = "mine" if own else "others", f"seat:{seat}", Seat(seat)
    title = say("area.stock.own" if own else "area.stock", seat=who)
    return (
        Area(panel, "panel", say("seat", seat=who), owner=seat, role=role),
        Area(f"scoreboard:{seat}", "row", "", panel, seat, role),
        Area(f"played:{seat}", "row", "", panel, seat, role),
        Area(f"stock:{seat}", "row", title, panel, seat, role),
    )


def seat_pieces(reader: Reader) -> Iterator[Piece]:
    """Yield the gold, the markers and the goods of every seat, and the reserve."""
    state = reader.state
    shops = state.shop_of.tolist()
    first = state.first if state.turns else -1
    chooser = state.chooser if state.turns and reader.phase != Phase.OVER else -1
    for seat in reader.seats:
        yield _gold(seat, reader.gold[seat])
        if shops[seat] >= 0:
            yield _sign(seat, shops[seat])
        if seat == first:
            yield _first(seat)
        if seat == chooser:
            yield _turn(seat)
        yield from stock_pieces(reader, seat)
    yield _reserve(state.reserve)


@lru_cache(KEPT)
def _gold(seat: int, n: int) -> Piece:
    label = say("label.gold", seat=Seat(seat), gold=gold(n))
    face = Face(say("line.gold"), str(n))
    return Piece(f"gold:{seat}", "score", f"scoreboard:{seat}", face, label)


@cache
def _sign(seat: int, shop: int) -> Piece:
    """Return the sign of a seat's shop."""
    face = Face(corner=str(shop + 1), tone=SHOP_TONES[shop])
    label = say("tile", tile=shop_name(shop))
    return Piece(f"sign:{COLOURS[shop]}", "marker", f"played:{seat}", face, label, 1)


@cache
def _first(seat: int) -> Piece:
    """Return the marker of the first player."""
    face = Face(say("line.first"), glyphs=("first",), tone="wood")
    label = say("label.first", seat=Seat(seat))
    return Piece("first", "marker", f"played:{seat}", face, label, 2)


@cache
def _turn(seat: int) -> Piece:
    """Return the marker of the seat to decide."""
    face = Face(say("line.turn"), glyphs=("hourglass",), tone="red")
    label = say("label.turn", seat=Seat(seat))
    return Piece("turn", "marker", f"played:{seat}", face, label, 3)


@lru_cache(KEPT)
def _reserve(n: int) -> Piece:
    face = Face(say("line.reserve"), str(n), glyphs=("gold",))
    return Piece("reserve", "counter", "reserve", face, say("label.reserve", gold=gold(n)))
