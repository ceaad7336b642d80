"""The advances with their prices and owners, the payout table, and the deck."""

from __future__ import annotations

from collections.abc import Iterator

from ducato.core.i18n import Message, Seat, say
from ducato.core.scene import Area, Face, Piece
from ducato.games.manifest_destiny.narration.words import (
    advance_name,
    dollars,
    numbers_in,
    product_name,
)
from ducato.games.manifest_destiny.rules.cards.deck import cards_in as count_cards
from ducato.games.manifest_destiny.rules.investment.progressions import own_price
from ducato.games.manifest_destiny.scene.reader import TONES, Reader
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


def market_areas(reader: Reader) -> Iterator[Area]:
    """Yield the areas for the chart of advances, the payouts in a row for each rate, the deck."""
    yield Area("market", "grid", say("area.market"), role="market")
    yield Area("payouts", "panel", say("area.payouts"), role="market")
    for number in range(len(rates(reader))):
        yield Area(f"payouts:{number}", "row", "", "payouts", role="market")
    yield Area("piles", "row", say("area.piles"), role="aside")


def market_pieces(reader: Reader) -> Iterator[Piece]:
    """Yield the pieces of the areas from `market_areas`."""
    for advance in range(ADVANCES):
        yield advance_piece(reader, advance)
    for number, (amounts, products) in enumerate(rates(reader).items()):
        yield rate_piece(number, amounts)
        for product in products:
            yield payout_piece(reader, product, f"payouts:{number}")
    n = count_cards(reader.state, Zone.DECK)
    label = say("label.deck", n=n, era=int(reader.state.deck_era))
    yield Piece("back:deck", "card", "piles", Face(tone="ink", count=n, back=True), label)


def rates(reader: Reader) -> dict[tuple[str, ...], list[int]]:
    """Return the products by what they pay for 1, 2, 3 and more units."""
    found: dict[tuple[str, ...], list[int]] = {}
    for product in range(len(PRODUCT_IDS)):
        found.setdefault(amounts_of(reader, product), []).append(product)
    return found


def amounts_of(reader: Reader, product: int) -> tuple[str, ...]:
    """Return what a product pays for 1, 2, 3 and more units."""
    return tuple(str(int(reader.edition.payout[product, level])) for level in range(1, 7))


def _owners(reader: Reader, advance: int) -> list[Seat]:
    return [
        Seat(s) for s in range(reader.edition.players) if (reader.state.advances[s] >> advance) & 1
    ]


def advance_piece(reader: Reader, advance: int) -> Piece:
    """Return the piece of an advance: owners, a Progression's price or a Breakthrough's numbers.

    The price has the reader's discounts; a spectator sees the full price. A Breakthrough also shows
    each seat's step markers.
    """
    name, edition, state = ADVANCE_IDS[advance], reader.edition, reader.state
    owners = _owners(reader, advance)
    level = int(edition.level[advance])
    lines: list[Message] = []
    cost: Message | str
    if advance < PROGRESSIONS:
        own = own_price(state, edition, reader.seat, advance) if reader.seat >= 0 else None
        price = cost = dollars(edition.cost[advance] if own is None else own)
        tone = CATEGORY_TONES[PROGRESSION_TABLE[advance]["category"]]
        order = level * 10 + list(CATEGORY_TONES.values()).index(tone)
    else:
        number = advance - PROGRESSIONS
        needed = [str(n) for n in numbers_in(edition.needed[number])]
        price, cost, tone = say("needs", numbers=needed), " ".join(needed), "yellow"
        order = 100 + advance
        for seat in range(reader.edition.players):
            covered = [str(n) for n in numbers_in(state.steps[seat, number])]
            if covered:
                lines.append(say("line.steps", seat=Seat(seat), numbers=covered))
    owned = say("owners", seats=owners) if owners else say("owners.none")
    words = {"level": level, "about": say(f"about.{name}"), "owners": owned}
    return Piece(
        f"advance:{name}",
        "tile",
        "market",
        Face(
            say("area.advance", advance=advance_name(advance)),
            tone=tone,
            lines=(cost, *lines),
            turned=any(owner.number == reader.seat for owner in owners),
            owners=tuple(TONES[owner.number] for owner in owners),
        ),
        say("label.advance", advance=advance_name(advance), price=price, **words),
        order,
        reader.actions(name, "advance", "research"),
        potential=reader.potential(name, "advance", "research"),
    )


def rate_piece(number: int, amounts: tuple[str, ...]) -> Piece:
    """Return the piece with what the products of a row pay."""
    face = Face(lines=(" ".join(amounts),))
    label = say("label.rate", amounts=list(amounts))
    return Piece(f"rate:{number}", "counter", f"payouts:{number}", face, label, 100)


def payout_piece(reader: Reader, product: int, area: str) -> Piece:
    """Return the piece of a product beside what it pays, marked while in Surplus."""
    name = PRODUCT_IDS[product]
    full = bool((reader.state.surplus >> product) & 1)
    return Piece(
        f"payout:{name}",
        "counter",
        area,
        Face(
            glyphs=(name,),
            tone="grey" if full else "paper",
            lines=(say("surplus"),) if full else (),
        ),
        say(
            "label.surplus" if full else "label.payout",
            product=product_name(product),
            amounts=list(amounts_of(reader, product)),
        ),
        product,
        reader.actions(name, "product"),
    )
