"""What bots know of the game."""

from typing import Any

from ducato.core.verbs import rule

from .state import A


@rule
def action_score(state: Any, edition: Any, action: int, weights: Any) -> float:
    """Return a high score for what is worth more than it costs, and most for building it."""
    if action == A.EARN:
        return 1.5
    card = action - A.BUILD if action >= A.BUILD else action - A.TAKE
    worth = 2.0 * edition.points[card] + 1.5 * edition.income[card] - 0.5 * edition.price[card]
    return 4.0 + worth if action >= A.BUILD else worth
