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
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ducato.core import standing
from ducato.core.errors import IllegalAction
from ducato.core.match import Match, Step
from ducato.core.messages import LANGUAGES, Message, say
from ducato.core.record import Record
from ducato.core.visibility import SPECTATOR, redact
from ducato.table.messages import (
    Act,
    CatchUp,
    Heard,
    Ping,
    Ready,
    Request,
    SetLanguage,
    Standing,
    Undo,
)
from ducato.table.replay import replayed
from ducato.table.screens import Screen
from ducato.table.seats import Seat, persons
from ducato.table.views import Views, house_text

REMEMBERED = 256
"""Answered requests kept for clients that ask twice; they do so within seconds."""
FURTHEST = 60
"""Steps told one by one to a screen that was away; after more, it is shown the present at once."""

Says = list[dict[str, Any]]
"""Messages of the server, in their order."""
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
    """What comes of a message: what to say to its sender, and what changed, if anything."""

    says: Says = field(default_factory=list)
    change: Change | None = None


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
        self._views = Views(match)
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
        self._views = Views(self.match)
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

    def called(self, seat: int) -> str:
        """The name of a seat's player."""
        return self.seats[seat].name

    # -- requests

    def _request(self, screen: Screen, request: Request) -> Answer:
        key = (screen.seats, request.id)
        if key in self._answered:
            return Answer([self._answered[key]])
        if isinstance(request, Act | Undo) and request.seq != self.match.seq:
            stale = {"type": "stale", "id": request.id, "seq": self.match.seq}
            return Answer([stale, *self._since(screen, request.seq)])
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
        try:
            return self._act(action)
        except IllegalAction:
            pass
        if action >= len(self.match.game.actions):
            raise Refused(house_text(say("refused.no_action"), screen.language))
        raise Refused(*self._views.why_not(screen.shown, action, screen.language))

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

    # -- parts of what is said

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
