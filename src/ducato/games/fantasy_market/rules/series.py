"""The numbers of a seat that charts show from turn to turn, and the lab measures."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from ducato.core.verbs import rule
from ducato.games.fantasy_market.rules.scoring import stock_value
from ducato.games.fantasy_market.state import Edition, State


class Series(IntEnum):
    """The numbers, in the order in which they decide the game [fantasy-market 9.2]."""

    GOLD = 0
    STOCK = 1


@rule
def series(state: State, edition: Edition, seat: int, out: Any) -> None:
    out[Series.GOLD] = state.gold[seat]
    out[Series.STOCK] = stock_value(state, edition, seat)
