"""A live table: it hears messages, changes the match, and says who is to be told what.

The order is fixed by the promise "commit before announce":

1. `receive` (or `play`, `sit`, `run_out`) checks what is asked and carries it out in memory;
2. whoever runs the table stores the `Change` that it returns; if that fails, `take_back`;
3. only then is anything said: the answer to the sender, and `news` to every screen.

A table is used by one thread at a time. It knows no sockets and no disk; what time it is, it is
told, in milliseconds since 1970.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ducato.core import auto_response
from ducato.core.errors import IllegalAction
from ducato.core.i18n import LANGUAGES, Message, say
from ducato.core.visibility import SPECTATOR
from ducato.table.changes import Answer, Change, Refused, Says
from ducato.table.game_table import REMEMBERED
from ducato.table.levels import strength
from ducato.table.protocol import (
    Act,
    CatchUp,
    Entropy,
    Explain,
    Export,
    Heard,
    Hint,
    Move,
    Ping,
    Propose,
    Question,
    Ready,
    Replay,
    Request,
    Resign,
    SetAutoResponses,
    SetLanguage,
    ShowChart,
    ShowLog,
    Undo,
    Vote,
)
from ducato.table.questions import Questions, told_reason
from ducato.table.screens import Screen
from ducato.table.seating import SeatedTable
from ducato.table.time_control import time_control_row
from ducato.table.views import called, house_text

NEAR, FURTHEST = 5, 60
"""Steps shown one by one to a screen that was away; up to so many more are told, and only the last
is shown; after that it is shown the present at once."""
LOG = 200
"""Entries of the log that are told at once; a client asks for earlier ones."""


class LiveTable(SeatedTable):
    """One table that is being played at, with screens that are told of it.

    Args: as of `GameTable`.
    """

    # -- hear

    def receive(self, screen: Screen, message: Heard, now: int = 0) -> Answer:
        """Carry out a message; it never fails, whatever was asked."""
        match message:
            case Ping():
                return Answer([{"type": "pong"}])
            case SetLanguage():
                screen.language = message.lang if message.lang in LANGUAGES else screen.language
                return Answer(self.welcome(screen, now))
            case CatchUp():
                far = self.match.seq - message.seq > NEAR
                return Answer(self._since(screen, message.seq, now, brief=far))
            case ShowLog():
                first = max(0, message.seq - 1 - LOG)
                told = self._views.log(screen.listener, first, message.seq - 1)
                return Answer([{"type": "log", "log": told}])
            case Explain() | Hint() | Replay() | Export() | ShowChart():
                return self._question(screen, message, now)
            case _:
                return self._request(screen, message, now)

    # -- say

    def welcome(self, screen: Screen, now: int = 0) -> Says:
        """Everything that a screen needs at first."""
        if self.status == "waiting":
            screen.wait()
        else:
            screen.begin()
        screen.pass_to(self._player())
        self._heard(screen)
        says: Says = [
            {
                "type": "welcome",
                "table": self._told(screen, now),
                "hot_seat": screen.shared,
                "auto_responses": [
                    {"seat": seat, "responses": sorted(self.auto_responses[seat])}
                    for seat in screen.seats
                    if seat in self.auto_responses
                ],
                "log": self._log(screen),
                "view": self._views.show(self.match.seq, screen, whole=True),
            }
        ]
        return says + self._curtain(screen)

    def news(self, screen: Screen, now: int = 0, *, brief: bool = False) -> Says:
        """What a screen has not been told of the game; briefly, with the last view only."""
        says: Says = []
        if screen.rewinds != self.rewinds:
            view = self._views.show(self.match.seq, screen)
            self._heard(screen)
            undone = {"type": "undone", "view": view, "log": self._log(screen)}
            says = [undone, *self._pass_on(screen)]
        elif screen.seq < self.match.seq:
            says = self._since(screen, screen.seq, now, brief=brief)
        else:
            return says
        if self.clock.told(now) is not None:
            says[0]["clock"] = self.clock.told(now)
        return says

    def table_news(self, screen: Screen, now: int = 0) -> Says:
        """How the table is now: its seats, its clock, what is being decided."""
        return [{"type": "table", "table": self._told(screen, now)}]

    def notice(self, screen: Screen, message: Message) -> Says:
        """Something said to everybody."""
        return [{"type": "announcement", "text": house_text(message, screen.language)}]

    def refusal(self, screen: Screen, request_id: str | None, message: Message) -> dict[str, Any]:
        """A refusal that is not the game's, such as that the disk is full."""
        return _refused(request_id, Refused(message), screen.language)

    # -- requests

    def _request(self, screen: Screen, request: Request, now: int) -> Answer:
        # A screen may show none of its person's seats, and yet answer for the person.
        own = screen.seats or self.company.of(screen.person)
        for seat in own:
            if (seat, request.id) in self._answered:
                return Answer([self._answered[(seat, request.id)]])
        if isinstance(request, Move) and request.seq != self.match.seq:
            return self._stale(screen, request.id, request.seq, now)
        change: Change | None = None
        extra: Says = []
        try:
            match request:
                case Act():
                    self.check_turn(screen)
                    change = self._checked_act(screen, request.action, now)
                case Undo():
                    change = self._undo(screen, now)
                case Ready():
                    extra = self._lift(screen, request.seat)
                case SetAutoResponses():
                    change = self._stand(screen, request, now)
                case Resign():
                    change = self._resign(screen, now)
                case Entropy():
                    change = self._contribute(screen, request.value, now)
                case Propose():
                    change = self._propose(screen, request.what, now)
                case Vote():
                    change = self._agree(screen, request, now)
        except Refused as refused:
            return Answer([_refused(request.id, refused, screen.language)])
        accepted = {"type": "accepted", "id": request.id, "seq": self.match.seq}
        if change is not None:  # to be ready twice does no harm, and shows the table twice
            asker = screen.shown if screen.shown != SPECTATOR else own[0]
            change = replace(change, asked=(asker, request.id))
            self._answered[(asker, request.id)] = accepted
            if len(self._answered) > REMEMBERED:
                self._answered.popitem(last=False)
        return Answer([accepted, *extra], change, news=isinstance(request, Propose | Vote))

    def _question(self, screen: Screen, question: Question, now: int) -> Answer:
        if isinstance(question, Hint) and question.seq != self.match.seq:
            return self._stale(screen, question.id, question.seq, now)
        try:
            return self._questions.answer(self, screen, question)
        except Refused as refused:
            return Answer([_refused(question.id, refused, screen.language)])

    def _stale(self, screen: Screen, request_id: str, seq: int, now: int) -> Answer:
        """What was asked is about an older position: the missing steps follow."""
        stale = {"type": "stale", "id": request_id, "seq": self.match.seq}
        return Answer([stale, *self._since(screen, seq, now)])

    def check_turn(self, screen: Screen) -> None:
        """Raise `Refused` unless the person at this screen is to move."""
        if self.status == "waiting":
            raise Refused(say("refused.waiting"))
        if self.match.is_over():
            raise Refused(say("refused.over"))
        if screen.covered_for is not None:
            raise Refused(say("refused.covered", name=self.called(screen.covered_for)))
        if screen.shown == SPECTATOR:
            raise Refused(say("refused.watching"))
        if screen.shown != self._player():
            raise Refused(say("refused.turn", name=self.called(self._player())))
        if self.company.bot_for(screen.shown) is not None:
            raise Refused(say("refused.substitute"))

    def _checked_act(self, screen: Screen, action: int, now: int) -> Change:
        self.check_lesson(screen, action)
        try:
            return self._act(action, now)
        except IllegalAction:
            pass
        if action >= len(self.match.game.actions):
            raise Refused(say("refused.no_action"))
        (reason,) = self._views.reasons(screen.viewer, [action])
        raise Refused(**reason)

    def check_lesson(self, screen: Screen, action: int | None) -> None:
        """A lesson lets only that happen which it asks for."""
        stage = self._lesson.stage() if self._lesson is not None else None
        if stage is not None and stage.actions and action not in stage.actions:
            raise Refused(say("refused.lesson"), stage.clause or None)

    def _stand(self, screen: Screen, request: SetAutoResponses, now: int) -> Change | None:
        """Take over a person's standing answers; they may decide what is asked at this moment."""
        if request.seat not in screen.seats:
            raise Refused(say("refused.seat"))
        known = {answer.name for answer in auto_response.offered(self.match.game.game)}
        if not known.issuperset(request.responses):
            raise Refused(say("refused.standing"))
        kept, before = self.match.seq, self._before()
        self.auto_responses[request.seat] = frozenset(request.responses)
        self._give_standing_answers()
        return self._moved(kept, before, now) if self.match.seq > kept else None

    def _undo(self, screen: Screen, now: int) -> Change:
        steps, before = list(self.match.steps), self._before()
        # When the game is over its seed is known to all, so nothing can be played again.
        if (
            self.match.is_over()
            or screen.shown == SPECTATOR
            or self.company.bot_for(screen.shown) is not None
            or self.match.undoable(screen.shown) is None
        ):
            raise Refused(say("refused.undo"))
        left = self.match.undo(screen.shown)
        self._views.forget(left)
        self.rewinds += 1
        self._settle(now)
        return Change(left, before, self._status(), removed=tuple(steps[left:]))

    def _lift(self, screen: Screen, seat: int) -> Says:
        if not screen.lift(seat):
            raise Refused(say("refused.ready"))
        return [{"type": "view", "view": self._views.show(self.match.seq, screen)}]

    def _attend(self) -> None:
        super()._attend()
        self._questions = Questions(self.id, self.match, self._views)

    def may_ask(self, screen: Screen) -> bool:
        """Return whether a bot may advise here: where no other person has a seat."""
        own = self.company.of(screen.person)
        return bool(own) and own == self.company.people()

    # -- parts of what is said

    def _since(self, screen: Screen, seq: int, now: int, *, brief: bool = False) -> Says:
        """The missing steps; the whole table if they are too many, or were taken back since."""
        if not 0 <= self.match.seq - seq <= FURTHEST or screen.rewinds != self.rewinds:
            return self.welcome(screen, now)
        self._heard(screen)
        steps = self._views.steps(screen, seq, brief=brief)
        says: Says = [{"type": "steps", "steps": steps}, *self._pass_on(screen)]
        return says + self.table_news(screen, now) if self.match.is_over() else says

    def _heard(self, screen: Screen) -> None:
        screen.seq, screen.rewinds = self.match.seq, self.rewinds

    def _log(self, screen: Screen) -> Says:
        return self._views.log(screen.listener, max(0, self.match.seq - LOG), self.match.seq)

    def _pass_on(self, screen: Screen) -> Says:
        """The curtain, if somebody else at this screen is to move now."""
        return self._curtain(screen) if screen.pass_to(self._player()) else []

    def _curtain(self, screen: Screen) -> Says:
        if screen.covered_for is None:
            return []
        return [
            {
                "type": "pass_screen",
                "seat": screen.covered_for,
                "name": self.called(screen.covered_for),
            }
        ]

    def _told(self, screen: Screen, now: int) -> dict[str, Any]:
        """The table itself, as one screen is told of it."""
        edition = f"edition.{self.match.game.edition_name}"
        return {
            "id": self.id,
            "game": self.match.game.name,
            "title": self._views.game_text("title", screen.language),
            "edition": self._views.game_text(edition, screen.language),
            "seats": [
                {
                    **seat.told(),
                    "name": called(seat.name, screen.language),
                    "bot": seat.bot and strength(seat.bot, self.match.game.game, screen.language),
                    "present": seat.seat in self.company.present,
                }
                for seat in self.company.seats
            ],
            "own": list(screen.seats),
            "hints": self.may_ask(screen),
            "status": self.status,
            "time_control": time_control_row(self.clock.time_control),
            "clock": self.clock.told(now),
            "votes": [
                {
                    "what": proposal.what,
                    "seat": proposal.seat,
                    "asked": screen.person is not None and screen.person in proposal.waiting,
                }
                for proposal in self.company.votes.open
            ],
            "rematch": self.rematch,
            "commitment": self.match.stream.commitment,
            "auto_responses": [
                {
                    "name": answer.name,
                    "label": self._views.game_text(f"standing.{answer.name}", screen.language),
                }
                for answer in auto_response.offered(self.match.game.game)
            ],
        }


def _refused(request_id: str | None, refused: Refused, language: str) -> dict[str, Any]:
    return {"type": "rejected", "id": request_id, **told_reason(refused, language)}
