"""The buffers of a piece of work, allocated once: compiled code cannot allocate.

`GameConditions` is read, `Rows` and `Totals` are the results, and `GameScratch` is scratch space.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

POINTS = 21
"""The number of points of a curve, from the beginning (0) to the end (`POINTS` - 1) of a game."""
PERIODS = 5
"""The periods for which actions are counted: the three thirds of a game, all of it, the opening."""
WHOLE_GAME, OPENING = 3, 4
OPENING_CHOICES = 4
"""The number of a seat's first decisions between several actions that are its opening."""
SAMPLES = 4096
"""The maximum number of moments of a game at which ranks and series are read."""
MOST_OPTIONS = 1 << 22
"""The maximum number of legal actions of all decisions of a game that are remembered."""


class Chooser(IntEnum):
    """The ways in which a seat chooses its actions."""

    UNIFORM = 0  # every legal action is equally likely
    SOFTMAX = 1  # by the softmax of the scores
    OUTSIDE = 2  # the caller chooses


class Column(IntEnum):
    """The numbers of a game, in the order of their columns."""

    DECISIONS = 0  # of all seats, forced ones included
    FORCED = 1  # decisions with a single legal action
    CHANCE = 2  # chance steps
    ROUNDS = 3  # as the game counts them
    OPTIONS = 4  # the sum of the numbers of legal actions
    WIDEST = 5  # the highest number of legal actions
    LEAD_CHANGES = 6  # how often the sole leader was another one than the last sole leader
    SETTLED = 7  # the share of the game after which the winner stayed the sole leader
    BEHIND = 8  # the share of moments at which the winner was not among the leaders
    MINUTES = 9  # estimated duration
    WAIT = 10  # mean time between two turns of a seat, in estimated seconds
    LONGEST_WAIT = 11  # the longest such time
    FIRST_WAIT = 12  # estimated seconds until the last seat makes its first decision
    LEADER_WINS = 13  # the mean share of the win of those who lead at half-time
    LAST_WINS = 14  # the mean share of the win of those who are last at half-time
    TENSION = 15  # the share of the moments at which a seat leads that does not win


class Tally(IntEnum):
    """The numbers counted for an action or a group of actions."""

    AVAILABLE = 0  # decisions between several actions in which it was legal
    CHOSEN = 1  # decisions in which it was chosen
    EXPECTED = 2  # decisions in which it would be chosen if all actions were equally likely
    DONE = 3  # seats, one for each game, that chose it at least once
    DONE_WINS = 4  # their shares of the win
    DONE_SQUARES = 5  # the squares of these shares
    PASSED = 6  # seats that could choose it and never did
    PASSED_WINS = 7
    PASSED_SQUARES = 8


class PairColumn(IntEnum):
    """The numbers counted for two groups of seats over the games in which a seat is in either."""

    GAMES = 0
    WINS = 1  # shares of the win of the seat in the first group
    PRODUCTS = 2  # products of the shares of both


class GameConditions(NamedTuple):
    """The conditions under which games are played.

    Attributes:
        seeds: for each game, the generators of chance and of the players' choices.
        chooser: the `Chooser` of each seat.
        weights: for each seat, its greedy weights divided by its temperature.
        tiers: for each seat and action, its tier: a seat chooses among the legal actions of the
            lowest one. What is banned has a high tier, what is preferred a low one; without rows
            if all are equal.
        kind_of: the number of the kind of each action.
        seconds: estimated time to choose each action, in seconds.
        forced_seconds: estimated time of a decision with a single legal action.
        chance_seconds: estimated time of a chance step.
        things: for each action, the indices of the things counted when it is offered or chosen (see
            `piece.things`), and -1 in the rest of the row.
        by_rounds: whether leaders and series are read when a round begins; otherwise when another
            seat begins to act.
        longest: the maximum number of steps of a game.
    """

    seeds: NDArray[np.int64]
    chooser: NDArray[np.int64]
    weights: NDArray[np.float64]
    tiers: NDArray[np.int8]
    kind_of: NDArray[np.int64]
    seconds: NDArray[np.float64]
    forced_seconds: float
    chance_seconds: float
    things: NDArray[np.int64]
    by_rounds: bool
    longest: int


class Rows(NamedTuple):
    """The results of games, one row each.

    Attributes:
        finished: whether the game ended.
        ranks: the final rank of each seat.
        order: the position of each seat in the order of play, from 1; see
            `bots.playout.play_in_order`.
        decided: the number of decisions of each seat.
        turns: how often each seat began to act after another one.
        kinds: how often each seat chose each kind of action, of several legal ones.
        numbers: a number for each `Column`.
        series: the final numbers of each seat, by the game's `Series`.
        counters: the game's own counters, by its `Counter`.
    """

    finished: NDArray[np.bool_]
    ranks: NDArray[np.int32]
    order: NDArray[np.int32]
    decided: NDArray[np.int32]
    turns: NDArray[np.int32]
    kinds: NDArray[np.int32]
    numbers: NDArray[np.float64]
    series: NDArray[np.int64]
    counters: NDArray[np.float64]

    @classmethod
    def of(cls, games: int, seats: int, kinds: int, series: int, counters: int) -> Rows:
        """Allocate rows of zeros."""
        return cls(
            np.zeros(games, np.bool_),
            np.zeros((games, seats), np.int32),
            np.zeros((games, seats), np.int32),
            np.zeros((games, seats), np.int32),
            np.zeros((games, seats), np.int32),
            np.zeros((games, seats, kinds), np.int32),
            np.zeros((games, len(Column))),
            np.zeros((games, seats, series), np.int64),
            np.zeros((games, counters)),
        )


