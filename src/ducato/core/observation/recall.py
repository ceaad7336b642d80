"""Perfect recall: names for all that a seat has seen of a game, and has done in it, so far.

The name of an information set is made step by step, from the name before the step, the seat's own
action if it was its step, and what it sees afterwards. So two positions have the same name for a
seat if and only if the seat has seen and done the same in both.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import TYPE_CHECKING

from ducato.core import verbs, visibility
from ducato.core.errors import FAULTS

if TYPE_CHECKING:
    from ducato.core.game import LoadedGame
    from ducato.core.struct import Struct


NAME_BYTES = 16
"""The length of a name."""


class Recall:
    """The steps that led to a position, each kept together with those before it.

    Copies of positions share them; a step makes a new one.

    Attributes:
        before: the steps before the last one, or None at the start.
        action: the action of the last step; -1 - seat if a seat has taken the turn (`turned`).
        state: the contents of the state after it; None unless a name was asked for here.
        names: the names of what the seats remember here, for the seats for which one was asked for.
    """

    __slots__ = ("action", "before", "names", "state")

    def __init__(self, before: Recall | None, action: int, state: bytes | None = None) -> None:
        self.before, self.action, self.state = before, action, state
        self.names: dict[int, bytes] = {}

    @classmethod
    def turned(cls, before: Recall, seat: int) -> Recall:
        """Return what was, with the turn taken by a seat, which nobody sees before it acts."""
        return cls(before, -1 - seat)

    @classmethod
    def start(cls, state: Struct, names: Mapping[int, bytes] | None = None) -> Recall:
        """Return a start without steps, in which seats remember what has these names."""
        made = cls(None, 0, state.tobytes())
        made.names.update(names or {})
        return made

    def name(self, game: LoadedGame, state: Struct, seat: int) -> bytes:
        """Return the name of all that a seat has seen and done until the present state.

        If the state was changed otherwise than by its steps, the memory begins with it.
        """
        steps: list[Recall] = []
        last: Recall = self
        while seat not in last.names and last.before is not None:
            steps.append(last)
            last = last.before
        assert last.state is not None  # it has a name, or is the start
        at = game.State.of(last.state)
        found = last.names.get(seat) or _next(game.fingerprint, None, at, seat)
        last.names[seat] = found
        try:
            for step in reversed(steps):
                if step.action < 0:
                    verbs.take_turn(at, game.edition, -1 - step.action)
                    continue
                actor = verbs.current_player(at, game.edition)
                verbs.apply_action(at, game.edition, step.action)
                own = actor == seat != visibility.SPECTATOR  # chance has the spectators' number
                found = _next(found, step.action if own else None, at, seat)
        except FAULTS:
            found = b""
        if not found or at != state:
            return _next(game.fingerprint, None, state, seat)
        self.state, self.names[seat] = state.tobytes(), found
        return found


def _next(name: bytes, own: int | None, state: Struct, seat: int) -> bytes:
    """Return the name after a step, from the name before it, one's own action, and what is seen."""
    seen = visibility.redact(state, seat).tobytes()
    return hashlib.sha256(name + f"|{seat}|{own}|".encode() + seen).digest()[:NAME_BYTES]
