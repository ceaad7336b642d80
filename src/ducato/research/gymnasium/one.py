"""One seat of one game as an environment."""

from __future__ import annotations

from typing import Any, Unpack

import gymnasium
import numpy as np
from numpy.typing import NDArray

from ducato.core.chance import checked_seed
from ducato.core.errors import BadValue
from ducato.core.game import LoadedGame
from ducato.core.position import Position
from ducato.research.gymnasium.settings import Illegal, SeatGames, SeatSettings
from ducato.research.seen import METADATA, known_mode, text_of
from ducato.research.vector import Autoreset


class SeatEnv(gymnasium.Env):
    """One seat of a game, the others being played by opponents.

    Observation: what the seat sees, as `Position.observation_tensor` writes it. `info` has the
    learner's `seat`, the `current_player` (the seat, or -4 at the end), and the legal actions as
    `action_mask`, in the form that ``action_space.sample(mask)`` takes.

    Action: the number of an action. Gymnasium's tools, such as `check_env`, draw actions without a
    mask; with ``illegal="replace"``, which is set in registered environments, an illegal one is
    replaced by a random legal one. To end the game instead, as other libraries do, would end nearly
    every game of an unmasked learner at once.

    Reward: the seat's return at the end of the game, from -1 to 1 (`Position.returns`), else 0,
    plus what `shaping` adds.

    End: terminated when the game is over, truncated after `LoadedGame.max_game_length` steps.

    Reset: with a seed, everything begins anew; without one, chance and the seats go on.

    Args:
        game: the name of a game, or a loaded game.
        illegal: what happens when an illegal action is given; see `Illegal`.
        render_mode: "ansi" for a text of what the seat sees; nothing is rendered in another mode.
        settings: see `SeatSettings`.

    Attributes:
        games: the vector environment with the game.

    Raises:
        DucatoError: an argument is not possible; the error says what would be.
    """

    metadata = METADATA

    def __init__(
        self,
        game: str | LoadedGame,
        *,
        illegal: str = Illegal.RAISE,
        render_mode: str | None = None,
        **settings: Unpack[SeatSettings],
    ) -> None:
        self.render_mode = known_mode(render_mode)
        self._games = SeatGames(game, 1, Autoreset.DISABLED, 1, illegal, settings)
        self.games = self._games.vector
        if len(self.games.settings.games) > 1:
            raise BadValue("game", "several games", "one game, with one number of players")
        self.observation_space = self._games.observation_space
        self.action_space = self._games.action_space
        self._is_over = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Begin a new game and return the first observation and `info`; `options` has no use.

        Raises:
            BadValue: the seed is not a whole number.
        """
        seeds = None if seed is None else [checked_seed(seed)]
        super().reset(seed=None if seeds is None else seeds[0])
        self._games.begin(seeds, [self.np_random])
        self._is_over = False
        return self._observation(), self._info(np.zeros(1, np.bool_))

    def step(self, action: Any) -> tuple[NDArray[Any], float, bool, bool, dict[str, Any]]:
        """Play an action, and the others' until the seat is to move again or the game is over.

        Raises:
            IllegalAction: the action is illegal, and such are not replaced. Nothing was changed.
            BadValue: the action is not a whole number, or no game is in progress.
        """
        if self._is_over:
            raise BadValue("step", "a step", "a reset: the game is over")
        replaced = self._games.play(np.asarray(action)[None], [self.np_random])
        last = self._games.last
        terminated, truncated = bool(last.terminated[0]), bool(last.truncated[0])
        self._is_over = terminated or truncated
        reward = float(last.rewards[0])
        return self._observation(), reward, terminated, truncated, self._info(replaced)

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal now, for sb3-contrib's `MaskablePPO`."""
        mask: NDArray[np.bool_] = self._games.last.legal_action_mask[0].copy()
        return mask

    def position(self) -> Position:
        """Return the present position, with everything hidden in it."""
        return self.games.position(0)

    def render(self) -> str | None:
        """Return the text of what the seat sees, if the render mode is "ansi"."""
        if self.render_mode is None:
            gymnasium.logger.warn('render() returns a text with render_mode="ansi" only')
            return None
        return text_of(self.position(), int(self._games.seat[0]))

    def close(self) -> None:
        """End the games."""
        self.games.close()

    def _observation(self) -> NDArray[Any]:
        observation: NDArray[Any] = self._games.last.observation[0].copy()
        return observation

    def _info(self, replaced: NDArray[np.bool_]) -> dict[str, Any]:
        rows = {name: rows[0] for name, rows in self._games.infos(replaced).items()}
        return {
            name: row if isinstance(row, np.ndarray) else row.item() for name, row in rows.items()
        }
