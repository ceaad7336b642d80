"""The kinds of bots, and their creation by name."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any, Protocol

from ducato.bots.playout import Policy, greedy_choice
from ducato.bots.search_session import Estimate, Tree
from ducato.bots.thinking import Thinking, finish
from ducato.bots.tree_search import Method
from ducato.bots.yardstick import NAME, YardstickBot
from ducato.bots.yardstick import OPTIONS as YARDSTICK_OPTIONS
from ducato.core import verbs
from ducato.core.chance import below, new_rng
from ducato.core.errors import BadValue, UnknownName
from ducato.core.game import LoadedGame
from ducato.core.game.weights import greedy_weights
from ducato.core.struct import Batch, Struct

DEFAULT_SIMS = 1000
DEFAULT_EXPLORATION = 1.0
DEFAULT_TEMPERATURE = 1.0
DEFAULT_TRUST = 0.5
CHUNK = 256
"""Maximum number of simulations in a slice of a search limited by simulations.

After each slice, a bot that chooses checks whether the search is settled.
"""
FIRST_CHUNK = 32
"""Number of simulations in the first slice, when the duration of one is still unknown."""
CHUNK_SECONDS = 0.02
"""Target duration of a slice in seconds; other bots that share the thread wait for its end."""
NODES_PER_SECOND = 100_000
"""Nodes allocated per second of a search limited by time: more than any search adds."""


class Bot(Protocol):
    """A player that sees only a state redacted for its seat.

    Attributes:
        name: the name, with options, as on the command line.
    """

    name: str

    def choose(self, state: Struct, seat: int, seed: int) -> int:
        """Return the action to take.

        Args:
            state: the state, redacted for the seat.
            seat: the seat to move.
            seed: the seed of all random choices. The same seed and state give the same action,
                unless the bot's budget is a time.
        """
        ...


def _legal(game: LoadedGame, state: Struct) -> Any:
    out = game.actions.buffer()
    return out[: verbs.legal_actions(state, game.edition, out)]


class RandomBot:
    """A bot that plays every legal action with equal probability."""

    def __init__(self, game: LoadedGame, name: str) -> None:
        self.game, self.name = game, name

    def choose(self, state: Struct, seat: int, seed: int) -> int:
        """Return a random legal action."""
        legal = _legal(self.game, state)
        return int(legal[below(new_rng(seed, seat), len(legal))])


class GreedyBot:
    """A bot that plays the action with the highest score (the game's `action_score`)."""

    def __init__(self, game: LoadedGame, name: str) -> None:
        self.game, self.name = game, name
        self.weights = greedy_weights(game.game)
        self._legal = game.actions.buffer()

    def choose(self, state: Struct, seat: int, seed: int) -> int:
        """Return the action with the highest score, chosen at random if several have it."""
        rng = new_rng(seed, seat)
        legal = self._legal.copy()
        return int(
            greedy_choice(Batch.of(state), Batch.of(self.game.edition), rng, self.weights, legal)
        )


class SearchBot:
    """A bot that searches (`bots.tree_search`) with a budget in simulations or seconds.

    A choice is made early once the rest of the budget cannot change it.

    Options: ``sims``; ``seconds``, which takes precedence in a choice; ``playout``, "guided" or
    "uniform"; ``temperature`` of the guided policy (higher is more random); ``exploration`` and
    ``trust`` (see `tree_search.Method`); ``depth``, the number of steps after which a playout stops
    and the game's estimate is used.

    Attributes:
        clock: the clock of a budget in seconds, whatever its zero.
        simulations: the number of simulations run for choices so far.

    Raises:
        BadValue: there is a ``depth``, but the game has no estimate.
        BrokenGame: the game has no weights for its greedy player.
    """

    def __init__(
        self,
        game: LoadedGame,
        name: str,
        *,
        sims: int = DEFAULT_SIMS,
        seconds: float = 0.0,
        playout: str = "guided",
        temperature: float = DEFAULT_TEMPERATURE,
        exploration: float = DEFAULT_EXPLORATION,
        trust: float = DEFAULT_TRUST,
        depth: int = 0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        if depth and not verbs.has_estimate(game.game.module("rules")):
            raise BadValue("depth", depth, f"left out: {game.name} has no estimate of a position")
        self.game, self.name, self.sims, self.seconds = game, name, sims, seconds
        self.clock, self.simulations = clock, 0
        weights = greedy_weights(game.game) / temperature
        policy = Policy(playout == "guided", weights)
        self.method = Method(exploration, trust, policy, depth, game.game.longest)

    def choose(self, state: Struct, seat: int, seed: int) -> int:
        """Return the action that the search visited most; of equals, the one of highest value."""
        return finish(self.choosing(state, seat, seed))

    def choosing(self, state: Struct, seat: int, seed: int) -> Thinking[int]:
        """Choose in slices (see `bots.thinking`); a search limited by time is one slice."""
        legal = _legal(self.game, state)
        if len(legal) == 1:
            return int(legal[0])
        if self.seconds:
            tree = self._grown_for(self.seconds, state, seat, seed)
        else:
            tree = self._tree(state, seat, seed, self.sims)
            for left in self._slices(tree):
                if tree.settled(left):
                    break
                yield
        self.simulations += int(tree.nodes.array["visits"][0])
        return max(tree.estimates(), key=lambda e: (e.visits, e.value)).action

    def estimates(self, state: Struct, seat: int, seed: int) -> list[Estimate]:
        """Run all `sims` simulations; return an estimate of every action tried.

        A search skips a forced action: with a single legal action, the estimates are those of the
        next decision.
        """
        return finish(self.estimating(state, seat, seed))

    def estimating(self, state: Struct, seat: int, seed: int) -> Thinking[list[Estimate]]:
        """Do the work of `estimates` in slices (see `bots.thinking`)."""
        tree = self._tree(state, seat, seed, self.sims)
        for _ in self._slices(tree):
            yield
        return tree.estimates()

    def _slices(self, tree: Tree) -> Iterator[int]:
        """Grow a tree by `sims` simulations; after each slice, yield the number that are left.

        After the first, a slice takes about `CHUNK_SECONDS` or less, unless a single simulation
        takes longer.
        """
        left, chunk = self.sims, FIRST_CHUNK
        while left > 0:
            began = self.clock()
            done = min(chunk, left)
            tree.grow(done)
            left -= done
            rate = done / max(self.clock() - began, 1e-6)
            chunk = max(1, min(CHUNK, int(rate * CHUNK_SECONDS)))
            yield left

    def _tree(self, state: Struct, seat: int, seed: int, capacity: int) -> Tree:
        return Tree(self.game, self.method, state, seat, seed, capacity)

    def _grown_for(self, seconds: float, state: Struct, seat: int, seed: int) -> Tree:
        end, chunk = self.clock() + seconds, FIRST_CHUNK
        capacity = max(FIRST_CHUNK, int(seconds * NODES_PER_SECOND))
        tree = self._tree(state, seat, seed, capacity)
        while True:  # at least once, even if the time is over already: a choice is needed
            began = self.clock()
            tree.grow(chunk)
            now = self.clock()
            rate = chunk / max(now - began, 1e-6)
            if now >= end or tree.settled(int(rate * (end - now))):
                return tree
            chunk = max(1, int(rate * min(end - now, CHUNK_SECONDS)))


KINDS: dict[str, Any] = {
    "random": RandomBot,
    "greedy": GreedyBot,
    "ismcts": SearchBot,
    NAME: YardstickBot,
}
OPTIONS: dict[str, dict[str, Any]] = {
    "random": {},
    "greedy": {},
    "ismcts": {
        "sims": int,
        "seconds": float,
        "playout": str,
        "temperature": float,
        "exploration": float,
        "trust": float,
        "depth": int,
    },
    NAME: YARDSTICK_OPTIONS,
}
PLAYOUTS = ("guided", "uniform")


def make(name: str, game: LoadedGame) -> Bot:
    """Create the bot with this name for a game.

    Raises:
        UnknownName: no such kind, option or playout; the error lists the valid ones.
        BadValue: an option is not a positive number, or the game does not support it.
        BrokenGame: the game has no weights for its greedy player.
    """
    kind, *settings = name.split(":")
    if kind not in KINDS:
        raise UnknownName("bot", kind, KINDS)
    options: dict[str, Any] = {}
    for setting in settings:
        key, _, value = setting.partition("=")
        if key not in OPTIONS[kind]:
            raise UnknownName(f"option of the bot {kind}", key, OPTIONS[kind] or ["none"])
        options[key] = _option(key, value, OPTIONS[kind][key])
    bot: Bot = KINDS[kind](game, name, **options)
    return bot


def choosing(bot: Bot, state: Struct, seat: int, seed: int) -> Thinking[int]:
    """Choose like `Bot.choose`, in slices if the bot supports it."""
    if isinstance(bot, SearchBot):
        return (yield from bot.choosing(state, seat, seed))
    return bot.choose(state, seat, seed)


def is_quick(name: str) -> bool:
    """Return whether the bot with this name chooses without a search."""
    return name.partition(":")[0] in ("random", "greedy")


def _option(key: str, value: str, kind: Any) -> Any:
    if key == "playout":
        if value not in PLAYOUTS:
            raise UnknownName("playout", value, PLAYOUTS)
        return value
    try:
        number = kind(value)
    except ValueError:
        number = 0
    if not 0 < number < float("inf"):
        raise BadValue(key, value, "a whole number above 0" if kind is int else "a number above 0")
    return number
