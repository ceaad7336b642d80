"""Resignation: it ends a two-player game; in other games the substitute takes over the seat."""

from __future__ import annotations

from collections.abc import Collection

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


def check_abandoned(state: TableState, person: str, seats: Collection[int], seq: int) -> None:
    """Check that a person plays in a game in which only others have been to move since a step.

    Args:
        state: the table.
        person: the person who wants to end the game.
        seats: the seats that were to move.
        seq: the number of steps at that time.

    Raises:
        Rejected: the game is over, the person has no seat or is to move, or somebody has moved.
    """
    if state.status != "playing":
        raise Rejected(say("rejected.over"))
    if person not in state.roster.playing():
        raise Rejected(say("rejected.watching"))
    own = set(seats) & set(state.roster.of(person))
    if own or state.match.seq != seq or not _people(state, seats):
        raise Rejected(say("rejected.nobody_away"))


def end_abandoned(
    state: TableState, person: str, seats: Collection[int], seq: int, now: int
) -> Change:
    """End a game of two as a loss of the player to move; in larger ones, the substitute plays on.

    Raises:
        Rejected: see `check_abandoned`.
    """
    check_abandoned(state, person, seats, seq)
    away = _people(state, seats)
    if len(state.roster.seats) == 2:
        return _lose(state, away[0], now)
    before = state.before_change()
    taken = [state.roster.substitute_for(seat, RESIGNED) for seat in away]
    names = [seat.name for seat in taken]
    announcement = say("announcement.abandoned", name=names, n=len(names))
    return reseated(state, before, taken, now, announcement)


def _people(state: TableState, seats: Collection[int]) -> list[int]:
    """Return those of these seats at which people play."""
    return [seat for seat in seats if state.roster.bot_for(seat) is None]


def _lose(state: TableState, seat: int, now: int) -> Change:
    before, kept = state.before_change(), state.match.seq
    state.match.resign(seat)
    return moved(state, before, kept, now)
