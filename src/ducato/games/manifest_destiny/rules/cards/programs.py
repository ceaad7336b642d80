"""The present operation of a card [manifest-destiny 6.4, 20.8].

A card's program has up to three operations and up to two payouts; `State.step` counts those done.
"""

from __future__ import annotations

from ducato.core.verbs import rule

from ...state import Edition, State
from ...state.choices import DestinyOrder
from ...state.tables import OPERATIONS, PAYOUTS, Phase


@rule
def position_of(state: State, edition: Edition) -> int:
    """Return the number of the card's present operation (0 to 2) or payout (3, 4) (A8)."""
    step = state.step
    if edition.destiny_order == DestinyOrder.PAYOUT_FIRST:
        return step + OPERATIONS if step < PAYOUTS else step - PAYOUTS
    return step


@rule
def operation(state: State, edition: Edition) -> int:
    """Return the card's present operation; there is none during a payout."""
    return edition.op[state.card, position_of(state, edition)]


@rule
def argument(state: State, edition: Edition) -> int:
    """Return the first argument of the card's present operation."""
    return edition.op_a[state.card, position_of(state, edition)]


@rule
def next_step(state: State) -> None:
    state.step += 1
    state.left = -1
    state.turner = 0
    state.territory = -1
    state.phase = Phase.RESOLVE


@rule
def seat_after(state: State, edition: Edition, turn: int) -> int:
    """Return the seat that is `turn` positions after the card's player in turn order."""
    return state.order[(state.position[state.hero] + turn) % edition.players]
