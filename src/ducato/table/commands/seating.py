"""Joining and leaving a table, and what becomes of the seats of people who are gone."""

from __future__ import annotations

from ducato.core.i18n import say
from ducato.core.table_data import TIMED_OUT
from ducato.table.changes import Change, Rejected
from ducato.table.names import distinct
from ducato.table.seats import tidy_name
from ducato.table.state import TableState
from ducato.table.transitions import reseated


def join(state: TableState, person: str, name: str, seat: int | None, now: int) -> Change:
    """Give a person an open seat, the first one if none is named; the last one begins the game.

    Raises:
        Rejected: no seat is open, or this one is not.
        BadValue: the name is empty, too long or not allowed.
    """
    before = state.before_change()
    others = [other.name for other in state.roster.seats if other.person != person]
    taken = state.roster.join(person, distinct(tidy_name(name), others), seat)
    return reseated(state, before, [taken], now)


def arrive(state: TableState, person: str | None, now: int) -> Change | None:
    """Note that a person opened the table. Return None unless they were invited and waited for."""
    before = state.before_change()
    arrived = state.roster.arrive(person)
    return reseated(state, before, arrived, now) if arrived else None


def leave(state: TableState, person: str, now: int) -> Change:
    """Open the seats of a person who leaves before the game begins.

    Raises:
        Rejected: it has begun, or they have no seat.
    """
    if state.status != "waiting" or not state.roster.of(person):
        raise Rejected(say("rejected.begun"))
    before = state.before_change()
    return reseated(state, before, state.roster.leave(person), now)


def remove_person(state: TableState, person: str, now: int) -> Change:
    """Remove every reference to a deleted person; the substitute goes on with their game.

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
    """Give the seats of a guest to the account that the guest turned out to be.

    Raises:
        Rejected: the guest has no seat.
    """
    if not state.roster.of(old):
        raise Rejected(say("rejected.watching"))
    before = state.before_change()
    return reseated(state, before, state.roster.merge(old, new, begun=state.match.begun), now)


def time_out(state: TableState, now: int) -> Change | None:
    """Let the substitute play for the seat whose time is over. Return None if there is none."""
    seat = state.clock.running
    if seat is None or not state.clock.is_over(now) or state.status != "playing":
        return None
    before = state.before_change()
    taken = state.roster.substitute_for(seat, TIMED_OUT)
    announcement = say("announcement.timed_out", name=taken.name)
    return reseated(state, before, [taken], now, announcement)
