"""The symmetry check: does a player win more often because of the number of the seat?

The seats of equal players may differ only by their positions in the order of play. A rule, bot or
feature that prefers a seat's number, such as a tie that goes to the lowest one, shows as a share of
wins that these positions do not explain.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ducato.runs.statistics import Z95, Interval, p_value


@dataclass(frozen=True)
class SeatBias:
    """What the number of one seat is worth.

    Attributes:
        excess: the seat's share of wins, less what its positions in the order of play explain;
            the excesses of all seats add up to 0.
        interval95: 95 % confidence interval of `excess`.
        p_value: the probability that, among all seats of a symmetric game, at least one has so
            large an excess by chance; at most 1 (two-sided, corrected by Bonferroni).
    """

    excess: float
    interval95: Interval
    p_value: float


def seat_bias(shares: NDArray[Any], order: NDArray[Any]) -> list[SeatBias]:
    """Return the bias of each seat in games of equal players.

    The share of a win is taken as the sum of an effect of the position and one of the seat, fitted
    by least squares. Seats of the same game depend on each other, so that errors are estimated from
    whole games. If positions and seats cannot be told apart, as when the same seat always begins,
    positions explain everything: the excess is 0, in an interval from -1 to 1.

    Args:
        shares: each seat's share of the win, one row for each game; a row adds up to 1.
        order: each seat's position in the order of play, in the same form, from 1.

    Example:
        >>> wins = np.array([[1, 0], [1, 0], [0, 1], [1, 0]])
        >>> order = np.array([[1, 2], [2, 1], [1, 2], [2, 1]])
        >>> [round(bias.excess, 2) for bias in seat_bias(wins, order)]
        [0.25, -0.25]
    """
    seats = shares.shape[1]
    at = order.astype(np.intp) - 1
    everyone = np.broadcast_to(np.arange(seats), at.shape)
    count, total = np.zeros((seats, seats)), np.zeros(seats)
    np.add.at(count, (everyone, at), 1.0)
    np.add.at(total, at, shares)
    games = np.maximum(count.sum(axis=0), 1.0)
    # Rows of the seats' indicators, less their means at the same position: of seat s at position p
    # in regressors[s, p].
    regressors = np.eye(seats)[:, None, :] - (count / games).T[None, :, :]
    gram = np.einsum("sp,spi,spj->ij", count, regressors, regressors)
    if np.linalg.matrix_rank(gram, hermitian=True) < seats - 1:
        return [SeatBias(0.0, (-1.0, 1.0), 1.0)] * seats
    inverse = np.linalg.pinv(gram, hermitian=True)
    rows, left = regressors[everyone, at], shares - (total / games)[at]
    excess = inverse @ np.einsum("gsi,gs->i", rows, left)
    scores = np.einsum("gsi,gs->gi", rows, left - rows @ excess)
    errors = np.sqrt(((scores @ inverse) ** 2).sum(axis=0))
    return [_bias(*found, seats) for found in zip(excess.tolist(), errors.tolist(), strict=True)]


def _bias(excess: float, error: float, seats: int) -> SeatBias:
    deviation = excess / error if error else (np.inf if excess else 0.0)
    interval = (excess - Z95 * error, excess + Z95 * error)
    return SeatBias(excess, interval, min(1.0, seats * p_value(deviation)))
