"""Pass and play: a player confirms taking over a shared screen before it shows their cards."""

from __future__ import annotations

from ducato.core.i18n import say
from ducato.table.changes import Messages, Rejected
from ducato.table.screens import Screen
from ducato.table.state import TableState


def ready(state: TableState, screen: Screen, seat: int) -> Messages:
    """Uncover a shared screen for its next player. Return a message with that player's view.

    Raises:
        Rejected: the screen is not covered for this seat, and does not show it already.
    """
    if not screen.uncover(seat):
        raise Rejected(say("rejected.ready"))
    return [{"type": "view", "view": state.views.show(state.match.seq, screen)}]
