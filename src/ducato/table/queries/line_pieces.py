"""The pieces of a scene with which a line of play is carried out, so that it can be drawn there.

A line is followed in one world that its first seat thinks possible. Its moves are the same in all
of them (`bots.advice.line`), so the world matters only where rules need a whole state.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ducato.core.chance import new_rng
from ducato.core.game import LoadedGame
from ducato.core.position import Position
from ducato.core.scene import Piece, Scene
from ducato.core.struct import Struct
from ducato.core.visibility import redact, resample

MOST_FORCED = 32
"""The maximum number of forced actions between two moves of a line."""


class LineAction(NamedTuple):
    """A move of a line: the seat and its action."""

    seat: int
    action: int


def line_pieces(
    game: LoadedGame, seen: Struct, seat: int, line: Sequence[LineAction]
) -> list[list[str]]:
    """Return for each move of a line the ids of the pieces that carry it.

    A move that a button carries, and those that cannot be followed, have none.

    Args:
        game: the loaded game.
        seen: the state as the seat sees it, which makes the first move.
        seat: the seat.
        line: the moves.
    """
    position = Position(game, resample(seen, seat, new_rng(0, "pieces")))
    found: list[list[str]] = []
    for move in line:
        if not _reach(position, move):
            break
        found.append(pieces_of(game, position.state, move))
        position.apply_action(move.action)
    return found + [[] for _ in line[len(found) :]]


def pieces_of(game: LoadedGame, state: Struct, move: LineAction) -> list[str]:
    """Return the ids of the pieces that carry a move, in the scene of the seat that makes it."""
    seen = redact(state, move.seat)
    legal = Position(game, seen).legal_actions()
    scene: Scene = game.presentation.scene(seen, game.edition, move.seat, legal)
    return [piece.id for piece in scene.pieces if _carries(piece, move.action)]


def _carries(piece: Piece, action: int) -> bool:
    return action in piece.actions or piece.path[:1] == (action,)


def _reach(position: Position, move: LineAction) -> bool:
    """Make the forced actions before a move. Return whether it can then be made."""
    for _ in range(MOST_FORCED):
        if position.is_terminal() or position.is_chance_node():
            return False
        legal = position.legal_actions()
        if position.current_player() == move.seat and move.action in legal:
            return True
        if len(legal) != 1:
            return False
        position.apply_action(legal[0])
    return False
