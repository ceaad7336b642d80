"""The state, the edition, the component tables and the actions of Manifest Destiny."""

from .actions import ACTIONS, NO, YES, A
from .components import balance, components
from .structs import Edition, State

__all__ = ["ACTIONS", "NO", "YES", "A", "Edition", "State", "balance", "components"]
