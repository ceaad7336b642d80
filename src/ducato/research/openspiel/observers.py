"""The observers of OpenSpiel: a redacted position as an array or a text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import pyspiel

from ducato.core.errors import BadValue
from ducato.core.game import LoadedGame
from ducato.core.position import checked_seat
from ducato.core.visibility import SPECTATOR

if TYPE_CHECKING:
    from ducato.research.openspiel.spiel_states import SpielState


class RedactedObserver:
    """An observer of what a seat sees or, without private information, what spectators see.

    Args:
        game: the game.
        kind: which information is observed, as OpenSpiel says it; None for a seat's.
        params: OpenSpiel's parameters, of which there are none.

    Attributes:
        tensor: the last observation, as `Position.observation_tensor` makes it.
        dict: the same array under the name "observation".

    Raises:
        BadValue: everybody's private information is asked for, or there are parameters.
    """

    def __init__(
        self, game: LoadedGame, kind: Any = None, params: Mapping[str, Any] | None = None
    ) -> None:
        if params:
            raise BadValue("params", dict(params), "none")
        private = pyspiel.PrivateInfoType.SINGLE_PLAYER if kind is None else kind.private_info
        if private == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise BadValue("private_info", "ALL_PLAYERS", "SINGLE_PLAYER or NONE")
        self._players = game.players
        self._spectator = private == pyspiel.PrivateInfoType.NONE
        self.tensor = game.new_initial_state().observation_tensor(0)
        self.dict = {"observation": self.tensor}
        self.tensor.fill(0)

    def set_from(self, state: SpielState, player: int) -> None:
        """Write into `tensor` what the player sees in this state."""
        self.tensor[:] = state.position.observation_tensor(self._seat(player))

    def string_from(self, state: SpielState, player: int) -> str:
        """Return the key of what the player sees in this state."""
        return state.position.observation_string(self._seat(player))

    def _seat(self, player: int) -> int:
        player = checked_seat(player, self._players, 0, "player")
        return SPECTATOR if self._spectator else player
