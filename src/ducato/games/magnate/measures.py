"""The numbers of a seat that charts show from turn to turn, and the lab measures."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from ducato.core.verbs import rule

from .rules.scoring import districts_won, supply, tie_total
from .state import Edition, Phase, State


class Series(IntEnum):
    """The numbers, in the order in which they decide the game [magnate 5.7]."""

    DISTRICTS = 0
    SUM = 1
    TOKENS = 2


@rule
def series(state: State, edition: Edition, seat: int, out: Any) -> None:
    """Write a seat's numbers into `out`: 0 until the Crowns have been dealt."""
    dealt = int(state.phase > Phase.DEAL_CROWNS)
    out[Series.DISTRICTS] = districts_won(state, edition, seat) if dealt else 0
    out[Series.SUM] = tie_total(state, edition, seat) if dealt else 0
    out[Series.TOKENS] = supply(state, edition, seat) if dealt else 0
