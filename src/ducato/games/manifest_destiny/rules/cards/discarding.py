"""Discarding by Storytelling, in Card Play and when it is acquired [manifest-destiny 6.9]."""

from __future__ import annotations

from typing import Any

from ducato.core.verbs import rule

from ...state import A, Edition, State
from ...state.tables import CARDS, Advance, Phase, Stage, Zone
from ..tokens import owns
from .deck import cards_in, move_unseen


@rule
def can_discard(state: State, seat: int) -> bool:
    """Return whether a seat may discard a card by Storytelling, which it may once in each turn.

    A ruling allows it only before the seat plays cards [manifest-destiny 6.9] (A7).
    """
    if state.discarded[seat] or not owns(state, seat, Advance.STORYTELLING):
        return False
    return cards_in(state, Zone.HAND + seat) > 0


@rule
def legal_discard(state: State, edition: Edition, out: Any) -> int:
    """List the cards in the hand; in Investment the seat may also pass [manifest-destiny 6.9]."""
    n = 0
    for card in range(CARDS):
        if state.zone[card] == Zone.HAND + state.chooser:
            out[n] = A.CARD + card
            n += 1
    if state.stage == Stage.INVESTMENT:
        out[n] = A.DONE
        n += 1
    return n


@rule
def apply_discard(state: State, edition: Edition, action: int) -> None:
    """Discard a card out of the game by Storytelling, or decline to [manifest-destiny 6.9]."""
    if action != A.DONE:
        move_unseen(state, edition, action - A.CARD, Zone.DISCARDED + state.active, 0)
    state.phase = Phase.PLAY if state.stage == Stage.CARDS else Phase.INVEST
