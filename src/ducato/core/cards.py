"""Rules about cards in zones: move a card, find the n-th card of a zone.

A deck is simply the set of cards in a zone. A card is picked at the moment of drawing, so there is
no hidden order that could leak. These rules work on the fields declared with `core.struct.cards`.
"""

from __future__ import annotations

from typing import Any

from ducato.core.verbs import rule


@rule
def move_card(state: Any, card: int, zone: int) -> None:
    """Move a card into another zone, update the counts and forget to whom it was shown."""
    state.held[state.zone[card]] -= 1
    state.held[zone] += 1
    state.zone[card] = zone
    state.shown[card] = 0


@rule
def nth_card(zones: Any, zone: int, n: int) -> int:
    """Return the n-th card (from 0, in the order of the table) that lies in `zone`."""
    for card in range(len(zones)):
        if zones[card] == zone:
            if n == 0:
                return card
            n -= 1
    return -1
