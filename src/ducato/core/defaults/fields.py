"""Facts about a game's declarations from which the default presentation is derived."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ducato.core.i18n import Message, Name, has_text, say, spoken
from ducato.core.scene import Text
from ducato.core.struct import MEMORY_FIELDS, Struct

OF_SEAT = re.compile(r"(.+):(\d+)")
"""The name of a zone of one seat, such as ``hand:0``."""


def owned(name: str) -> tuple[str, int | None]:
    """Return the name of a zone without its seat, and the seat; None if it belongs to nobody."""
    match = OF_SEAT.fullmatch(name)
    return (match[1], int(match[2])) if match else (name, None)


def title(package: str, key: str) -> Text:
    """Return the game's text with this key, or else words made from the last part of the key."""
    return say(key) if has_text(package, key) else spoken(key.rpartition(".")[2])


def named(name: str) -> Message:
    """Return a component's name as a message."""
    return say("default.name", name=Name(name))


def amount(package: str, name: str, number: int) -> Message | None:
    """Return a number with the game's word for what it counts, if the game has a text for it."""
    key = f"amount.{name}"
    return say(key, n=number) if has_text(package, key) else None


def by_seat(state: Struct, seats: int) -> list[str]:
    """Return the names of the shown fields that hold one public number for each seat."""
    cards = card_fields(state)
    return [
        name
        for name, declared in state.fields.items()
        if declared.shape == (seats,)
        and not (any(declared.axes) or declared.internal or declared.hidden)
        and name not in cards
    ]


def on_cards(edition: Struct, axis: Sequence[str]) -> list[str]:
    """Return the names of the fields of an edition that hold one number for each of these cards."""
    return [
        name
        for name, declared in edition.fields.items()
        if len(declared.shape) == 1 and declared.axes[:1] == (axis,)
    ]


def card_fields(state: Struct) -> set[str]:
    """Return the names of all fields that say where cards lie and what is known of things."""
    found = set()
    for name, declared in state.fields.items():
        if (cards := declared.cards) is not None:
            found |= {name, cards.held, cards.shown, *cards.classes}
            found.update(MEMORY_FIELDS if cards.remembered else ())
        if declared.hidden is not None:
            found.add(declared.hidden.sealed)
    return found
