"""The little statistics that reports need."""

from __future__ import annotations

from math import sqrt

Z95 = 1.959964

Interval = tuple[float, float]
"""Where a share lies: at least, at most."""


def interval95(wins: float, games: int) -> Interval:
    """Wilson's interval: where a win rate lies with 95 % confidence, given `wins` in `games`.

    Example:
        >>> tuple(round(x, 3) for x in interval95(150, 200))
        (0.686, 0.805)
    """
    if games == 0:
        return 0.0, 1.0
    rate = wins / games
    middle = rate + Z95**2 / (2 * games)
    spread = Z95 * sqrt(rate * (1 - rate) / games + Z95**2 / (4 * games**2))
    scale = 1 + Z95**2 / games
    low, high = (middle - spread) / scale, (middle + spread) / scale
    return min(rate, max(0.0, low)), max(rate, min(1.0, high))
