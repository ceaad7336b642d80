"""Hints: a bot's choice in a player's place, the winning chances it expects, and its grounds.

The search gets only what the asker's seat sees, so a hint reveals nothing hidden; its budget is in
simulations, so a hint does not depend on the speed of the machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from math import ceil, sqrt
from typing import NamedTuple, Protocol

from ducato.bots.advice.opinion import Grounds, Move
from ducato.bots.thinking import Thinking, finish
from ducato.core.errors import FAULTS
from ducato.core.game import LoadedGame, note_fault
from ducato.core.position import Position
from ducato.core.scene import Text
from ducato.core.struct import Struct

SIMULATIONS = 1500
"""The number of simulations for a hint: enough for win rates of two digits.

In most games they take a second or less."""
LISTED = 5
"""The maximum number of choices that are described in words."""
NORMAL = 1.96
"""The half width of a normal 95 % interval, in standard deviations."""


@dataclass(frozen=True)
class Advice:
    """A bot's opinion of one action.

    Attributes:
        action: the action.
        wins: the expected win rate after it in percent; None if it is the only legal action, which
            needs no search.
        margin: how far the win rate may be off in percentage points (see `margin`); None with it.
        visits: the number of simulations spent on it; the bot chooses the action with the most.
    """

    action: int
    wins: int | None
    margin: int | None
    visits: int


class Opinion(NamedTuple):
    """A bot's opinion of a decision.

    Attributes:
        advice: the actions that were tried, the bot's choice first.
        labels: the descriptions of the first of them.
        line: the best line; empty if only one action is legal.
        grounds: what speaks for the choice compared with the second best; None if the game has no
            learned value, or only one action.
    """

    advice: Sequence[Advice]
    labels: dict[int, Text]
    line: Sequence[Move]
    grounds: Grounds | None


def margin(value: float, visits: int) -> int:
    """Return the half width of a 95 % interval of an action's win rate, in percentage points.

    It is that of as many games which are won or lost, with two added wins and two added losses so
    that few visits look as uncertain as they are (Agresti and Coull, "Approximate Is Better than
    'Exact'", The American Statistician 52, 1998). A simulation often ends with a chance instead,
    and a chance varies less around its mean than a game won or lost. So this is an upper limit of
    the sampling error. It says nothing of what the search misjudges, such as other players' plans.

    Args:
        value: the mean result of the simulations, 0 to 1.
        visits: their number.
    """
    games = visits + 4
    share = (value * visits + 2) / games
    return ceil(100 * NORMAL * sqrt(share * (1 - share) / games))


class Advising(Protocol):
    """An adviser of people: an `Adviser`, or one with a search that runs elsewhere."""

    def advising(self, state: Struct, seat: int, seed: int) -> Thinking[Opinion]:
        """Return an opinion, computed in slices; see `Adviser.advise`."""
        ...


class Adviser:
    """The search bot that advises people in one game; several threads may use it at once.

    It imports the search itself, so that the words for opinions do not need NumPy.
    """

    def __init__(self, game: LoadedGame, simulations: int = SIMULATIONS) -> None:
        from ducato.bots.advice.grounds import ActionComparison
        from ducato.bots.search.bot import SearchBot

        self.game = game
        # Without a kept tree: threads share the bot, and equal questions get equal answers.
        self._bot = SearchBot(game, "adviser", sims=simulations, keep=0)
        self._judge = ActionComparison(game, self._bot.method)

    def advise(self, state: Struct, seat: int, seed: int) -> Opinion:
        """Return a bot's opinion.

        If only one action is legal, it is returned without a search.

        Args:
            state: the state redacted for `seat`, which is to move.
            seat: the asker's seat.
            seed: the seed of the search; the same seed and state give the same opinion.
        """
        return finish(self.advising(state, seat, seed))

    def advising(self, state: Struct, seat: int, seed: int) -> Thinking[Opinion]:
        """Return the same as `advise`, computed in slices; see `bots.thinking`."""
        from ducato.bots.advice.line import best_line
        from ducato.bots.search.bot import estimates

        legal = Position(self.game, state).legal_actions()
        if len(legal) == 1:  # a search would skip it
            only = Advice(legal[0], None, None, 0)
            return Opinion([only], {legal[0]: describe(self.game, state, legal[0])}, [], None)
        trees = yield from self._bot.growing(state, seat, seed)
        tried = sorted(estimates(trees), key=lambda e: (e.visits, e.value), reverse=True)
        advice = [
            Advice(e.action, round(100 * e.value), margin(e.value, e.visits), e.visits)
            for e in tried
        ]
        label = partial(describe, self.game)
        line = best_line(self.game, trees[0], state, seat, seed, label)
        yield
        listed = [one.action for one in advice[:LISTED]]
        labels = {action: label(state, action) for action in listed}
        grounds = None
        if self._judge.able and len(listed) > 1:
            grounds = yield from self._judge.judging(state, listed[0], listed[1], seed)
        return Opinion(advice, labels, line, grounds)


def describe(game: LoadedGame, state: Struct, action: int) -> Text:
    """Return the description of an action; its name if the game fails to describe it."""
    try:
        return game.presentation.describe_action(state, game.edition, action)
    except FAULTS as error:
        note_fault(game.game, error)
        return game.actions.name(action)
