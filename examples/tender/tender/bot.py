"""What bots know of the game."""

from typing import Any

from ducato.core.verbs import rule

from .state import LOTS


@rule
def action_score(state: Any, edition: Any, action: int, weights: Any) -> float:
    """Return a high score for a bid near the share of the coins that the lot is worth."""
    left = edition.rounds - state.round
    spread = (state.round + state.mover) % edition.players
    worth = 2.0 * state.lot * state.coins[state.mover] / (left * (LOTS + 1)) + spread
    return -abs(action - worth)
