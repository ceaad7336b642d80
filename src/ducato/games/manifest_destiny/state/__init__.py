"""The state, the edition, the component tables and the actions of Manifest Destiny."""

from ducato.games.manifest_destiny.state.actions import ACTIONS, NO, YES, A
from ducato.games.manifest_destiny.state.components import balance, components
from ducato.games.manifest_destiny.state.structs import Edition, State

__all__ = ["ACTIONS", "NO", "YES", "A", "Edition", "State", "balance", "components"]
