"""The choice of the automatic responses that the table gives on a person's behalf."""

from __future__ import annotations

from ducato.core.game import auto_response
from ducato.core.i18n import say
from ducato.table.changes import Change, Rejected
from ducato.table.protocol import SetAutoResponses
from ducato.table.screens import Screen
from ducato.table.state import TableState
from ducato.table.transitions import moved, respond


def choose(state: TableState, screen: Screen, request: SetAutoResponses, now: int) -> Change | None:
    """Replace a seat's automatic responses. Return the change if a response applies at once.

    Raises:
        Rejected: the seat is not this screen's, or the game has no such response.
    """
    if request.seat not in screen.seats:
        raise Rejected(say("rejected.seat"))
    known = {response.name for response in auto_response.responses_of(state.match.game.game)}
    if not known.issuperset(request.responses):
        raise Rejected(say("rejected.auto_responses"))
    kept, before = state.match.seq, state.before_change()
    state.auto_responses[request.seat] = frozenset(request.responses)
    respond(state)
    return moved(state, before, kept, now) if state.match.seq > kept else None
