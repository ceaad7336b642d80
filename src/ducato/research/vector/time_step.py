"""What a step of a vector environment returns."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class TimeStep:
    """What a learner is shown after a step; all arrays have a row for each environment.

    The arrays are those of the environment, which the next step overwrites; `copy` keeps them. They
    can be passed to PyTorch or JAX without a copy: ``torch.from_dlpack(step.observation)``.

    Attributes:
        observation: what the seat to move sees, in the form that was asked for. At the end of a
            game, it is what the learner sees, or seat 0 if the learner plays all seats.
        legal_action_mask: the legal actions, of shape (environments, actions); all False where
            nobody is to move.
        current_player: the seat to move; -4 where the game is over.
        rewards: the rewards since the last step, of shape (environments, seats); at the end of a
            game each seat's return (`Position.returns`), else 0, plus what `shaping` adds. With a
            learner of one seat, of shape (environments,).
        terminated: whether a game ended in this step.
        truncated: whether a game was stopped in this step because it took too many steps.
    """

    observation: NDArray[Any]
    legal_action_mask: NDArray[np.bool_]
    current_player: NDArray[np.int64]
    rewards: NDArray[np.float32]
    terminated: NDArray[np.bool_]
    truncated: NDArray[np.bool_]
    _final: Callable[[], NDArray[Any]] = field(repr=False)

    @property
    def final_observation(self) -> NDArray[Any]:
        """What was seen at the end of the last game of each environment.

        With `Autoreset.SAME_STEP`, `observation` shows the next game already; the rows of
        environments in which no game ended in this step are of zeros. With others, it is
        `observation`.
        """
        return self._final()

    def __reduce__(self) -> tuple[Any, ...]:
        """Return the arrays, without the environment and what is hidden in it."""
        arrays = [getattr(self, one.name) for one in fields(self)[:-1]]
        return TimeStep, (*arrays, Kept(self.final_observation))

    def copy(self) -> TimeStep:
        """Return a step with arrays of its own, which later steps do not overwrite."""
        return replace(
            self,
            observation=self.observation.copy(),
            legal_action_mask=self.legal_action_mask.copy(),
            current_player=self.current_player.copy(),
            rewards=self.rewards.copy(),
            terminated=self.terminated.copy(),
            truncated=self.truncated.copy(),
            _final=Kept(self.final_observation.copy()),
        )


@dataclass(frozen=True)
class Kept:
    """The final observations of a step that has arrays of its own."""

    array: NDArray[Any]

    def __call__(self) -> NDArray[Any]:
        """Return the array."""
        return self.array
