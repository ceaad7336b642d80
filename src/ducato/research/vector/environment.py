"""The vector environment."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ducato.core.batch import Batch, dtype_of
from ducato.core.errors import BadValue
from ducato.core.game import LoadedGame
from ducato.core.match import Match
from ducato.core.observation.spec import ObservationSpec, spec_of
from ducato.core.position import Position
from ducato.core.visibility import redact
from ducato.research.vector import kernel
from ducato.research.vector.arguments import (
    SEED_RANGE,
    check_begun,
    chosen,
    environment,
    observers,
    policy_named,
    raise_illegal,
    seed_generators,
    seed_of,
    whole_numbers,
)
from ducato.research.vector.buffers import (
    GameBuffers,
    Output,
    Play,
    Status,
    ThreadScratch,
    editions_of,
)
from ducato.research.vector.kernel import MOST_UNASKED
from ducato.research.vector.pool import ThreadPool
from ducato.research.vector.recording import match_of
from ducato.research.vector.settings import Autoreset, Settings, Shown
from ducato.research.vector.time_step import TimeStep
from ducato.runs.play.lab_players import Seats


class VectorEnv:
    """Many games of one kind, which are played side by side; made by `vector`.

    Each environment is a game in which the learner decides for one seat or for all. Chance and
    opponents are played by the environment. Equal seeds and actions give equal games, whatever the
    number of threads.

    Attributes:
        settings: what was asked for.
        observation_spec: the columns of an observation.
        num_envs: the number of environments.
        num_actions: the number of actions.
        num_seats: the largest number of seats of an environment.
        seats: the learner's seat in each environment, -1 if it plays all seats.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        game, n = settings.game, settings.num_envs
        self.num_envs, self.num_actions, self.num_seats = n, len(game.actions), settings.seats
        self.observation_spec: ObservationSpec = spec_of(game.State)
        # A state for each environment, one of zeros, one for each thread, and the final states.
        self._states = Batch.zeros(game.State, 2 * n + 1 + settings.threads)
        self._editions = editions_of(settings)
        self._games, self._out = GameBuffers.of(settings), Output.of(settings)
        self._opponents = [Seats(one, [settings.opponents] * one.players) for one in settings.games]
        self._play = Play.of(settings, self._opponents[0])
        self._work = [ThreadScratch.of(settings, thread) for thread in range(settings.threads)]
        self._slices = np.array_split(np.arange(n), settings.threads)
        self._pool = ThreadPool(settings.threads)
        self._actions = np.zeros(n, np.int64)
        self._observation = self._observations()
        self._final = self._observations() if settings.autoreset == Autoreset.SAME_STEP else None
        self._first_seats = self._games.seat.copy()
        self._begun = False

    @property
    def seats(self) -> NDArray[np.int64]:
        """A copy of the learner's seat in each environment, -1 if it plays all seats."""
        return self._games.seat.copy()

    def reset(
        self, seed: int | Sequence[int] | None = None, mask: ArrayLike | None = None
    ) -> TimeStep:
        """Begin new games and return their first decisions.

        Args:
            seed: the seed of all environments, or one for each. With a seed, a learner that takes
                another seat in each game begins at its first one again. If None, the generators
                and seats go on from the games before; the first time, a seed is drawn.
            mask: which environments begin a new game, of shape (environments,); all if None.

        Raises:
            BadValue: there are not as many seeds as environments, the mask has another shape, or
                the first reset is not of all environments.
        """
        envs = chosen(mask, self.num_envs)
        seed = seed_of(seed, self._begun, len(envs), self.num_envs)
        if seed is not None:
            seed_generators(self._games.rng, seed, envs)
            self._games.seat[envs] = self._first_seats[envs]
        self._games.status[envs] = Status.BEGIN
        self._begun = True
        return self._advance(self._actions, envs)

    def step(self, actions: ArrayLike, check: bool = True) -> TimeStep:
        """Apply an action in each environment and return the next decisions.

        Actions are ignored where nobody was to move: before a new game or after the last one.

        Args:
            actions: the numbers of the actions, of shape (environments,).
            check: whether to check that they are legal, and not only that there are such actions.
                Illegal actions spoil a game.

        Raises:
            BadValue: the environments were not reset, or `actions` has another shape or type.
            IllegalAction: an action is illegal. Nothing was changed.
        """
        check_begun(self._begun, "step")
        given = whole_numbers(actions, self.num_envs)
        if check or given.min() < 0 or given.max() >= self.num_actions:
            self._check(given)
        return self._advance(given, None)

    def is_legal(self, actions: ArrayLike) -> NDArray[np.bool_]:
        """Return where an action is legal, or is ignored because nobody is to move.

        Args:
            actions: the numbers of the actions, of shape (environments,).

        Raises:
            BadValue: `actions` has another shape or type.
        """
        given, legal = whole_numbers(actions, self.num_envs), np.empty(self.num_envs, np.bool_)
        kernel.mark_legal(self._states, self._games, given, legal)
        return legal

    def sample_actions(self, policy: str = "random") -> NDArray[np.int64]:
        """Return an action for each environment, drawn by a simple policy.

        Args:
            policy: "random", "greedy" or "softmax", as in ``"softmax:temperature=0.5"``.

        Raises:
            UnknownName: there is no such policy.
            BadValue: it is a search, which takes no part in such a draw.
        """
        drawing = policy_named(self.settings.game, policy)
        actions = np.empty(self.num_envs, np.int64)
        self._spread(
            lambda thread, envs: kernel.draw_actions(
                self._states,
                self._editions,
                self._games,
                drawing,
                self._work[thread].choices,
                actions,
                envs,
            )
        )
        return actions

    def observe(self, seat: int | ArrayLike) -> NDArray[Any]:
        """Return what a seat sees of each environment now, in the form of `TimeStep.observation`.

        Args:
            seat: the seat, the same for all environments or one for each; -1 for a spectator.
        """
        seats = observers(seat, self.settings)
        out = self._observations()
        self._show(out, seats, 0)
        return out

    def game(self, env: int) -> LoadedGame:
        """Return the loaded game of an environment.

        Raises:
            BadValue: there is no such environment.
        """
        return self.settings.games[int(self._games.which[environment(env, self.num_envs)])]

    def position(self, env: int) -> Position:
        """Return the present position of an environment, with everything hidden in it.

        Raises:
            BadValue: there is no such environment, or no game has begun.
        """
        game = self.game(env)
        check_begun(self._begun, "position")
        return Position(game, self._states[env].copy())

    def states(self) -> NDArray[Any]:
        """Return copies of the present states of all environments, as a structured array."""
        return self._states.array[: self.num_envs].copy()

    def generators(self) -> NDArray[np.int64]:
        """Return copies of the generators of all environments, of shape (environments, 4)."""
        return self._games.rng.copy()

    def match(self, env: int, earlier: bool = False) -> Match:
        """Return the present game of an environment as a match, for a record or to be watched.

        Args:
            env: the number of the environment.
            earlier: whether to return the game before the present one.

        Raises:
            BadValue: the environment was made without ``record=True``, or has had no such game.
        """
        game = self.game(env)
        if not self.settings.record:
            raise BadValue("record", False, "True, to write games down")
        log = self._games.earlier if earlier else self._games.log
        steps = (self._games.earlier_steps if earlier else self._games.steps)[env]
        if steps == 0:
            raise BadValue("env", env, "an environment that has had such a game")
        learner = (self._games.earlier_learner if earlier else self._games.learner)[env]
        return match_of(game, log[env, :steps], self.settings, int(learner))

    def close(self) -> None:
        """End the threads; a further step begins others."""
        self._pool.close()

    # ---------------------------------------------------------------------------------- steps

    def _advance(self, actions: NDArray[np.int64], envs: NDArray[np.int64] | None) -> TimeStep:
        try:
            self._play_on(actions, envs)
        except BaseException:  # such as an interrupt while a search decides: games are half done
            self._begun = False
            raise
        return self._step()

    def _play_on(self, actions: NDArray[np.int64], envs: NDArray[np.int64] | None) -> None:
        """Do a step of some environments, all if None, and ask opponents outside for theirs."""

        def work(thread: int, some: NDArray[np.int64]) -> int:
            waiting: int = kernel.advance(
                self._states,
                self._editions,
                self._games,
                self._out,
                self._play,
                self._work[thread],
                actions,
                some,
            )
            if waiting == 0:
                self._write(self._observation, self._games.viewer, 0, thread, some)
            return waiting

        results = self._spread(work, envs)
        waiting = sum(results) if min(results) >= 0 else -1
        while waiting > 0:
            asked = np.flatnonzero(self._games.status == Status.ANSWER)
            answers = np.zeros(self.num_envs, np.int64)
            for env in asked:
                answers[env] = self._answer(int(env))
            waiting = kernel.advance(
                self._states,
                self._editions,
                self._games,
                self._out,
                self._play,
                self._work[0],
                answers,
                asked,
            )
            if waiting == 0:
                self._show(self._observation, self._games.viewer, 0)
        if waiting < 0:
            expected = f"a seat that is asked for a decision in one of {MOST_UNASKED} games"
            raise BadValue("seat", self.settings.seat, expected)

    def _answer(self, env: int) -> int:
        """Return the action of an opponent who is asked outside the compiled code."""
        which, seat = int(self._games.which[env]), int(self._out.player[env])
        seed = int(self._games.rng[env, 0]) % SEED_RANGE
        seen = redact(self._states[env], seat)
        seed += int(self._games.steps[env])
        opponent = self._opponents[which]
        return opponent.choose(self.settings.games[which], seen, seat, seed, None)

    def _step(self) -> TimeStep:
        out, rewards = self._out, self._out.rewards
        if self.settings.seat is not None:
            rewards = np.take_along_axis(rewards, self._games.rewarded[:, None], axis=1)[:, 0]
        return TimeStep(
            observation=self._observation,
            legal_action_mask=out.mask,
            current_player=out.player,
            rewards=rewards,
            terminated=out.terminated,
            truncated=out.truncated,
            _final=self._finals,
        )

    def _finals(self) -> NDArray[Any]:
        """Return what was seen at the end of the last game of each environment."""
        if self._final is None:
            return self._observation
        self._final[...] = np.zeros((), self._final.dtype)
        ended = np.flatnonzero(self._out.terminated | self._out.truncated)
        own = np.maximum(self._games.rewarded, 0)
        self._show(self._final, own, len(self._states) - self.num_envs, ended)
        return self._final

    # -------------------------------------------------------------------------------- observing

    def _observations(self) -> NDArray[Any]:
        """Allocate observations of all environments."""
        n, spec = self.num_envs, self.observation_spec
        match self.settings.shown:
            case Shown.FLOAT32:
                return np.zeros((n, spec.length), np.float32)
            case Shown.UINT8:
                return np.zeros((n, spec.compact_length), np.uint8)
            case Shown.RECORD:
                return np.zeros(n, dtype_of(self.settings.game.State))
        return np.zeros((n, 0), np.float32)

    def _show(
        self,
        out: NDArray[Any],
        seats: NDArray[np.int64],
        first: int,
        envs: NDArray[np.int64] | None = None,
    ) -> None:
        """Write what these seats see of the states from number `first` on."""
        self._spread(partial(self._write, out, seats, first), envs)

    def _write(
        self,
        out: NDArray[Any],
        seats: NDArray[np.int64],
        first: int,
        thread: int,
        envs: NDArray[np.int64],
    ) -> None:
        """Write what these seats see of some environments, in a thread; see `_show`."""
        which, spare = self._games.which, self._work[thread].spare
        if self.settings.shown == Shown.RECORD:
            records = Batch(self.settings.game.State, out)
            unused = self._actions
            kernel.show_records(self._states, records, which, seats, first, spare, unused, envs)
        elif self.settings.shown != Shown.NONE:
            show = kernel.show if self.settings.shown == Shown.FLOAT32 else kernel.show_compact
            show(self._states, self._editions, which, seats, first, spare, out, envs)

    # ------------------------------------------------------------------------------------- help

    def _spread(
        self,
        work: Callable[[int, NDArray[np.int64]], Any],
        envs: NDArray[np.int64] | None = None,
    ) -> list[Any]:
        """Do some work for environments, all if None, in the threads; return their results."""
        parts = self._slices if envs is None else np.array_split(envs, len(self._slices))
        return self._pool.run(work, parts)

    def _check(self, actions: NDArray[np.int64]) -> None:
        """Check that all actions are legal, where one is expected."""
        wrong = np.flatnonzero(~self.is_legal(actions))
        if len(wrong):
            env = int(wrong[0])
            raise_illegal(self.position(env), int(actions[env]), env, self.num_envs)
