"""The stand-in: a legal choice, at once, for whoever cannot choose.

A substitute that fails, or a bot that breaks, must not stop a table. The conformance of a game
includes that there always is such a choice (`check_stand_in`).
"""

from __future__ import annotations

import numpy as np

from ducato.bots.players import GreedyBot
from ducato.core import verbs
from ducato.core.checks import Broken, sampled, walk
from ducato.core.game import LoadedGame
from ducato.core.struct import Struct
from ducato.core.visibility import redact


def stand_in(game: LoadedGame, state: Struct, seat: int, seed: int) -> int:
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


def check_stand_in(game: LoadedGame, seed: int) -> set[int]:
    """In every phase that a random game comes to, the greedy player of each seat chooses rightly.

    Args:
        game: with a field ``phase`` in its state; without one, all its positions are of one phase.
        seed: of the random game.

    Returns:
        The phases in which somebody had to choose.

    Raises:
        Broken: with the seed and the position.
    """
    player = GreedyBot(game, "greedy")
    positions, known = sampled(game, seed), set[tuple[int, int]]()
    for position in walk(game, seed):
        where = int(getattr(position.state, "phase", 0)), position.current_player()
        if where not in known:
            known.add(where)
            positions.append(position.clone())
    for position in positions:
        seat = position.current_player()
        if seat < 0:
            continue
        choice = player.choose(redact(position.state, seat), seat, seed)
        if choice not in position.legal_actions():
            phase = getattr(position.state, "phase", 0)
            raise Broken(
                f"seed {seed}, phase {phase}: the greedy player of seat {seat} chooses {choice}, "
                "which is not legal"
            )
    return {phase for phase, seat in known if seat >= 0}
