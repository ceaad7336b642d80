"""An evaluator for OpenSpiel's searches, which plays games to the end in compiled code.

OpenSpiel's own evaluator asks for the legal actions and applies one of them, step by step in
Python. Here a whole game is one call.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ducato.bots.playout import Choices, Policy, play_out
from ducato.compile.kernels import kernel
from ducato.core.batch import Batch
from ducato.core.chance import new_rng
from ducato.core.game.weights import search_weights
from ducato.core.position import returns_of
from ducato.core.verbs import ranking

if TYPE_CHECKING:
    from ducato.research.openspiel.spiel_games import SpielGame
    from ducato.research.openspiel.spiel_states import SpielState


@kernel
def ranks_after(
    states: Any, editions: Any, rng: Any, policy: Policy, choices: Choices, ranks: Any, limit: int
) -> int:
    """Play to the end from `states[0]`, and write the ranks; return 0, or -1 if it takes too long.

    `states` and `editions` are batches of one; the state is overwritten.
    """
    state, edition = states[0], editions[0]
    if play_out(state, edition, rng, policy, choices, limit) < 0:
        return -1
    ranking(state, edition, ranks)
    return 0


class PlayoutEvaluator:
    """An evaluator in the form of OpenSpiel's Python searches.

    Args:
        game: the game, in the form of OpenSpiel.
        playouts: the number of games of which the mean is taken.
        guided: whether actions are drawn by the scores that guide our own search; otherwise all
            are equally likely, as in OpenSpiel's evaluator.
        seed: the seed of all random choices.
    """

    def __init__(
        self, game: SpielGame, playouts: int = 1, guided: bool = False, seed: int = 0
    ) -> None:
        self._game, self._playouts = game.loaded, playouts
        self._policy = Policy(guided, search_weights(self._game.game))
        self._choices = Choices.of(len(self._game.actions))
        self._ranks = np.zeros(self._game.players, np.int32)
        self._editions = Batch.of(self._game.edition)
        self._rng = new_rng("evaluator", seed)

    def evaluate(self, state: SpielState) -> NDArray[np.float64]:
        """Return every seat's mean return; a game that does not end counts as a tie."""
        total = np.zeros(self._game.players)
        for _ in range(self._playouts):
            world = Batch.of(state.position.state.copy())
            found = ranks_after(
                world,
                self._editions,
                self._rng,
                self._policy,
                self._choices,
                self._ranks,
                self._game.game.longest,
            )
            if found == 0:
                total += returns_of(self._ranks.tolist())
        return total / self._playouts

    def prior(self, state: SpielState) -> list[tuple[int, float]]:
        """Return the legal actions, or the outcomes of a chance step, as equally likely."""
        if state.is_chance_node():
            return state.chance_outcomes()
        legal = state.legal_actions()
        return [(action, 1.0 / len(legal)) for action in legal]
