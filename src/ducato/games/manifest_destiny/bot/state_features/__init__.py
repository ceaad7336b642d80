"""The features of a state for a learned value, and the states in which they are asked for."""

from ducato.games.manifest_destiny.bot.state_features.names import StateFeature
from ducato.games.manifest_destiny.bot.state_features.table import features
from ducato.games.manifest_destiny.bot.state_features.turns import turn_begins

__all__ = ["StateFeature", "features", "turn_begins"]
