"""What a bot would do in somebody's place, and how often it would win from there.

The search gets what the asker's seat sees and a budget in simulations, so a hint knows nothing that
the asker does not, and costs the same whoever waits for it. This module must not know messages.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ducato.bots.players import SearchBot
from ducato.bots.thinking import Thinking, finish
from ducato.core import verbs
from ducato.core.game import LoadedGame
from ducato.core.struct import Struct

SIMULATIONS = 1500
"""Enough for two digits of a share of wins; a second or less in most games."""


@dataclass(frozen=True)
class Advice:
    """What a bot thinks of one action.

    Attributes:
        action: the action.
        wins: of 100 games, how many the bot expects to win after it; None where it did not search.
        visits: simulations spent on it: the bot does what it visited most.
    """

    action: int
    wins: int | None
    visits: int


class Adviser:
    """Thinks for people, with the search bot of a loaded game; several threads may use it."""

    def __init__(self, game: LoadedGame, simulations: int = SIMULATIONS) -> None:
        self.game = game
        self._bot = SearchBot(game, "adviser", sims=simulations)

    def advise(self, state: Struct, seat: int, seed: int) -> list[Advice]:
        """The actions that were tried, the bot's choice first.

        Args:
            state: redacted for `seat`, which is to move.
            seat: who asks.
            seed: the same seed and state give the same advice.
        """
        return finish(self.advising(state, seat, seed))

    def advising(self, state: Struct, seat: int, seed: int) -> Thinking[list[Advice]]:
        """Advise in slices; see `bots.thinking`."""
        legal = np.zeros(len(self.game.actions), np.int32)
        if verbs.legal_actions(state, self.game.edition, legal) == 1:
            return [Advice(int(legal[0]), None, 0)]  # the search passes over it
        tried = yield from self._bot.estimating(state, seat, seed)
        tried.sort(key=lambda e: (e.visits, e.value), reverse=True)
        return [Advice(e.action, round(100 * e.value), e.visits) for e in tried]
