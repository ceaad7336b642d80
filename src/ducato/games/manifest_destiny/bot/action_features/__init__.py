"""The scores of actions for the `greedy` bot, by the weights in ``data/greedy.toml``."""

from .actions import action_score
from .names import Feature

__all__ = ["Feature", "action_score"]
