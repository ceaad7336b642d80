"""The final score and the ranking [builders 6.3, 6.4, 8.7, 8.20]."""

from __future__ import annotations

from typing import Any

from ducato.core.verbs import rule

from ..state import Edition, State


@rule
def coin_points(state: State, edition: Edition, seat: int) -> int:
    """Return the points for a seat's coins, one for each `coins_per_point` [builders 6.3]."""
    return state.coins[seat] // edition.coins_per_point


@rule
def score(state: State, edition: Edition, seat: int) -> int:
    """Return a seat's score: the points of its finished cards and of its coins [builders 6.3]."""
    return state.points[seat] + coin_points(state, edition, seat)


@rule
def card_points(state: State, edition: Edition, seat: int) -> int:
    """Return the first tie-breaker: the points of a seat's finished cards [builders 6.4, 8.7].

    Machines are left out if `machines_count` is off.
    """
    if edition.machines_count:
        return int(state.points[seat])
    return state.points[seat] - state.machine_points[seat]


@rule
def is_ahead(state: State, edition: Edition, seat: int, other: int) -> bool:
    """Return whether a seat beats another: by score, then cards, then coins [builders 6.4]."""
    lead = score(state, edition, seat) - score(state, edition, other)
    if lead == 0:
        lead = card_points(state, edition, seat) - card_points(state, edition, other)
    if lead == 0:
        lead = int(state.coins[seat]) - int(state.coins[other])
    return lead > 0


@rule
def ranking(state: State, edition: Edition, out: Any) -> None:
    for seat in range(edition.players):
        out[seat] = 1
        for other in range(edition.players):
            if is_ahead(state, edition, other, seat):
                out[seat] += 1
