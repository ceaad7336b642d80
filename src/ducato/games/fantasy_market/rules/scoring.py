"""The ranking: by gold, for which unsold tiles may count too, then by their value.

[fantasy-market 9.2].
"""

from __future__ import annotations

from typing import Any

from ducato.core.verbs import rule

from ..parts import TILE_COUNT, FinalTie
from ..state import Edition, State
from .treasury import PER_CENT


@rule
def stock_value(state: State, edition: Edition, seat: int) -> int:
    """Return the total trade value of the seat's unsold tiles [9, 12.23]."""
    total = 0
    for tile in range(TILE_COUNT):
        total += int(state.stock[seat, tile]) * int(edition.tile_value[tile])
    return total


@rule
def stock_gold(state: State, edition: Edition, seat: int) -> int:
    """Return the gold for which the seat's unsold tiles count in the end, rounded down [9.2]."""
    return stock_value(state, edition, seat) * int(edition.final_tile_price) // PER_CENT


@rule
def final_gold(state: State, edition: Edition, seat: int) -> int:
    """Return the seat's gold together with that for which its unsold tiles count [9.2]."""
    return int(state.gold[seat]) + stock_gold(state, edition, seat)


@rule
def is_ahead(state: State, edition: Edition, seat: int, other: int) -> bool:
    """Return whether a seat ranks above another: by gold, then by the value of unsold tiles [9.2].

    The latter decides only if `final_tie` is `STOCK_VALUE`.
    """
    ahead = final_gold(state, edition, seat) - final_gold(state, edition, other)
    if ahead != 0 or edition.final_tie != FinalTie.STOCK_VALUE:
        return ahead > 0
    return stock_value(state, edition, seat) > stock_value(state, edition, other)


@rule
def ranking(state: State, edition: Edition, out: Any) -> None:
    for seat in range(edition.players):
        out[seat] = 1
        for other in range(edition.players):
            if is_ahead(state, edition, other, seat):
                out[seat] += 1
