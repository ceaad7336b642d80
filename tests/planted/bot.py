"""What bots know of the game."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from ducato.core.verbs import rule

from .rules import worth


class Feature(IntEnum):
    """The features of an action."""

    POINTS = 0  # the expected points


@rule
def action_score(state: Any, edition: Any, action: int, weights: Any) -> float:
    return weights[Feature.POINTS] * worth(edition, action)
