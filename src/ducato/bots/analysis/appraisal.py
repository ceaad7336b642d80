"""What a position or a choice is worth to every seat, by the simulations of a search.

A search estimates the chance of the seat to move only, and spends few simulations on a choice that
it does not like. An appraisal makes any choice, and goes on with a search of its own from there. It
keeps the result of each simulation for each seat, so that its standard error is known. Simulations
of the same number in two appraisals with the same seed share their luck: the hidden cards dealt
and the outcomes of chance. So the difference of two choices is more certain than either.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterable, Sequence
from math import sqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ducato.bots.advice.grounds import ActionComparison
from ducato.bots.advice.line import best_line
from ducato.bots.advice.opinion import Ground, Move
from ducato.bots.analysis.judgement import Judge, Searched, strongest
from ducato.bots.analysis.model import Describe, Values
from ducato.bots.search.bot import CHUNK, CHUNK_SECONDS, FIRST_CHUNK, SearchBot, estimates
from ducato.bots.search.evaluation import evaluate
from ducato.bots.search.method import NONE, Method, Workspace
from ducato.bots.search.nodes import Node, back_up
from ducato.bots.search.simulation import descend, set_luck
from ducato.bots.thinking import Thinking
from ducato.bots.value import Net
from ducato.compile.kernels import kernel
from ducato.core.batch import Batch, array_of
from ducato.core.chance import new_rng, next_word
from ducato.core.game import LoadedGame
from ducato.core.game.value_weights import value_weights
from ducato.core.position import Position
from ducato.core.struct import Struct
from ducato.core.verbs import apply_action
from ducato.core.visibility import deal_playout


class AppraisalTask(NamedTuple):
    """What is to be appraised, and how often.

    Attributes:
        action: the action that is made first, or `NO_ACTION`.
        begun: the number of simulations made before.
        results: a row for each simulation: each seat's share of the win, or its estimated chance of
            winning.
    """

    action: int
    begun: int
    results: NDArray[np.float64]


@kernel
def appraise(
    states: Any,
    editions: Any,
    rng: Any,
    nodes: Any,
    size: int,
    method: Method,
    work: Workspace,
    asked: AppraisalTask,
) -> int:
    """Run a simulation for each row of the results; return the new size of the tree.

    Args:
        states: batch of two states: one to overwrite, and the position, redacted for a seat.
        editions: batch that contains only the edition.
        rng: random number generator of the policy's choices.
        nodes: batch of nodes; the first is the root, which follows the action.
        size: number of nodes in use, at least 1.
        method: parameters of the search.
        work: buffers of the search.
        asked: what is to be appraised.
    """
    edition = editions[0]
    action, results = asked.action, asked.results
    for row in range(len(results)):
        states[0] = states[1]
        state = states[0]
        set_luck(rng, asked.begun + row, method, work)
        deal_playout(state, work.luck)
        if action >= 0:
            apply_action(state, edition, action)
        depth, size = descend(state, edition, nodes, size, 0, method, work)
        evaluate(state, edition, rng, method, work)
        back_up(nodes, depth, work)
        for seat in range(len(work.results)):
            results[row, seat] = work.results[seat]
    return size


class SearchJudge(Judge):
    """The strongest bot of a game as the judge of decisions.

    Args:
        game: the loaded game.
        name: the bot's name; None for the game's strongest.

    Attributes:
        name: the name of the bot.
        weights: a fingerprint of what it has learned; empty if there is nothing.
        method: the parameters of its search.
    """

    def __init__(self, game: LoadedGame, name: str | None = None) -> None:
        self.name, self.weights = name or strongest(game), weights_of(game)
        bot = _bot(self.name, game)
        self._game, self._bot = game, bot
        self.method = bot.method._replace(paired=True)
        weights = value_weights(game.game, game.players) if bot.method.value else None
        net = Net.none() if weights is None else Net.of(weights)
        self._work = Workspace.of(len(game.actions), game.players, net)
        self._states = Batch.zeros(game.State, 2)
        self._editions = Batch.of(game.edition)
        self._nodes = Batch.zeros(Node, 1)

    def search(self, state: Struct, seat: int, seed: int, simulations: int) -> Thinking[Searched]:
        """Search a decision; see `Judge.search`."""
        self._bot.sims = simulations
        trees = yield from self._bot.growing(state, seat, seed)
        tried = sorted(estimates(trees), key=lambda e: (e.visits, e.value), reverse=True)
        return Searched(tried, trees[0], trees[0].playing._replace(paired=True))

    def appraise(
        self, state: Struct, action: int, seed: int, simulations: int, method: Method | None
    ) -> Thinking[NDArray[np.float64]]:
        """Return the results of simulations; see `Judge.appraise`."""
        rows = np.zeros((simulations, self._game.players))
        if len(self._nodes.array) <= simulations:
            self._nodes = Batch.zeros(Node, simulations + 1)
        root: Any = self._nodes.array
        root[0] = 0
        root[0]["child"] = root[0]["sibling"] = NONE
        self._states.array[1:] = array_of(state)
        rng = new_rng(seed, "appraisal")
        self._work.luck_seed[:] = [next_word(rng), next_word(rng)]
        chosen = self.method if method is None else method
        done, size, chunk = 0, 1, FIRST_CHUNK
        while done < simulations:
            began, part = time.monotonic(), rows[done : done + chunk]
            size = appraise(
                self._states,
                self._editions,
                rng,
                self._nodes,
                size,
                chosen,
                self._work,
                AppraisalTask(action, done, part),
            )
            done += len(part)
            rate = len(part) / max(time.monotonic() - began, 1e-6)
            chunk = max(1, min(CHUNK, int(rate * CHUNK_SECONDS)))
            yield
        return rows

    def values(self, rows: NDArray[np.float64], less: NDArray[np.float64] | None = None) -> Values:
        """Return the means of some results, which may be many; see `Judge.values`."""
        found = rows if less is None else rows - less
        spread = found.std(0, ddof=1) if len(found) > 1 else np.zeros(found.shape[1])
        errors = spread / sqrt(len(found))
        return Values(tuple(map(float, found.mean(0))), tuple(map(float, errors)))

    def line(
        self, searched: Searched, state: Struct, seat: int, seed: int, describe: Describe
    ) -> Sequence[Move]:
        """Return what is likely to follow; see `Judge.line`."""
        return best_line(self._game, searched.tree, state, seat, seed, describe)

    def reasons(
        self, searched: Searched, state: Struct, action: int, than: int, seed: int
    ) -> Thinking[Sequence[Ground]]:
        """Return what speaks for an action; see `Judge.reasons`."""
        comparison = ActionComparison(self._game, searched.method)
        if not comparison.able:
            return ()
        return (yield from comparison.judging(state, action, than, seed)).groups


def weights_of(game: LoadedGame) -> str:
    """Return a fingerprint of what the bots of a game have learned; empty if there is nothing."""
    arrays: Iterable[np.ndarray] | None = value_weights(game.game, game.players)
    if arrays is None:
        return ""
    return hashlib.sha256(b"".join(array.tobytes() for array in arrays)).hexdigest()[:12]


def _bot(name: str, game: LoadedGame) -> SearchBot:
    from ducato.bots.players import make  # it imports the search, too

    made = make(f"{name}:keep=0", game)  # equal questions get equal answers
    assert isinstance(made, SearchBot)
    return made


def compile_appraisal(game: LoadedGame, state: Struct, seat: int) -> None:
    """Compile what a judge needs, at a state redacted for `seat`, which is to move."""
    from ducato.bots.thinking import finish

    action = Position(game, state).legal_actions()[0]
    finish(SearchJudge(game).appraise(state, action, 0, 1, None))
