"""What bots know of The Builders: Middle Ages: the features of actions and of states."""

from .action_features import Feature, action_score
from .mistakes import Mistake, mistakes
from .state_features import StateFeature, features, turn_begins
from .thrift import makes_sense

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
