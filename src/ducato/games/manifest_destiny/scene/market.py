"""The market: the advances, the payout table, and the deck."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache

from ducato.core.i18n import say
from ducato.core.scene import Area, Face, Piece

from ..narration.words import product_name
from ..state import A
from ..state.tables import PRODUCT_IDS, PRODUCTS, Zone
from .advances import advance_pieces
from .caches import KEPT, KEPT_EDITIONS, KEPT_GROUPS, Printed
from .reader import Reader

USES = range(A.PRODUCT, A.PRODUCT + PRODUCTS)
"""The actions that choose each product."""
Amounts = tuple[str, ...]
"""What a product pays for 1, 2, 3 and more units."""


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
    yield from _payouts(reader.printed, reader.state.surplus, reader.legal_among(USES))
    yield deck(reader.held[Zone.DECK], reader.state.deck_era)


@lru_cache(KEPT_EDITIONS)
def rates(printed: Printed) -> tuple[tuple[Amounts, tuple[int, ...]], ...]:
    """Return what products pay, each time with the products that pay it."""
    found: dict[Amounts, list[int]] = {}
    payouts = printed.edition.row("payout").tolist()
    for product, (_, *amounts) in enumerate(payouts):
        found.setdefault(tuple(map(str, amounts)), []).append(product)
    return tuple((amounts, tuple(products)) for amounts, products in found.items())


@lru_cache(KEPT_GROUPS)
def _payouts(printed: Printed, surplus: int, legal: tuple[int, ...]) -> tuple[Piece, ...]:
    """Return the rows of the payout table; `surplus` is a mask of products."""
    found: list[Piece] = []
    for row, (amounts, products) in enumerate(rates(printed)):
        found.append(rate(row, amounts))
        for product in products:
            full = bool((surplus >> product) & 1)
            found.append(payout(product, amounts, row, full, USES[product] in legal))
    return tuple(found)


@lru_cache(KEPT)
def rate(row: int, amounts: Amounts) -> Piece:
    """Return the piece with what the products of a row pay."""
    face = Face(lines=(" ".join(amounts),))
    label = say("label.rate", amounts=list(amounts))
    return Piece(f"rate:{row}", "counter", f"payouts:{row}", face, label, 100)


@lru_cache(KEPT)
def payout(product: int, amounts: Amounts, row: int, full: bool, legal: bool) -> Piece:
    """Return the piece of a product beside what it pays, marked while in Surplus (`full`)."""
    name = PRODUCT_IDS[product]
    lines = (say("surplus"),) if full else ()
    face = Face(glyphs=(name,), tone="grey" if full else "paper", lines=lines)
    key = "label.surplus" if full else "label.payout"
    label = say(key, product=product_name(product), amounts=list(amounts))
    actions = (USES[product],) if legal else ()
    return Piece(f"payout:{name}", "counter", f"payouts:{row}", face, label, product, actions)


@cache
def deck(cards: int, era: int) -> Piece:
    """Return the deck."""
    label = say("label.deck", n=cards, era=era)
    return Piece("back:deck", "card", "piles", Face(tone="ink", count=cards, back=True), label)
