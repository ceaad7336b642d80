"""The scores of actions for the `greedy` bot, by the weights in ``data/greedy.toml``."""

from ducato.games.manifest_destiny.rules.features.actions import action_score
from ducato.games.manifest_destiny.rules.features.names import Feature

__all__ = ["Feature", "action_score"]
