"""Pass and play: a player confirms taking over a shared screen before it shows their cards."""

from __future__ import annotations

from ducato.core.i18n import say
from ducato.table.changes import Messages, Rejected
from ducato.table.screens import Screen
from ducato.table.state import TableState


def ready(state: TableState, screen: Screen, seat: int) -> Messages:
    """Show a shared screen what its next player may see.

    Raises:
        Rejected: the screen does not wait for the player of this seat.
    """
    if not screen.uncover(seat):
        raise Rejected(say("rejected.ready"))
    return [{"type": "view", "view": state.views.show(state.match.seq, screen)}]
