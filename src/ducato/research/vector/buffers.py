"""The arrays of a vector environment, with a row for each environment, allocated once.

`GameBuffers` is what an environment keeps between steps, `Output` what a step returns, `Play` the
settings as the kernels read them, and `ThreadScratch` the scratch space of one thread.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ducato.bots.playout import Choices
from ducato.core import verbs
from ducato.core.batch import Batch
from ducato.research.vector.settings import ROTATE, Autoreset, Settings
from ducato.runs.play.lab_players import Seats

EVERY_SEAT = -1
"""The learner's seat in an environment of which it plays all seats."""


class Status(IntEnum):
    """What the next step of an environment does."""

    BEGIN = 0  # begin a new game; the action is ignored
    DECIDE = 1  # apply the learner's action
    ANSWER = 2  # apply the action of an opponent that the caller has asked
    STAY = 3  # nothing: the game is over and no other was asked for


class GameBuffers(NamedTuple):
    """What environments keep between steps.

    Attributes:
        status: the `Status`.
        which: the index of the loaded game.
        seat: the learner's seat, or `EVERY_SEAT`.
        rewarded: the seat that was the learner's before the last step, which may have begun a game
            with another one.
        viewer: the seat that sees the environment after the last step.
        rng: the generator of chance and of compiled opponents.
        steps: the decisions and chance steps of the present game.
        asked: whether the learner has been asked in the present game.
        unasked: the number of games before it, in a row, in which the learner was not asked.
        learner: the learner's seat in the present game.
        legal, choices: the legal actions of the seat to move, and their number.
        potential: the weighted series of each seat at the last decision, for shaped rewards.
        log: the actions and outcomes of the present game, if games are recorded.
        earlier, earlier_steps, earlier_learner: the same of the game before it, the number of its
            steps, and the learner's seat in it.
    """

    status: NDArray[np.int64]
    which: NDArray[np.int64]
    seat: NDArray[np.int64]
    rewarded: NDArray[np.int64]
    viewer: NDArray[np.int64]
    rng: NDArray[np.int64]
    steps: NDArray[np.int64]
    asked: NDArray[np.bool_]
    unasked: NDArray[np.int64]
    learner: NDArray[np.int64]
    legal: NDArray[np.int32]
    choices: NDArray[np.int64]
    potential: NDArray[np.float64]
    log: NDArray[np.int32]
    earlier: NDArray[np.int32]
    earlier_steps: NDArray[np.int64]
    earlier_learner: NDArray[np.int64]

    @classmethod
    def of(cls, settings: Settings) -> GameBuffers:
        """Allocate the arrays."""
        n, actions = settings.num_envs, len(settings.game.actions)
        length = settings.game.max_game_length if settings.record else 0
        made = cls(
            status=np.zeros(n, np.int64),
            which=settings.loaded,
            seat=np.full(n, EVERY_SEAT if settings.seat is None else settings.seat),
            rewarded=np.zeros(n, np.int64),
            viewer=np.zeros(n, np.int64),
            rng=np.zeros((n, 4), np.int64),
            steps=np.zeros(n, np.int64),
            asked=np.zeros(n, np.bool_),
            unasked=np.zeros(n, np.int64),
            learner=np.zeros(n, np.int64),
            legal=np.zeros((n, actions), np.int32),
            choices=np.zeros(n, np.int64),
            potential=np.zeros((n, settings.seats)),
            log=np.zeros((n, length), np.int32),
            earlier=np.zeros((n, length), np.int32),
            earlier_steps=np.zeros(n, np.int64),
            earlier_learner=np.zeros(n, np.int64),
        )
        if settings.seat == ROTATE:
            players = np.array([game.players for game in settings.games])[made.which]
            made.seat[:] = np.arange(n) % players
        return made


def editions_of(settings: Settings) -> Batch:
    """Return the editions of the loaded games."""
    editions = Batch.zeros(type(settings.game.edition), len(settings.games))
    for number, loaded in enumerate(settings.games):
        editions[number] = loaded.edition
    return editions


class Output(NamedTuple):
    """What a step returns; `time_step.TimeStep` explains the arrays."""

    mask: NDArray[np.bool_]
    player: NDArray[np.int64]
    rewards: NDArray[np.float32]
    terminated: NDArray[np.bool_]
    truncated: NDArray[np.bool_]

    @classmethod
    def of(cls, settings: Settings) -> Output:
        """Allocate the arrays."""
        n = settings.num_envs
        return cls(
            np.zeros((n, len(settings.game.actions)), np.bool_),
            np.full(n, verbs.TERMINAL, np.int64),
            np.zeros((n, settings.seats), np.float32),
            np.zeros(n, np.bool_),
            np.zeros(n, np.bool_),
        )


class Play(NamedTuple):
    """The settings as kernels read them.

    Attributes:
        same_step: whether a game that ends is followed by another in the same step.
        stays: whether a game that ends stays over.
        skip_forced: whether decisions with a single legal action are taken without asking.
        rotate: whether the learner takes the next seat in each new game.
        record: whether actions are written down.
        limit: the number of steps after which a game is truncated.
        chooser: how opponents choose, a `Chooser` of the lab.
        weights: the weights of opponents that choose by scores.
        shaping: the weights of the series; empty without shaping.
        discount: the factor by which a learner discounts later rewards.
    """

    same_step: bool
    stays: bool
    skip_forced: bool
    rotate: bool
    record: bool
    limit: int
    chooser: int
    weights: NDArray[np.float64]
    shaping: NDArray[np.float64]
    discount: float

    @classmethod
    def of(cls, settings: Settings, opponents: Seats) -> Play:
        """Return these settings for kernels."""
        names = settings.game.game.names("Series")
        shaping = [settings.shaping.get(name, 0.0) for name in names] if settings.shaping else []
        return cls(
            settings.autoreset == Autoreset.SAME_STEP,
            settings.autoreset == Autoreset.DISABLED,
            settings.skip_forced,
            settings.seat == ROTATE,
            settings.record,
            settings.game.max_game_length,
            int(opponents.chooser[0]),
            opponents.weights[0],
            np.array(shaping, np.float64),
            settings.discount,
        )


class ThreadScratch(NamedTuple):
    """The scratch space of one thread.

    Attributes:
        spare: the index, in the batch of states, of a state to overwrite; the one before the first
            thread's is of zeros.
        choices: buffers for an opponent's decision.
        ranks: the final ranks of the seats.
        series: the numbers of a series.
    """

    spare: int
    choices: Choices
    ranks: NDArray[np.int32]
    series: NDArray[np.float64]

    @classmethod
    def of(cls, settings: Settings, thread: int) -> ThreadScratch:
        """Allocate the scratch space of a thread."""
        names = settings.game.game.names("Series")
        return cls(
            settings.num_envs + 1 + thread,
            Choices.of(len(settings.game.actions)),
            np.zeros(settings.seats, np.int32),
            np.zeros(len(names)),
        )
