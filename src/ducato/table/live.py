"""A live table: it hears messages, changes the match, and says who is to be told what.

The order is fixed by the promise "commit before announce":

1. `receive` (or `play`, for a bot) checks a message and carries it out on the match in memory;
2. whoever runs the table stores the `Change` that it returns; if that fails, `take_back`;
3. only then is anything said: the answer to the sender, and `news` to every screen.

A table is used by one thread at a time. It knows no sockets, no disk and no clock.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property, partial
from typing import Any

from ducato.core import standing
from ducato.core.errors import IllegalAction
from ducato.core.match import Match, Step
from ducato.core.messages import LANGUAGES, Message, say
from ducato.core.record import Record
from ducato.core.visibility import SPECTATOR, redact
from ducato.table.chart import SIMULATIONS, Chart
from ducato.table.export import record_for
from ducato.table.hints import Adviser
from ducato.table.lessons import Lesson
from ducato.table.messages import (
    Act,
    CatchUp,
    Export,
    Heard,
    Hint,
    Look,
    Ping,
    Ready,
    Request,
    SetLanguage,
    ShowChart,
    Standing,
    Undo,
    Why,
)
from ducato.table.replay import replayed
from ducato.table.screens import Reader, Screen
from ducato.table.seats import Seat, persons
from ducato.table.views import Views, house_text

REMEMBERED = 256
"""Answered requests kept for clients that ask twice; they do so within seconds."""
FURTHEST = 60
"""Steps told one by one to a screen that was away; after more, it is shown the present at once."""

Says = list[dict[str, Any]]
"""Messages of the server, in their order."""
Thought = Callable[[], Says]
"""Takes its time; to be called in a thread for bots."""
RequestKey = tuple[tuple[int, ...], str]
"""The seats of the screen that asked, and the id that its client made up."""


@dataclass(frozen=True)
class Change:
    """What must be stored before anybody hears of it.

    Attributes:
        kept: the number of steps that stay.
        added: the steps that come after them.
        removed: the steps that were taken back.
        finished: whether the game is over now.
        asked: the request that caused it, None for a bot's choice.
    """

    kept: int
    added: tuple[Step, ...] = ()
    removed: tuple[Step, ...] = ()
    finished: bool = False
    asked: RequestKey | None = None


@dataclass(frozen=True)
class Answer:
    """What comes of a message.

    Attributes:
        says: what to say to its sender.
        change: what changed, if anything.
        thoughts: what a bot is still to think for the sender, one after the other, each with what
            is to be said then. They hold copies of all they need: the table may go on meanwhile.
    """

    says: Says = field(default_factory=list)
    change: Change | None = None
    thoughts: Iterable[Thought] = ()


class Refused(Exception):
    """A request that is not carried out, for this reason."""

    def __init__(self, reason: str, clause: str | None = None) -> None:
        self.reason, self.clause = reason, clause


class LiveTable:
    """One table that is being played at.

    Attributes:
        id: of the table.
        match: the game being played.
        seats: who sits there.
        standing: for each person's seat the names of the standing answers which the table gives
            for them. They last while the table is open; a browser keeps them for longer.
    """

    def __init__(self, table_id: str, match: Match, seats: Sequence[Seat]) -> None:
        self.id, self.match, self.seats = table_id, match, list(seats)
        match.watchers = set(persons(seats))
        self.standing = dict.fromkeys(persons(seats), standing.usual(match.game.game))
        self._lesson = Lesson.of(match)
        self._views = Views(match, self._lesson)
        self._answered: OrderedDict[RequestKey, dict[str, Any]] = OrderedDict()

    # -- hear

    def receive(self, screen: Screen, message: Heard) -> Answer:
        """Carry out a message; it never fails, whatever was asked."""
        match message:
            case Ping():
                return Answer([{"type": "pong"}])
            case SetLanguage():
                screen.language = message.lang if message.lang in LANGUAGES else screen.language
                return Answer(self.welcome(screen))
            case CatchUp():
                return Answer(self._since(screen, message.seq))
            case Act() | Undo() | Ready() | Standing():
                return self._request(screen, message)
            case Why():
                return Answer([self._why(screen, message)])
            case Hint():
                return self._hint(screen, message)
            case Look():
                return Answer([self._look(screen, message)])
            case Export():
                return Answer([self._export(screen, message)])
            case ShowChart():
                return self._show_chart(screen, message)

    def play(self, seat: int, action: int) -> Change:
        """A bot's choice.

        Raises:
            IllegalAction: it is not legal; nothing changed.
        """
        if self.bot_to_move() != seat:
            raise IllegalAction(action, f"seat {seat} is not a bot that is to move", None, [])
        return self._act(action)

    def take_back(self, change: Change) -> None:
        """The change could not be stored: be again as before it."""
        steps = [*self.match.steps[: change.kept], *change.removed]
        self.match = replayed(self.match.game, self.match.stream, self.match.names, steps)
        self.match.watchers = set(persons(self.seats))
        self._lesson = Lesson.of(self.match)
        self._views = Views(self.match, self._lesson)
        if change.asked is not None:
            del self._answered[change.asked]

    # -- say

    def welcome(self, screen: Screen) -> Says:
        """Everything that a screen needs at first."""
        screen.pass_to(self._player())
        table = {
            "id": self.id,
            "game": self.match.game.name,
            "title": self._views.game_text("title", screen.language),
            "edition": self._views.game_text(
                f"edition.{self.match.game.edition_name}", screen.language
            ),
            "seats": [seat.to_dict() for seat in self.seats],
            "commitment": self.match.stream.commitment,
            "standing": [
                {
                    "name": answer.name,
                    "label": self._views.game_text(f"standing.{answer.name}", screen.language),
                }
                for answer in standing.offered(self.match.game.game)
            ],
        }
        says: Says = [
            {
                "type": "welcome",
                "table": table,
                "hot_seat": screen.shared,
                "standing": [
                    {"seat": seat, "answers": sorted(self.standing[seat])}
                    for seat in screen.seats
                    if seat in self.standing
                ],
                "log": self._views.log(screen.listener),
                "view": self._views.view(self.match.seq, screen.viewer),
            }
        ]
        return says + self._curtain(screen)

    def news(self, screen: Screen, change: Change) -> Says:
        """What a screen is told of a change that is stored."""
        says: Says
        if change.removed:
            view = self._views.view(self.match.seq, screen.viewer)
            says = [{"type": "undone", "view": view, "log": self._views.log(screen.listener)}]
        else:
            says = [self._steps(screen, change.kept)]
        return says + (self._curtain(screen) if screen.pass_to(self._player()) else [])

    def refusal(self, screen: Screen, request_id: str | None, message: Message) -> dict[str, Any]:
        """A refusal that is not the game's, such as that the disk is full."""
        return _refused(request_id, Refused(house_text(message, screen.language)))

    # -- bots

    def bot_to_move(self) -> int | None:
        """The seat of the bot that must choose now, or None."""
        player = self._player()
        return player if player >= 0 and self.seats[player].bot is not None else None

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
        return self.seats[seat].name

    # -- requests

    def _request(self, screen: Screen, request: Request) -> Answer:
        key = (screen.seats, request.id)
        if key in self._answered:
            return Answer([self._answered[key]])
        if isinstance(request, Act | Undo) and request.seq != self.match.seq:
            return self._stale(screen, request.id, request.seq)
        change: Change | None = None
        extra: Says = []
        try:
            match request:
                case Act():
                    self._check_turn(screen)
                    change = self._checked_act(screen, request.action)
                case Undo():
                    change = self._undo(screen)
                case Ready():
                    extra = self._lift(screen, request.seat)
                case Standing():
                    change = self._stand(screen, request)
        except Refused as refused:
            return Answer([_refused(request.id, refused)])
        accepted = {"type": "accepted", "id": request.id, "seq": self.match.seq}
        if change is not None:  # to be ready twice does no harm, and shows the table twice
            change = replace(change, asked=key)
            self._answered[key] = accepted
            if len(self._answered) > REMEMBERED:
                self._answered.popitem(last=False)
        return Answer([accepted, *extra], change)

    def _check_turn(self, screen: Screen) -> None:
        language = screen.language
        if self.match.is_over():
            raise Refused(house_text(say("refused.over"), language))
        if screen.covered_for is not None:
            raise Refused(
                house_text(say("refused.covered", name=self.called(screen.covered_for)), language)
            )
        if screen.shown == SPECTATOR:
            raise Refused(house_text(say("refused.watching"), language))
        if screen.shown != self._player():
            raise Refused(
                house_text(say("refused.turn", name=self.called(self._player())), language)
            )

    def _checked_act(self, screen: Screen, action: int) -> Change:
        self._check_lesson(screen, action)
        try:
            return self._act(action)
        except IllegalAction:
            pass
        if action >= len(self.match.game.actions):
            raise Refused(house_text(say("refused.no_action"), screen.language))
        (reason,) = self._views.reasons(screen.viewer, [action])
        raise Refused(**reason)

    def _check_lesson(self, screen: Screen, action: int | None) -> None:
        """A lesson lets only that happen which it asks for."""
        stage = self._lesson.stage() if self._lesson is not None else None
        if stage is not None and stage.actions and action not in stage.actions:
            raise Refused(house_text(say("refused.lesson"), screen.language), stage.clause or None)

    def _act(self, action: int) -> Change:
        kept = self.match.seq
        self.match.act(action)
        self.match.run_chance()
        self._give_standing_answers()
        return self._change_since(kept)

    def _change_since(self, kept: int) -> Change:
        return Change(kept, tuple(self.match.steps[kept:]), finished=self.match.is_over())

    def _give_standing_answers(self) -> None:
        """Do what people left to the table, each answer as an action of their own."""
        while (seat := self._player()) in self.standing:
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

    def _stand(self, screen: Screen, request: Standing) -> Change | None:
        """Take over a person's standing answers; they may decide what is asked at this moment."""
        if request.seat not in screen.seats:
            raise Refused(house_text(say("refused.seat"), screen.language))
        known = {answer.name for answer in standing.offered(self.match.game.game)}
        if not known.issuperset(request.answers):
            raise Refused(house_text(say("refused.standing"), screen.language))
        self.standing[request.seat] = frozenset(request.answers)
        kept = self.match.seq
        self._give_standing_answers()
        return self._change_since(kept) if self.match.seq > kept else None

    def _undo(self, screen: Screen) -> Change:
        steps = list(self.match.steps)
        # When the game is over its seed is known to all, so nothing can be played again.
        if (
            self.match.is_over()
            or screen.shown == SPECTATOR
            or self.match.undoable(screen.shown) is None
        ):
            raise Refused(house_text(say("refused.undo"), screen.language))
        left = self.match.undo(screen.shown)
        self._views.forget(left)
        return Change(left, removed=tuple(steps[left:]))

    def _lift(self, screen: Screen, seat: int) -> Says:
        if not screen.lift(seat):
            raise Refused(house_text(say("refused.ready"), screen.language))
        return [{"type": "view", "view": self._views.view(self.match.seq, screen.viewer)}]

    def _why(self, screen: Screen, question: Why) -> dict[str, Any]:
        """Why what a piece is for, or an action, is not possible: only from what the asker sees."""
        asked = [] if question.action is None else [question.action]
        try:
            self._check_turn(screen)
            if any(action >= len(self.match.game.actions) for action in asked):
                raise Refused(house_text(say("refused.no_action"), screen.language))
            self._check_lesson(screen, None)
            if question.piece is not None:
                asked += self._views.meant(screen.viewer, question.piece)
            reasons = self._views.reasons(screen.viewer, asked)
        except Refused as refused:
            reasons = [{"reason": refused.reason, "clause": refused.clause}]
        about = {"piece": question.piece, "action": question.action}
        return {"type": "why", "id": question.id, **about, "reasons": reasons}

    @cached_property
    def _adviser(self) -> Adviser:
        return Adviser(self.match.game)

    def _hint(self, screen: Screen, question: Hint) -> Answer:
        """What a bot would do: only for who plays against bots, or where all see the hint."""
        if question.seq != self.match.seq:
            return self._stale(screen, question.id, question.seq)
        try:
            self._check_turn(screen)
            if len(persons(self.seats)) > 1 and not screen.shared:
                raise Refused(house_text(say("refused.hint"), screen.language))
        except Refused as refused:
            return Answer([_refused(question.id, refused)])
        state, seed = self.question(screen.shown)
        about = {"id": question.id, "seq": self.match.seq}
        return Answer(thoughts=[partial(self._advice, state, screen.viewer, seed, about)])

    def _advice(self, state: Record, asker: Reader, seed: int, about: dict[str, Any]) -> Says:
        """A hint as a message; it runs beside the table and touches only what never changes."""
        tried = self._adviser.advise(state, asker.seat, seed)
        best, label = tried[0], self._views.label(state, tried[0].action, asker.language)
        sentence = say("hint.only", action=label)
        if best.wins is not None:
            sentence = say("hint", action=label, wins=best.wins)
        choices = [asdict(advice) for advice in tried]
        text = house_text(sentence, asker.language)
        return [{"type": "hint", **about, "action": best.action, "text": text, "choices": choices}]

    def _look(self, screen: Screen, question: Look) -> dict[str, Any]:
        """A moment of the game, from the eyes of a seat; after the end, of any seat."""
        seat = SPECTATOR if question.seat is None else question.seat
        if question.seq > self.match.seq or seat >= len(self.seats):
            return _refused(question.id, Refused(house_text(say("refused.past"), screen.language)))
        if seat not in (SPECTATOR, screen.shown) and not self.match.is_over():
            name = self.called(seat)
            text = house_text(say("refused.eyes", name=name), screen.language)
            return _refused(question.id, Refused(text))
        step = self._views.step(question.seq, Reader(seat, screen.language))
        return {"type": "past", "id": question.id, "seat": question.seat, "step": step}

    def _export(self, screen: Screen, question: Export) -> dict[str, Any]:
        """The record: whole after the end, before it what the screen's log tells."""
        lines = record_for(self.match, self._views.log(screen.listener), screen.listener.seat)
        name = f"{self.match.game.name}-{self.id}.jsonl"
        return {"type": "record", "id": question.id, "name": name, "lines": lines}

    @cached_property
    def _chart(self) -> Chart:
        return Chart(self.match, Adviser(self.match.game, SIMULATIONS))

    def _show_chart(self, screen: Screen, question: ShowChart) -> Answer:
        """What everybody had, at once; then the chances, one moment after the other."""
        if not self.match.is_over():
            reason = house_text(say("refused.chart"), screen.language)
            return Answer([_refused(question.id, Refused(reason))])
        chart, language = self._chart, screen.language

        def draw() -> Says:
            series = chart.series(lambda message: self._views.text(message, language))
            about = {"moments": chart.moments, "odds_at": chart.odds_at}
            return [{"type": "chart", "id": question.id, **about, "series": series}]

        def think(seq: int) -> Says:
            return [{"type": "odds", "id": question.id, "seq": seq, "wins": chart.odds(seq)}]

        return Answer(thoughts=[draw, *(partial(think, seq) for seq in chart.odds_at)])

    # -- parts of what is said

    def _stale(self, screen: Screen, request_id: str, seq: int) -> Answer:
        """What was asked is about an older position: the missing steps follow."""
        stale = {"type": "stale", "id": request_id, "seq": self.match.seq}
        return Answer([stale, *self._since(screen, seq)])

    def _since(self, screen: Screen, seq: int) -> Says:
        """The missing steps; the whole table if they are too many, or were taken back since."""
        if not 0 <= self.match.seq - seq <= FURTHEST:
            return self.welcome(screen)
        return [self._steps(screen, seq)]

    def _steps(self, screen: Screen, since: int) -> dict[str, Any]:
        return {"type": "steps", "steps": self._views.steps(since, screen.viewer, screen.listener)}

    def _curtain(self, screen: Screen) -> Says:
        if screen.covered_for is None:
            return []
        return [
            {"type": "curtain", "seat": screen.covered_for, "name": self.called(screen.covered_for)}
        ]

    def _player(self) -> int:
        """The seat to move; negative when there is none."""
        return -1 if self.match.is_over() else self.match.position.current_player()


def _refused(request_id: str | None, refused: Refused) -> dict[str, Any]:
    return {"type": "refused", "id": request_id, "reason": refused.reason, "clause": refused.clause}
