"""What bots know of the game."""

from typing import Any

from ducato.core.verbs import rule

from .rules import beats, best_seat, played
from .state import RANKS, TRUMP


@rule
def action_score(state: Any, edition: Any, action: int, weights: Any) -> float:
    """Return a high score for cards that take the trick, and otherwise for cheap cards."""
    if state.mover != state.leader and beats(action, played(state, best_seat(state, edition))):
        return 1.0
    return -(action % RANKS) - 10.0 * (action // RANKS == TRUMP)
