"""Rules about cards that lie in places: move one, find the k-th, count.

A deck is just the set of cards in a place: drawing picks one when it is drawn, so there is no
hidden order that could leak. These rules work on the fields declared with `core.struct.cards`.
"""

from __future__ import annotations

from typing import Any

from ducato.core.verbs import rule


@rule
def move_card(state: Any, card: int, place: int) -> None:
    """Put a card into another place and keep the counts right; who was shown it is forgotten."""
    state.held[state.place[card]] -= 1
    state.held[place] += 1
    state.place[card] = place
    state.shown[card] = 0


@rule
def nth_card(places: Any, place: int, n: int) -> int:
    """The n-th card (from 0, in the order of the table) that lies in `place`."""
    for card in range(len(places)):
        if places[card] == place:
            if n == 0:
                return card
            n -= 1
    return -1
