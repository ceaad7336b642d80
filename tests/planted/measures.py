"""Numbers for charts and the lab."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from tests.planted.state import A

from ducato.core.verbs import rule


class Series(IntEnum):
    """The numbers of a seat."""

    POINTS = 0


class Counter(IntEnum):
    """The counters."""

    RESTS = 0


MEMORY = 1


@rule
def series(state: Any, edition: Any, seat: int, out: Any) -> None:
    out[Series.POINTS] = state.points[seat]


@rule
def count(state: Any, edition: Any, player: int, action: int, counters: Any, memory: Any) -> None:
    if player >= 0:
        memory[0] += 1
        counters[Counter.RESTS] += action == A.REST
