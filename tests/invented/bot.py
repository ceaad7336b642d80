"""The one thing that a player of the invented game looks at."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from ducato.core.verbs import rule


class Feature(IntEnum):
    """The features, in the order of their weights."""

    HIGH = 0  # number of the card


@rule
def action_score(state: Any, edition: Any, action: int, weights: Any) -> float:
    return weights[Feature.HIGH] * action


@rule
def estimate(state: Any, edition: Any, out: Any) -> None:
    """Who has more points is the likelier winner."""
    total = 0
    for seat in range(edition.players):
        total += state.points[seat] + 1
    for seat in range(edition.players):
        out[seat] = (state.points[seat] + 1) / total
