"""A live table: it hears messages, changes the match, and says who is to be told what.

The order is fixed by the promise "commit before announce":

1. `receive` (or `play`, `join`, `time_out`) checks what is asked and carries it out in memory;
2. whoever runs the table stores the `Change` that it returns; if that fails, `rollback`;
3. only then is anything said: the answer to the sender, and `updates` to every screen.

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
from ducato.table.changes import Answer, Change, Messages, Rejected
from ducato.table.game_table import REMEMBERED
from ducato.table.levels import strength
from ducato.table.protocol import (
    Act,
    CatchUp,
    ClientMessage,
    Entropy,
    Explain,
    Export,
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

    def receive(self, screen: Screen, message: ClientMessage, now: int = 0) -> Answer:
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
                told = self._views.log(screen.log_viewer, first, message.seq - 1)
                return Answer([{"type": "log", "log": told}])
            case Explain() | Hint() | Replay() | Export() | ShowChart():
                return self._question(screen, message, now)
            case _:
                return self._request(screen, message, now)

    # -- say

    def welcome(self, screen: Screen, now: int = 0) -> Messages:
        """Everything that a screen needs at first."""
        if self.status == "waiting":
            screen.wait()
        else:
            screen.begin()
        screen.pass_to(self._player())
        self._heard(screen)
        says: Messages = [
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

    def updates(self, screen: Screen, now: int = 0, *, brief: bool = False) -> Messages:
        """What a screen has not been told of the game; briefly, with the last view only."""
        says: Messages = []
        if screen.undo_count != self.undo_count:
            view = self._views.show(self.match.seq, screen)
            self._heard(screen)
            undone = {"type": "undone", "view": view, "log": self._log(screen)}
            says = [undone, *self._pass_on(screen)]
        elif screen.seq < self.match.seq:
            says = self._since(screen, screen.seq, now, brief=brief)
        else:
            return says
        if self.clock.to_json(now) is not None:
            says[0]["clock"] = self.clock.to_json(now)
        return says

    def table_update(self, screen: Screen, now: int = 0) -> Messages:
        """How the table is now: its seats, its clock, what is being decided."""
        return [{"type": "table", "table": self._told(screen, now)}]

    def announcement(self, screen: Screen, message: Message) -> Messages:
        """Something said to everybody."""
        return [{"type": "announcement", "text": house_text(message, screen.language)}]

    def rejection(self, screen: Screen, request_id: str | None, message: Message) -> dict[str, Any]:
        """A refusal that is not the game's, such as that the disk is full."""
        return _refused(request_id, Rejected(message), screen.language)

    # -- requests

    def _request(self, screen: Screen, request: Request, now: int) -> Answer:
        # A screen may show none of its person's seats, and yet answer for the person.
        own = screen.seats or self.roster.of(screen.person)
        for seat in own:
            if (seat, request.id) in self._answered:
                return Answer([self._answered[(seat, request.id)]])
        if isinstance(request, Move) and request.seq != self.match.seq:
            return self._stale(screen, request.id, request.seq, now)
        change: Change | None = None
        extra: Messages = []
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
        except Rejected as refused:
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
        except Rejected as refused:
            return Answer([_refused(question.id, refused, screen.language)])

    def _stale(self, screen: Screen, request_id: str, seq: int, now: int) -> Answer:
        """What was asked is about an older position: the missing steps follow."""
        stale = {"type": "stale", "id": request_id, "seq": self.match.seq}
        return Answer([stale, *self._since(screen, seq, now)])

    def check_turn(self, screen: Screen) -> None:
        """Raise `Rejected` unless the person at this screen is to move."""
        if self.status == "waiting":
            raise Rejected(say("rejected.waiting"))
        if self.match.is_over():
            raise Rejected(say("rejected.over"))
        if screen.covered_for is not None:
            raise Rejected(say("rejected.covered", name=self.name_of(screen.covered_for)))
        if screen.shown == SPECTATOR:
            raise Rejected(say("rejected.watching"))
        if screen.shown != self._player():
            raise Rejected(say("rejected.turn", name=self.name_of(self._player())))
        if self.roster.bot_for(screen.shown) is not None:
            raise Rejected(say("rejected.substitute"))

    def _checked_act(self, screen: Screen, action: int, now: int) -> Change:
        self.check_lesson(screen, action)
        try:
            return self._act(action, now)
        except IllegalAction:
            pass
        if action >= len(self.match.game.actions):
            raise Rejected(say("rejected.no_action"))
        (reason,) = self._views.reasons(screen.viewer, [action])
        raise Rejected(**reason)

    def check_lesson(self, screen: Screen, action: int | None) -> None:
        """A lesson lets only that happen which it asks for."""
        lesson_step = self._lesson.current_step() if self._lesson is not None else None
        if lesson_step is not None and lesson_step.actions and action not in lesson_step.actions:
            raise Rejected(say("rejected.lesson"), lesson_step.clause or None)

    def _stand(self, screen: Screen, request: SetAutoResponses, now: int) -> Change | None:
        """Change a person's automatic responses; they may answer the present question."""
        if request.seat not in screen.seats:
            raise Rejected(say("rejected.seat"))
        known = {answer.name for answer in auto_response.offered(self.match.game.game)}
        if not known.issuperset(request.responses):
            raise Rejected(say("rejected.auto_responses"))
        kept, before = self.match.seq, self._rollback_state()
        self.auto_responses[request.seat] = frozenset(request.responses)
        self._give_standing_answers()
        return self._moved(kept, before, now) if self.match.seq > kept else None

    def _undo(self, screen: Screen, now: int) -> Change:
        steps, before = list(self.match.steps), self._rollback_state()
        # When the game is over its seed is known to all, so nothing can be played again.
        if (
            self.match.is_over()
            or screen.shown == SPECTATOR
            or self.roster.bot_for(screen.shown) is not None
            or self.match.undoable(screen.shown) is None
        ):
            raise Rejected(say("rejected.undo"))
        left = self.match.undo(screen.shown)
        self._views.forget(left)
        self.undo_count += 1
        self._settle(now)
        return Change(left, before, self._status(), removed=tuple(steps[left:]))

    def _lift(self, screen: Screen, seat: int) -> Messages:
        if not screen.lift(seat):
            raise Rejected(say("rejected.ready"))
        return [{"type": "view", "view": self._views.show(self.match.seq, screen)}]

    def _attend(self) -> None:
        super()._attend()
        self._questions = Questions(self.id, self.match, self._views)

    def may_ask(self, screen: Screen) -> bool:
        """Return whether a bot may advise here: where no other person has a seat."""
        own = self.roster.of(screen.person)
        return bool(own) and own == self.roster.people()

    # -- parts of what is said

    def _since(self, screen: Screen, seq: int, now: int, *, brief: bool = False) -> Messages:
        """The missing steps; the whole table if they are too many, or were taken back since."""
        if not 0 <= self.match.seq - seq <= FURTHEST or screen.undo_count != self.undo_count:
            return self.welcome(screen, now)
        self._heard(screen)
        steps = self._views.steps(screen, seq, brief=brief)
        says: Messages = [{"type": "steps", "steps": steps}, *self._pass_on(screen)]
        return says + self.table_update(screen, now) if self.match.is_over() else says

    def _heard(self, screen: Screen) -> None:
        screen.seq, screen.undo_count = self.match.seq, self.undo_count

    def _log(self, screen: Screen) -> Messages:
        return self._views.log(screen.log_viewer, max(0, self.match.seq - LOG), self.match.seq)

    def _pass_on(self, screen: Screen) -> Messages:
        """The curtain, if somebody else at this screen is to move now."""
        return self._curtain(screen) if screen.pass_to(self._player()) else []

    def _curtain(self, screen: Screen) -> Messages:
        if screen.covered_for is None:
            return []
        return [
            {
                "type": "pass_screen",
                "seat": screen.covered_for,
                "name": self.name_of(screen.covered_for),
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
                    **seat.to_json(),
                    "name": called(seat.name, screen.language),
                    "bot": seat.bot and strength(seat.bot, self.match.game.game, screen.language),
                    "present": seat.seat in self.roster.present,
                }
                for seat in self.roster.seats
            ],
            "own": list(screen.seats),
            "hints": self.may_ask(screen),
            "status": self.status,
            "time_control": time_control_row(self.clock.time_control),
            "clock": self.clock.to_json(now),
            "votes": [
                {
                    "what": proposal.what,
                    "seat": proposal.seat,
                    "asked": screen.person is not None and screen.person in proposal.waiting,
                }
                for proposal in self.roster.votes.open
            ],
            "rematch": self.rematch,
            "commitment": self.match.stream.commitment,
            "auto_responses": [
                {
                    "name": answer.name,
                    "label": self._views.game_text(f"auto_response.{answer.name}", screen.language),
                }
                for answer in auto_response.offered(self.match.game.game)
            ],
        }


def _refused(request_id: str | None, refused: Rejected, language: str) -> dict[str, Any]:
    return {"type": "rejected", "id": request_id, **told_reason(refused, language)}
