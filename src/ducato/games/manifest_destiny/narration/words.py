"""The parts of the messages of Manifest Destiny: names, amounts, the text of a card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Any

from ducato.core.i18n import Message, Name, say
from ducato.core.presentation.phrases import counted, names_of

from ..state import Edition
from ..state.tables import (
    ADVANCE_IDS,
    BREAKTHROUGH_IDS,
    CARD_IDS,
    CHOICE,
    OPERATIONS,
    PAYOUTS,
    PRODUCT_IDS,
    PRODUCTS,
    PROGRESSIONS,
    STEP_NUMBERS,
    TERRITORY_IDS,
    Flag,
    Op,
    TakeSet,
    Type,
)

Words = Message | list[Message]


card_name = names_of(CARD_IDS, prefix="card:")
territory_name = names_of(TERRITORY_IDS)
advance_name = names_of(ADVANCE_IDS)
tokens = counted("tokens")


@cache
def product_name(product: int) -> Message:
    """Return the name of a product, or "a product of your choice" for `CHOICE`."""
    if product == CHOICE:
        return say("product.choice")
    return say("product", product=Name(f"product:{PRODUCT_IDS[product]}"))


def units_of(products: Sequence[int]) -> list[Message]:
    """Return the names of products, one entry for each unit, with their number if several."""
    return [
        say("product.units", n=n, product=product_name(product)) if n > 1 else product_name(product)
        for product, n in Counter(products).items()
    ]


@cache
def dollars(amount: int) -> Message:
    """Return an amount of money in dollars as text."""
    return say("dollars", amount=int(amount))


def numbers_in(mask: int) -> list[int]:
    """Return, in order, the numbers from 1 to 5 whose bits are set in a mask."""
    return [n for n in range(1, STEP_NUMBERS + 1) if (int(mask) >> n) & 1]


def products_of(edition: Edition, card: int) -> list[Message]:
    """Return the names of the products that a card pays out."""
    paid = [int(edition.pays[card, slot]) for slot in range(PAYOUTS)]
    return [product_name(product) for product in paid if product >= 0]


def discounts_of(edition: Edition, card: int) -> list[Message]:
    """Return the discounts on Progressions that a card gives."""
    return [
        say("discount", amount=int(edition.card_discount[card, p]), advance=advance_name(p))
        for p in range(PROGRESSIONS)
        if edition.card_discount[card, p]
    ]


def card_text(edition: Edition, card: int) -> list[Message]:
    """Return the lines of a card's text: its discounts, event, products and use as an answer."""
    said: list[Message] = []
    discounts = discounts_of(edition, card)
    if discounts:
        key = "card.leader" if edition.leader[card] else "card.discounts"
        said.append(say(key, discounts=discounts))
    said += _event(edition, card)
    products = products_of(edition, card)
    if products:
        either = edition.type[card] == Type.HALF
        said.append(say("card.or.pays" if either else "card.pays", products=products))
    if edition.type[card] == Type.NEWS or CARD_IDS[card] == "abraham-lincoln":
        said.append(say(f"card.answer.{CARD_IDS[card]}"))
    return said


def card_words(edition: Edition, card: int) -> Message:
    """Return the text of a card as one message, with a sentence for each effect."""
    return _joined(card_text(edition, card))


def event_words(edition: Edition, card: int) -> Message:
    """Return the text of a card's event as one message; of a card without one, all its text."""
    event = _event(edition, card)
    return _joined(event) if event else card_words(edition, card)


def _joined(sentences: list[Message]) -> Message:
    *others, effects = sentences
    for first in reversed(others):
        effects = say("card.effects", first=first, more=effects)
    return effects


def _event(edition: Edition, card: int) -> list[Message]:
    found = [_operation(edition, card, slot) for slot in range(OPERATIONS)]
    return [message for message in found if message is not None]


def _operation(edition: Edition, card: int, slot: int) -> Message | None:
    op = Op(edition.op[card, slot])
    a, b = int(edition.op_a[card, slot]), int(edition.op_b[card, slot])
    if op == Op.NONE:
        return None
    key = f"op.{op.name.lower()}"
    words: dict[str, Any] = {"a": a, "b": b, "n": a}
    if op in (Op.TAKE, Op.TAKE_OR_CASH):
        key += f".{TakeSet(a).name.lower()}"
    elif op == Op.FLAG:
        key += f".{Flag(a).name.lower()}"
    elif op == Op.STEP:
        words["advance"] = Name(BREAKTHROUGH_IDS[a])
    elif op == Op.PIONEER and a:
        key += ".cash"
    elif op == Op.SURPLUS and a == PRODUCTS:
        key += ".all"
    elif op in (Op.SURPLUS, Op.FREE_CITY, Op.TAX_PRODUCERS, Op.TAX_LACKING):
        words["product"] = product_name(a)
    return say(key, **words)
