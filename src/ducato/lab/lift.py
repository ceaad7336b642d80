"""The lift of an action: how much more often those win that do it than those that could."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ducato.runs.play.buffers import PairColumn
from ducato.runs.statistics import Z95, Estimate, p_value, share

LEAST_WINS = 30
"""The number of wins that a fair share would give to the seats that did a thing, and to those that
did not, below which a lift is not tested: the normal approximation would find too much."""

ROUNDING = 1e-12
"""A variance below this is 0: whatever all seats of a game do, one of them wins with."""


@dataclass(frozen=True)
class Lift:
    """How much more often seats win that do a thing than seats that could and do not.

    This is association, not cause: the losing may do it because they lose. `studies.ban` measures
    what it costs to go without.

    Attributes:
        thing: the name of the action, kind, component or group.
        sort: "action", "kind", "component" or "group".
        period: 0 to 2 for a third of the game, 3 for the whole game.
        available: the number of decisions in which it was possible.
        chosen: the number of decisions in which it was chosen.
        expected: the number in which it would have been, were all legal actions equally likely.
        done: the number of seats, one for each game, that did it.
        passed: the number of seats that could and never did.
        used: the share of the seats that could which did it.
        lift: P(win | done) - P(win | offered, not done), compared within each position in the order
            of play and averaged over them.
        p: the p-value of the lift, corrected for the number of things that are tested; None if too
            few seats did it, or did not, for a test.
    """

    thing: str
    sort: str
    period: int
    available: int
    chosen: int
    expected: float
    done: int
    passed: int
    used: Estimate
    lift: Estimate
    p: float | None


def lift_of(pairs: NDArray[Any]) -> tuple[Estimate, float | None]:
    """Return the lift of a thing and its p-value, not corrected; None if it is not tested.

    The differences at each position in the order of play are weighted as by Mantel and Haenszel
    (1959). The seats of one game are not independent, since what one wins no other does: the
    variance is that of sums over games (Liang and Zeger, 1986).

    Args:
        pairs: the sums over pairs of seats, as in `Totals.pairs` for a thing and period.
    """
    seats, wins = (
        np.diagonal(pairs[..., column]) for column in (PairColumn.GAMES, PairColumn.WINS)
    )
    done, passed = seats[0::2], seats[1::2]
    both = (done > 1) & (passed > 1)
    if not both.any():
        return Estimate(0.0, -1.0, 1.0), None
    weights = np.where(both, done * passed / np.maximum(1, done + passed), 0.0)
    weights /= weights.sum()
    # What the result of a seat adds to the lift, were it 1 above what is expected of it.
    influence = np.repeat(weights, 2) / np.maximum(1, seats)
    influence[1::2] *= -1
    value = float(influence @ wins)
    rates = wins / np.maximum(1, seats)
    corrected = influence * np.sqrt(seats / np.maximum(1, seats - 1))
    # A group that always or never wins would have no variance: one more might have done otherwise.
    error = sqrt(_variance(pairs, rates, corrected) + float((influence**2).sum()))
    estimate = Estimate(value, max(-1.0, value - Z95 * error), min(1.0, value + Z95 * error))
    if min(done[both].sum(), passed[both].sum()) < LEAST_WINS * len(both):
        return estimate, None
    # The test takes the variance that there would be without any lift: few seats that all lose
    # prove less than their own variance says.
    equal = (wins[0::2] + wins[1::2]) / np.maximum(1, done + passed)
    fair = _variance(pairs, np.repeat(equal, 2), influence)
    return estimate, p_value(value / sqrt(fair)) if fair > ROUNDING else 1.0


def used(pairs: NDArray[Any]) -> Estimate:
    """Return the share of the seats that could do a thing which did it.

    Its interval is that of as many independent seats as would have the variance of sums over games.

    Args:
        pairs: the sums over pairs of seats, as in `Totals.pairs` for a thing and period.
    """
    seats = np.diagonal(pairs[..., PairColumn.GAMES])
    done, could = float(seats[0::2].sum()), float(seats.sum())
    rate = done / could if could else 0.0
    residual = np.tile([1 - rate, -rate], len(seats) // 2)
    squares = float(residual @ pairs[..., PairColumn.GAMES] @ residual)
    alike = could * rate * (1 - rate)
    independent = could * alike / squares if squares > 0 else could
    return share(rate * independent, independent)


def _variance(
    pairs: NDArray[Any], expected: NDArray[np.float64], influence: NDArray[np.float64]
) -> float:
    """Return the sum over games of the square of what their seats add to the lift.

    Args:
        pairs: the sums over pairs of seats.
        expected: the share of the win that is expected of each group of seats.
        influence: what a seat of each group adds for each win above that.
    """
    crossed = pairs[..., PairColumn.WINS] * expected
    products = pairs[..., PairColumn.PRODUCTS] - crossed - crossed.T
    products += pairs[..., PairColumn.GAMES] * np.outer(expected, expected)
    return max(0.0, float(influence @ products @ influence))
