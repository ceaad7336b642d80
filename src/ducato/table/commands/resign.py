"""Resignation: it ends a two-player game; in other games the substitute takes over the seat."""

from __future__ import annotations

from ducato.core.i18n import say
from ducato.table.changes import Change, Rejected
from ducato.table.commands.preconditions import own_seat
from ducato.table.screens import Screen
from ducato.table.seats import RESIGNED
from ducato.table.state import TableState
from ducato.table.transitions import moved, reseated


def resign(state: TableState, screen: Screen, now: int) -> Change:
    """Resign one seat of a screen, the one that `own_seat` returns.

    Raises:
        Rejected: no game is in progress, or the screen has no seat that has not resigned.
    """
    seat = own_seat(state, screen)
    if len(state.roster.seats) == 2:
        return _lose(state, seat, now)
    before = state.before_change()
    taken = state.roster.substitute_for(seat, RESIGNED)
    announcement = say("announcement.resigned", name=taken.name)
    return reseated(state, before, [taken], now, announcement)


def concede(state: TableState, person: str, now: int) -> Change:
    """Resign a two-player game for a person who leaves it, whether or not they are connected.

    Raises:
        Rejected: the table does not have two seats, no game is in progress, or the person has no
            seat.
    """
    own = state.roster.of(person)
    if state.status != "playing" or len(state.roster.seats) != 2 or not own:
        raise Rejected(say("rejected.over"))
    return _lose(state, own[0], now)


def check_abandoned(state: TableState, person: str, seat: int, seq: int) -> None:
    """Check that a person plays in a game in which another one has been to move since a step.

    Args:
        state: the table.
        person: the person who wants to end the game.
        seat: the seat that was to move.
        seq: the number of steps at that time.

    Raises:
        Rejected: the game is over, the person has no seat, or somebody has moved.
    """
    if state.status != "playing":
        raise Rejected(say("rejected.over"))
    if person not in state.roster.playing():
        raise Rejected(say("rejected.watching"))
    bot = state.roster.bot_for(seat) is not None
    if bot or state.match.seq != seq or seat in state.roster.of(person):
        raise Rejected(say("rejected.nobody_away"))


def end_abandoned(state: TableState, person: str, seat: int, seq: int, now: int) -> Change:
    """End a game of two as a loss of the player to move; in larger ones, the substitute plays on.

    Raises:
        Rejected: see `check_abandoned`.
    """
    check_abandoned(state, person, seat, seq)
    if len(state.roster.seats) == 2:
        return _lose(state, seat, now)
    before = state.before_change()
    taken = state.roster.substitute_for(seat, RESIGNED)
    announcement = say("announcement.abandoned", name=taken.name)
    return reseated(state, before, [taken], now, announcement)


def _lose(state: TableState, seat: int, now: int) -> Change:
    before, kept = state.before_change(), state.match.seq
    state.match.resign(seat)
    return moved(state, before, kept, now)
