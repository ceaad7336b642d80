"""The market: the advances, the payout table, and the deck."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache

from ducato.core.i18n import Seat, say
from ducato.core.scene import Area, Face, Piece, Text

from ..narration.words import dollars, product_name
from ..rules.cards.payouts import count_units, level_for
from ..state import A, State
from ..state.tables import PRODUCT_IDS, PRODUCTS, Zone
from .advances import advance_pieces
from .caches import KEPT, KEPT_EDITIONS, KEPT_GROUPS, Printed
from .reader import Reader

USES = range(A.PRODUCT, A.PRODUCT + PRODUCTS)
"""The actions that choose each product."""
Amounts = tuple[str, ...]
"""What a product pays for 1, 2, 3 and more units."""
Paid = tuple[tuple[int, int], ...]
"""The units of a product that each seat has, and what a payout would pay the seat now."""
LAND = ("owner", "presence", "city", "tourism", "technology")
"""The fields of the state by which payouts are reckoned."""


def market_areas(reader: Reader) -> tuple[Area, ...]:
    """Return the areas for the chart of advances, the payouts in a row for each rate, the deck."""
    return _market(len(rates(reader.printed)))


@cache
def _market(rows: int) -> tuple[Area, ...]:
    return (
        Area("market", "grid", say("area.market"), role="market"),
        Area("payouts", "panel", say("area.payouts"), role="market"),
        *(Area(f"payouts:{n}", "row", "", "payouts", role="market") for n in range(rows)),
        Area("piles", "row", say("area.piles"), role="aside"),
    )


def market_pieces(reader: Reader) -> Iterator[Piece]:
    """Yield the pieces of the areas from `market_areas`."""
    yield from advance_pieces(reader)
    state, columns = reader.state, tuple(reader.state[name].tobytes() for name in LAND)
    paid = _paid(reader.printed, state.surplus, columns)
    yield from _payouts(reader.printed, state.surplus, paid, reader.seat, reader.legal_among(USES))
    yield deck(reader.held[Zone.DECK], reader.state.deck_era)


@lru_cache(KEPT_EDITIONS)
def rates(printed: Printed) -> tuple[tuple[Amounts, tuple[int, ...]], ...]:
    """Return what products pay, each time with the products that pay it."""
    found: dict[Amounts, list[int]] = {}
    payouts = printed.edition.payout.tolist()
    for product, (_, *amounts) in enumerate(payouts):
        found.setdefault(tuple(map(str, amounts)), []).append(product)
    return tuple((amounts, tuple(products)) for amounts, products in found.items())


@lru_cache(KEPT_GROUPS)
def _paid(printed: Printed, surplus: int, columns: tuple[bytes, ...]) -> tuple[Paid, ...]:
    """Return what a payout of each product would pay; the columns are the fields `LAND`."""
    edition, state = printed.edition, State()
    state.surplus = surplus
    for name, column in zip(LAND, columns, strict=True):
        state[name].cast("B")[:] = column
    found = []
    for product in range(PRODUCTS):
        count_units(state, edition, product)
        levels = [
            level_for(state, edition, state.units[seat], state.cities[seat], product)
            for seat in range(edition.players)
        ]
        amounts = [int(edition.payout[product, level]) for level in levels]
        units = state.units.tolist()
        found.append(tuple(zip(units, amounts, strict=False)))
    return tuple(found)


@lru_cache(KEPT_GROUPS)
def _payouts(
    printed: Printed, surplus: int, paid: tuple[Paid, ...], seat: int, legal: tuple[int, ...]
) -> tuple[Piece, ...]:
    """Return the rows of the payout table for a reader; `surplus` is a mask of products."""
    found: list[Piece] = []
    for row, (amounts, products) in enumerate(rates(printed)):
        found.append(rate(row, amounts))
        for product in products:
            full = bool((surplus >> product) & 1)
            actions = (USES[product],) if USES[product] in legal else ()
            own = paid[product][seat] if seat >= 0 else None
            found.append(payout(product, amounts, row, full, paid[product], own, actions))
    return tuple(found)


@lru_cache(KEPT)
def rate(row: int, amounts: Amounts) -> Piece:
    """Return the piece with what the products of a row pay."""
    face = Face(lines=("$ " + " ".join(amounts),))
    label = say("label.rate", amounts=list(amounts))
    return Piece(f"rate:{row}", "counter", f"payouts:{row}", face, label, 100)


@lru_cache(KEPT)
def payout(
    product: int,
    amounts: Amounts,
    row: int,
    full: bool,
    paid: Paid = (),
    own: tuple[int, int] | None = None,
    actions: tuple[int, ...] = (),
) -> Piece:
    """Return the piece of a product beside what it pays, marked while in Surplus (`full`).

    It shows `own`, the units of the reader's seat and what a payout would pay for them.
    """
    name = PRODUCT_IDS[product]
    units, amount = own or (0, 0)
    title: Text = product_name(product)
    lines: list[Text] = [*([dollars(amount)] if units else []), *([say("surplus")] if full else [])]
    if own is None:
        title, lines = "", [title, *lines]
    corner = "" if own is None else str(units)
    face = Face(
        title,
        glyphs=(name,),
        corner=corner,
        tone="grey" if full else "paper",
        lines=tuple(lines),
    )
    key = "label.surplus" if full else "label.payout"
    shares = [say("units", seat=Seat(n), n=u, amount=dollars(a)) for n, (u, a) in enumerate(paid)]
    words = {"product": product_name(product), "amounts": list(amounts)}
    label = say(key, **words, shares=shares or [say("nothing")])
    return Piece(f"payout:{name}", "counter", f"payouts:{row}", face, label, product, actions)


@cache
def deck(cards: int, era: int) -> Piece:
    """Return the deck."""
    label = say("label.deck", n=cards, era=era)
    return Piece("back:deck", "card", "piles", Face(tone="ink", count=cards, back=True), label)
