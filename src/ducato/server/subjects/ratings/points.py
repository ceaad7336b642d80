"""The scale on which strengths are shown."""

from __future__ import annotations

SCALE = 60
"""Points per unit of openskill, whose initial 25 become 1500 points."""


def points_of(mu: float) -> int:
    """Return a strength in points."""
    return round(mu * SCALE)


def spread_of(sigma: float) -> int:
    """Return the half-width of the 95 % interval of a strength, in points."""
    return round(2 * sigma * SCALE)


def score_of(mu: float, sigma: float) -> int:
    """Return the strength in points that a person has at least, with about 97.5 % probability."""
    return round((mu - 2 * sigma) * SCALE)
