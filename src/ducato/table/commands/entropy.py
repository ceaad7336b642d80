"""Contributing to the chance of a game before it is dealt."""

from __future__ import annotations

from dataclasses import replace

from ducato.core.i18n import say
from ducato.table.changes import Change, Rejected
from ducato.table.screens import Screen
from ducato.table.state import TableState
from ducato.table.transitions import begun_if_ready, deal, moved


def contribute(state: TableState, screen: Screen, entropy: str, now: int) -> Change | None:
    """Take a person's contribution; the last one begins the game. Return None if it was known.

    Raises:
        Rejected: they have no seat, contributed something else before, or the game has begun.
    """
    if screen.person is None:
        raise Rejected(say("rejected.watching"))
    before = state.before_change()
    seats = state.roster.contribute(screen.person, entropy, begun=state.match.begun)
    if not seats:
        return None
    return replace(begun_if_ready(state, before, now), contributed=tuple(seats))


def deal_anyway(state: TableState, now: int) -> Change | None:
    """Begin without the contributions that are missing. Return None unless only they are."""
    if not state.awaits_entropy:
        return None
    before = state.before_change()
    deal(state)
    return moved(state, before, 0, now, begins=True)
