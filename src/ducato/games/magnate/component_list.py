"""The list of the 45 cards of Magnate, with their numbers in an edition."""

from __future__ import annotations

from dataclasses import replace

from ducato.core.i18n import say
from ducato.core.scene import Cell, Component, ComponentGroup, Piece, listed

from .narration.words import suit_names
from .scene import pieces
from .state import Edition, Kind


def component_list(edition: Edition) -> list[ComponentGroup]:
    """Return all cards: those that can be built as in a hand, others as they lie on the table."""
    printed = pieces.printed(edition.tobytes())
    columns = ("kind", "rank", "suits", "price", "sale")
    return [
        ComponentGroup(
            "cards",
            say("group.cards"),
            tuple(say(f"column.{name}") for name in columns),
            tuple(_row(edition, card) for card in printed),
        )
    ]


def _row(edition: Edition, card: pieces.Printed) -> Component:
    kind, number = Kind(edition.kind[card.card]), card.card
    suits = "" if kind == Kind.EXCUSE else say("suits", suits=suit_names(edition.suits[number]))
    numbers: tuple[Cell, ...] = ("", "", "")
    if edition.in_play[number]:
        sale = int(edition.sale_each[number]) * int(edition.suit_count[number])
        numbers = (int(card.rank), int(card.price), sale)
    rank, *prices = numbers
    words = (say(f"kind.{kind.name.lower()}"), rank, suits)
    return listed(_piece(edition, card), *words, *prices)


def _piece(edition: Edition, card: pieces.Printed) -> Piece:
    if edition.kind[card.card] == Kind.CROWN:
        return pieces.crown(card, 0, False)
    if edition.lays[card.card] or edition.kind[card.card] == Kind.EXCUSE:
        return pieces.district(card, 0, ())
    if not edition.in_play[card.card]:  # it has no price
        card = replace(card, price=card.rank)
    return pieces.in_hand(card, 0, False, 0, ())
