"""How those fare that do a thing: their share of wins against a fair one; who could, who did."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ducato.runs.play.buffers import PairColumn
from ducato.runs.statistics import Z95, Estimate, p_value, share

LEAST_WINS = 30
"""The number of wins that a fair share would give to the seats that did a thing, below which what
they won is not tested: the normal approximation would find too much."""

ROUNDING = 1e-12
"""A variance below this is 0: whatever all seats of a game do, one of them wins with."""


@dataclass(frozen=True)
class ThingShare:
    """How often seats could do a thing, did it, and won with it.

    What those win that did it is association, not cause: the winning may do it because they win.
    `studies.ban` measures what it costs to go without.

    Attributes:
        thing: the name of the action, kind, component or group.
        sort: "action", "kind", "component" or "group".
        period: 0 to 2 for a third of the game, 3 for the whole game, 4 for the opening.
        available: the number of decisions in which it was possible.
        chosen: the number of decisions in which it was chosen.
        expected: the number in which it would have been, were all legal actions equally likely.
        seats: the number of seats, one for each game.
        done: the number of them that did it.
        passed: the number that could and never did.
        used: the share of the seats that could which did it.
        won: the share of the win of those who did it.
        excess: by how much that exceeds the share that their positions in the order of play have.
        p: the p-value of the excess, corrected for the number of things that are tested; None if
            too few seats did it for a test.
    """

    thing: str
    sort: str
    period: int
    available: int
    chosen: int
    expected: float
    seats: int
    done: int
    passed: int
    used: Estimate
    won: float
    excess: Estimate
    p: float | None

    @property
    def could(self) -> float:
        """The share of all seats that could ever do it."""
        return (self.done + self.passed) / self.seats

    @property
    def did(self) -> float:
        """The share of all seats that did it."""
        return self.done / self.seats


def excess_of(
    pairs: NDArray[Any], fair: NDArray[np.float64]
) -> tuple[float, Estimate, float | None]:
    """Return what those win that did a thing, its excess, and the p-value of that.

    Each seat is compared with the share that its position in the order of play has. The seats of
    one game are not independent, since what one wins no other does: the variance is that of sums
    over games (Liang and Zeger, 1986).

    Args:
        pairs: the sums over pairs of seats, as in `Totals.pairs` for a thing and period.
        fair: the share of the win of each position in the order of play.

    Returns:
        The p-value is not corrected; it is None if too few seats did the thing.
    """
    seats, wins = (
        np.diagonal(pairs[..., column])[0::2] for column in (PairColumn.GAMES, PairColumn.WINS)
    )
    done = float(seats.sum())
    if done < 2:
        return 0.0, Estimate(0.0, -1.0, 1.0), None
    won = float(wins.sum()) / done
    value = won - float(seats @ fair) / done
    own = _variance(pairs, won) / done**2
    # A group that always or never wins would have no variance: one more might have done otherwise.
    error = sqrt(own * done / (done - 1) + 1 / done**2)
    estimate = Estimate(value, max(-1.0, value - Z95 * error), min(1.0, value + Z95 * error))
    if float(seats @ fair) < LEAST_WINS:
        return won, estimate, None
    # The test takes the variance that there would be without any excess: few seats that all lose
    # prove less than their own variance says.
    variance = _variance(pairs, fair) / done**2
    return won, estimate, p_value(value / sqrt(variance)) if variance > ROUNDING else 1.0


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


def _variance(pairs: NDArray[Any], expected: Any) -> float:
    """Return the sum over games of the square of what the seats that did a thing won too much.

    Args:
        pairs: the sums over pairs of seats.
        expected: the share of the win that is expected of each position, or of all.
    """
    did = pairs[0::2, 0::2]
    wanted = np.broadcast_to(np.asarray(expected, float), (len(did),))
    crossed = did[..., PairColumn.WINS] * wanted
    products = did[..., PairColumn.PRODUCTS] - crossed - crossed.T
    products = products + did[..., PairColumn.GAMES] * np.outer(wanted, wanted)
    return max(0.0, float(products.sum()))
