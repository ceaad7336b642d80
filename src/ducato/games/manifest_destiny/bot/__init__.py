"""What bots know of Manifest Destiny: the features of actions and of states."""

from ducato.games.manifest_destiny.bot.action_features import Feature, action_score
from ducato.games.manifest_destiny.bot.estimate import estimate
from ducato.games.manifest_destiny.bot.state_features import StateFeature, features, turn_begins

__all__ = [
    "Feature",
    "StateFeature",
    "action_score",
    "estimate",
    "features",
    "turn_begins",
]