class Totals(NamedTuple):
    """Sums over all finished games.

    Attributes:
        things: for each position in the order of play, thing and period, a number for each `Tally`.
        pairs: for each thing, period and two groups of seats, a number for each `PairColumn`.
            The groups are, for each position, the seats that did the thing then, and those that
            only could.
        curves: at each point of a game, for winners (0) and others (1) and for each number of the
            series, its sum and the sum of its squares over the seats.
        seats: at each point, the number of seats in either group.
        leaders: at each point, the number of seats with rank 1 and the sum of their shares of the
            win.
        choices: at each point, the number of decisions between then and the next point, of their
            legal actions, and of those that were forced.
    """

    things: NDArray[np.float64]
    pairs: NDArray[np.float64]
    curves: NDArray[np.float64]
    seats: NDArray[np.float64]
    leaders: NDArray[np.float64]
    choices: NDArray[np.float64]

    @classmethod
    def of(cls, seats: int, things: int, series: int) -> Totals:
        """Allocate sums of zero."""
        return cls(
            np.zeros((seats, things, PERIODS, len(Tally))),
            np.zeros((things, PERIODS, 2 * seats, 2 * seats, len(PairColumn))),
            np.zeros((POINTS, 2, series, 2)),
            np.zeros((POINTS, 2)),
            np.zeros((POINTS, 2)),
            np.zeros((POINTS, 3)),
        )


class Cursor(IntEnum):
    """The entries of `GameScratch.cursor`: where the loop stands."""

    GAME = 0  # the row
    STEP = 1  # the number of steps made in this game; -1 before its beginning
    DECISION = 2
    OPTION = 3  # the number of legal actions remembered
    SAMPLE = 4
    ROUND = 5  # the number of rounds at the last sample
    PLAYER = 6  # the seat that made the last decision, or -1
    BEGUN = 7  # the number of seats that have acted
    TOUCHED = 8  # the number of marks that are set
    STAMP = 9  # the number of decisions counted, in all games and periods


class GameScratch(NamedTuple):
    """Scratch space for one game at a time.

    Attributes:
        cursor: see `Cursor`.
        legal: the legal actions.
        chances: their probabilities.
        actor: the seat of each decision.
        chosen: the action of each decision.
        first: the index in `options` of the first legal action of each decision.
        options: the legal actions of all decisions, one after the other.
        moment: the number of decisions before each sample.
        ranks: the ranks at each sample.
        series: the series of each seat at each sample.
        clock: the estimated seconds since the beginning, and the sum, number and maximum of waits.
        waiting: the clock at the end of each seat's last turn, or -1.
        opened: the number of each seat's decisions that were counted for its opening.
        mark: for each seat and thing, whether it was offered (1) or done (2) in a period.
        touched: the marks that are set.
        seen: for each thing, the stamp of the last decision in which it was offered.
        memory: what the game's counters remember.
        shares: each seat's share of the win.
    """

    cursor: NDArray[np.int64]
    legal: NDArray[np.int64]
    chances: NDArray[np.float64]
    actor: NDArray[np.int64]
    chosen: NDArray[np.int64]
    first: NDArray[np.int64]
    options: NDArray[np.int64]
    moment: NDArray[np.int64]
    ranks: NDArray[np.int32]
    series: NDArray[np.int64]
    clock: NDArray[np.float64]
    waiting: NDArray[np.float64]
    opened: NDArray[np.int64]
    mark: NDArray[np.int64]
    touched: NDArray[np.int64]
    seen: NDArray[np.int64]
    memory: NDArray[np.int64]
    shares: NDArray[np.float64]

    @classmethod
    def of(
        cls, actions: int, seats: int, things: int, series: int, memory: int, longest: int
    ) -> GameScratch:
        """Allocate scratch space for games of at most `longest` steps."""
        cursor = np.zeros(len(Cursor), np.int64)
        cursor[Cursor.STEP] = -1
        return cls(
            cursor,
            np.zeros(actions, np.int64),
            np.zeros(actions),
            np.zeros(longest + 1, np.int64),
            np.zeros(longest + 1, np.int64),
            np.zeros(longest + 1, np.int64),
            np.zeros(min(MOST_OPTIONS, longest * actions), np.int64),
            np.zeros(SAMPLES, np.int64),
            np.zeros((SAMPLES, seats), np.int32),
            np.zeros((SAMPLES, seats, series), np.int64),
            np.zeros(4),
            np.zeros(seats),
            np.zeros(seats, np.int64),
            np.zeros((seats, things), np.int64),
            np.zeros(seats * things, np.int64),
            np.zeros(things, np.int64),
            np.zeros(memory, np.int64),
            np.zeros(seats),
        )
