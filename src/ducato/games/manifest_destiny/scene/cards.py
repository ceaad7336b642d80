"""The cards that lie face up, and the reader's hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache

from ducato.core.i18n import Message, say
from ducato.core.presentation.art import read_art
from ducato.core.scene import Area, Face, Piece

from ..narration.words import card_name, card_text, card_words
from ..state import A
from ..state.tables import CARD_IDS, CARD_TABLE, PRODUCT_IDS, Zone
from .caches import KEPT, KEPT_GROUPS, Printed
from .reader import Reader

ART = read_art(__package__.rpartition(".")[0])
CARD_TONES = {"destiny": "yellow"}
HAND = "hand"
"""The area of the reader's hand, whose cards can be played."""


@dataclass(frozen=True, eq=False, slots=True)
class PrintedCard:
    """The unchanging contents of a card; `uses` are the actions that play or discard it."""

    id: str
    face: Face
    label: Message
    uses: tuple[int, ...]


@lru_cache(KEPT)
def printed_card(printed: Printed, card: int) -> PrintedCard:
    """Return the contents of a card, with its printed number in the corner."""
    slug, name = CARD_IDS[card], card_name(card)
    face = Face(
        say("card", card=name),
        corner=str(card + 1),
        glyphs=_products_of(card),
        tone=CARD_TONES.get(CARD_TABLE[card]["class"], "paper"),
        lines=tuple(card_text(printed.edition, card)),
        art=ART[slug],
    )
    label = say("label.card", card=name, texts=card_words(printed.edition, card))
    return PrintedCard(f"card:{slug}", face, label, (A.CARD + card,))


def _products_of(card: int) -> tuple[str, ...]:
    """Return the products that are printed on a card, which are the names of their glyphs."""
    listed = CARD_TABLE[card]["products"].lower().split(" + ")
    return tuple(product for product in listed if product in PRODUCT_IDS)


@lru_cache(KEPT)
def card_piece(card: PrintedCard, area: str, order: int, actions: tuple[int, ...]) -> Piece:
    """Return the piece of a card."""
    potential = card.uses if area == HAND else ()
    return Piece(card.id, "card", area, card.face, card.label, order, actions, potential=potential)


def cards_of(reader: Reader, zone: int, area: str, order: int | None = None) -> tuple[Piece, ...]:
    """Return the pieces of the cards in a zone, by default in the order of their numbers."""
    cards = tuple(reader.cards_in(zone))
    legal = reader.legal_among([A.CARD + number for number in cards])
    return _cards(reader.printed, cards, area, order, legal)


@lru_cache(KEPT_GROUPS)
def _cards(
    printed: Printed, cards: tuple[int, ...], area: str, order: int | None, legal: tuple[int, ...]
) -> tuple[Piece, ...]:
    found = []
    for number in cards:
        card = printed_card(printed, number)
        actions = card.uses if card.uses[0] in legal else ()
        found.append(card_piece(card, area, number if order is None else order, actions))
    return tuple(found)


def hand_areas(reader: Reader) -> Iterator[Area]:
    """Yield the area of the reader's hand; a spectator has none."""
    if reader.seat >= 0:
        yield _hand(reader.seat)


@cache
def _hand(seat: int) -> Area:
    return Area(HAND, "fan", say("area.hand"), owner=seat, role="hand")


def hand_pieces(reader: Reader) -> Iterator[Piece]:
    """Yield the cards of the reader's hand, first one just drawn that they may exchange."""
    if reader.seat >= 0:
        yield from cards_of(reader, Zone.FRESH + reader.seat, HAND, order=-1)
        yield from cards_of(reader, Zone.HAND + reader.seat, HAND)
