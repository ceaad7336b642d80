"""The stand-in: an immediate legal choice for a seat whose player fails to choose.

A table must not stop because a bot raises an error. Each game must therefore let its greedy player
make a legal choice in every phase (`check_stand_in`).
"""

from __future__ import annotations

import numpy as np

from ducato.bots.players import GreedyBot
from ducato.checks.findings import Broken
from ducato.checks.walks import sampled, walk
from ducato.core import verbs
from ducato.core.game import LoadedGame
from ducato.core.struct import Struct
from ducato.core.visibility import redact


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


def check_stand_in(game: LoadedGame, seed: int) -> set[int]:
    """Check that the greedy player of each seat chooses legally in all phases of a random game.

    Args:
        game: the game; if its state has no field ``phase``, all positions count as one phase.
        seed: the seed of the random game whose positions are checked.

    Returns:
        The phases in which a player was to move.

    Raises:
        Broken: a choice is illegal, and the error names the seed, the phase and the seat; or the
            game takes more than `Game.longest` steps.
        BrokenGame: the game has no weights for its greedy player.
    """
    player = GreedyBot(game, "greedy")
    positions, known = list(sampled(game, seed)), set[tuple[int, int]]()
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
