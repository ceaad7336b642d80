"""The state and the edition of Manifest Destiny; see `tables`, `records`, `components`."""

from ducato.games.manifest_destiny.state.actions import ACTIONS
from ducato.games.manifest_destiny.state.components import components
from ducato.games.manifest_destiny.state.records import Edition, State

__all__ = ["ACTIONS", "Edition", "State", "components"]
