"""The legal actions of a redacted state, as a list."""

from __future__ import annotations

from ducato.core import verbs
from ducato.core.game import LoadedGame
from ducato.core.struct import Struct


def legal_actions(game: LoadedGame, state: Struct) -> list[int]:
    """Return the legal actions of the seat to move in a state."""
    out = game.actions.buffer()
    return [int(action) for action in out[: verbs.legal_actions(state, game.edition, out)]]
