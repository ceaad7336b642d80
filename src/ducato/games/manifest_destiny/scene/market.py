"""The advances with their prices and owners, the payout table, and the deck."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from ducato.core.i18n import Message, Seat, say
from ducato.core.scene import Area, Face, Piece, Text
from ducato.games.manifest_destiny.narration.words import (
    advance_name,
    dollars,
    numbers_in,
    product_name,
)
from ducato.games.manifest_destiny.rules.investment.progressions import own_price
from ducato.games.manifest_destiny.scene.reader import KEPT, KEPT_EDITIONS, TONES, Reader
from ducato.games.manifest_destiny.state import A, Edition
from ducato.games.manifest_destiny.state.tables import (
    ADVANCE_IDS,
    ADVANCES,
    PRODUCT_IDS,
    PROGRESSION_TABLE,
    PROGRESSIONS,
    Zone,
)

CATEGORY_TONES = dict(
    zip(
        dict.fromkeys(row["category"] for row in PROGRESSION_TABLE),
        ("blue", "violet", "orange", "green", "red"),
        strict=True,
    )
)
KEPT_OWNERS = 100
"""The number of cached lists of owners, some 3 kB each: for the readers of twenty tables."""
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
    yield from _advances(reader)
    surplus = reader.state.surplus
    for row, (amounts, products) in enumerate(rates(reader.printed)):
        yield rate(row, amounts)
        for product in products:
            full = bool((surplus >> product) & 1)
            actions = reader.actions(PRODUCT_IDS[product], "product")
            yield payout(product, amounts, f"payouts:{row}", full, actions)
    yield deck(reader.held[Zone.DECK], reader.state.deck_era)


# --------------------------------------------------------------------------------- the advances


class Owned(NamedTuple):
    """The seats that own an advance, and whether the reader is one of them."""

    seats: tuple[int, ...]
    own: bool


@lru_cache(KEPT_OWNERS)
def _owned(advances: tuple[int, ...], reader: int) -> tuple[Owned, ...]:
    """Return the owners of each advance; `advances` are the masks of the seats."""
    owners = [
        tuple(seat for seat, mask in enumerate(advances) if (mask >> advance) & 1)
        for advance in range(ADVANCES)
    ]
    return tuple(Owned(seats, reader in seats) for seats in owners)


def _advances(reader: Reader) -> Iterator[Piece]:
    """Yield the pieces of all advances.

    The prices have the reader's discounts; a spectator sees the full prices.
    """
    state, edition, seat = reader.state, reader.edition, reader.seat
    levels, needed = edition.row("level").tolist(), edition.row("needed").tolist()
    prices = edition.row("cost").tolist()
    if seat >= 0:
        prices = [own_price(state, edition, seat, number) for number in range(PROGRESSIONS)]
    owned = _owned(tuple(state.row("advances").tolist()[: edition.players]), seat)
    steps = list(zip(*state.row("steps").tolist()[: edition.players], strict=True))
    for advance, (name, level) in enumerate(zip(ADVANCE_IDS, levels, strict=True)):
        actions = reader.actions(name, "advance", "research")
        if advance < PROGRESSIONS:
            yield progression(advance, level, prices[advance], owned[advance], actions)
        else:
            number = advance - PROGRESSIONS
            covered = steps[number]
            yield breakthrough(advance, level, needed[number], covered, owned[advance], actions)


@lru_cache(KEPT)
def progression(
    advance: int, level: int, price: int, owned: Owned, actions: tuple[int, ...]
) -> Piece:
    """Return the piece of a Progression with its price for the reader."""
    tone = CATEGORY_TONES[PROGRESSION_TABLE[advance]["category"]]
    order = level * 10 + list(CATEGORY_TONES.values()).index(tone)
    cost = dollars(price)
    label = _label(advance, level, cost, owned)
    return _advance(advance, tone, (cost,), label, order, owned, actions)


@lru_cache(KEPT)
def breakthrough(
    advance: int,
    level: int,
    needed: int,
    steps: tuple[int, ...],
    owned: Owned,
    actions: tuple[int, ...],
) -> Piece:
    """Return the piece of a Breakthrough with the numbers that it needs and each seat's markers.

    `needed` and, by seat, `steps` are masks.
    """
    numbers = _texts(needed)
    markers = [
        say("line.steps", seat=Seat(seat), numbers=_texts(covered))
        for seat, covered in enumerate(steps)
        if covered
    ]
    label = _label(advance, level, say("needs", numbers=numbers), owned)
    lines: list[Text] = [" ".join(numbers), *markers]
    return _advance(advance, "yellow", tuple(lines), label, 100 + advance, owned, actions)


def _texts(mask: int) -> list[str]:
    return [str(n) for n in numbers_in(mask)]


def _label(advance: int, level: int, price: Message, owned: Owned) -> Message:
    seats = [Seat(seat) for seat in owned.seats]
    return say(
        "label.advance",
        advance=advance_name(advance),
        price=price,
        level=level,
        about=say(f"about.{ADVANCE_IDS[advance]}"),
        owners=say("owners", seats=seats) if seats else say("owners.none"),
    )


def _advance(
    advance: int,
    tone: str,
    lines: tuple[Text, ...],
    label: Message,
    order: int,
    owned: Owned,
    actions: tuple[int, ...],
) -> Piece:
    face = Face(
        say("area.advance", advance=advance_name(advance)),
        tone=tone,
        lines=lines,
        turned=owned.own,
        owners=tuple(TONES[seat] for seat in owned.seats),
    )
    return Piece(
        f"advance:{ADVANCE_IDS[advance]}",
        "tile",
        "market",
        face,
        label,
        order,
        actions,
        potential=_potential(advance),
    )


@cache
def _potential(advance: int) -> tuple[int, ...]:
    """Return the actions that buy, claim or research an advance."""
    if advance < PROGRESSIONS:
        return (A.ADVANCE + advance,)
    return (A.ADVANCE + advance, A.RESEARCH + advance - PROGRESSIONS)


# ----------------------------------------------------------------------- the payouts and the deck


@lru_cache(KEPT_EDITIONS)
def rates(edition: bytes) -> tuple[tuple[Amounts, tuple[int, ...]], ...]:
    """Return what products pay, each time with the products that pay it.

    `edition` is the struct `Edition` as bytes.
    """
    found: dict[Amounts, list[int]] = {}
    for product, (_, *amounts) in enumerate(Edition.of(edition).row("payout").tolist()):
        found.setdefault(tuple(map(str, amounts)), []).append(product)
    return tuple((amounts, tuple(products)) for amounts, products in found.items())


@lru_cache(KEPT)
def rate(row: int, amounts: Amounts) -> Piece:
    """Return the piece with what the products of a row pay."""
    face = Face(lines=(" ".join(amounts),))
    label = say("label.rate", amounts=list(amounts))
    return Piece(f"rate:{row}", "counter", f"payouts:{row}", face, label, 100)


@lru_cache(KEPT)
def payout(
    product: int, amounts: Amounts, area: str, full: bool, actions: tuple[int, ...]
) -> Piece:
    """Return the piece of a product beside what it pays, marked while in Surplus (`full`)."""
    name = PRODUCT_IDS[product]
    lines = (say("surplus"),) if full else ()
    face = Face(glyphs=(name,), tone="grey" if full else "paper", lines=lines)
    key = "label.surplus" if full else "label.payout"
    label = say(key, product=product_name(product), amounts=list(amounts))
    return Piece(f"payout:{name}", "counter", area, face, label, product, actions)


@cache
def deck(cards: int, era: int) -> Piece:
    """Return the deck."""
    label = say("label.deck", n=cards, era=era)
    return Piece("back:deck", "card", "piles", Face(tone="ink", count=cards, back=True), label)
