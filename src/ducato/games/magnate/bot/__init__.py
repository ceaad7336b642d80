"""What bots know of Magnate: the features of actions and of states."""

from .action_features import Feature, action_score
from .state_features import StateFeature, features, turn_begins

__all__ = [
    "Feature",
    "StateFeature",
    "action_score",
    "features",
    "turn_begins",
]
