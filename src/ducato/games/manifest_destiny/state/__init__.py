"""The state and the edition of Manifest Destiny; see `tables`, `structs`, `components`."""

from ducato.games.manifest_destiny.state.actions import ACTIONS
from ducato.games.manifest_destiny.state.components import components
from ducato.games.manifest_destiny.state.structs import Edition, State

__all__ = ["ACTIONS", "Edition", "State", "components"]
