"""Whole games on a graphics processor, played by simple players."""

from __future__ import annotations

import numpy as np

from ducato.bots.playout import PlayoutResults
from ducato.compile import cuda
from ducato.core.batch import Batch
from ducato.core.chance import new_rng
from ducato.core.game import LoadedGame
from ducato.research.vector.arguments import policy_named
from ducato.research.vector.device_kernels import choices_of, play_out


class DevicePlayouts:
    """Games that a graphics processor plays to the end, each in a thread.

    Args:
        game: the loaded game.
        number: the number of games that are played at once.
        seed: the seed. Game n is the one that a generator ``new_rng("playout", seed, n)`` gives.
        policy: the policy of all seats: random, greedy or softmax.

    Raises:
        NoDevice: there is no device.
    """

    def __init__(
        self, game: LoadedGame, number: int, seed: int = 0, policy: str = "random"
    ) -> None:
        cuda.check_device()
        self.game, self.number = game, number
        drawing = policy_named(game, policy)
        actions = len(game.actions)
        self._states = cuda.to_device(Batch.zeros(game.State, 2 * number))
        self._editions = cuda.to_device(Batch.of(game.edition))
        generators = [new_rng("playout", seed, n) for n in range(number)]
        self._rng = cuda.to_device(np.array(generators, np.int64))
        self._policy = cuda.to_device(drawing)
        self._choices = cuda.to_device(choices_of(number, actions, drawing.guided))

    def play(self) -> PlayoutResults:
        """Play the games and return their results; each call continues the generators.

        The number of decisions is -1 for a game with too many steps, which was stopped.
        """
        results = cuda.to_device(PlayoutResults.of(self.number, self.game.players))
        play_out(
            self.number,
            self._states,
            self._editions,
            self._rng,
            self._policy,
            self._choices,
            results,
            self.game.max_game_length,
        )
        return PlayoutResults(*map(cuda.to_host, results))
