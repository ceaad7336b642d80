"""How attractive each action looks to the `greedy` bot; weights in ``data/greedy.toml``."""

from ducato.games.manifest_destiny.rules.features.actions import action_score
from ducato.games.manifest_destiny.rules.features.names import Feature

__all__ = ["Feature", "action_score"]
