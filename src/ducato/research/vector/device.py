"""The vector environment on a graphics processor."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ducato.bots.playout import Choices, Policy
from ducato.compile import cuda
from ducato.compile.cuda import DeviceArray
from ducato.core.batch import Batch
from ducato.core.errors import BadValue
from ducato.core.game import LoadedGame
from ducato.core.observation.spec import ObservationSpec, spec_of
from ducato.core.position import Position
from ducato.research.vector import device_kernels
from ducato.research.vector.arguments import (
    check_begun,
    chosen,
    observers,
    policy_named,
    raise_illegal,
    seed_generators,
    seed_of,
    whole_numbers,
)
from ducato.research.vector.buffers import Status
from ducato.research.vector.device_kernels import Table
from ducato.research.vector.settings import Autoreset, Settings, Shown
from ducato.research.vector.time_step import Kept, TimeStep

NOBODY = -1
"""What `find_illegal` leaves if all actions are legal."""


@dataclass(frozen=True)
class DeviceStep:
    """What a learner is shown after a step, on the device; the attributes are those of `TimeStep`.

    The arrays are those of the environment, which the next step overwrites; `numpy` copies them.
    Other libraries take them without a copy: ``torch.from_dlpack(step.observation)``.
    """

    observation: DeviceArray
    legal_action_mask: DeviceArray
    current_player: DeviceArray
    rewards: DeviceArray
    terminated: DeviceArray
    truncated: DeviceArray
    _final: Callable[[], DeviceArray] = field(repr=False)

    @property
    def final_observation(self) -> DeviceArray:
        """What was seen at the end of the last game of each environment; see `TimeStep`."""
        return self._final()

    def numpy(self) -> TimeStep:
        """Return a step with copies of the arrays in the memory of the processor."""
        final = self.final_observation.numpy()
        return TimeStep(
            observation=self.observation.numpy(),
            legal_action_mask=self.legal_action_mask.numpy(),
            current_player=self.current_player.numpy(),
            rewards=self.rewards.numpy(),
            terminated=self.terminated.numpy(),
            truncated=self.truncated.numpy(),
            _final=Kept(final),
        )


class DeviceVectorEnv:
    """Many games of one kind, played side by side on a graphics processor; made by `vector`.

    It does what `VectorEnv` does, with arrays on the device. Equal seeds and actions give equal
    games, those of `VectorEnv`, byte for byte. Only where opponents or `sample_actions` choose by
    scores, a choice may differ: the last digit of a score may, since a device rounds a product and
    a sum together.

    Attributes:
        settings: what was asked for.
        observation_spec: the columns of an observation.
        num_envs: the number of environments.
        num_actions: the number of actions.
        num_seats: the largest number of seats of an environment.
    """

    def __init__(self, settings: Settings) -> None:
        cuda.check_device()
        n = settings.num_envs
        self.settings = settings
        self.num_envs, self.num_actions = n, len(settings.game.actions)
        self.num_seats = settings.seats
        self.observation_spec: ObservationSpec = spec_of(settings.game.State)
        self._table = cuda.to_device(Table.of(settings))
        self._first_seats = self.seats
        self._everyone = cuda.to_device(np.arange(n))
        self._actions, self._drawn = cuda.to_device((np.zeros(n, np.int64),) * 2)
        self._illegal = cuda.to_device(np.array([NOBODY]))
        self._observation = self._observations()
        self._final = self._observations() if settings.autoreset == Autoreset.SAME_STEP else None
        self._choices: Choices | None = None
        self._begun = False
        self._policy = cache(self._policy_on_device)

    @property
    def seats(self) -> NDArray[np.int64]:
        """The learner's seat in each environment, -1 if it plays all seats."""
        return cuda.to_host(self._table.games.seat)

    def reset(
        self, seed: int | Sequence[int] | None = None, mask: ArrayLike | None = None
    ) -> DeviceStep:
        """Begin new games and return their first decisions; see `VectorEnv.reset`."""
        envs, games = chosen(mask, self.num_envs), self._table.games
        seed = seed_of(seed, self._begun, len(envs), self.num_envs)
        status = cuda.to_host(games.status)
        status[envs] = Status.BEGIN
        cuda.overwrite(games.status, status)
        if seed is not None:
            rng, seats = cuda.to_host(games.rng), cuda.to_host(games.seat)
            seed_generators(rng, seed, envs)
            seats[envs] = self._first_seats[envs]
            cuda.overwrite(games.rng, rng)
            cuda.overwrite(games.seat, seats)
        self._begun = True
        return self._advance(self._actions, cuda.to_device(envs), len(envs))

    def step(self, actions: Any, check: bool = True) -> DeviceStep:
        """Apply an action in each environment and return the next decisions.

        Args:
            actions: the numbers of the actions, as an array of int64 on the device, which is used
                without a copy, or as an array of whole numbers elsewhere.
            check: whether to check that they are legal, for which the processor waits for the
                device. Illegal actions spoil a game.

        Raises:
            BadValue: the environments were not reset, or `actions` has another shape or type.
            IllegalAction: an action is illegal. Nothing was changed.
        """
        check_begun(self._begun, "step")
        given = cuda.adopted(actions)
        if given is None:
            cuda.overwrite(self._actions, whole_numbers(actions, self.num_envs))
            given = self._actions
        elif given.shape != (self.num_envs,) or given.dtype != np.int64:
            expected = f"int64 of shape ({self.num_envs},)"
            raise BadValue("actions", f"{given.dtype} of shape {given.shape}", expected)
        if check:
            self._check(given)
        return self._advance(given, self._everyone, self.num_envs)

    def sample_actions(self, policy: str = "random") -> DeviceArray:
        """Return an action for each environment; see `VectorEnv.sample_actions`.

        The next call overwrites the array.
        """
        drawing = self._policy(policy)
        if drawing.guided and self._choices is None:
            rows = device_kernels.choices_of(self.num_envs, self.num_actions, guided=True)
            self._choices = cuda.to_device(rows)
        choices = self._choices or self._table.work.choices
        device_kernels.draw_actions(
            self.num_envs, self._table, drawing, choices, self._drawn, self._everyone
        )
        return DeviceArray(self._drawn)

    def observe(self, seat: int | ArrayLike) -> DeviceArray:
        """Return what a seat sees of each environment now; see `VectorEnv.observe`."""
        out = self._observations()
        seats = cuda.to_device(observers(seat, self.settings))
        self._show(out, seats, 0, self._everyone, self.num_envs)
        return DeviceArray(out)

    def game(self, env: int) -> LoadedGame:
        """Return the loaded game of an environment."""
        return self.settings.games[int(self.settings.loaded[env])]

    def position(self, env: int) -> Position:
        """Return the present position of an environment, with everything hidden in it."""
        row = cuda.to_host(self._table.states.array[env : env + 1])
        return Position(self.game(env), Batch(self.settings.game.State, row)[0])

    def states(self) -> NDArray[Any]:
        """Return copies of the present states of all environments, as a structured array."""
        return cuda.to_host(self._table.states.array[: self.num_envs])

    def generators(self) -> NDArray[np.int64]:
        """Return copies of the generators of all environments, of shape (environments, 4)."""
        return cuda.to_host(self._table.games.rng)

    # ---------------------------------------------------------------------------------- steps

    def _advance(self, actions: Any, envs: Any, number: int) -> DeviceStep:
        """Do a step of some environments, whose numbers are on the device."""
        table, out = self._table, self._table.out
        device_kernels.advance(number, table, actions, envs)
        self._show(self._observation, table.games.viewer, 0, envs, number)
        return DeviceStep(
            observation=DeviceArray(self._observation),
            legal_action_mask=DeviceArray(out.mask),
            current_player=DeviceArray(out.player),
            rewards=DeviceArray(out.rewards if self.settings.seat is None else table.own_reward),
            terminated=DeviceArray(out.terminated),
            truncated=DeviceArray(out.truncated),
            _final=self._finals,
        )

    def _finals(self) -> DeviceArray:
        """Return what was seen at the end of the last game of each environment."""
        if self._final is None:
            return DeviceArray(self._observation)
        first = len(self._table.states) - self.num_envs
        self._show(self._final, self._table.final_viewer, first, self._everyone, self.num_envs)
        return DeviceArray(self._final)

    def _policy_on_device(self, name: str) -> Policy:
        return cuda.to_device(policy_named(self.settings.game, name))

    def _check(self, actions: Any) -> None:
        """Check that all actions are legal, where one is expected."""
        device_kernels.find_illegal(self.num_envs, self._table, actions, self._illegal)
        env = int(cuda.to_host(self._illegal)[0])
        if env == NOBODY:
            return
        cuda.overwrite(self._illegal, np.array([NOBODY]))
        action = int(cuda.to_host(actions)[env])
        raise_illegal(self.position(env), action, env, self.num_envs)

    # ------------------------------------------------------------------------------ observing

    def _observations(self) -> Any:
        """Allocate observations of all environments."""
        n, spec = self.num_envs, self.observation_spec
        if self.settings.shown == Shown.UINT8:
            return cuda.to_device(np.zeros((n, spec.compact_length), np.uint8))
        columns = 0 if self.settings.shown == Shown.NONE else spec.length
        return cuda.to_device(np.zeros((n, columns), np.float32))

    def _show(self, out: Any, seats: Any, first: int, envs: Any, number: int) -> None:
        """Write what these seats see of the states from number `first` on."""
        if self.settings.shown == Shown.FLOAT32:
            device_kernels.show(number, self._table, seats, first, out, envs)
        elif self.settings.shown == Shown.UINT8:
            device_kernels.show_compact(number, self._table, seats, first, out, envs)
