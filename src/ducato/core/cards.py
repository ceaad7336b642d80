"""Rules for cards in zones, which move a card or find the n-th card in a zone.

A deck is simply the set of cards in a zone. A card is picked at the moment of drawing, so there is
no hidden order that could leak. These rules work on the fields declared with `core.struct.cards`.
"""

from __future__ import annotations

from typing import Any

from ducato.core.verbs import rule


@rule
def move_card(state: Any, card: int, zone: int) -> None:
    """Move a card into `zone`, update the counts and clear the record of the seats that know it.

    The fields must be named ``zone``, ``held`` and ``shown``, and the cards must have no classes.
    """
    state.held[state.zone[card]] -= 1
    state.held[zone] += 1
    state.zone[card] = zone
    state.shown[card] = 0


@rule
def nth_card(zones: Any, zone: int, n: int) -> int:
    """Return the n-th card in `zone`, counting from 0 by card number; -1 if there are too few."""
    for card in range(len(zones)):
        if zones[card] == zone:
            if n == 0:
                return card
            n -= 1
    return -1


@rule
def cards_in(zones: Any, zone: int, out: Any) -> int:
    """Write the numbers of the cards in `zone` into `out`, ascending; return their number."""
    n = 0
    for card in range(len(zones)):
        if zones[card] == zone:
            out[n] = card
            n += 1
    return n
