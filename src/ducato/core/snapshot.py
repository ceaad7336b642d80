"""Snapshots of matches, from which they go on without replaying all steps."""

from __future__ import annotations

from dataclasses import dataclass

from ducato.core.game import LoadedGame
from ducato.core.match import Match


@dataclass(frozen=True)
class Snapshot:
    """A state from the middle of a match, kept so that the steps before it need not be replayed.

    Attributes:
        seq: the number of steps that led to the state.
        layout: the key of the layout of its bytes, as returned by `Struct.layout`.
        state: the state's bytes.
    """

    seq: int
    layout: str
    state: bytes

    @classmethod
    def of(cls, match: Match) -> Snapshot:
        """Return a snapshot of a match's present state."""
        state = match.position.state
        return cls(match.seq, type(state).layout(), state.tobytes())

    def fits(self, game: LoadedGame) -> bool:
        """Return whether this game's states still have the layout of the snapshot."""
        return self.layout == game.State.layout()
