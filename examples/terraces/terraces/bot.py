"""What bots know of the game."""

from typing import Any

from ducato.core.verbs import rule

from .rules import harvest


@rule
def action_score(state: Any, edition: Any, action: int, weights: Any) -> float:
    return 1.0 * harvest(state, edition, action)
