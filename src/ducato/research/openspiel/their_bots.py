"""OpenSpiel's bots at our tables.

A bot of ours sees a redacted state only. OpenSpiel's bots need a full one, so the hidden cards are
dealt at random, in a way that agrees with what the seat knows. A bot that resamples, such as
`ismcts_maker`'s, plays as it should. One that does not, such as `mcts_maker`'s, takes the dealt
cards for the true ones: it does not cheat, but it is often wrong.

OpenSpiel's searches in C++ end the process with a segmentation fault on any game that is written in
Python (release 2.0.2), so the bots made here are those that are written in Python.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
import pyspiel

from ducato.core.chance import new_rng
from ducato.core.struct import Struct
from ducato.core.visibility import resample
from ducato.research.openspiel.evaluators import PlayoutEvaluator

if TYPE_CHECKING:
    from ducato.research.openspiel.spiel_games import SpielGame

MakeBot = Callable[["SpielGame", int, int], Any]
"""A function that makes a bot of OpenSpiel from the game, the seat and a seed."""


class SpielBot:
    """A bot of OpenSpiel as one of our bots.

    It is made anew for each choice, so that its choice depends on what the seat sees and on the
    seed alone.

    Args:
        game: OpenSpiel's form of the game.
        make_bot: makes OpenSpiel's bot for a seat.
        name: the name to play under.
    """

    def __init__(self, game: SpielGame, make_bot: MakeBot, name: str = "openspiel") -> None:
        self.name = name
        self._game, self._make = game, make_bot

    def choose(self, state: Struct, seat: int, seed: int) -> int:
        """Return the action that OpenSpiel's bot takes in a world that the seat thinks possible."""
        world = resample(state, seat, new_rng("openspiel", seed, seat))
        bot = self._make(self._game, seat, seed)
        return int(bot.step(self._game.state_of(world)))


def uniform_maker() -> MakeBot:
    """Return a maker of OpenSpiel's uniformly random bot."""

    def made(game: SpielGame, player: int, seed: int) -> Any:
        return pyspiel.make_uniform_random_bot(player, seed % (1 << 31))

    return made


def mcts_maker(sims: int = 100, exploration: float = 1.4, guided: bool = False) -> MakeBot:
    """Return a maker of OpenSpiel's tree search, which believes the cards that it is dealt.

    Args:
        sims: the number of simulations for each choice.
        exploration: the constant of UCT.
        guided: whether the playouts are guided; see `PlayoutEvaluator`.
    """
    from open_spiel.python.algorithms import mcts

    def made(game: SpielGame, player: int, seed: int) -> Any:
        draws = np.random.RandomState(seed % SEEDS)
        evaluator = PlayoutEvaluator(game, guided=guided, seed=seed)
        return mcts.MCTSBot(game, exploration, sims, evaluator, random_state=draws)

    return made


def ismcts_maker(sims: int = 100, exploration: float = 1.4, guided: bool = False) -> MakeBot:
    """Return a maker of OpenSpiel's information-set tree search.

    The arguments are those of `mcts_maker`.
    """
    from open_spiel.python.algorithms import ismcts

    def made(game: SpielGame, player: int, seed: int) -> Any:
        draws = np.random.RandomState(seed % SEEDS)
        evaluator = PlayoutEvaluator(game, guided=guided, seed=seed)
        bot = ismcts.ISMCTSBot(game, evaluator, exploration, sims, random_state=draws)
        bot.set_resampler(lambda state, seat: state.resample_from_infostate(seat, draws.random))
        return bot

    return made


SEEDS = 1 << 32
"""The number of seeds of NumPy's old generators."""
MAKERS: dict[str, Callable[..., MakeBot]] = {
    "random": uniform_maker,
    "mcts": mcts_maker,
    "ismcts": ismcts_maker,
}
"""Functions that return the makers of OpenSpiel's bots, by name."""
