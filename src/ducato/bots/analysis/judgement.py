"""What judges decisions in an analysis, and the results of its simulations, without NumPy.

The analysis of a server and of a page are the same; only the judge differs (`SearchJudge` of
`appraisal`, and `RemoteJudge` of `page`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum, sqrt
from typing import Any, Protocol

from ducato.bots.advice.opinion import ActionEstimate, Ground, Move
from ducato.bots.analysis.model import Describe, Values
from ducato.bots.thinking import Thinking
from ducato.core.game import LoadedGame
from ducato.core.struct import Struct

NO_ACTION = -1
"""In place of an action: the position itself is appraised."""
DEFAULT_BOT = "ismcts"
"""The bot that judges a game whose levels have no search."""
SPENT = ("sims", "seconds", "threads", "keep", "variety")
"""The options of a level's bot that do not count when it judges: its budget is another one."""

Rows = Any
"""The results of simulations: a row for each, a column for each seat; lists, or a NumPy array."""
Worth = tuple[Struct, int]
"""A state to be appraised, redacted for the seat to move, and the seed of its luck."""


@dataclass(frozen=True)
class Searched:
    """A search of a decision.

    Attributes:
        tried: the actions tried, the most visited first.
        tree: the search itself; None if the judge keeps none.
        method: the parameters with which it ended, which depend on how near the end of the game is.
    """

    tried: Sequence[ActionEstimate]
    tree: Any
    method: Any


class Judge(Protocol):
    """The judge of decisions: a search, or in tests anything that knows better.

    Attributes:
        name: the name of the bot that judges, with its options.
        weights: a fingerprint of what it has learned; empty if there is nothing.
    """

    name: str
    weights: str = ""

    def search(self, state: Struct, seat: int, seed: int, simulations: int) -> Thinking[Searched]:
        """Search a decision.

        Args:
            state: the state, redacted for the seat to move.
            seat: the seat to move, which has a choice.
            seed: the seed of the search.
            simulations: the number of simulations.
        """
        ...

    def appraise(
        self, state: Struct, action: int, seed: int, simulations: int, method: Any
    ) -> Thinking[Rows]:
        """Return the results of simulations.

        Args:
            state: the state, redacted for a seat or for spectators.
            action: the action that is made first, or `NO_ACTION`.
            seed: the seed; the same seed gives the same luck, whatever the action.
            simulations: the number of simulations.
            method: that of the search of the same state; None if there was none.
        """
        ...

    def worths(self, asked: Sequence[Worth], simulations: int) -> Thinking[list[list[float]]]:
        """Return the mean results of simulations of each position, a row of seats for each."""
        found = []
        for state, seed in asked:
            rows = yield from self.appraise(state, NO_ACTION, seed, simulations, None)
            found.append(list(self.values(rows).means))
            yield
        return found

    def values(self, rows: Rows, less: Rows | None = None) -> Values:
        """Return the means of some results, less others row by row, with their standard errors."""
        return values_of(rows, less)

    def line(
        self, searched: Searched, state: Struct, seat: int, seed: int, describe: Describe
    ) -> Sequence[Move]:
        """Return what is likely to follow the best choice of a search; nothing if it is unknown."""
        return ()

    def reasons(
        self, searched: Searched, state: Struct, action: int, than: int, seed: int
    ) -> Thinking[Sequence[Ground]]:
        """Return what speaks for an action compared with another; nothing if it is unknown."""
        yield from ()
        return ()


def strongest(game: LoadedGame) -> str:
    """Return the name of the bot of a game's last level without its budget, if it is a search."""
    kind, *settings = (list(game.game.levels.values()) or [DEFAULT_BOT])[-1].split(":")
    if kind != DEFAULT_BOT:
        return DEFAULT_BOT
    return ":".join([kind, *(one for one in settings if one.partition("=")[0] not in SPENT)])


def values_of(rows: Rows, less: Rows | None = None) -> Values:
    """Return the values of some results; see `Judge.values`."""
    columns = _columns(rows)
    if less is not None:
        pairs = zip(columns, _columns(less), strict=True)
        columns = [[a - b for a, b in zip(*pair, strict=True)] for pair in pairs]
    found, errors = [], []
    for column in columns:
        n = len(column)
        mean = fsum(column) / n
        squares = fsum((one - mean) ** 2 for one in column)
        found.append(mean)
        errors.append(sqrt(squares / (n - 1) / n) if n > 1 else 0.0)
    return Values(tuple(found), tuple(errors))


def _columns(rows: Rows) -> list[Sequence[float]]:
    listed = rows.tolist() if hasattr(rows, "tolist") else rows
    return list(zip(*listed, strict=True))
