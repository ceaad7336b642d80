"""What bots know of The Builders: Middle Ages: the features of actions and of states."""

from .action_features import Feature, action_score
from .state_features import StateFeature, features, turn_begins
from .thrift import makes_sense

__all__ = [
    "Feature",
    "StateFeature",
    "action_score",
    "features",
    "makes_sense",
    "turn_begins",
]
