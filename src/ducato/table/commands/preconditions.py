"""Checks that several commands make before they change anything."""

from __future__ import annotations

from ducato.core.i18n import say
from ducato.core.visibility import SPECTATOR
from ducato.table.changes import Rejected
from ducato.table.screens import Screen
from ducato.table.seats import RESIGNED
from ducato.table.state import TableState


def check_turn(state: TableState, screen: Screen) -> None:
    """Raise `Rejected` unless the seat shown by this screen is to move and a person plays there."""
    if state.status == "waiting":
        raise Rejected(say("rejected.waiting"))
    if state.match.is_over():
        raise Rejected(say("rejected.over"))
    if screen.covered_for is not None:
        raise Rejected(say("rejected.covered", name=state.name_of(screen.covered_for)))
    if screen.shown == SPECTATOR:
        raise Rejected(say("rejected.watching"))
    if not state.match.may_choose(screen.shown):
        names = [state.name_of(seat) for seat in state.seats_to_move]
        raise Rejected(say("rejected.turn", name=names, n=len(names)))
    if state.roster.bot_for(screen.shown) is not None:
        raise Rejected(say("rejected.substitute"))


def check_lesson(state: TableState, action: int | None) -> None:
    """Raise `Rejected` if a lesson requires an action other than this one.

    If `action` is None, raise it whenever a lesson limits the choice.
    """
    step = state.lesson.current_step() if state.lesson is not None else None
    if step is not None and step.actions and action not in step.actions:
        raise Rejected(say("rejected.lesson"), step.clause or None)


def own_seat(state: TableState, screen: Screen) -> int:
    """Return the seat for which a screen speaks.

    This is the seat that it shows, if that one has not resigned, or else its first seat that has
    not.

    Raises:
        Rejected: no game is in progress, or the screen has no seat that has not resigned.
    """
    if state.status == "waiting":
        raise Rejected(say("rejected.waiting"))
    if state.match.is_over():
        raise Rejected(say("rejected.over"))
    own = [seat for seat in screen.seats if state.roster.seats[seat].substitute != RESIGNED]
    if not own:
        raise Rejected(say("rejected.watching"))
    return screen.shown if screen.shown in own else own[0]
