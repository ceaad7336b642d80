"""Steps of Breakthroughs that cards give, and claims in Card Play [manifest-destiny 6.14].

Research for a card ends here too, with the offer of a claim. The card's player is the chooser
throughout.
"""

from __future__ import annotations

from typing import Any

from ducato.core.verbs import rule

from ...state import YES, A, Edition, State
from ...state.tables import Phase
from ..cards.programs import next_step
from .steps import (
    can_claim,
    claim,
    is_claimed,
    lay_step,
    list_open_numbers,
    markers_left,
    only_number,
    open_numbers,
)


@rule
def offer_claim(state: State, edition: Edition) -> None:
    """Offer a claim after a card's steps, or finish the operation [manifest-destiny 6.14] (A26)."""
    if can_claim(state, edition, state.hero, state.breakthrough):
        state.phase = Phase.CLAIM
    else:
        end_card_steps(state)


@rule
def end_card_steps(state: State) -> None:
    state.breakthrough = -1
    next_step(state)


@rule
def apply_claim(state: State, edition: Edition, action: int) -> None:
    """Claim the Breakthrough that a card's steps completed, or decline to (A26)."""
    if action == YES:
        claim(state, edition, state.hero, state.breakthrough)
    end_card_steps(state)


@rule
def offer_step(state: State, edition: Edition, breakthrough: int) -> None:
    """Place the step marker that a Leader gives, or ask for its number if several are open.

    No marker is placed if the Breakthrough is claimed or complete, or the seat has none left
    [manifest-destiny 6.14].
    """
    seat = state.hero
    needed = open_numbers(state, edition, seat, breakthrough)
    state.breakthrough = breakthrough
    if is_claimed(state, edition, breakthrough) or needed == 0:
        end_card_steps(state)
    elif markers_left(state, edition, seat) <= 0:
        end_card_steps(state)
    elif only_number(needed) > 0:
        lay_step(state, edition, seat, breakthrough, only_number(needed))
        offer_claim(state, edition)
    else:
        state.phase = Phase.STEP


@rule
def legal_step(state: State, edition: Edition, out: Any) -> int:
    """List the numbers for a Leader's step marker."""
    return list_open_numbers(state, edition, out)


@rule
def apply_step(state: State, edition: Edition, action: int) -> None:
    """Place the step marker of a Leader on a number."""
    lay_step(state, edition, state.hero, state.breakthrough, action - A.NUMBER + 1)
    offer_claim(state, edition)
