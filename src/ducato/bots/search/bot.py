"""The bot that searches."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from ducato.bots.advice.opinion import ActionEstimate
from ducato.bots.playout import Policy
from ducato.bots.search.inclination import Inclination, likeliest_of
from ducato.bots.search.method import UNTRIED, Method
from ducato.bots.search.session import Tree
from ducato.bots.search.variety import vary
from ducato.bots.thinking import Thinking, finish
from ducato.core import verbs
from ducato.core.chance import new_rng, uniform
from ducato.core.errors import BadValue
from ducato.core.game import LoadedGame
from ducato.core.game.value_weights import value_weights
from ducato.core.game.weights import search_weights
from ducato.core.position import Position
from ducato.core.struct import Struct

DEFAULT_SIMS = 1000
DEFAULTS: dict[str, float] = {
    "temperature": 1.0,
    "exploration": 1.0,
    "caution": 0.0,
    "trust": 0.5,
    "value": 0.0,
    "ending": 0.0,
}
"""The parameters of a search of which neither the bot's name nor the game says anything."""
CHUNK = 256
"""Maximum number of simulations in a slice of a search limited by simulations.

After each slice, a bot that chooses checks whether the search is settled.
"""
FIRST_CHUNK = 32
"""Number of simulations in the first slice, when the duration of one is still unknown."""
CHUNK_SECONDS = 0.02
"""Target duration of a slice in seconds; other bots that share the thread wait for its end."""
NODES_PER_SECOND = 300_000
"""Nodes allocated per second of a search limited by time: more than any search adds."""
FLOOR = 8
"""The part of a budget, one in this number, that is spent whatever the kept tree already holds."""


