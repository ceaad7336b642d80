"""From which loss on a choice is an inaccuracy, a mistake or a blunder."""

from __future__ import annotations

from enum import StrEnum

from ducato.bots.analysis.model import Decision

INACCURACY, MISTAKE, BLUNDER = 0.02, 0.05, 0.10
"""The losses, as chances of winning, from which a choice has these names."""


class Mark(StrEnum):
    """How good a choice was."""

    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


def mark_of(decision: Decision) -> Mark:
    """Return how good a choice was; a loss that may be an error of the estimate is ignored."""
    lost = decision.lost
    if lost < INACCURACY or lost <= decision.margin:
        return Mark.GOOD
    if lost < MISTAKE:
        return Mark.INACCURACY
    return Mark.MISTAKE if lost < BLUNDER else Mark.BLUNDER
