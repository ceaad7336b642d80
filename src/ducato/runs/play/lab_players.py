"""The players of the lab: random, softmax, greedy, and searches with a budget in simulations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ducato.bots.players import KINDS, Bot, make
from ducato.bots.search.bot import SearchBot
from ducato.core.errors import BadValue, UnknownName
from ducato.core.game import LoadedGame
from ducato.core.game.weights import greedy_weights
from ducato.core.struct import Struct
from ducato.runs.play.buffers import Chooser

SHARP = 2.0**40
"""Factor of the weights that makes the softmax greedy: it picks the best action, or one of several
equally good ones at random. A power of two scales scores exactly, so that equal ones stay equal."""
COLDEST = 1e-6
"""The lowest temperature of a softmax player, which is greedy then."""
COMPILED = ("random", "softmax", "greedy")
"""The players whose choices are compiled together with the games."""


class Seats:
    """The players of a game, by seat.

    Attributes:
        chooser: the `Chooser` of each seat.
        weights: the weights of each seat; see `buffers.GameConditions`.
        bots: the bot of each seat whose choices are not compiled, and None for the others.

    Raises:
        UnknownName: there is no such player, or no such option of it.
        BadValue: an option is not possible, or the budget of a search is a time.
    """

    def __init__(self, game: LoadedGame, names: Sequence[str]) -> None:
        weights = greedy_weights(game.game)
        self.chooser: NDArray[np.int64] = np.zeros(len(names), np.int64)
        self.weights: NDArray[np.float64] = np.zeros((len(names), len(weights)))
        self.bots: list[Bot | None] = [None] * len(names)
        for seat, name in enumerate(names):
            kind, *options = name.split(":")
            if kind == "random" and not options:
                self.chooser[seat] = Chooser.UNIFORM
            elif kind == "greedy" and not options:
                self.chooser[seat] = Chooser.SOFTMAX
                self.weights[seat] = weights * SHARP
            elif kind == "softmax":
                self.chooser[seat] = Chooser.SOFTMAX
                self.weights[seat] = weights / _temperature(options)
            else:
                self.chooser[seat] = Chooser.OUTSIDE
                self.bots[seat] = _searching(game, name)

    def choose(self, game: LoadedGame, state: Struct, seat: int, seed: int, tiers: Any) -> int:
        """Return the action that a searching seat chooses.

        Args:
            game: the loaded game.
            state: the state, redacted for the seat.
            seat: the seat to move.
            seed: the seed of the search.
            tiers: the tier of each action, of which the lowest legal one is chosen from, or None.
        """
        bot = self.bots[seat]
        assert bot is not None
        if tiers is None or not isinstance(bot, SearchBot):
            return bot.choose(state, seat, seed)
        estimates = bot.estimates(state, seat, seed)
        lowest = min(tiers[e.action] for e in estimates)
        free = [e for e in estimates if tiers[e.action] == lowest]
        return max(free, key=lambda e: (e.visits, e.value)).action


def _temperature(options: list[str]) -> float:
    """Return the temperature in the options of a softmax player, 1 by default."""
    temperature = 1.0
    for option in options:
        key, _, value = option.partition("=")
        if key != "temperature":
            raise UnknownName("option of the player softmax", key, ["temperature"])
        try:
            temperature = float(value)
        except ValueError:
            temperature = 0.0
        if not COLDEST <= temperature < float("inf"):
            raise BadValue(key, value, f"a number of at least {COLDEST}")
    return temperature


def _searching(game: LoadedGame, name: str) -> Bot:
    kind = name.partition(":")[0]
    if kind not in KINDS:
        raise UnknownName("player of the lab", kind, [*COMPILED, "ismcts:sims=200"])
    bot = make(name, game)
    if getattr(bot, "seconds", 0):
        raise BadValue(
            "player", name, "a search with sims: a budget in seconds gives other games each time"
        )
    return bot
