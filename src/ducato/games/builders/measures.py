"""The numbers of a seat that charts show from turn to turn, and the lab measures."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from ducato.core.verbs import rule

from .rules.scoring import score
from .state import Edition, State


class Series(IntEnum):
    """The numbers."""

    SCORE = 0
    COINS = 1


@rule
def series(state: State, edition: Edition, seat: int, out: Any) -> None:
    out[Series.SCORE] = score(state, edition, seat)
    out[Series.COINS] = state.coins[seat]
