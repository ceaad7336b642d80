"""What both environments of Gymnasium are asked for, and the games that they are made of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any, TypedDict

import gymnasium
import numpy as np
from numpy.typing import ArrayLike, NDArray

from ducato.core.errors import BadValue, DucatoError, UnknownName
from ducato.core.game import LoadedGame
from ducato.research.seen import observation_box
from ducato.research.vector import Autoreset, TimeStep, VectorEnv, vector
from ducato.research.vector.arguments import SEED_RANGE


class Illegal(StrEnum):
    """What happens when an illegal action is given."""

    RAISE = "raise"
    """It raises `IllegalAction` with the reason, and changes nothing."""
    REPLACE = "replace"
    """A legal action, drawn at random, is played instead, and `info["replaced"]` says so."""


class UnknownArgument(DucatoError, TypeError):
    """An error raised if there is no keyword of this name.

    It is a `TypeError` in Python's own words, by which trainers know what to leave out. Gymnasium
    raises it again with a longer text.
    """


class SeatSettings(TypedDict, total=False):
    """The keywords that `SeatEnv` and `SeatVectorEnv` share; see also `ducato.vector`.

    Attributes:
        players: the number of seats.
        edition: the name of the edition.
        options: values that override those of the edition.
        seat: the learner's seat, 0 unless given, or "rotate" for another one in each new game.
        opponents: the player of the other seats: "random", "greedy",
            ``"softmax:temperature=0.5"``, or a search such as ``"ismcts:sims=50"``.
        skip_forced: whether to take decisions with a single legal action without asking.
        observation: "float32", or "uint8" for the compact form.
        shaping: weights of the game's `series` in additional rewards, by name.
        discount: the factor by which the learner discounts later rewards, for the shaping.
    """

    players: int | Sequence[int] | None
    edition: str | Sequence[str] | None
    options: Mapping[str, object] | None
    seat: int | str
    opponents: str | None
    skip_forced: bool
    observation: str
    shaping: Mapping[str, float] | None
    discount: float


class SeatGames:
    """The games in which a learner plays one seat, and what Gymnasium asks about them.

    Args:
        game: the game, as `ducato.vector` takes it.
        num_envs: the number of games at a time.
        autoreset: what happens to a game that has ended.
        threads: the number of threads.
        illegal: what happens when an illegal action is given.
        settings: the `SeatSettings`.

    Attributes:
        vector: the vector environment in which the games are played.
        observation_space: the space of one observation.
        action_space: the space of the actions.
        seat: the learner's seat in the position that the last step shows, for each game.

    Raises:
        DucatoError: an argument is not possible; the error says what would be.
    """

    def __init__(
        self,
        game: str | LoadedGame | Sequence[LoadedGame],
        num_envs: int,
        autoreset: Autoreset,
        threads: int,
        illegal: str,
        settings: SeatSettings,
    ) -> None:
        for name in settings:
            if name not in SeatSettings.__annotations__:
                known = ", ".join(SeatSettings.__annotations__)
                raise UnknownArgument(
                    f"got an unexpected keyword argument {name!r}; choose from: {known}"
                )
        if illegal not in [member.value for member in Illegal]:
            raise UnknownName("value of illegal", illegal, [member.value for member in Illegal])
        given: dict[str, Any] = {"seat": 0, "observation": "float32", **settings}
        if given["seat"] is None:
            raise BadValue("seat", None, "a seat, or rotate")
        self.vector: VectorEnv = vector(
            game, num_envs, autoreset=autoreset, threads=threads, **given
        )
        spec = self.vector.observation_spec
        self.observation_space = observation_box(spec, given["observation"])
        self.action_space = gymnasium.spaces.Discrete(self.vector.num_actions)
        self._last: TimeStep | None = None
        self.seat = self.vector.seats.copy()
        self._replaces = illegal == Illegal.REPLACE
        self._begun = False

    @property
    def last(self) -> TimeStep:
        """The last step.

        Raises:
            BadValue: no game has begun.
        """
        if self._last is None:
            raise BadValue("call", "one that needs a game", "a reset, which begins one")
        return self._last

    def begin(
        self,
        seeds: Sequence[int | None] | None,
        draws: Sequence[np.random.Generator],
        mask: ArrayLike | None = None,
    ) -> None:
        """Begin new games.

        Args:
            seeds: a seed for each game, or None for one that is drawn. If None, all generators go
                on from the games before, and are drawn only at the first call.
            draws: a generator for each game.
            mask: which games are begun; all if None.

        Raises:
            BadValue: the mask is not possible.
        """
        if seeds is None and not self._begun:
            seeds = [None] * self.vector.num_envs
        drawn = None
        if seeds is not None:
            drawn = [
                int(own.integers(SEED_RANGE)) if seed is None else seed
                for seed, own in zip(seeds, draws, strict=True)
            ]
        self._last = self.vector.reset(drawn, mask)
        self.seat = self.vector.seats.copy()
        self._begun = True

    def play(self, actions: ArrayLike, draws: Sequence[np.random.Generator]) -> NDArray[np.bool_]:
        """Apply an action in each game, and return where another was played instead.

        Args:
            actions: the actions.
            draws: a generator for each game, which draws the actions that replace illegal ones.

        Raises:
            BadValue: the actions have another shape or type, or no game has begun.
            IllegalAction: an action is illegal, and such are not replaced.
        """
        replaced = np.zeros(self.vector.num_envs, np.bool_)
        if self._replaces and self._begun:
            replaced = ~self.vector.is_legal(actions)
            actions = np.array(actions, np.int64)
            for env in np.flatnonzero(replaced).tolist():
                actions[env] = draws[env].choice(np.flatnonzero(self.last.legal_action_mask[env]))
        self._last = self.vector.step(actions)
        over = self.last.current_player < 0
        self.seat = np.where(over, self.seat, self.vector.seats)
        return replaced

    def infos(self, replaced: NDArray[np.bool_]) -> dict[str, NDArray[Any]]:
        """Return what Gymnasium's `info` says, with a row for each game."""
        found: dict[str, NDArray[Any]] = {
            "action_mask": self.last.legal_action_mask.astype(np.int8),
            "current_player": self.last.current_player.copy(),
            "seat": self.seat.copy(),
        }
        return {**found, "replaced": replaced} if self._replaces else found
