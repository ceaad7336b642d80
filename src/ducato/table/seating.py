"""Who plays at the seats of a table: how people come, go, give up, come back, and decide together.

This module must not know how a message comes or what is told of it.
"""

from __future__ import annotations

from dataclasses import replace

from ducato.core.i18n import say
from ducato.core.table_data import RESIGNED, TIMED_OUT
from ducato.table.changes import Change, Rejected, RollbackState
from ducato.table.game_table import GameTable
from ducato.table.names import distinct
from ducato.table.protocol import Vote
from ducato.table.screens import Screen
from ducato.table.seats import tidy_name
from ducato.table.time_control import SLOWED_DAYS, Correspondence, RealTime
from ducato.table.votes import CORRESPONDENCE, RETURN, Proposal


class SeatedTable(GameTable):
    """A table whose people may change."""

    def join(self, person: str, name: str, seat: int | None, now: int = 0) -> Change:
        """Somebody sits down; with the last open seat the game begins.

        Raises:
            Rejected: no seat is open, or not this one.
            BadValue: that is no name.
        """
        before = self._rollback_state()
        others = [s.name for s in self.roster.seats if s.person != person]
        taken = self.roster.join(person, distinct(tidy_name(name), others), seat)
        return self._seated(before, [taken], now)

    def arrive(self, person: str | None, now: int = 0) -> Change | None:
        """Somebody opens the table; None unless they were invited there and waited for."""
        before = self._rollback_state()
        came = self.roster.arrive(person)
        return self._seated(before, came, now) if came else None

    def leave(self, person: str, now: int = 0) -> Change:
        """Somebody leaves before the game has begun.

        Raises:
            Rejected: it has begun, or they have no seat.
        """
        if self.status != "waiting" or not self.roster.of(person):
            raise Rejected(say("rejected.begun"))
        before = self._rollback_state()
        return self._seated(before, self.roster.leave(person), now)

    def concede(self, person: str, now: int = 0) -> Change:
        """Somebody leaves a game of two for ever: the other one wins.

        Raises:
            Rejected: it is no such game, or is not being played, or they have no seat.
        """
        own = self.roster.of(person)
        if self.status != "playing" or len(self.roster.seats) != 2 or not own:
            raise Rejected(say("rejected.over"))
        return self._concede(own[0], now)

    def remove_person(self, person: str, now: int = 0) -> Change:
        """Nothing here refers to somebody any more; where the game goes on, the substitute plays.

        Raises:
            Rejected: they have no seat.
        """
        own, before, playing = (
            self.roster.of(person),
            self._rollback_state(),
            self.status == "playing",
        )
        if not own:
            raise Rejected(say("rejected.watching"))
        if self.status == "waiting":
            return self._seated(before, self.roster.leave(person), now)
        notice = say("announcement.resigned", name=self.name_of(own[0])) if playing else None
        gone = self.roster.forget(person, playing=playing)
        return self._seated(before, gone, now, notice)

    def merge_person(self, old: str, new: str, now: int = 0) -> Change:
        """Somebody is known as somebody else now.

        Raises:
            Rejected: they have no seat.
        """
        if not self.roster.of(old):
            raise Rejected(say("rejected.watching"))
        before = self._rollback_state()
        return self._seated(before, self.roster.merge(old, new, begun=self.match.begun), now)

    def time_out(self, now: int) -> Change | None:
        """The substitute takes over where the time is over; None if it is not."""
        seat = self.clock.running
        if seat is None or not self.clock.is_over(now) or self.status != "playing":
            return None
        before = self._rollback_state()
        taken = self.roster.substitute_for(seat, TIMED_OUT)
        return self._seated(before, [taken], now, say("announcement.timed_out", name=taken.name))

    # -- what a screen asks for

    def _contribute(self, screen: Screen, entropy: str, now: int) -> Change | None:
        """Somebody contributes to the chance; with the last contribution the game begins."""
        if screen.person is None:
            raise Rejected(say("rejected.watching"))
        before = self._rollback_state()
        seats = self.roster.contribute(screen.person, entropy, begun=self.match.begun)
        return replace(self._begun(before, now), contributed=tuple(seats)) if seats else None

    def _resign(self, screen: Screen, now: int) -> Change:
        seat = self._own_seat(screen)
        if len(self.roster.seats) == 2:
            return self._concede(seat, now)
        before = self._rollback_state()
        taken = self.roster.substitute_for(seat, RESIGNED)
        return self._seated(before, [taken], now, say("announcement.resigned", name=taken.name))

    def _concede(self, seat: int, now: int) -> Change:
        """The end of a game of two: the other one wins."""
        before, kept = self._rollback_state(), self.match.seq
        self.match.resign(seat)
        return self._moved(kept, before, now)

    def _propose(self, screen: Screen, what: str, now: int) -> Change | None:
        if what == RETURN:
            seat = self.roster.timed_out(screen.seats)
            if seat is None or self.status != "playing":
                raise Rejected(say("rejected.not_timed_out"))
            asked = self.roster.present_persons()
        else:
            seat = self._own_seat(screen)
            if not isinstance(self.clock.time_control, RealTime):
                raise Rejected(say("rejected.not_real_time"))
            asked = self.roster.playing()
        waiting, before = asked - {self.roster.seats[seat].person}, self._rollback_state()
        if self.roster.votes.propose(Proposal(what, seat, {w for w in waiting if w})):
            return self._agreed(before, what, seat, now)
        return None

    def _agree(self, screen: Screen, answer: Vote, now: int) -> Change | None:
        proposal = self.roster.votes.find(answer.what, answer.seat)
        if proposal is None or screen.person is None or screen.person not in proposal.waiting:
            raise Rejected(say("rejected.not_asked"))
        before = self._rollback_state()
        if self.roster.votes.say(proposal, screen.person, answer.yes):
            return self._agreed(before, answer.what, answer.seat, now)
        return None

    def _agreed(self, before: RollbackState, what: str, seat: int, now: int) -> Change:
        name = self.name_of(seat)
        if what == CORRESPONDENCE:
            self.clock.change_time_control(Correspondence(SLOWED_DAYS), now)
            return self._seated(before, [], now, say("announcement.correspondence", n=SLOWED_DAYS))
        self.clock.forgive(seat)
        return self._seated(
            before, [self.roster.give_back(seat)], now, say("announcement.return", name=name)
        )

    def _own_seat(self, screen: Screen) -> int:
        """The seat for which a screen speaks; while several share it, whose turn it is."""
        if self.status == "waiting":
            raise Rejected(say("rejected.waiting"))
        if self.match.is_over():
            raise Rejected(say("rejected.over"))
        own = [n for n in screen.seats if self.roster.seats[n].substitute != RESIGNED]
        if not own:
            raise Rejected(say("rejected.watching"))
        return screen.shown if screen.shown in own else own[0]