class SearchBot:
    """A bot that searches (`bots.search.simulation`), with a budget in simulations or seconds.

    The tree is kept from one decision to the next while neither chance nor hidden cards come
    between, so a budget is that of a turn: what the tree already holds is not searched again. A
    choice is made early once the rest of the budget cannot change it.

    Options: ``sims``; ``seconds``, which takes precedence in a choice; ``playout``, "guided" or
    "uniform"; ``temperature`` of the guided policy (higher is more random); ``exploration``,
    ``caution``, ``trust``, ``value``, ``paired`` and ``depth`` (see `search.method.Method`);
    ``ending``, the number of turns before the end from which playouts replace the learned value;
    ``threads``, the number of trees that grow side by side, each with its part of the budget;
    ``keep``, 0 to begin each decision with an empty tree; ``variety``, how readily a bot plays an
    action that is a little worse than the best (`varied`), but makes sense to the game: then the
    whole budget is spent; ``mistakes``, the share of the decisions that offer one of the game's
    `Mistake` in which the bot makes one; ``style``, one of the game's styles, whose actions are
    worth more to the bot than they win (`Inclination`). What is not given is as the game declares
    (`Game.search`), else as in `DEFAULTS`.

    Attributes:
        clock: the clock of a budget in seconds, whatever its zero.
        simulations: the number of simulations run so far.

    Raises:
        BadValue: there is a ``depth``, but the game has no estimate; or a ``value``, but it has
            not been learned for this number of players.
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
        temperature: float | None = None,
        exploration: float | None = None,
        trust: float | None = None,
        depth: int = 0,
        value: float | None = None,
        ending: float | None = None,
        caution: float | None = None,
        paired: int = 1,
        threads: int = 1,
        keep: int = 1,
        variety: float = 0.0,
        mistakes: float = 0.0,
        style: str = "",
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        if depth and game.game.verb("estimate") is None:
            raise BadValue("depth", depth, f"left out: {game.name} has no estimate of a position")
        asked = {
            "temperature": temperature,
            "exploration": exploration,
            "caution": caution,
            "trust": trust,
            "value": value,
            "ending": ending,
        }
        given = {name: number for name, number in asked.items() if number is not None}
        chosen = {**DEFAULTS, **game.game.search, **given}
        self.game, self.name, self.sims, self.seconds = game, name, sims, seconds
        self.net_weights = value_weights(game.game, game.players) if chosen["value"] else None
        if self.net_weights is None:
            if given.get("value"):
                raise BadValue("value", given["value"], f"left out: {game.name} has learned none")
            chosen = {**DEFAULTS, **given}
        weights = search_weights(game.game) / chosen["temperature"]
        self.method = Method(
            exploration=chosen["exploration"],
            untried=UNTRIED,
            caution=chosen["caution"],
            trust=chosen["trust"],
            policy=Policy(playout == "guided", weights),
            depth=depth,
            longest=game.game.longest,
            value=float(chosen["value"]),  # always a float, or the search is compiled twice
            paired=bool(paired),
        )
        self._ending, self._variety, self._mistakes = chosen["ending"], variety, mistakes
        self._inclination = Inclination(game, style) if style else None
        self.simulations = 0
        self.clock, self._threads, self._keep = clock, threads, bool(keep)
        self._trees: dict[int, list[Tree]] = {}
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None

    def choose(self, state: Struct, seat: int, seed: int) -> int:
        """Return the action that the search visited most; of equals, the one of highest value.

        With ``variety``, it is drawn from the good ones.
        """
        return finish(self.choosing(state, seat, seed))

    def choosing(self, state: Struct, seat: int, seed: int) -> Thinking[int]:
        """Choose in slices (see `bots.thinking`); a search limited by time is one slice."""
        legal = Position(self.game, state).legal_actions()
        if len(legal) == 1:
            return legal[0]
        trees = self._begun(state, seat, legal, seed)
        if self.seconds:
            self._grow_for(self.seconds, trees)
        else:
            for left in self._slices(trees):
                if not self._spends_all and settled(estimates(trees), left):
                    break
                yield
        tried = estimates(trees)
        if self._variety or self._mistakes:
            sensible = [a for a in legal if verbs.makes_sense(state, self.game.edition, a)]
            asked = sensible
            if uniform(new_rng(f"{seed}, mistake", seat)) < self._mistakes:
                asked = [a for a in sensible if verbs.mistakes(state, self.game.edition, a)]
            tried = among(asked or sensible, tried) or tried
        if self._inclination is not None:
            tried = self._inclination.shaped(state, seat, tried, seed)
        if self._variety:
            return varied(tried, self._variety, uniform(new_rng(f"{seed}, variety", seat))).action
        return (best(tried) if self._inclination is None else likeliest_of(tried)).action

    @property
    def _spends_all(self) -> bool:
        """Whether the bot may choose another action than the most visited one."""
        return self._variety > 0 or self._mistakes > 0 or self._inclination is not None

    def estimates(self, state: Struct, seat: int, seed: int) -> list[ActionEstimate]:
        """Spend the whole budget of `sims`; return an estimate of every action tried.

        A search skips a forced action: with a single legal action, the estimates are those of the
        next decision.
        """
        return finish(self.estimating(state, seat, seed))

    def estimating(self, state: Struct, seat: int, seed: int) -> Thinking[list[ActionEstimate]]:
        """Do the work of `estimates` in slices (see `bots.thinking`)."""
        return estimates((yield from self.growing(state, seat, seed)))

    def growing(self, state: Struct, seat: int, seed: int) -> Thinking[list[Tree]]:
        """Spend the whole budget of `sims` in slices; return the trees, one for each thread."""
        trees = self._begun(state, seat, Position(self.game, state).legal_actions(), seed)
        for _ in self._slices(trees):
            yield
        return trees

    def thinking_ahead(self, state: Struct, seat: int, seed: int) -> Thinking[None]:
        """Grow the tree of a seat, in slices, while another one is to move.

        The next choice of the seat goes on from there if neither chance nor hidden cards come
        between. The budget is that of a choice.

        Args:
            state: the state, redacted for `seat`.
            seat: the seat that thinks.
            seed: the seed of the search.
        """
        if self._keep:
            for _ in self._slices(self._begun(state, seat, [], seed)):
                yield

    def warm_up(self, state: Struct, seat: int) -> None:
        """Compile what this and later decisions need, even if only one action is legal here."""
        self.estimates(state, seat, 0)
        Tree(self.game, self.method, self.net_weights).compile_keeping(state, seat)
        if self._inclination is not None:
            self._inclination.warm_up(state, seat)

    def _begun(self, state: Struct, seat: int, legal: list[int], seed: int) -> list[Tree]:
        """Return the trees of a seat, begun at this state, where these actions are legal."""
        trees = self._trees.get(seat) or [
            Tree(self.game, self.method, self.net_weights, self._ending)
            for _ in range(self._threads)
        ]
        if self._keep:
            self._trees[seat] = trees
        sims = int(self.seconds * NODES_PER_SECOND) or self.sims
        for number, tree in enumerate(trees):
            own = seed if number == 0 else f"{seed}, tree {number}"
            tree.begin(state, seat, legal, own, -(-sims // self._threads))
        return trees

    def _grow(self, trees: list[Tree], simulations: int) -> None:
        """Run simulations, shared among the trees, each of which grows in a thread of its own."""
        self.simulations += simulations
        if self._pool is None:
            trees[0].grow(simulations)
            return
        parts = [simulations // len(trees)] * len(trees)
        parts[0] += simulations % len(trees)
        list(self._pool.map(Tree.grow, trees, parts))

    def _slices(self, trees: list[Tree]) -> Iterator[int]:
        """Grow the trees to `sims` simulations; after each slice, yield the number that are left.

        After the first, a slice takes about `CHUNK_SECONDS` or less, unless a single simulation
        takes longer.
        """
        kept = sum(e.visits for e in estimates(trees))
        left, chunk = max(self.sims - kept, -(-self.sims // FLOOR)), FIRST_CHUNK
        while left > 0:
            began = time.monotonic()
            done = min(chunk, left)
            self._grow(trees, done)
            left -= done
            rate = done / max(time.monotonic() - began, 1e-6)
            chunk = max(1, min(CHUNK, int(rate * CHUNK_SECONDS)))
            yield left

    def _grow_for(self, seconds: float, trees: list[Tree]) -> None:
        """Grow the trees for some seconds, in which the simulations kept count as if made now."""
        began = self.clock()
        kept = sum(e.visits for e in estimates(trees))
        done, chunk = 0, FIRST_CHUNK
        while True:  # at least once, even if the time is over already: a choice is needed
            self._grow(trees, chunk)
            done += chunk
            spent = self.clock() - began
            rate = done / max(spent, 1e-6)
            end = max(seconds - kept / rate, seconds / FLOOR)
            if spent >= end:
                return
            if not self._spends_all and settled(estimates(trees), int(rate * (end - spent))):
                return
            chunk = max(1, int(rate * min(end - spent, CHUNK_SECONDS)))


def best(tried: list[ActionEstimate]) -> ActionEstimate:
    """Return the most visited of several actions; of equals, the one of highest value."""
    return max(tried, key=lambda e: (e.visits, e.value))


def varied(tried: list[ActionEstimate], variety: float, drawn: float) -> ActionEstimate:
    """Return one of the good actions; a worse one has a smaller chance.

    An action that is worse than the best by `variety` has a chance smaller by the factor e. One
    that is worse by more than three times as much has none, nor has one with too few visits to be
    judged.

    Args:
        tried: the actions tried.
        variety: the difference that counts, in shares of a win.
        drawn: a random number of at least 0, below 1.
    """
    visits = np.array([e.visits for e in tried], np.int32)
    values = np.array([e.value for e in tried])
    index: int = vary.interpreted(visits, values, variety, drawn)
    return tried[index]


def among(actions: list[int], tried: list[ActionEstimate]) -> list[ActionEstimate]:
    """Return the estimates of some actions; if none was tried, all of them as certain losses."""
    found = [e for e in tried if e.action in actions]
    return found or [ActionEstimate(action, 1, 0.0) for action in actions]


def settled(tried: list[ActionEstimate], left: int) -> bool:
    """Return whether `left` more simulations cannot change the most visited action."""
    visits = sorted((e.visits for e in tried), reverse=True)
    return len(visits) > 1 and visits[0] - visits[1] > left


def estimates(trees: list[Tree]) -> list[ActionEstimate]:
    """Return the estimates of several trees with the same root, added up."""
    if len(trees) == 1:
        return trees[0].estimates()
    found: dict[int, list[Any]] = {}
    for tree in trees:
        for one in tree.estimates():
            entry = found.setdefault(one.action, [0, 0.0])
            entry[0] += one.visits
            entry[1] += one.visits * one.value
    return [
        ActionEstimate(action, visits, total / visits) for action, (visits, total) in found.items()
    ]
