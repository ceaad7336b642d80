"""The numbers of a seat that charts show from turn to turn, and the lab measures."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from ducato.core.verbs import rule

from .state import Edition, State


class Series(IntEnum):
    """The numbers, those first that decide the game [manifest-destiny 10.2]."""

    POINTS = 0
    CASH = 1
    PROFIT = 2
    TERRITORIES = 3


@rule
def series(state: State, edition: Edition, seat: int, out: Any) -> None:
    out[Series.POINTS] = state.vp[seat]
    out[Series.CASH] = state.cash[seat]
    out[Series.PROFIT] = state.profit[seat]
    out[Series.TERRITORIES] = 0
    for territory in range(len(state.owner)):
        if state.owner[territory] == seat:
            out[Series.TERRITORIES] += 1
