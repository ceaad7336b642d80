"""Scores of predicted chances of winning: how far they are from what happened."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

STEPS = (1, 6, 12, 20, 30, 50, 100)
"""The least number of turns left of each group of positions."""
LEAST = 1e-6
"""Chances are kept this far from 0 and 1, so that one certain mistake does not decide."""


@dataclass(frozen=True)
class Score:
    """The score of predictions for a group of positions.

    Attributes:
        turns_left: the turns left in these positions, as "6-11", "100-" or "all".
        positions: their number.
        log_loss: mean cross-entropy in nats; of two equal chances it is 0.693.
        brier: mean squared error of the chance of a seat.
        auc: the probability that a seat that won alone was given a greater chance than a seat that
            lost, of all positions; 0.5 if nobody did.
    """

    turns_left: str
    positions: int
    log_loss: float
    brier: float
    auc: float

    def to_dict(self) -> dict[str, Any]:
        """Return the fields as a dictionary that can be written as JSON."""
        return asdict(self)


def scores(chances: NDArray[Any], wins: NDArray[Any], left: NDArray[Any]) -> list[Score]:
    """Return the score of predictions for all positions, and for each group by turns left.

    Args:
        chances: by position and seat, the predicted chance of winning; their sum is 1.
        wins: by position and seat, the share of the win.
        left: the number of turns left, by position.
    """
    found = [_score("all", chances, wins)]
    for least, after in zip(STEPS, (*STEPS[1:], None), strict=True):
        group = (left >= least) & (left < after) if after else left >= least
        if group.any():
            name = f"{least}-{after - 1}" if after else f"{least}-"
            found.append(_score(name, chances[group], wins[group]))
    return found


def log_losses(chances: NDArray[Any], wins: NDArray[Any]) -> NDArray[np.float64]:
    """Return the cross-entropy of each position in nats."""
    safe = np.clip(chances.astype(np.float64), LEAST, 1 - LEAST)
    losses: NDArray[np.float64] = -(wins * np.log(safe)).sum(axis=1)
    return losses


def _score(name: str, chances: NDArray[Any], wins: NDArray[Any]) -> Score:
    return Score(
        turns_left=name,
        positions=len(chances),
        log_loss=float(log_losses(chances, wins).mean()),
        brier=float(((chances - wins) ** 2).mean()),
        auc=_auc(chances.ravel(), wins.ravel()),
    )


def _auc(chances: NDArray[Any], wins: NDArray[Any]) -> float:
    """Return the area under the curve; shared wins are left out, and equal chances count half."""
    clear = (wins == 0) | (wins == 1)
    chances, won = chances[clear], wins[clear] == 1
    if won.all() or not won.any():
        return 0.5
    _, inverse, counts = np.unique(chances, return_inverse=True, return_counts=True)
    ranks = (np.cumsum(counts) - (counts - 1) / 2)[inverse]  # equal chances share their rank
    number = int(won.sum())
    above = float(ranks[won].sum()) - number * (number + 1) / 2
    return above / (number * (len(won) - number))
