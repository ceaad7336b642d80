"""The parts of all messages of Magnate, and the facts that they need from a state.

The parts are names of cards, districts and suits and phrases for amounts of tokens.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from ducato.core.i18n import Message, Name, say
from ducato.core.presentation.phrases import counted, names_of

from ..state import CARD_IDS, SUIT_COUNT, SUITS, Phase, State

Amounts = Message | list[Message]

card_name = names_of(CARD_IDS)
count = counted("tokens")
"""The phrase for a number of tokens, without naming a suit."""


def district_name(state: State, district: int) -> Name:
    """Return the name of a district's card, which must be laid; districts count from 0."""
    return card_name(state.pawn[district])


@cache
def suits_in(mask: int) -> tuple[int, ...]:
    """Return the numbers of the suits in a mask, in ascending order."""
    return tuple(suit for suit in range(SUIT_COUNT) if (int(mask) >> suit) & 1)


@cache
def suit_names(mask: int) -> tuple[Name, ...]:
    """Return the names of the suits in a mask, in the order of the suits."""
    return tuple(Name(SUITS[suit]) for suit in suits_in(mask))


@cache
def tokens(suit: int, n: int) -> Message:
    """Return the phrase for a number of tokens of a suit, such as "3 Waves"."""
    return say(f"tokens.{SUITS[suit]}", n=int(n))


def amounts(numbers: Iterable[int], only: Iterable[int] | None = None) -> Amounts:
    """Return the phrases for a row of token numbers, or "nothing".

    Args:
        numbers: the number of tokens of each suit.
        only: the suits to name, even with 0 tokens; None for the suits with any tokens.
    """
    row = [int(n) for n in numbers]
    chosen = [suit for suit, n in enumerate(row) if n] if only is None else list(only)
    return [tokens(suit, row[suit]) for suit in chosen] or say("nothing")


def each_suit(mask: int, n: int) -> Amounts:
    """Return the phrases for the same number of tokens of every suit in a mask."""
    return [tokens(suit, n) for suit in suits_in(mask)]


def changes(before: State, after: State, seat: int) -> list[int]:
    """Return the change of a seat's tokens between two states, by suit; a loss is negative."""
    return [after.tokens[seat, suit] - before.tokens[seat, suit] for suit in range(SUIT_COUNT)]


def chosen_card(state: State) -> int:
    """Return the card being built or bought as a deed, which everybody sees; -1 for none."""
    return state.card if state.phase in (Phase.CHOOSE_DISTRICT, Phase.PAY) else -1


def laid_tokens(state: State, seat: int, district: int) -> int:
    """Return the number of tokens on the seat's deed in a district."""
    return sum(state.laid[seat, district, suit] for suit in range(SUIT_COUNT))
