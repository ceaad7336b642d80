"""Our bots at OpenSpiel's tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pyspiel

from ducato.bots import make
from ducato.core.chance import checked_seed
from ducato.core.position import checked_seat
from ducato.core.visibility import redact

if TYPE_CHECKING:
    from ducato.research.openspiel.spiel_games import SpielGame
    from ducato.research.openspiel.spiel_states import SpielState


class DucatoBot(pyspiel.Bot):
    """One of our bots as a bot of OpenSpiel, for states of our games.

    It is given the full state, as OpenSpiel's bots are, and passes on only what its seat sees. It
    chooses from the state alone, so it may be asked about any state without being told the actions
    before it. It has no policy to tell, only a choice.

    Args:
        game: OpenSpiel's form of the game.
        player: the seat.
        name: the bot's name with options, as on the command line, such as ``"ismcts:sims=200"``.
        seed: the seed of all random choices.

    Raises:
        BadValue: there is no such seat, or the seed is no whole number.
        DucatoError: there is no such bot; see `bots.make`.
    """

    def __init__(self, game: SpielGame, player: int, name: str = "ismcts", seed: int = 0) -> None:
        pyspiel.Bot.__init__(self)
        self._player = checked_seat(player, game.loaded.players, 0, "player")
        self._bot = make(name, game.loaded)
        self._seeds = np.random.default_rng([checked_seed(seed), self._player])

    def player_id(self) -> int:
        """Return the seat."""
        return self._player

    def provides_policy(self) -> bool:
        """Return False: the bot chooses an action and tells no probabilities."""
        return False

    def step(self, state: SpielState) -> int:
        """Return the action to take in this state, in which the bot's seat is to choose."""
        seen = redact(state.position.turn_of(self._player).state, self._player)
        return int(self._bot.choose(seen, self._player, int(self._seeds.integers(1 << 31))))

    def inform_action(self, state: SpielState, player_id: int, action: int) -> None:
        """Do nothing: the next state tells what the seat has seen of this action."""

    def restart(self) -> None:
        """Do nothing: the bot remembers no game."""

    def restart_at(self, state: SpielState) -> None:
        """Do nothing: the bot remembers no game."""
