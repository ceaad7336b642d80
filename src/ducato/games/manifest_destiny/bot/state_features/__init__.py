"""The features of a state for a learned value, and the states in which they are asked for."""

from .names import StateFeature
from .table import features
from .turns import turn_begins

__all__ = ["StateFeature", "features", "turn_begins"]
