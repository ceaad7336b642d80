"""Commands that change who plays at a table, including the substitute after a time-out."""

from __future__ import annotations

from ducato.core.i18n import say
from ducato.core.table_data import TIMED_OUT
from ducato.table.changes import Change, Rejected
from ducato.table.names import distinct
from ducato.table.seats import tidy_name
from ducato.table.state import TableState
from ducato.table.transitions import reseated


def join(state: TableState, person: str, name: str, seat: int | None, now: int) -> Change:
    """Give a person an open seat, and begin the game if nothing else is missing.

    If `seat` is None, they get the first open seat. A number is appended to the name if another
    player already has it.

    Raises:
        Rejected: no seat is open, or the requested one is not.
        BadValue: the name is empty, too long or not allowed.
    """
    before = state.before_change()
    others = [other.name for other in state.roster.seats if other.person != person]
    taken = state.roster.join(person, distinct(tidy_name(name), others), seat)
    return reseated(state, before, [taken], now)


def arrive(state: TableState, person: str | None, now: int) -> Change | None:
    """Record that an invited person has opened the table, and begin the game if nothing is missing.

    Return None if no seat was waiting for them.
    """
    before = state.before_change()
    arrived = state.roster.arrive(person)
    return reseated(state, before, arrived, now) if arrived else None


def leave(state: TableState, person: str, now: int) -> Change:
    """Open the seats of a person who leaves before the game begins.

    Raises:
        Rejected: the game has begun, or they have no seat.
    """
    if state.status != "waiting" or not state.roster.of(person):
        raise Rejected(say("rejected.begun"))
    before = state.before_change()
    return reseated(state, before, state.roster.leave(person), now)


def remove_person(state: TableState, person: str, now: int) -> Change:
    """Remove a deleted person from their seats.

    Before the game the seats are opened; during it the substitute plays on there; after it only the
    person's name and id are removed.

    Raises:
        Rejected: they have no seat.
    """
    own, before = state.roster.of(person), state.before_change()
    playing = state.status == "playing"
    if not own:
        raise Rejected(say("rejected.watching"))
    if state.status == "waiting":
        return reseated(state, before, state.roster.leave(person), now)
    announcement = say("announcement.resigned", name=state.name_of(own[0])) if playing else None
    seats = state.roster.forget(person, playing=playing)
    return reseated(state, before, seats, now, announcement)


def merge_person(state: TableState, old: str, new: str, now: int) -> Change:
    """Transfer a guest's seats to their account.

    If both have seats and the game has not begun, the guest's seats are opened instead.

    Raises:
        Rejected: the guest has no seat.
    """
    if not state.roster.of(old):
        raise Rejected(say("rejected.watching"))
    before = state.before_change()
    return reseated(state, before, state.roster.merge(old, new, begun=state.match.begun), now)


def time_out(state: TableState, now: int) -> Change | None:
    """Let the substitute play for the seat that has run out of time; return None if no seat has."""
    seat = state.clock.running
    if seat is None or not state.clock.is_over(now) or state.status != "playing":
        return None
    before = state.before_change()
    taken = state.roster.substitute_for(seat, TIMED_OUT)
    announcement = say("announcement.timed_out", name=taken.name)
    return reseated(state, before, [taken], now, announcement)
