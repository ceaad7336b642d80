"""Undo of a player's action.

It is allowed as long as the action is the last step and has shown no other person where a hidden
card lies.
"""

from __future__ import annotations

from ducato.core.i18n import say
from ducato.core.visibility import SPECTATOR
from ducato.table.changes import Change, Rejected
from ducato.table.screens import Screen
from ducato.table.state import TableState
from ducato.table.transitions import undone


def undo(state: TableState, screen: Screen, now: int) -> Change:
    """Undo the last step, an action of the seat that this screen shows.

    Raises:
        Rejected: the screen shows no seat, a bot plays at it, the game is over, or the last step
            cannot be undone by this seat (see `Match.undoable`).
    """
    match, before = state.match, state.before_change()
    # When the game is over, its seed is public, so no move can be taken back and replayed.
    if (
        match.is_over()
        or screen.shown == SPECTATOR
        or state.roster.bot_for(screen.shown) is not None
        or match.undoable(screen.shown) is None
    ):
        raise Rejected(say("rejected.undo"))
    return undone(state, before, match.undo(screen.shown), now)
