"""Estimates with confidence intervals, tests and corrections for reports."""

from __future__ import annotations

from collections.abc import Sequence
from math import erfc, sqrt
from statistics import NormalDist
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

Z95 = 1.959964

LOPSIDED = 0.5
"""A side of a lopsided interval is less than this part of the other side."""

Interval = tuple[float, float]
"""The lower and upper bounds of a share or a mean."""


class Estimate(NamedTuple):
    """An estimated number with its uncertainty.

    Attributes:
        value: the estimate.
        low, high: the bounds of the 95 % confidence interval.
    """

    value: float
    low: float
    high: float


def lopsided(found: Estimate) -> bool:
    """Return whether an interval is better given by its ends than by half of its width."""
    sides = found.value - found.low, found.high - found.value
    return min(sides) < LOPSIDED * max(sides)


def wilson_interval(wins: float, games: float, z: float = Z95) -> Interval:
    """Return the confidence interval of a win rate, given `wins` in `games` (Wilson, 1927).

    Without games, it is (0, 1).

    Args:
        wins: the number of wins; shares of a win count as such.
        games: the number of games.
        z: the standard errors on either side; by default those of 95 %.

    Example:
        >>> tuple(round(x, 3) for x in wilson_interval(150, 200))
        (0.686, 0.805)
    """
    if games == 0:
        return 0.0, 1.0
    rate = wins / games
    middle = rate + z**2 / (2 * games)
    half_width = z * sqrt(rate * (1 - rate) / games + z**2 / (4 * games**2))
    scale = 1 + z**2 / games
    low, high = (middle - half_width) / scale, (middle + half_width) / scale
    # Rounding must not push a bound past the rate itself, as it could at 0 and 1.
    return min(rate, max(0.0, low)), max(rate, min(1.0, high))


def share(wins: float, games: float, z: float = Z95) -> Estimate:
    """Return a share with its Wilson interval; without games, 0 from 0 to 1."""
    return Estimate(wins / games if games else 0.0, *wilson_interval(wins, games, z))


def simultaneous(n: int) -> float:
    """Return the `z` with which `n` intervals all hold with 95 %, by Bonferroni's inequality.

    Example:
        >>> [round(simultaneous(n), 3) for n in (1, 6)]
        [1.96, 2.638]
    """
    return NormalDist().inv_cdf(1 - 0.025 / n)


def mean(values: ArrayLike) -> Estimate:
    """Return the mean of independent values with its interval, by the normal approximation.

    Example:
        >>> [round(x, 2) for x in mean([1, 2, 3, 4, 5])]
        [3.0, 1.61, 4.39]
    """
    numbers = np.asarray(values, float)
    if numbers.size == 0:
        return Estimate(0.0, float("-inf"), float("inf"))
    middle = float(numbers.mean())
    half_width = Z95 * float(numbers.std(ddof=1)) / sqrt(numbers.size) if numbers.size > 1 else 0.0
    return Estimate(middle, middle - half_width, middle + half_width)


def ratio(top: ArrayLike, bottom: ArrayLike) -> Estimate:
    """Return the ratio of two sums over games with its interval, by the delta method.

    Args:
        top: the first number of each game, such as its sales.
        bottom: the second one, such as the cards played in it.
    """
    over, under = np.asarray(top, float), np.asarray(bottom, float)
    total = float(under.sum())
    if total == 0:
        return Estimate(0.0, 0.0, 0.0)
    value = float(over.sum()) / total
    residual = over - value * under
    half_width = Z95 * sqrt(float((residual**2).sum())) / total
    return Estimate(value, value - half_width, value + half_width)


def p_value(z: float) -> float:
    """Return the probability that a standard normal number is at least as far from 0 as `z`."""
    return erfc(abs(z) / sqrt(2))


def adjusted(p_values: Sequence[float]) -> NDArray[np.float64]:
    """Return p-values corrected for their number, by Benjamini and Hochberg (1995).

    Of the findings whose corrected value is below 0.05, at most 5 % are false on average.

    Example:
        >>> [round(float(p), 3) for p in adjusted([0.01, 0.04, 0.03, 0.5])]
        [0.04, 0.053, 0.053, 0.5]
    """
    p: NDArray[Any] = np.asarray(p_values, float)
    order = np.argsort(p)[::-1]
    ranks = np.arange(len(p), 0, -1)
    corrected = np.empty(len(p))
    corrected[order] = np.minimum(1.0, np.minimum.accumulate(p[order] * len(p) / ranks))
    return corrected
