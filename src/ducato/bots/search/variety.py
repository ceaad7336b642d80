"""The draw of an action that is a little worse than the best."""

from __future__ import annotations

from typing import Any

from ducato.compile.kernels import kernel
from ducato.core.exponential import exponential

WORST = 3
"""How much worse than the best action one may be that is played for variety, in its own measure."""
JUDGED, FEWEST = 8, 2
"""An action that is played for variety has at least this many visits, and at least one for every
so many of the most visited action: the value of one with fewer says little."""


@kernel
def vary(visits: Any, values: Any, variety: float, drawn: float) -> int:
    """Return the index of one of the good actions; see `bot.varied`.

    Args:
        visits: the visits of each action tried.
        values: its value.
        variety: the difference that counts, in shares of a win.
        drawn: a random number of at least 0, below 1.
    """
    most = 0
    for i in range(len(visits)):
        most = max(most, int(visits[i]))
    enough = min(max(FEWEST, most / JUDGED), most)
    highest = -1.0
    for i in range(len(visits)):
        if visits[i] >= enough:
            highest = max(highest, values[i])
    total = 0.0
    for i in range(len(visits)):
        if visits[i] >= enough and highest - values[i] <= WORST * variety:
            total += exponential((values[i] - highest) / variety)
    left = drawn * total
    last = 0
    for i in range(len(visits)):
        if visits[i] >= enough and highest - values[i] <= WORST * variety:
            left -= exponential((values[i] - highest) / variety)
            last = i
            if left < 0:
                return i
    return last
