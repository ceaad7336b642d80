"""Who plays at the seats of a table: how people come, go, give up, come back, and decide together.

This module must not know how a message comes or what is told of it.
"""

from __future__ import annotations

from dataclasses import replace

from ducato.core.i18n import say
from ducato.table.changes import Before, Change, Refused
from ducato.table.game_table import GameTable
from ducato.table.names import distinct
from ducato.table.protocol import Vote
from ducato.table.screens import Screen
from ducato.table.seats import RESIGNED, TIMED_OUT, tidy_name
from ducato.table.time_control import SLOWED_DAYS, Correspondence, RealTime
from ducato.table.votes import CORRESPONDENCE, RETURN, Proposal


class SeatedTable(GameTable):
    """A table whose people may change."""

    def sit(self, person: str, name: str, seat: int | None, now: int = 0) -> Change:
        """Somebody sits down; with the last open seat the game begins.

        Raises:
            Refused: no seat is open, or not this one.
            BadValue: that is no name.
        """
        before = self._before()
        others = [s.name for s in self.company.seats if s.person != person]
        taken = self.company.sit(person, distinct(tidy_name(name), others), seat)
        return self._seated(before, [taken], now)

    def come(self, person: str | None, now: int = 0) -> Change | None:
        """Somebody opens the table; None unless they were invited there and waited for."""
        before = self._before()
        came = self.company.come(person)
        return self._seated(before, came, now) if came else None

    def stand_up(self, person: str, now: int = 0) -> Change:
        """Somebody leaves before the game has begun.

        Raises:
            Refused: it has begun, or they have no seat.
        """
        if self.status != "waiting" or not self.company.of(person):
            raise Refused(say("refused.begun"))
        before = self._before()
        return self._seated(before, self.company.stand_up(person), now)

    def give_up(self, person: str, now: int = 0) -> Change:
        """Somebody leaves a game of two for ever: the other one wins.

        Raises:
            Refused: it is no such game, or is not being played, or they have no seat.
        """
        own = self.company.of(person)
        if self.status != "playing" or len(self.company.seats) != 2 or not own:
            raise Refused(say("refused.over"))
        return self._concede(own[0], now)

    def forget(self, person: str, now: int = 0) -> Change:
        """Nothing here refers to somebody any more; where the game goes on, the substitute plays.

        Raises:
            Refused: they have no seat.
        """
        own, before, playing = self.company.of(person), self._before(), self.status == "playing"
        if not own:
            raise Refused(say("refused.watching"))
        if self.status == "waiting":
            return self._seated(before, self.company.stand_up(person), now)
        notice = say("notice.resigned", name=self.called(own[0])) if playing else None
        gone = self.company.forget(person, playing=playing)
        return self._seated(before, gone, now, notice)

    def merge(self, old: str, new: str, now: int = 0) -> Change:
        """Somebody is known as somebody else now.

        Raises:
            Refused: they have no seat.
        """
        if not self.company.of(old):
            raise Refused(say("refused.watching"))
        before = self._before()
        return self._seated(before, self.company.merge(old, new, begun=self.match.begun), now)

    def run_out(self, now: int) -> Change | None:
        """The substitute takes over where the time is over; None if it is not."""
        seat = self.clock.running
        if seat is None or not self.clock.is_over(now) or self.status != "playing":
            return None
        before = self._before()
        taken = self.company.hand_over(seat, TIMED_OUT)
        return self._seated(before, [taken], now, say("notice.late", name=taken.name))

    # -- what a screen asks for

    def _contribute(self, screen: Screen, entropy: str, now: int) -> Change | None:
        """Somebody contributes to the chance; with the last contribution the game begins."""
        if screen.person is None:
            raise Refused(say("refused.watching"))
        before = self._before()
        seats = self.company.contribute(screen.person, entropy, begun=self.match.begun)
        return replace(self._begun(before, now), contributed=tuple(seats)) if seats else None

    def _resign(self, screen: Screen, now: int) -> Change:
        seat = self._own_seat(screen)
        if len(self.company.seats) == 2:
            return self._concede(seat, now)
        before = self._before()
        taken = self.company.hand_over(seat, RESIGNED)
        return self._seated(before, [taken], now, say("notice.resigned", name=taken.name))

    def _concede(self, seat: int, now: int) -> Change:
        """The end of a game of two: the other one wins."""
        before, kept = self._before(), self.match.seq
        self.match.resign(seat)
        return self._moved(kept, before, now)

    def _propose(self, screen: Screen, what: str, now: int) -> Change | None:
        if what == RETURN:
            seat = self.company.late(screen.seats)
            if seat is None or self.status != "playing":
                raise Refused(say("refused.not_late"))
            asked = self.company.there()
        else:
            seat = self._own_seat(screen)
            if not isinstance(self.clock.time_control, RealTime):
                raise Refused(say("refused.not_live"))
            asked = self.company.playing()
        waiting, before = asked - {self.company.seats[seat].person}, self._before()
        if self.company.votes.propose(Proposal(what, seat, {w for w in waiting if w})):
            return self._agreed(before, what, seat, now)
        return None

    def _agree(self, screen: Screen, answer: Vote, now: int) -> Change | None:
        proposal = self.company.votes.find(answer.what, answer.seat)
        if proposal is None or screen.person is None or screen.person not in proposal.waiting:
            raise Refused(say("refused.not_asked"))
        before = self._before()
        if self.company.votes.say(proposal, screen.person, answer.yes):
            return self._agreed(before, answer.what, answer.seat, now)
        return None

    def _agreed(self, before: Before, what: str, seat: int, now: int) -> Change:
        name = self.called(seat)
        if what == CORRESPONDENCE:
            self.clock.change_time_control(Correspondence(SLOWED_DAYS), now)
            return self._seated(before, [], now, say("notice.slow", n=SLOWED_DAYS))
        self.clock.forgive(seat)
        return self._seated(
            before, [self.company.hand_back(seat)], now, say("notice.back", name=name)
        )

    def _own_seat(self, screen: Screen) -> int:
        """The seat for which a screen speaks; while several share it, whose turn it is."""
        if self.status == "waiting":
            raise Refused(say("refused.waiting"))
        if self.match.is_over():
            raise Refused(say("refused.over"))
        own = [n for n in screen.seats if self.company.seats[n].substitute != RESIGNED]
        if not own:
            raise Refused(say("refused.watching"))
        return screen.shown if screen.shown in own else own[0]
