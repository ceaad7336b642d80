"""A live table: it hears messages, changes the match, and says who is to be told what.

The order is fixed by the promise "commit before announce":

1. `receive` (or `play`, `sit`, `run_out`) checks what is asked and carries it out in memory;
2. whoever runs the table stores the `Change` that it returns; if that fails, `take_back`;
3. only then is anything said: the answer to the sender, and `news` to every screen.

A table is used by one thread at a time. It knows no sockets and no disk; what time it is, it is
told, in milliseconds since 1970.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ducato.core import standing
from ducato.core.errors import IllegalAction
from ducato.core.match import Match
from ducato.core.messages import LANGUAGES, Message, say
from ducato.core.record import Record
from ducato.core.snapshot import Snapshot
from ducato.core.visibility import SPECTATOR, redact
from ducato.table.changes import Answer, Before, Change, Refused, RequestKey, Says
from ducato.table.clock import SLOWED_DAYS, Clock, LivePace, NoPace, SlowPace, pace_row
from ducato.table.company import Company
from ducato.table.lessons import Lesson
from ducato.table.messages import (
    Act,
    Agree,
    CatchUp,
    Earlier,
    Export,
    Heard,
    Hint,
    Look,
    Move,
    Ping,
    Propose,
    Question,
    Ready,
    Request,
    Resign,
    SetLanguage,
    ShowChart,
    Standing,
    Undo,
    Why,
)
from ducato.table.questions import Questions, told_reason
from ducato.table.replay import replayed
from ducato.table.screens import Screen
from ducato.table.seats import LATE, RESIGNED, Seat
from ducato.table.status import Status
from ducato.table.views import Views, called, house_text
from ducato.table.votes import BACK, SLOW, Proposal

REMEMBERED = 256
"""Answered requests kept for clients that ask twice; they do so within seconds."""
FURTHEST = 60
"""Steps told one by one to a screen that was away; after more, it is shown the present at once."""
LOG = 200
"""Entries of the log that are told at once; a client asks for earlier ones."""
SNAPSHOT_EVERY = 64
"""Steps: a game is loaded by repeating at most so many, and as many as come with one move."""


class LiveTable:
    """One table that is being played at.

    Args:
        table_id: its id.
        match: the game being played.
        seats: who sits there.
        clock: of the game; None for one that lets everybody think.
        steward: the bot that plays for people whose time is over.
        rematch: the id of the table where they play again.

    Attributes:
        id: of the table.
        match: the game being played.
        company: who sits there.
        clock: of the game.
        standing: for each person's seat the names of the standing answers which the table gives
            for them. They last while the table is open; a browser keeps them for longer.
        rematch: the id of the table where they play again, or None.
        rewinds: how often something was taken back.
    """

    def __init__(
        self,
        table_id: str,
        match: Match,
        seats: Sequence[Seat],
        clock: Clock | None = None,
        steward: str = "greedy",
        rematch: str | None = None,
    ) -> None:
        self.id, self.match, self.rematch = table_id, match, rematch
        self.company = Company(seats, steward)
        self.clock = clock or Clock.new(NoPace(), len(seats))
        self.standing = dict.fromkeys(self.company.people(), standing.usual(match.game.game))
        self.rewinds = 0
        match.watchers = set(self.company.people())
        self._attend()
        self._answered: OrderedDict[RequestKey, dict[str, Any]] = OrderedDict()

    @property
    def stage(self) -> str:
        """Where the game is: "waiting" for people, "playing" or "over"."""
        if self.match.is_over():
            return "over"
        return "playing" if self.company.complete else "waiting"

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
                return Answer(self._since(screen, message.seq, now))
            case Earlier():
                first = max(0, message.seq - 1 - LOG)
                told = self._views.log(screen.listener, first, message.seq - 1)
                return Answer([{"type": "log", "log": told}])
            case Why() | Hint() | Look() | Export() | ShowChart():
                return self._question(screen, message, now)
            case _:
                return self._request(screen, message, now)

    def play(self, seat: int, action: int, now: int = 0) -> Change:
        """A bot's choice.

        Raises:
            IllegalAction: it is not legal; nothing changed.
        """
        if self.bot_to_move() != seat:
            raise IllegalAction(action, f"seat {seat} is not a bot that is to move", None, [])
        return self._act(action, now)

    def sit(self, person: str, name: str, seat: int | None, now: int = 0) -> Change:
        """Somebody sits down; with the last open seat the game begins.

        Raises:
            Refused: no seat is open, or not this one.
            BadValue: that is no name.
        """
        before = self._before()
        taken = self.company.sit(person, name, seat)
        return self._seated(before, [taken], now)

    def stand_up(self, person: str, now: int = 0) -> Change:
        """Somebody leaves before the game has begun.

        Raises:
            Refused: it has begun, or they have no seat.
        """
        if self.stage != "waiting" or not self.company.of(person):
            raise Refused(say("refused.begun"))
        before = self._before()
        return self._seated(before, self.company.stand_up(person), now)

    def give_up(self, person: str, now: int = 0) -> Change:
        """Somebody leaves a game of two for ever: the other one wins.

        Raises:
            Refused: it is no such game, or is not being played, or they have no seat.
        """
        own = self.company.of(person)
        if self.stage != "playing" or len(self.company.seats) != 2 or not own:
            raise Refused(say("refused.over"))
        before, kept = self._before(), self.match.seq
        self.match.resign(own[0])
        return self._moved(kept, before, now)

    def forget(self, person: str, now: int = 0) -> Change:
        """Nothing here refers to somebody any more; where the game goes on, the steward plays.

        Raises:
            Refused: they have no seat.
        """
        own, before, playing = self.company.of(person), self._before(), self.stage == "playing"
        if not own:
            raise Refused(say("refused.watching"))
        if self.stage == "waiting":
            return self._seated(before, self.company.stand_up(person), now)
        notice = say("notice.resigned", name=self.called(own[0])) if playing else None
        gone = self.company.forget(person, playing=playing)
        self.match.watchers = set(self.company.people())
        return self._seated(before, gone, now, notice)

    def begin(self, now: int) -> Status:
        """Let the clock run, if all are there; how the table stands then."""
        self._settle(now)
        return self._status()

    def run_out(self, now: int) -> Change | None:
        """The steward takes over where the time is over; None if it is not."""
        seat = self.clock.running
        if seat is None or not self.clock.is_over(now) or self.stage != "playing":
            return None
        before = self._before()
        taken = self.company.hand_over(seat, LATE)
        return self._seated(before, [taken], now, say("notice.late", name=taken.name))

    def take_back(self, change: Change) -> None:
        """The change could not be stored: be again as before it."""
        if change.added or change.removed:
            steps = [*self.match.steps[: change.kept], *change.removed]
            self.match = replayed(self.match.game, self.match.stream, self.match.names, steps)
        self.company.restore(change.before.seats)
        self.clock = change.before.clock
        self.match.names = [seat.name for seat in self.company.seats]
        self.match.watchers = set(self.company.people())
        self._attend()
        if change.asked is not None:
            self._answered.pop(change.asked, None)

    def remember(self, requests: Mapping[int, str]) -> None:
        """These requests caused these steps: who asks again gets the same answer, not a move."""
        steps = self.match.steps
        for number, request_id in list(requests.items())[-REMEMBERED:]:
            last = number
            while last < len(steps) and steps[last].actor < 0:
                last += 1
            accepted = {"type": "accepted", "id": request_id, "seq": last}
            self._answered[(steps[number - 1].actor, request_id)] = accepted

    # -- say

    def welcome(self, screen: Screen, now: int = 0) -> Says:
        """Everything that a screen needs at first."""
        screen.pass_to(self._player())
        self._heard(screen)
        says: Says = [
            {
                "type": "welcome",
                "table": self._told(screen, now),
                "hot_seat": screen.shared,
                "standing": [
                    {"seat": seat, "answers": sorted(self.standing[seat])}
                    for seat in screen.seats
                    if seat in self.standing
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
            says = [{"type": "undone", "view": view, "log": self._log(screen)}]
        elif screen.seq < self.match.seq:
            says = self._since(screen, screen.seq, now, brief=brief)
        else:
            return says
        if self.clock.told(now) is not None:
            says[0]["clock"] = self.clock.told(now)
        self._heard(screen)
        return says + (self._curtain(screen) if screen.pass_to(self._player()) else [])

    def table_news(self, screen: Screen, now: int = 0) -> Says:
        """How the table is now: its seats, its clock, what is being decided."""
        return [{"type": "table", "table": self._told(screen, now)}]

    def notice(self, screen: Screen, message: Message) -> Says:
        """Something said to everybody."""
        return [{"type": "notice", "text": house_text(message, screen.language)}]

    def refusal(self, screen: Screen, request_id: str | None, message: Message) -> dict[str, Any]:
        """A refusal that is not the game's, such as that the disk is full."""
        return _refused(request_id, Refused(message), screen.language)

    # -- bots

    def bot_to_move(self) -> int | None:
        """The seat where a bot, or the steward, must choose now, or None."""
        player = self._player()
        if player < 0 or self.stage != "playing" or self.company.bot_for(player) is None:
            return None
        return player

    def question(self, seat: int) -> tuple[Record, int]:
        """What a bot is asked: the state as its seat sees it, and a seed for its own dice."""
        secret = self.match.stream.seed + f"bot:{seat}:{self.match.seq}".encode()
        seed = int.from_bytes(hashlib.sha256(secret).digest()[:8], "big")
        return redact(self.match.position.record, seat), seed

    def scripted(self, seat: int) -> int | None:
        """What a lesson has for a bot's seat that is to choose; None outside of lessons."""
        return None if self._lesson is None else self._lesson.scripted()

    def called(self, seat: int) -> str:
        """The name of a seat's player."""
        return self.company.seats[seat].name

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
                    self._check_turn(screen)
                    change = self._checked_act(screen, request.action, now)
                case Undo():
                    change = self._undo(screen, now)
                case Ready():
                    extra = self._lift(screen, request.seat)
                case Standing():
                    change = self._stand(screen, request, now)
                case Resign():
                    change = self._resign(screen, now)
                case Propose():
                    change = self._propose(screen, request.what, now)
                case Agree():
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
        return Answer([accepted, *extra], change, news=isinstance(request, Propose | Agree))

    def _question(self, screen: Screen, question: Question, now: int) -> Answer:
        if isinstance(question, Hint) and question.seq != self.match.seq:
            return self._stale(screen, question.id, question.seq, now)
        try:
            return self._questions.answer(screen, question)
        except Refused as refused:
            return Answer([_refused(question.id, refused, screen.language)])

    def _stale(self, screen: Screen, request_id: str, seq: int, now: int) -> Answer:
        """What was asked is about an older position: the missing steps follow."""
        stale = {"type": "stale", "id": request_id, "seq": self.match.seq}
        return Answer([stale, *self._since(screen, seq, now)])

    def _check_turn(self, screen: Screen) -> None:
        if self.stage == "waiting":
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
            raise Refused(say("refused.steward"))

    def _checked_act(self, screen: Screen, action: int, now: int) -> Change:
        self._check_lesson(screen, action)
        try:
            return self._act(action, now)
        except IllegalAction:
            pass
        if action >= len(self.match.game.actions):
            raise Refused(say("refused.no_action"))
        (reason,) = self._views.reasons(screen.viewer, [action])
        raise Refused(**reason)

    def _check_lesson(self, screen: Screen, action: int | None) -> None:
        """A lesson lets only that happen which it asks for."""
        stage = self._lesson.stage() if self._lesson is not None else None
        if stage is not None and stage.actions and action not in stage.actions:
            raise Refused(say("refused.lesson"), stage.clause or None)

    def _act(self, action: int, now: int) -> Change:
        kept, before = self.match.seq, self._before()
        self.match.act(action)
        self.match.run_chance()
        self._give_standing_answers()
        return self._moved(kept, before, now)

    def _give_standing_answers(self) -> None:
        """Do what people left to the table, each answer as an action of their own."""
        while (seat := self._player()) in self._choosers():
            action = standing.meant(
                self.match.game,
                redact(self.match.position.record, seat),
                seat,
                self.match.position.legal_actions(),
                self.standing[seat],
            )
            if action is None:
                return
            self.match.act(action)
            self.match.run_chance()

    def _stand(self, screen: Screen, request: Standing, now: int) -> Change | None:
        """Take over a person's standing answers; they may decide what is asked at this moment."""
        if request.seat not in screen.seats:
            raise Refused(say("refused.seat"))
        known = {answer.name for answer in standing.offered(self.match.game.game)}
        if not known.issuperset(request.answers):
            raise Refused(say("refused.standing"))
        self.standing[request.seat] = frozenset(request.answers)
        kept, before = self.match.seq, self._before()
        self._give_standing_answers()
        return self._moved(kept, before, now) if self.match.seq > kept else None

    def _moved(self, kept: int, before: Before, now: int, notice: Message | None = None) -> Change:
        """The change that the steps after the first `kept` are."""
        self._settle(now)
        due = kept // SNAPSHOT_EVERY != self.match.seq // SNAPSHOT_EVERY
        return Change(
            kept,
            before,
            self._status(),
            added=tuple(self.match.steps[kept:]),
            places=tuple(self.match.places()) if self.match.is_over() else None,
            snapshot=Snapshot.of(self.match) if due else None,
            notice=notice,
        )

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

    def _resign(self, screen: Screen, now: int) -> Change:
        seat = self._own_seat(screen)
        before, kept = self._before(), self.match.seq
        if len(self.company.seats) == 2:
            self.match.resign(seat)
            return self._moved(kept, before, now)
        taken = self.company.hand_over(seat, RESIGNED)
        return self._seated(before, [taken], now, say("notice.resigned", name=taken.name))

    def _propose(self, screen: Screen, what: str, now: int) -> Change | None:
        if what == BACK:
            seat = self.company.late(screen.seats)
            if seat is None or self.stage != "playing":
                raise Refused(say("refused.not_late"))
            asked = self.company.there()
        else:
            seat = self._own_seat(screen)
            if not isinstance(self.clock.pace, LivePace):
                raise Refused(say("refused.not_live"))
            asked = self.company.playing()
        waiting = asked - {self.company.seats[seat].person}
        if self.company.votes.propose(Proposal(what, seat, {w for w in waiting if w})):
            return self._agreed(what, seat, now)
        return None

    def _agree(self, screen: Screen, answer: Agree, now: int) -> Change | None:
        proposal = self.company.votes.find(answer.what, answer.seat)
        if proposal is None or screen.person is None or screen.person not in proposal.waiting:
            raise Refused(say("refused.not_asked"))
        if self.company.votes.say(proposal, screen.person, answer.yes):
            return self._agreed(answer.what, answer.seat, now)
        return None

    def _agreed(self, what: str, seat: int, now: int) -> Change:
        before, name = self._before(), self.called(seat)
        if what == SLOW:
            self.clock.change_pace(SlowPace(SLOWED_DAYS), now)
            return self._seated(before, [], now, say("notice.slow", n=SLOWED_DAYS))
        self.clock.forgive(seat)
        return self._seated(
            before, [self.company.hand_back(seat)], now, say("notice.back", name=name)
        )

    def _own_seat(self, screen: Screen) -> int:
        """The seat for which a screen speaks; while several share it, whose turn it is."""
        if self.stage == "waiting":
            raise Refused(say("refused.waiting"))
        if self.match.is_over():
            raise Refused(say("refused.over"))
        own = [n for n in screen.seats if self.company.seats[n].steward != RESIGNED]
        if not own:
            raise Refused(say("refused.watching"))
        return screen.shown if screen.shown in own else own[0]

    # -- parts of what is stored

    def _before(self) -> Before:
        return Before(list(self.company.seats), self.clock.copy())

    def _seated(
        self, before: Before, seats: Iterable[Seat], now: int, notice: Message | None = None
    ) -> Change:
        """The change that somebody else plays at these seats."""
        names = [seat.name for seat in self.company.seats]
        if names != self.match.names:
            self.match.names = names
            self._views.forget(0)
        self._views.let_choose(self._choosers())
        self._settle(now)
        return Change(self.match.seq, before, self._status(), seats=tuple(seats), notice=notice)

    def _attend(self) -> None:
        """Look at the match as it is now, after it was replaced."""
        self._lesson = Lesson.of(self.match)
        self._views = Views(self.match, self._lesson)
        self._views.let_choose(self._choosers())
        self._questions = Questions(
            self.id,
            self.match,
            self._views,
            check_turn=self._check_turn,
            check_lesson=self._check_lesson,
            may_ask=self._may_ask,
            ask_bot=self.question,
        )

    def _may_ask(self, screen: Screen) -> bool:
        """Whether a bot may advise here: where nobody plays against people, or all see it."""
        return len(self.company.people()) == 1 or screen.shared

    def _choosers(self) -> list[int]:
        """The seats where somebody chooses by hand."""
        seats = [seat.seat for seat in self.company.seats]
        waiting = not self.company.complete
        return [n for n in seats if not waiting and self.company.bot_for(n) is None]

    def _settle(self, now: int) -> None:
        """Let the clock run for the person to move, if there is one."""
        player = self._player()
        runs = self.stage == "playing" and player >= 0 and self.company.bot_for(player) is None
        self.clock.pass_to(player if runs else None, now)
        if self.match.is_over():
            self.company.votes.clear()

    def _status(self) -> Status:
        player = self._player()
        to_move = player if player >= 0 and self.stage == "playing" else None
        return Status(to_move, pace_row(self.clock.pace), self.clock.to_row(), self.clock.due)

    # -- parts of what is said

    def _since(self, screen: Screen, seq: int, now: int, *, brief: bool = False) -> Says:
        """The missing steps; the whole table if they are too many, or were taken back since."""
        if not 0 <= self.match.seq - seq <= FURTHEST:
            return self.welcome(screen, now)
        self._heard(screen)
        steps = self._views.steps(screen, seq, brief=brief)
        return [{"type": "steps", "steps": steps}]

    def _heard(self, screen: Screen) -> None:
        screen.seq, screen.rewinds = self.match.seq, self.rewinds

    def _log(self, screen: Screen) -> Says:
        return self._views.log(screen.listener, max(0, self.match.seq - LOG), self.match.seq)

    def _curtain(self, screen: Screen) -> Says:
        if screen.covered_for is None:
            return []
        return [
            {"type": "curtain", "seat": screen.covered_for, "name": self.called(screen.covered_for)}
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
                    "present": seat.seat in self.company.present,
                }
                for seat in self.company.seats
            ],
            "own": list(screen.seats),
            "stage": self.stage,
            "pace": pace_row(self.clock.pace),
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
            "standing": [
                {
                    "name": answer.name,
                    "label": self._views.game_text(f"standing.{answer.name}", screen.language),
                }
                for answer in standing.offered(self.match.game.game)
            ],
        }

    def _player(self) -> int:
        """The seat to move; negative when there is none."""
        return -1 if self.match.is_over() else self.match.position.current_player()


def _refused(request_id: str | None, refused: Refused, language: str) -> dict[str, Any]:
    return {"type": "refused", "id": request_id, **told_reason(refused, language)}
