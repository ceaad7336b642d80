"""Each player's mat: the counters of what they have, and the cards that they have played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache, lru_cache

from ducato.core.i18n import Seat, say
from ducato.core.scene import Area, Face, Piece

from ..state import A
from ..state.tables import Phase, Zone
from .caches import KEPT, KEPT_GROUPS
from .cards import cards_of
from .reader import Reader

SCORES = ("points", "cash", "profit")
"""The large numbers of a seat, by which its position is judged."""
STOCK = ("bought", "supply", "pioneers", "loss", "cities", "advances")
"""The small numbers of a seat, which are the names of their glyphs."""


def mat_areas(reader: Reader) -> Iterator[Area]:
    """Yield the areas of the mats, the reader's own first."""
    for seat in sorted(range(reader.edition.players), key=lambda s: s != reader.seat):
        yield from _mat(seat, reader.role(seat))


@cache
def _mat(seat: int, role: str) -> tuple[Area, ...]:
    panel, who = f"mat:{seat}", Seat(seat)
    return (
        Area(panel, "panel", say("area.mat", seat=who), owner=seat, role=role),
        Area(f"goods:{seat}", "row", "", panel, seat, role),
        Area(f"stock:{seat}", "grid", "", panel, seat, role),
        Area(f"played:{seat}", "fan", say("area.played", seat=who), panel, seat, role),
    )


def mat_pieces(reader: Reader) -> Iterator[Piece]:
    """Yield the pieces of the areas from `mat_areas`; a hand of others lies there face down."""
    state = reader.state
    fields = (
        "vp",
        "cash",
        "profit",
        "bought",
        "supply",
        "pioneers",
        "loss",
        "advances",
        "priority",
    )
    rows = zip(*(state[field].tolist() for field in fields), strict=True)
    cities = _cities(state.owner.tobytes(), state.city.tobytes())
    # Where Turn Priority is the question itself, it is a button.
    announcing = () if state.phase == Phase.PRIORITY else reader.legal_among((A.PRIORITY,))
    for seat, row in zip(range(reader.edition.players), rows, strict=False):
        points, cash, profit, *tokens, advances, used = row
        scores = (str(points), str(cash) if reader.sees_cash(seat) else "?", str(profit))
        stock = (*tokens, cities[seat], advances.bit_count())
        yield from goods(seat, scores, stock)
        if not used:
            yield priority(seat, announcing if seat == reader.seat else ())
        if seat != reader.seat:
            yield hand_of_other(seat, reader.held[Zone.HAND + seat])
        yield from cards_of(reader, Zone.TABLE + seat, f"played:{seat}")


@lru_cache(KEPT_GROUPS)
def _cities(owner: bytes, city: bytes) -> Counter[int]:
    """Return the number of cities of each seat, from the fields of the state as bytes."""
    return Counter(seat for seat, built in zip(owner, city, strict=True) if built)


@lru_cache(KEPT_GROUPS)
def goods(seat: int, scores: tuple[str, ...], stock: tuple[int, ...]) -> tuple[Piece, ...]:
    """Return the pieces for a seat's `SCORES` and `STOCK`."""
    return (
        *(score(what, seat, value) for what, value in zip(SCORES, scores, strict=True)),
        *(counter(what, seat, number) for what, number in zip(STOCK, stock, strict=True)),
    )


@lru_cache(KEPT)
def score(what: str, seat: int, value: str) -> Piece:
    """Return the piece for one of the `SCORES` of a seat."""
    meaning = say(f"counter.{what}")
    label = say("label.counter", what=meaning, value=value)
    face, order = Face(meaning, corner=value), SCORES.index(what)
    return Piece(f"{what}:{seat}", "score", f"goods:{seat}", face, label, order)


@cache
def priority(seat: int, actions: tuple[int, ...]) -> Piece:
    """Return the marker of a seat that has not announced Turn Priority yet."""
    face, label = Face(glyphs=("priority",)), say("label.priority")
    return Piece(f"priority:{seat}", "counter", f"stock:{seat}", face, label, len(STOCK), actions)


@lru_cache(KEPT)
def counter(what: str, seat: int, value: int) -> Piece:
    """Return the piece for one of the `STOCK` of a seat: the glyph of its meaning and it."""
    label = say("label.counter", what=say(f"counter.{what}"), value=str(value))
    face, order = Face(corner=str(value), glyphs=(what,)), STOCK.index(what)
    return Piece(f"{what}:{seat}", "counter", f"stock:{seat}", face, label, order)


@lru_cache(KEPT)
def hand_of_other(seat: int, cards: int) -> Piece:
    """Return the pile for a hand that the reader does not see."""
    label = say("label.back", seat=Seat(seat), n=cards)
    face = Face(tone="ink", count=cards, back=True)
    return Piece(f"back:{seat}", "card", f"played:{seat}", face, label, 100)
