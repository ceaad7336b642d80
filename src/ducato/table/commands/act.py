"""Moves by people and bots."""

from __future__ import annotations

from ducato.core.errors import IllegalAction
from ducato.core.i18n import say
from ducato.core.position import Position
from ducato.core.verbs import CHANCE
from ducato.core.visibility import SPECTATOR
from ducato.table import transitions
from ducato.table.changes import Change, Final, Rejected
from ducato.table.commands.preconditions import check_lesson, check_turn
from ducato.table.screens import Screen
from ducato.table.state import TableState


def act(
    state: TableState, screen: Screen, action: int, now: int, *, careful: bool = False
) -> Change:
    """Make a person's move.

    Raises:
        Final: the move is to be a careful one, and could not be undone.
        Rejected: they are not to move at this screen, a lesson requires another action, or the
            action is illegal. The error names the clause that forbids the action, if any.
    """
    check_turn(state, screen)
    check_lesson(state, action)
    try:
        if careful and state.match.is_final(action, screen.shown):
            raise Final
        return transitions.act(state, action, now, screen.shown)
    except IllegalAction:
        pass
    if action >= len(state.match.game.actions):
        raise Rejected(say("rejected.no_action"))
    (reason,) = state.views.reasons.explain(screen.viewer, [action])
    raise Rejected(**reason)


def is_current(state: TableState, screen: Screen, seq: int) -> bool:
    """Return whether a choice made after `seq` steps still stands.

    It does if nothing has happened since, or if others alone have chosen at the same time.
    """
    match, seat = state.match, screen.shown
    if not 0 <= seq < match.seq:
        return seq == match.seq
    since = match.steps[seq:]
    if seat == SPECTATOR or any(step.actor in (CHANCE, seat) for step in since):
        return False
    before = Position(match.game, match.state_at(seq))
    return before.current_player() >= 0 and before.take_turn(seat) and match.may_choose(seat)


def play(state: TableState, seat: int, action: int, now: int) -> Change:
    """Make the move of a bot or substitute.

    Raises:
        IllegalAction: no bot is to move at this seat, or the action is illegal.
    """
    if seat not in state.seats_to_move or state.roster.bot_for(seat) is None:
        raise IllegalAction(action, f"seat {seat} is not a bot that is to move", None, [])
    return transitions.act(state, action, now, seat)
