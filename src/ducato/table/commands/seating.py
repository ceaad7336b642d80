"""Commands that change who plays at a table, including the substitute after a time-out."""

from __future__ import annotations

from ducato.core.i18n import say
from ducato.table.changes import Change, Rejected
from ducato.table.commands.resign import concede
from ducato.table.names import distinct
from ducato.table.seats import RESIGNED, TIMED_OUT, tidy_name
from ducato.table.state import TableState
from ducato.table.transitions import reseated


def join(state: TableState, person: str, name: str, seat: int | None, now: int) -> Change:
    """Give a person an open seat, and begin the game if nothing else is missing.

    If `seat` is None, they get the first open seat. A number is appended to the name if another
    player already has it.

    Raises:
        Rejected: no seat is open, or the requested one is not; or a tournament gives the seats.
        BadValue: the name is empty, too long or not allowed.
    """
    if state.assigned:
        raise Rejected(say("rejected.tournament"))
    before = state.before_change()
    others = [other.name for other in state.roster.seats if other.person != person]
    taken = state.roster.join(person, distinct(tidy_name(name), others), seat)
    return reseated(state, before, [taken], now)


def invite(state: TableState, host: str, person: str, name: str, now: int) -> Change:
    """Reserve the first open seat for a person, who has not come yet.

    Args:
        state: the state of the table.
        host: the id of the person who invites.
        person: the id of the person who is invited.
        name: the name of the invited person.
        now: the current time, in milliseconds since 1970.

    Raises:
        Rejected: the game has begun, the host has no seat, no seat is open, or the person already
            has one.
        BadValue: the name is not allowed.
    """
    roster = state.roster
    if state.status != "waiting":
        raise Rejected(say("rejected.begun"))
    if not roster.of(host):
        raise Rejected(say("rejected.watching"))
    if roster.of(person):
        raise Rejected(say("rejected.invited"))
    before = state.before_change()
    called = distinct(tidy_name(name), [seat.name for seat in roster.seats])
    return reseated(state, before, [roster.invite(person, called)], now)


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
        Rejected: the game has begun, or they have no seat; or a tournament gave it to them.
    """
    if state.assigned:
        raise Rejected(say("rejected.tournament"))
    if state.status != "waiting" or not state.roster.of(person):
        raise Rejected(say("rejected.begun"))
    before = state.before_change()
    return reseated(state, before, state.roster.leave(person), now)


def withdraw(state: TableState, person: str, now: int) -> Change | None:
    """Let the substitute play on for a person who leaves a tournament; a game of two is resigned.

    Before the game, it will be the substitute who plays. Return None if nothing is left to do: call
    this again when a game of two has begun.
    """
    own, roster = state.roster.of(person), state.roster
    if state.status == "playing" and own and len(roster.seats) == 2:
        return concede(state, person, now)
    left = [n for n in own if roster.seats[n].substitute != RESIGNED]
    if state.status == "over" or not left:
        return None
    before, playing = state.before_change(), state.status == "playing"
    announcement = say("announcement.resigned", name=state.name_of(left[0])) if playing else None
    taken = [roster.substitute_for(seat, RESIGNED) for seat in left]
    return reseated(state, before, taken, now, announcement)


def remove_person(state: TableState, person: str, now: int) -> Change:
    """Remove a deleted person from their seats.

    Before the game the seats are opened; during it, or if a tournament gave the seats, the
    substitute plays on there; after it only the person's name and id are removed.

    Raises:
        Rejected: they have no seat.
    """
    own, before = state.roster.of(person), state.before_change()
    playing = state.status == "playing"
    if not own:
        raise Rejected(say("rejected.watching"))
    if state.status == "waiting" and not state.assigned:
        return reseated(state, before, state.roster.leave(person), now)
    announcement = say("announcement.resigned", name=state.name_of(own[0])) if playing else None
    seats = state.roster.forget(person, playing=state.status != "over")
    return reseated(state, before, seats, now, announcement)


def rename(state: TableState, person: str, name: str, now: int) -> Change:
    """Give a person another name at their seats.

    Raises:
        Rejected: they have no seat.
    """
    own, before = state.roster.of(person), state.before_change()
    if not own:
        raise Rejected(say("rejected.watching"))
    others = [other.name for other in state.roster.seats if other.person != person]
    return reseated(state, before, state.roster.rename(person, distinct(name, others)), now)


def merge_person(state: TableState, old: str, new: str, now: int) -> Change:
    """Transfer a guest's seats to their account.

    If both have seats and the game has not begun, the guest's seats are opened instead, unless a
    tournament gave them.

    Raises:
        Rejected: the guest has no seat.
    """
    if not state.roster.of(old):
        raise Rejected(say("rejected.watching"))
    before = state.before_change()
    kept = state.match.begun or state.assigned
    return reseated(state, before, state.roster.merge(old, new, begun=kept), now)


def time_out(state: TableState, now: int) -> Change | None:
    """Let the substitute play for a seat that has run out of time; return None if no seat has.

    If several have, call this again for the next one.
    """
    seat = state.clock.first_over(now)
    if seat is None or state.status != "playing":
        return None
    before = state.before_change()
    taken = state.roster.substitute_for(seat, TIMED_OUT)
    announcement = say("announcement.timed_out", name=taken.name)
    return reseated(state, before, [taken], now, announcement)
