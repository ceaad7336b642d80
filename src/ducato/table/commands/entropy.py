"""Players' contributions to a game's randomness before the deal."""

from __future__ import annotations

from dataclasses import replace

from ducato.core.i18n import say
from ducato.table.changes import Change, Rejected
from ducato.table.screens import Screen
from ducato.table.state import TableState
from ducato.table.transitions import begun_if_ready, deal, moved


def contribute(state: TableState, screen: Screen, entropy: str, now: int) -> Change | None:
    """Record a person's contribution, and begin the game if nothing else is missing.

    Return None if the same contribution was already recorded.

    Raises:
        Rejected: they have no seat, have already contributed a different value, or the game has
            begun.
    """
    if screen.person is None:
        raise Rejected(say("rejected.watching"))
    before = state.before_change()
    seats = state.roster.contribute(screen.person, entropy, begun=state.match.begun)
    if not seats:
        return None
    return replace(begun_if_ready(state, before, now), contributed=tuple(seats))


def deal_anyway(state: TableState, now: int) -> Change | None:
    """Begin the game without the missing contributions.

    Return None, and do nothing, unless contributions are all that the game is waiting for.
    """
    if not state.awaits_entropy:
        return None
    before = state.before_change()
    deal(state)
    return moved(state, before, 0, now, begins=True)
