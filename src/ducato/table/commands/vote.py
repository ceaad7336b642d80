"""Votes: to continue by correspondence, to give a seat back, to take a move back by consent."""

from __future__ import annotations

from dataclasses import replace

from ducato.core.i18n import say
from ducato.table.changes import Change, Rejected, RollbackState
from ducato.table.commands.preconditions import own_seat
from ducato.table.protocol import Vote
from ducato.table.screens import Screen
from ducato.table.state import TableState
from ducato.table.time_control import FALLBACK_DAYS, Correspondence, RealTime
from ducato.table.transitions import reseated, undone
from ducato.table.votes import CORRESPONDENCE, RETURN, UNDO, Proposal


def propose(state: TableState, screen: Screen, what: str, now: int) -> Change | None:
    """Open a vote. Return a change if it passes at once because nobody else may vote, or None.

    Args:
        state: the table's state.
        screen: the proposer's screen.
        what: the kind of proposal, `CORRESPONDENCE`, `RETURN` or `UNDO`.
        now: the current time in milliseconds.

    Raises:
        Rejected: no game is in progress; for `CORRESPONDENCE`, the game is not in real time, or the
            screen has no seat that has not resigned; for `RETURN`, no seat of the screen was lost
            on time; for `UNDO`, it is a tournament's game, the seat has made no move, or there
            is nobody else to ask.
    """
    roster = state.roster
    if what == RETURN:
        timed_out = roster.timed_out(screen.seats)
        if timed_out is None or state.status != "playing":
            raise Rejected(say("rejected.not_timed_out"))
        seat, voters = timed_out, roster.present_persons()
    elif what == UNDO:
        seat, voters = own_seat(state, screen), roster.playing()
        if state.assigned:
            raise Rejected(say("rejected.tournament"))
        if state.match.is_over() or _last_action(state, seat) is None:
            raise Rejected(say("rejected.undo"))
        if len(voters) == 1:
            raise Rejected(say("rejected.nobody_to_ask"))
    else:
        seat, voters = own_seat(state, screen), roster.playing()
        if not isinstance(state.clock.time_control, RealTime):
            raise Rejected(say("rejected.not_real_time"))
        if state.assigned:
            raise Rejected(say("rejected.tournament"))
    before = state.before_change()
    others = {voter for voter in voters - {roster.seats[seat].person} if voter}
    if roster.votes.propose(Proposal(what, seat, others)):
        return _carry_out(state, before, what, seat, now)
    return None


def vote(state: TableState, screen: Screen, answer: Vote, now: int) -> Change | None:
    """Count a vote. Return a change if this vote makes the proposal pass, or None.

    Raises:
        Rejected: there is no such proposal, or it is not waiting for this person's vote.
    """
    votes = state.roster.votes
    proposal = votes.find(answer.what, answer.seat)
    if proposal is None or screen.person is None or screen.person not in proposal.waiting:
        raise Rejected(say("rejected.not_asked"))
    before = state.before_change()
    if votes.count(proposal, screen.person, answer.yes):
        return _carry_out(state, before, answer.what, answer.seat, now)
    return None


def _last_action(state: TableState, seat: int) -> int | None:
    """Return the number of steps before the last action of a seat, or None if it made none."""
    steps = state.match.steps
    made = (n for n in reversed(range(len(steps))) if steps[n].actor == seat)
    return next((n for n in made if steps[n].action >= 0), None)


def _carry_out(state: TableState, before: RollbackState, what: str, seat: int, now: int) -> Change:
    name = state.name_of(seat)
    if what == CORRESPONDENCE:
        state.clock.change_time_control(Correspondence(FALLBACK_DAYS), now)
        announcement = say("announcement.correspondence", n=FALLBACK_DAYS)
        return reseated(state, before, [], now, announcement)
    if what == UNDO:
        removed = state.match.undo(seat, agreed=_last_action(state, seat))
        change = undone(state, before, removed, now)
        return replace(change, announcement=say("announcement.undone", name=name))
    state.clock.forgive(seat)
    returned = state.roster.give_back(seat)
    return reseated(state, before, [returned], now, say("announcement.return", name=name))
