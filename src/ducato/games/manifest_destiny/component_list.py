"""The list of the components of Manifest Destiny: cards, territories, advances and products."""

from __future__ import annotations

from ducato.core.i18n import Message, say
from ducato.core.scene import Cell, Component, ComponentGroup, listed

from .narration.words import card_words, numbers_in, product_name
from .scene.advances import Owned, breakthrough, progression
from .scene.caches import printed
from .scene.cards import card_piece, printed_card
from .scene.land import PrintedLand, printed_lands, region
from .scene.market import payout
from .state import Edition
from .state.tables import (
    ADVANCE_IDS,
    ADVANCES,
    CARD_TABLE,
    CARDS,
    PROGRESSION_TABLE,
    PROGRESSIONS,
    REGION_IDS,
    VACANT,
    Presence,
    Reach,
    Type,
    slug,
)

COASTS = ("atlantic", "pacific")
"""The coasts, numbered from 1 in an edition; 0 stands for no coast."""
MOST_PLAYERS = 5
NOBODY = Owned((), own=False)


def component_list(edition: Edition) -> list[ComponentGroup]:
    """Return all cards, territories, advances and products, on a table with no tokens yet."""
    key = printed(edition.tobytes())
    levels = range(1, edition.payout.shape[1])
    return [
        ComponentGroup(
            "cards",
            say("group.cards"),
            _columns("number", "era", "kind", "players", "text"),
            tuple(
                listed(card_piece(printed_card(key, card), "", 0, ()), *_card(edition, card))
                for card in range(CARDS)
            ),
        ),
        ComponentGroup(
            "territories",
            say("group.territories"),
            _columns("region", "control", "products", "coast"),
            tuple(_territory(edition, land) for land in printed_lands(key)),
        ),
        ComponentGroup(
            "progressions",
            say("group.progressions"),
            _columns("category", "level", "price", "points", "effect"),
            tuple(_progression(edition, advance) for advance in range(PROGRESSIONS)),
        ),
        ComponentGroup(
            "breakthroughs",
            say("group.breakthroughs"),
            _columns("level", "numbers", "points", "effect"),
            tuple(_breakthrough(edition, advance) for advance in range(PROGRESSIONS, ADVANCES)),
        ),
        ComponentGroup(
            "products",
            say("group.products"),
            tuple(say("column.payout", level=level) for level in levels),
            tuple(
                _product(product, amounts)
                for product, (_, *amounts) in enumerate(edition.payout.tolist())
            ),
        ),
    ]


def _product(product: int, amounts: list[int]) -> Component:
    piece = payout(product, (), 0, False)
    return Component(piece.id, piece.kind, piece.face, product_name(product), tuple(amounts))


def _columns(*names: str) -> tuple[Message, ...]:
    return tuple(say(f"column.{name}") for name in names)


def _card(edition: Edition, card: int) -> tuple[Cell, ...]:
    row = CARD_TABLE[card]
    fewest = MOST_PLAYERS if row["rm4"] else 4 if row["rm3"] else 3
    players = f"{fewest}–{MOST_PLAYERS}" if fewest < MOST_PLAYERS else str(MOST_PLAYERS)
    eras = ", ".join(str(era) for era in numbers_in(edition.eras[card]))
    kind = "leader" if edition.leader[card] else Type(edition.type[card]).name.lower()
    return card + 1, eras, say(f"kind.{kind}"), players, card_words(edition, card)


def _territory(edition: Edition, land: PrintedLand) -> Component:
    number = land.number
    coast = int(edition.coast[number] or edition.ocean[number])
    return listed(
        region(land, VACANT, Presence.NONE, 0, 0, 0, Reach.NO, ()),
        say(f"region.{REGION_IDS[edition.region[number]]}"),
        land.control,
        say("products", products=[product_name(product) for product in land.products()]),
        say(f"coast.{COASTS[coast - 1]}") if coast else "",
    )


def _progression(edition: Edition, advance: int) -> Component:
    level, worth = int(edition.level[advance]), int(edition.vp[advance])
    price = int(edition.cost[advance])
    return listed(
        progression(advance, level, worth, price, NOBODY, ()),
        say(f"category.{slug(PROGRESSION_TABLE[advance]['category'])}"),
        level,
        price,
        worth,
        say(f"about.{ADVANCE_IDS[advance]}"),
    )


def _breakthrough(edition: Edition, advance: int) -> Component:
    level, worth = int(edition.level[advance]), int(edition.vp[advance])
    needed = edition.needed[advance - PROGRESSIONS]
    return listed(
        breakthrough(advance, level, worth, needed, (), NOBODY, ()),
        level,
        ", ".join(str(n) for n in numbers_in(needed)),
        worth,
        say(f"about.{ADVANCE_IDS[advance]}"),
    )
