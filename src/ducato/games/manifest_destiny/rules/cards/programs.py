"""The present operation of a card [manifest-destiny 6.4, 20.8].

A card's program is up to three operations, then up to two payouts; `State.step` counts them. This
module must not know what an operation does.
"""

from __future__ import annotations

from ducato.core.verbs import rule
from ducato.games.manifest_destiny.state import Edition, State
from ducato.games.manifest_destiny.state.tables import OPERATIONS, PAYOUTS, Phase

PAYOUT_FIRST = 1  # value of the ruling `destiny_order`


@rule
def position_of(state: State, edition: Edition) -> int:
    """Return which operation (0..2) or payout (3, 4) the card has come to (A8)."""
    step = int(state.step)
    if edition.destiny_order == PAYOUT_FIRST:
        return step + OPERATIONS if step < PAYOUTS else step - PAYOUTS
    return step


@rule
def operation(state: State, edition: Edition) -> int:
    """Return the operation at hand, `Op.NONE` in a payout."""
    where = position_of(state, edition)
    return int(edition.op[state.card, where]) if where < OPERATIONS else 0


@rule
def argument(state: State, edition: Edition) -> int:
    """Return the first argument of the operation at hand."""
    return int(edition.op_a[state.card, position_of(state, edition)])


@rule
def next_step(state: State) -> None:
    state.step += 1
    state.left = -1
    state.turner = 0
    state.territory = -1
    state.phase = Phase.RESOLVE


@rule
def seat_after(state: State, edition: Edition, turn: int) -> int:
    """Return the seat a number of positions after the card's player in turn order."""
    return int(state.order[(state.position[state.hero] + turn) % edition.players])
