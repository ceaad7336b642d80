"""The stand-in: a legal choice, at once, for whoever cannot choose.

A steward that fails, or a bot that breaks, must not stop a table. The conformance of a game
includes that there always is such a choice (`check_stand_in`).
"""

from __future__ import annotations

import numpy as np

from ducato.bots.players import GreedyBot
from ducato.core import verbs
from ducato.core.conformance import Broken, sampled
from ducato.core.game import LoadedGame
from ducato.core.record import Record
from ducato.core.visibility import redact


def stand_in(game: LoadedGame, state: Record, seat: int, seed: int) -> int:
    """What the greedy player would do; should that fail, the first legal action.

    Args:
        game: being played.
        state: redacted for `seat`, which is to move.
        seat: whose decision it is.
        seed: for the choice among equals.
    """
    out = np.zeros(len(game.actions), np.int32)
    legal = {int(a) for a in out[: verbs.legal_actions(state, game.edition, out)]}
    try:
        choice = GreedyBot(game, "greedy").choose(state, seat, seed)
    except Exception:  # a mistake in a game's features; the table goes on
        choice = -1
    return choice if choice in legal else min(legal)


def check_stand_in(game: LoadedGame, seed: int) -> None:
    """In every phase that a random game comes to, the greedy player has a legal choice.

    Raises:
        Broken: with the seed and the position.
    """
    for position in sampled(game, seed):
        seat = position.current_player()
        if seat < 0:
            continue
        seen = redact(position.record, seat)
        choice = GreedyBot(game, "greedy").choose(seen, seat, seed)
        if choice not in position.legal_actions():
            raise Broken(f"seed {seed}: the greedy player chooses {choice}, which is not legal")
