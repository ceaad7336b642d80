"""The ranking: by gold, then by the value of unsold tiles [fantasy-market 9.2]."""

from __future__ import annotations

from typing import Any

from ducato.core.verbs import rule
from ducato.games.fantasy_market.parts import TILE_COUNT, FinalTie
from ducato.games.fantasy_market.state import Edition, State


@rule
def stock_value(state: State, edition: Edition, seat: int) -> int:
    """Return the total trade value of the seat's unsold tiles [9, 12.23]."""
    total = 0
    for tile in range(TILE_COUNT):
        total += int(state.stock[seat, tile]) * int(edition.tile_value[tile])
    return total


@rule
def is_ahead(state: State, edition: Edition, seat: int, other: int) -> bool:
    """Return whether a seat ranks above another: by gold, then by the value of unsold tiles [9.2].

    The latter counts only if `final_tie` is `STOCK_VALUE`.
    """
    if state.gold[seat] != state.gold[other] or edition.final_tie != FinalTie.STOCK_VALUE:
        return state.gold[seat] > state.gold[other]
    return stock_value(state, edition, seat) > stock_value(state, edition, other)


@rule
def ranking(state: State, edition: Edition, out: Any) -> None:
    for seat in range(edition.players):
        out[seat] = 1
        for other in range(edition.players):
            if is_ahead(state, edition, other, seat):
                out[seat] += 1
