"""The state of a match in the middle, kept so that a long game need not be replayed from its start.

This module must not know where it is kept.
"""

from __future__ import annotations

from dataclasses import dataclass

from ducato.core.game import LoadedGame
from ducato.core.match import Match


@dataclass(frozen=True)
class Snapshot:
    """A state of a match, kept so that the steps before it need not be replayed.

    Attributes:
        seq: how many steps led to it.
        layout: of its bytes, as `Struct.layout` says.
        state: the bytes.
    """

    seq: int
    layout: str
    state: bytes

    @classmethod
    def of(cls, match: Match) -> Snapshot:
        """The present state of a match."""
        state = match.position.state
        return cls(match.seq, type(state).layout(), state.tobytes())

    def fits(self, game: LoadedGame) -> bool:
        """Whether the bytes mean to this game what they meant when they were kept."""
        return self.layout == game.State.layout()
