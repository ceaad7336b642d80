"""The bot of version 0.1, with a budget in simulations or seconds."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from ducato.bots.playout import Policy
from ducato.bots.search.session import Estimate
from ducato.bots.yardstick.search import YardstickMethod
from ducato.bots.yardstick.session import Tree
from ducato.bots.yardstick.weights import yardstick_weights
from ducato.core import verbs
from ducato.core.errors import BadValue
from ducato.core.game import LoadedGame
from ducato.core.struct import Struct

NAME = "ismcts-0.1"
"""The kind of the bot, as in names of bots."""
OPTIONS: dict[str, Any] = {
    "sims": int,
    "seconds": float,
    "playout": str,
    "temperature": float,
    "exploration": float,
    "trust": float,
    "depth": int,
}
"""The options of the bot, with the type of their values."""
CHUNK = 256
"""Number of simulations between two looks whether the choice is settled."""
FIRST_CHUNK = 32
"""Number of simulations before the first look whether a search limited by time is settled."""
FIRST_LOOK = 4
"""Number of simulations before the first look at the clock. Version 0.1 looked after `FIRST_CHUNK`,
by which it exceeded a budget of a few milliseconds; a look does not change what the search does."""
CHUNK_SECONDS = 0.02
"""Duration of a chunk in seconds, once its speed is known."""
NODES_PER_SECOND = 100_000
"""Nodes allocated per second of a search limited by time: more than any search adds."""


class YardstickBot:
    """The search of version 0.1 with its policy.

    A search ends early once the rest of its budget cannot change the choice.

    Options: ``sims``; ``seconds``, which takes precedence; ``playout``, "guided" or "uniform";
    ``temperature``; ``exploration`` and ``trust`` (see `search.YardstickMethod`); ``depth``, the
    number of steps after which a playout stops and the estimate is used.

    Attributes:
        clock: the clock of a budget in seconds.
        simulations: the number of simulations run for choices so far.

    Raises:
        BadValue: there is a ``depth``, but the game has no estimate.
        BrokenGame, UnknownName: see `yardstick_weights`.
    """

    def __init__(
        self,
        game: LoadedGame,
        name: str,
        *,
        sims: int = 1000,
        seconds: float = 0.0,
        playout: str = "guided",
        temperature: float = 1.0,
        exploration: float = 1.0,
        trust: float = 0.5,
        depth: int = 0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        rules = game.game.module("rules")
        if depth and not (hasattr(rules, "yardstick_estimate") or verbs.has_estimate(rules)):
            raise BadValue("depth", depth, f"left out: {game.name} has no estimate of a position")
        self.game, self.name, self.sims, self.seconds = game, name, sims, seconds
        policy = Policy(playout == "guided", yardstick_weights(game.game) / temperature)
        self.method = YardstickMethod(exploration, trust, policy, depth, game.game.longest)
        self.clock = clock
        self.simulations = 0

    def choose(self, state: Struct, seat: int, seed: int) -> int:
        """Return the action that the search visited most; of equals, the one of highest value."""
        out = self.game.actions.buffer()
        if verbs.legal_actions(state, self.game.edition, out) == 1:
            return int(out[0])
        if self.seconds:
            tree = self._grown_for(self.seconds, state, seat, seed)
        else:
            tree = self._grown_by(self.sims, state, seat, seed)
        return max(tree.estimates(), key=lambda e: (e.visits, e.value)).action

    def estimates(self, state: Struct, seat: int, seed: int) -> list[Estimate]:
        """Run all `sims` simulations; return an estimate of every action tried."""
        tree = Tree(self.game, self.method, state, seat, seed, self.sims)
        tree.grow(self.sims)
        return tree.estimates()

    def _grown_by(self, simulations: int, state: Struct, seat: int, seed: int) -> Tree:
        tree = Tree(self.game, self.method, state, seat, seed, simulations)
        for done in range(0, simulations, CHUNK):
            self._grow(tree, min(CHUNK, simulations - done))
            if tree.settled(simulations - done - CHUNK):
                break
        return tree

    def _grown_for(self, seconds: float, state: Struct, seat: int, seed: int) -> Tree:
        end, chunk, done = self.clock() + seconds, FIRST_LOOK, 0
        capacity = max(FIRST_CHUNK, int(seconds * NODES_PER_SECOND))
        tree = Tree(self.game, self.method, state, seat, seed, capacity)
        while True:  # at least once, even if the time is over already: a choice is needed
            began = self.clock()
            self._grow(tree, chunk)
            done += chunk
            now = self.clock()
            rate = chunk / max(now - began, 1e-6)
            if now >= end or (done >= FIRST_CHUNK and tree.settled(int(rate * (end - now)))):
                return tree
            # The first rates come from few simulations: at most twice as many follow.
            chunk = max(1, min(2 * chunk, int(rate * min(end - now, CHUNK_SECONDS))))

    def _grow(self, tree: Tree, simulations: int) -> None:
        tree.grow(simulations)
        self.simulations += simulations
