"""What a vector environment is asked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from ducato.core.game import LoadedGame

ROTATE = -1
"""The learner's seat if it takes another one in each new game."""
LONGEST_LOG = 1 << 31
"""The largest size of the recorded actions of all environments, in bytes."""


class Autoreset(StrEnum):
    """What happens to a game that has ended; the names are those of Gymnasium."""

    SAME_STEP = "same-step"
    """The step that ends a game also begins the next one, whose first decision it returns."""
    NEXT_STEP = "next-step"
    """The step that ends a game returns its end; the next step ignores the action and begins."""
    DISABLED = "disabled"
    """A game that has ended stays so until `VectorEnv.reset` begins another."""


class Shown(StrEnum):
    """What `Step.observation` holds."""

    FLOAT32 = "float32"
    """Columns from 0 to 1; see `LoadedGame.observation_spec`."""
    UINT8 = "uint8"
    """The compact form, which `ObservationSpec.expand` turns into the columns."""
    RECORD = "record"
    """The redacted state itself, as a structured array."""
    NONE = "none"
    """Nothing: arrays without columns."""


class Device(StrEnum):
    """Where games are played."""

    CPU = "cpu"
    CUDA = "cuda"


@dataclass(frozen=True)
class Settings:
    """The settings of a vector environment; `making.vector` explains and checks them.

    Attributes:
        games: the loaded games, with which the environments are filled in turn.
        num_envs: the number of environments.
        seat: the learner's seat; None if the learner plays all seats, `ROTATE` if it changes.
        opponents: the player of the other seats.
        autoreset: what happens to a game that has ended.
        skip_forced: whether decisions with a single legal action are taken without asking.
        shown: what is observed.
        shaping: the weights of the game's `series` in additional rewards, by name.
        discount: the factor by which a learner discounts later rewards, for the shaping.
        threads: the number of threads.
        record: whether the games can be written down as matches.
    """

    games: tuple[LoadedGame, ...]
    num_envs: int
    seat: int | None = None
    opponents: str = "random"
    autoreset: Autoreset = Autoreset.SAME_STEP
    skip_forced: bool = False
    shown: Shown = Shown.FLOAT32
    shaping: Mapping[str, float] = field(default_factory=dict)
    discount: float = 1.0
    threads: int = 1
    record: bool = False

    @property
    def game(self) -> LoadedGame:
        """The first of the loaded games."""
        return self.games[0]

    @property
    def seats(self) -> int:
        """The largest number of seats of an environment."""
        return max(game.players for game in self.games)

    @property
    def loaded(self) -> NDArray[np.int64]:
        """The index of the loaded game of each environment."""
        return np.arange(self.num_envs) % len(self.games)
