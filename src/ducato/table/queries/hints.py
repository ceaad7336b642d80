"""Hints: a bot's choice in a player's place, and the winning chances it expects.

The search gets only what the asker's seat sees, so a hint reveals nothing hidden; its budget is in
simulations, so a hint does not depend on the speed of the machine.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ducato.bots.search.bot import SearchBot
from ducato.bots.thinking import Thinking, finish
from ducato.core import verbs
from ducato.core.game import LoadedGame
from ducato.core.struct import Struct

SIMULATIONS = 1500
"""The number of simulations for a hint: enough for win rates of two digits.

In most games they take a second or less."""


@dataclass(frozen=True)
class Advice:
    """A bot's opinion of one action.

    Attributes:
        action: the action.
        wins: the expected win rate after it in percent; None if it is the only legal action, which
            needs no search.
        visits: the number of simulations spent on it; the bot chooses the action with the most.
    """

    action: int
    wins: int | None
    visits: int


class Adviser:
    """The search bot that advises people in one game; several threads may use it at once."""

    def __init__(self, game: LoadedGame, simulations: int = SIMULATIONS) -> None:
        self.game = game
        # Without a kept tree: threads share the bot, and equal questions get equal answers.
        self._bot = SearchBot(game, "adviser", sims=simulations, keep=0)

    def advise(self, state: Struct, seat: int, seed: int) -> list[Advice]:
        """Return the actions that were tried, the bot's choice first.

        If only one action is legal, it is returned without a search.

        Args:
            state: the state redacted for `seat`, which is to move.
            seat: the asker's seat.
            seed: the seed of the search; the same seed and state give the same advice.
        """
        return finish(self.advising(state, seat, seed))

    def advising(self, state: Struct, seat: int, seed: int) -> Thinking[list[Advice]]:
        """Return the same as `advise`, computed in slices; see `bots.thinking`."""
        legal = np.zeros(len(self.game.actions), np.int32)
        if verbs.legal_actions(state, self.game.edition, legal) == 1:
            return [Advice(int(legal[0]), None, 0)]  # a search would skip it
        tried = yield from self._bot.estimating(state, seat, seed)
        tried.sort(key=lambda e: (e.visits, e.value), reverse=True)
        return [Advice(e.action, round(100 * e.value), e.visits) for e in tried]
