"""What bots know of Magnate: the features of actions and of states."""

from .action_features import Feature, action_score
from .mistakes import Mistake, makes_sense, mistakes
from .state_features import StateFeature, features, turn_begins

__all__ = [
    "Feature",
    "Mistake",
    "StateFeature",
    "action_score",
    "features",
    "makes_sense",
    "mistakes",
    "turn_begins",
]
