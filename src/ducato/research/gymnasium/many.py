"""One seat in each of many games as a vector environment."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Unpack

import gymnasium
import numpy as np
from gymnasium.utils.seeding import np_random
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from ducato.core.errors import BadValue, UnknownName
from ducato.core.game import LoadedGame
from ducato.core.verbs import TERMINAL
from ducato.research.gymnasium.settings import Illegal, SeatGames, SeatSettings
from ducato.research.seen import METADATA, known_mode, text_of
from ducato.research.vector import Autoreset
from ducato.research.vector.arguments import checked_seeds


class SeatVectorEnv(gymnasium.vector.VectorEnv):
    """Many games, of each of which the learner plays a seat, in compiled code.

    It returns what Gymnasium's `SyncVectorEnv` of as many `SeatEnv`s would return with the same
    seeds, but for the type of the rewards (float32) and the seats with ``seat="rotate"``, which
    differ from one environment to the next. A seed n stands for the seeds n, n + 1 and so on.

    Args:
        game: the name of a game, a loaded game, or several that differ in players and edition.
        num_envs: the number of games.
        autoreset_mode: what happens to a game that has ended, a mode of Gymnasium or its value:
            "NextStep", "SameStep" or "Disabled".
        illegal: what happens when an illegal action is given; see `Illegal`.
        threads: the number of threads.
        copy: whether observations are copied. If not, the next step overwrites them.
        render_mode: "ansi" for texts of what the seats see; nothing is rendered in another mode.
        settings: see `SeatSettings`. `players` and `edition` may be several.

    Attributes:
        games: the vector environment of ducato.

    Raises:
        DucatoError: an argument is not possible; the error says what would be.
    """

    def __init__(
        self,
        game: str | LoadedGame | Sequence[LoadedGame],
        num_envs: int = 1,
        *,
        autoreset_mode: str | Any = AutoresetMode.NEXT_STEP,
        illegal: str = Illegal.RAISE,
        threads: int = 1,
        copy: bool = True,
        render_mode: str | None = None,
        **settings: Unpack[SeatSettings],
    ) -> None:
        modes = {mode.value: mode for mode in AutoresetMode}
        mode = modes.get(getattr(autoreset_mode, "value", autoreset_mode))
        if mode is None:
            raise UnknownName("autoreset_mode", autoreset_mode, modes)
        self.render_mode, self.num_envs, self._copy = known_mode(render_mode), num_envs, copy
        self.autoreset_mode: AutoresetMode = mode
        self.metadata = {**METADATA, "autoreset_mode": mode}
        autoreset = Autoreset[mode.name]
        self._games = SeatGames(game, num_envs, autoreset, threads, illegal, settings)
        self.games = self._games.vector
        self.single_observation_space = self._games.observation_space
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.single_action_space = self._games.action_space
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._over = np.zeros(num_envs, np.bool_)
        self._draws = [self.np_random] * num_envs

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Begin new games and return the first observations and `infos`.

        Args:
            seed: the seed of the first game, to which 1 is added for each further one, or one for
                each. Without a seed, chance and the seats go on.
            options: a dict whose "reset_mask" says which games are begun; all without one.

        Raises:
            BadValue: there are not as many seeds as games, one is no whole number, or the mask is
                not possible.
        """
        seeds = checked_seeds(seed, self.num_envs)
        if isinstance(seeds, int):
            super().reset(seed=seeds)
            seeds = [seeds + env for env in range(self.num_envs)]
        for env, own in enumerate(seeds or ()):
            if own is not None:
                self._draws[env] = np_random(own)[0]
        mask = (options or {}).get("reset_mask")
        self._games.begin(seeds, self._draws, mask)
        begun = np.ones(self.num_envs, np.bool_) if mask is None else np.asarray(mask)
        self._over &= ~begun
        infos = self._games.infos(np.zeros(self.num_envs, np.bool_))
        return self._observation(), _masked(infos, begun)

    def step(
        self, actions: ArrayLike
    ) -> tuple[
        NDArray[Any], NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]
    ]:
        """Play an action in each game, and the others' until the seat is to move again.

        The actions of games that are begun in this step are ignored. With `SAME_STEP`, `infos` has
        the last observations of games that have ended as `final_obs`, and their infos as
        `final_info`.

        Raises:
            IllegalAction: an action is illegal, and such are not replaced. Nothing was changed.
            BadValue: the actions are not whole numbers, or a game is over and was not reset.
        """
        mode = self.autoreset_mode
        if mode == AutoresetMode.DISABLED and self._over.any():
            over = np.flatnonzero(self._over).tolist()
            expected = 'a reset of the games that are over, with options["reset_mask"]'
            raise BadValue("step", f"with games {over} over", expected)
        seat = self._games.seat
        replaced = self._games.play(actions, self._draws)
        last = self._games.last
        self._over = last.terminated | last.truncated
        same_step = mode == AutoresetMode.SAME_STEP
        again = self._over & same_step
        infos = _masked(self._games.infos(replaced & ~again), np.ones(self.num_envs, np.bool_))
        if again.any():
            infos |= self._final(again, seat, replaced)
        ends = (last.terminated.copy(), last.truncated.copy())
        return self._observation(), last.rewards.copy(), *ends, infos

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal now in each game."""
        return self._games.last.legal_action_mask.copy()

    def render(self) -> tuple[str, ...] | None:
        """Return the texts of what the seats see, if the render mode is "ansi"."""
        if self.render_mode is None:
            gymnasium.logger.warn('render() returns texts with render_mode="ansi" only')
            return None
        seats = self._games.seat.tolist()
        return tuple(text_of(self.games.position(env), seat) for env, seat in enumerate(seats))

    def close_extras(self, **kwargs: Any) -> None:
        """End the games."""
        self.games.close()

    def _observation(self) -> NDArray[Any]:
        shown = self._games.last.observation
        return shown.copy() if self._copy else shown

    def _final(
        self, again: NDArray[np.bool_], seat: NDArray[np.int64], replaced: NDArray[np.bool_]
    ) -> dict[str, Any]:
        """Return what `infos` says of the games that have ended and are followed by others."""
        observations = np.full(self.num_envs, None, object)
        shown = self._games.last.final_observation
        for env in np.flatnonzero(again):
            observations[env] = shown[env].copy()
        infos = self._games.infos(replaced & again)
        infos["action_mask"][:] = 0
        infos["current_player"] = np.where(again, TERMINAL, 0)
        infos["seat"] = np.where(again, seat, 0)
        return {
            **_masked({"final_obs": observations}, again),
            **_masked({"final_info": _masked(infos, again)}, again),
        }


def _masked(infos: dict[str, Any], where: NDArray[np.bool_]) -> dict[str, Any]:
    """Return infos with, for each, a mask of the environments that have it, as Gymnasium does."""
    return infos | {f"_{name}": where.copy() for name in infos}
