"""The stand-in: an immediate legal choice for a seat whose player fails to choose.

A table must not stop because a bot raises an error. Each game must therefore let its greedy player
make a legal choice in every phase (`table.game_checks.check_stand_in`).
"""

from __future__ import annotations

import numpy as np

from ducato.bots.players import GreedyBot
from ducato.core import verbs
from ducato.core.game import LoadedGame
from ducato.core.struct import Struct


def stand_in(game: LoadedGame, state: Struct, seat: int, seed: int) -> int:
    """Return the choice of the greedy player or, if it makes no legal one, the lowest legal action.

    Args:
        game: the game being played.
        state: the state, redacted for the seat.
        seat: the seat to move.
        seed: the seed of the choice among equally good actions.
    """
    out = np.zeros(len(game.actions), np.int32)
    legal = {int(a) for a in out[: verbs.legal_actions(state, game.edition, out)]}
    try:
        choice = GreedyBot(game, "greedy").choose(state, seat, seed)
    except Exception:  # a bug in the game's features must not stop the table
        choice = -1
    return choice if choice in legal else min(legal)
