"""The scores of actions for the `greedy` bot, by the weights in ``data/greedy.toml``."""

from ducato.games.manifest_destiny.bot.action_features.actions import action_score
from ducato.games.manifest_destiny.bot.action_features.names import Feature

__all__ = ["Feature", "action_score"]
