"""The list of the components of Manifest Destiny: cards, territories, advances and products."""

from __future__ import annotations

from ducato.core.i18n import Message, Name, say
from ducato.core.scene import Cell, Component, ComponentGroup, listed
from ducato.games.manifest_destiny.narration.words import card_words, numbers_in, product_name
from ducato.games.manifest_destiny.scene.land import land_pieces, products_in
from ducato.games.manifest_destiny.scene.market import advance_piece, payout_piece
from ducato.games.manifest_destiny.scene.reader import Reader
from ducato.games.manifest_destiny.state import Edition, State
from ducato.games.manifest_destiny.state.tables import (
    ADVANCE_IDS,
    ADVANCES,
    CARD_TABLE,
    CARDS,
    PRODUCT_IDS,
    PRODUCTS,
    PROGRESSION_TABLE,
    PROGRESSIONS,
    REGION_IDS,
    VACANT,
    Type,
    slug,
)

COASTS = ("atlantic", "pacific")
"""The coasts, numbered from 1 in an edition; 0 is none."""
MOST_PLAYERS = 5


def component_list(edition: Edition) -> list[ComponentGroup]:
    """Return all cards, territories, advances and products, on a table with no tokens yet."""
    state = State()
    state.row("owner")[...] = VACANT
    reader = Reader(state, edition, -1, [])
    levels = range(1, edition.payout.shape[1])
    return [
        ComponentGroup(
            "cards",
            say("group.cards"),
            _columns("number", "era", "kind", "players", "text"),
            tuple(listed(reader.card(card, ""), *_card(edition, card)) for card in range(CARDS)),
        ),
        ComponentGroup(
            "territories",
            say("group.territories"),
            _columns("region", "control", "products", "coast"),
            tuple(
                listed(piece, *_territory(edition, number, products_in(reader, number)))
                for number, piece in enumerate(land_pieces(reader))
            ),
        ),
        ComponentGroup(
            "progressions",
            say("group.progressions"),
            _columns("category", "level", "price", "points", "effect"),
            tuple(_progression(reader, advance) for advance in range(PROGRESSIONS)),
        ),
        ComponentGroup(
            "breakthroughs",
            say("group.breakthroughs"),
            _columns("level", "numbers", "points", "effect"),
            tuple(_breakthrough(reader, advance) for advance in range(PROGRESSIONS, ADVANCES)),
        ),
        ComponentGroup(
            "products",
            say("group.products"),
            tuple(say("column.payout", level=level) for level in levels),
            tuple(
                _product(reader, product, edition.row("payout")[product, 1:].tolist())
                for product in range(PRODUCTS)
            ),
        ),
    ]


def _product(reader: Reader, product: int, payouts: list[int]) -> Component:
    piece = payout_piece(reader, product, "")
    name = say("product", product=Name(f"product:{PRODUCT_IDS[product]}"))
    return Component(piece.id, piece.kind, piece.face, name, tuple(payouts))


def _columns(*names: str) -> tuple[Message, ...]:
    return tuple(say(f"column.{name}") for name in names)


def _card(edition: Edition, card: int) -> tuple[Cell, ...]:
    row = CARD_TABLE[card]
    fewest = MOST_PLAYERS if row["rm4"] else 4 if row["rm3"] else 3
    players = f"{fewest}–{MOST_PLAYERS}" if fewest < MOST_PLAYERS else str(MOST_PLAYERS)
    eras = ", ".join(str(era) for era in numbers_in(edition.eras[card]))
    kind = "leader" if edition.leader[card] else Type(edition.type[card]).name.lower()
    return card + 1, eras, say(f"kind.{kind}"), players, card_words(edition, card)


def _territory(edition: Edition, number: int, products: list[int]) -> tuple[Cell, ...]:
    coast = int(edition.coast[number] or edition.ocean[number])
    return (
        say(f"region.{REGION_IDS[edition.region[number]]}"),
        int(edition.control[number]),
        say("products", products=[product_name(product) for product in products]),
        say(f"coast.{COASTS[coast - 1]}") if coast else "",
    )


def _progression(reader: Reader, advance: int) -> Component:
    edition = reader.edition
    return listed(
        advance_piece(reader, advance),
        say(f"category.{slug(PROGRESSION_TABLE[advance]['category'])}"),
        int(edition.level[advance]),
        int(edition.cost[advance]),
        int(edition.vp[advance]),
        say(f"about.{ADVANCE_IDS[advance]}"),
    )


def _breakthrough(reader: Reader, advance: int) -> Component:
    edition = reader.edition
    return listed(
        advance_piece(reader, advance),
        int(edition.level[advance]),
        ", ".join(str(n) for n in numbers_in(edition.needed[advance - PROGRESSIONS])),
        int(edition.vp[advance]),
        say(f"about.{ADVANCE_IDS[advance]}"),
    )
