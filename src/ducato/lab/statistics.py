"""Confidence intervals for reports."""

from __future__ import annotations

from math import sqrt

Z95 = 1.959964

Interval = tuple[float, float]
"""The lower and upper bounds of a share."""


def wilson_interval(wins: float, games: int) -> Interval:
    """Return the 95 % confidence interval of a win rate, given `wins` in `games` (Wilson, 1927).

    Without games, it is (0, 1).

    Example:
        >>> tuple(round(x, 3) for x in wilson_interval(150, 200))
        (0.686, 0.805)
    """
    if games == 0:
        return 0.0, 1.0
    rate = wins / games
    middle = rate + Z95**2 / (2 * games)
    half_width = Z95 * sqrt(rate * (1 - rate) / games + Z95**2 / (4 * games**2))
    scale = 1 + Z95**2 / games
    low, high = (middle - half_width) / scale, (middle + half_width) / scale
    # Rounding must not push a bound past the rate itself, as it could at 0 and 1.
    return min(rate, max(0.0, low)), max(rate, min(1.0, high))
