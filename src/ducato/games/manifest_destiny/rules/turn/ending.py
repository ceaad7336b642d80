"""The end of the game: its condition and the ranking [manifest-destiny 10.1, 10.2]."""

from __future__ import annotations

from typing import Any

from ducato.core.verbs import rule

from ...state import Edition, State


@rule
def somebody_won(state: State, edition: Edition) -> bool:
    """Return whether a player has enough points to end the game [manifest-destiny 10.1]."""
    for seat in range(edition.players):
        if state.vp[seat] >= edition.vp_to_end:
            return True
    return False


@rule
def ranking(state: State, edition: Edition, out: Any) -> None:
    """Write the ranks of the seats, from 1, into `out`: by points, then cash, then Profit.

    Seats that are equal in all three share a rank [manifest-destiny 10.2].
    """
    for seat in range(edition.players):
        out[seat] = 1
        for other in range(edition.players):
            if is_ahead(state, other, seat):
                out[seat] += 1


@rule
def is_ahead(state: State, one: int, other: int) -> bool:
    lead = state.vp[one] - state.vp[other]
    if lead == 0:
        lead = state.cash[one] - state.cash[other]
    if lead == 0:
        lead = state.profit[one] - state.profit[other]
    return bool(lead > 0)
