"""Undo of a player's last move, allowed as long as no one has learned anything from it."""

from __future__ import annotations

from ducato.core.i18n import say
from ducato.core.visibility import SPECTATOR
from ducato.table.changes import Change, Rejected
from ducato.table.screens import Screen
from ducato.table.state import TableState


def undo(state: TableState, screen: Screen, now: int) -> Change:
    """Undo the last move of the person at this screen.

    Raises:
        Rejected: there is no such move, someone has learned something from it, the game is over,
            or a bot plays for the person.
    """
    match, before = state.match, state.before_change()
    steps = list(match.steps)
    # When the game is over, its seed is public, so no move can be taken back and replayed.
    if (
        match.is_over()
        or screen.shown == SPECTATOR
        or state.roster.bot_for(screen.shown) is not None
        or match.undoable(screen.shown) is None
    ):
        raise Rejected(say("rejected.undo"))
    left = match.undo(screen.shown)
    state.views.forget(left)
    state.undo_count += 1
    state.run_clock(now)
    return Change(left, before, state.turn_state, removed=tuple(steps[left:]))
