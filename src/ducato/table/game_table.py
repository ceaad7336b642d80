"""The game at a table: the match, who sits there and the clock, which change together.

Each change is carried out in memory and described as a `Change`, so that whoever runs the table can
store it, or take it back. This module must not know screens or messages.
"""

from __future__ import annotations

import hashlib
import logging
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ducato.core import auto_response
from ducato.core.chance import CommittedStream
from ducato.core.errors import IllegalAction
from ducato.core.i18n import Message
from ducato.core.match import Match, Snapshot
from ducato.core.struct import Struct
from ducato.core.table_data import TurnState
from ducato.core.visibility import redact
from ducato.table.changes import Change, RequestKey, RollbackState
from ducato.table.lessons import Lesson
from ducato.table.replay import replayed
from ducato.table.roster import Roster
from ducato.table.seats import Seat, contributions
from ducato.table.time_control import Clock, Untimed, time_control_row
from ducato.table.views import Views

log = logging.getLogger(__name__)

REMEMBERED = 256
"""Answered requests kept for clients that ask twice; they do so within seconds."""
SNAPSHOT_EVERY = 64
"""Steps: a game is loaded by repeating at most so many, and as many as come with one move."""


class GameTable:
    """One table that is being played at.

    Args:
        table_id: its id.
        match: the game being played.
        seats: who sits there.
        clock: of the game; None for one that lets everybody think.
        substitute: the bot that plays for people whose time is over.
        rematch: the id of the table where they play again.

    Attributes:
        id: of the table.
        match: the game being played.
        roster: who sits there.
        clock: of the game.
        auto_responses: for each seat of a person, the names of the automatic responses that the
            table gives. They last while the table is open; a browser keeps them for longer.
        rematch: the id of the table where they play again, or None.
        undo_count: how often something was taken back.
    """

    def __init__(
        self,
        table_id: str,
        match: Match,
        seats: Sequence[Seat],
        clock: Clock | None = None,
        substitute: str = "greedy",
        rematch: str | None = None,
    ) -> None:
        self.id, self.match, self.rematch = table_id, match, rematch
        self.roster = Roster(seats, substitute)
        self.clock = clock or Clock.new(Untimed(), len(seats))
        self.auto_responses = dict.fromkeys(
            self.roster.people(), auto_response.defaults(match.game.game)
        )
        self.undo_count = 0
        self._attend()
        self._answered: OrderedDict[RequestKey, dict[str, Any]] = OrderedDict()

    @property
    def status(self) -> str:
        """Where the game is: "waiting" for people, "playing" or "over"."""
        if self.match.is_over():
            return "over"
        return "playing" if self.match.begun and self.roster.complete else "waiting"

    @property
    def gathers(self) -> bool:
        """Whether everybody is there and the table waits for contributions to the chance."""
        return self.roster.assembled and not self.match.begun

    def name_of(self, seat: int) -> str:
        """The name of a seat's player."""
        return self.roster.seats[seat].name

    # -- change

    def play(self, seat: int, action: int, now: int = 0) -> Change:
        """A bot's choice.

        Raises:
            IllegalAction: it is not legal; nothing changed.
        """
        if self.bot_to_move() != seat:
            raise IllegalAction(action, f"seat {seat} is not a bot that is to move", None, [])
        return self._act(action, now)

    def begin(self, now: int) -> TurnState:
        """Begin, if nobody is waited for, and let the clock run; how the table stands then."""
        self._deal_if_due()
        self._settle(now)
        return self._status()

    def deal(self, now: int) -> Change | None:
        """Begin without the contributions that are missing; None if it is not the moment."""
        if not self.gathers:
            return None
        before = self._rollback_state()
        self._deal()
        return self._moved(0, before, now, begins=True)

    def rollback(self, change: Change) -> None:
        """The change could not be stored: be again as before it."""
        if change.begins:
            stream = CommittedStream(self.match.stream.seed)
            self.match = Match(self.match.game, stream, self.match.names)
        elif change.added or change.removed:
            steps = [*self.match.steps[: change.kept], *change.removed]
            self.match = replayed(self.match.game, self.match.stream, self.match.names, steps)
        self.roster.restore(change.rollback.seats)
        self.roster.votes.restore(change.rollback.votes)
        self.clock, self.undo_count = change.rollback.clock, change.rollback.undo_count
        self.auto_responses = change.rollback.auto_responses
        self.match.names = [seat.name for seat in self.roster.seats]
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

    # -- bots

    def bot_to_move(self) -> int | None:
        """The seat where a bot, or the substitute, must choose now, or None."""
        player = self._player()
        if player < 0 or self.status != "playing" or self.roster.bot_for(player) is None:
            return None
        return player

    def bot_request(self, seat: int) -> tuple[Struct, int]:
        """What a bot is asked: the state as its seat sees it, and a seed for its own dice."""
        secret = self.match.stream.seed + f"bot:{seat}:{self.match.seq}".encode()
        seed = int.from_bytes(hashlib.sha256(secret).digest()[:8], "big")
        return redact(self.match.position.state, seat), seed

    def scripted(self, seat: int) -> int | None:
        """What a lesson has for a bot's seat that is to choose; None outside of lessons."""
        return None if self._lesson is None else self._lesson.scripted()

    # -- parts of a change

    def _deal_if_due(self) -> bool:
        """Begin, if all seats are taken and all who sit there have contributed; whether it did."""
        if not self.gathers or self.roster.silent():
            return False
        self._deal()
        return True

    def _deal(self) -> None:
        self.match.deal(contributions(self.roster.seats))
        self._views.forget(0)
        self._views.let_choose(self._choosers())
        self._give_standing_answers()

    def _act(self, action: int, now: int) -> Change:
        kept, before = self.match.seq, self._rollback_state()
        self.match.act(action)
        self.match.run_chance()
        self._give_standing_answers()
        return self._moved(kept, before, now)

    def _give_standing_answers(self) -> None:
        """Do what people left to the table, each answer as an action of their own."""
        while (seat := self._player()) in self._choosers():
            action = self._left_to_us(seat)
            if action is None:
                return
            self.match.act(action)
            self.match.run_chance()

    def _left_to_us(self, seat: int) -> int | None:
        """Return what a seat's automatic responses imply; an error leaves it to the person."""
        state, legal = redact(self.match.position.state, seat), self.match.position.legal_actions()
        try:
            return auto_response.respond(
                self.match.game, state, seat, legal, self.auto_responses[seat]
            )
        except Exception:
            log.exception("the automatic responses of %s", self.match.game.name)
            return None

    def _rollback_state(self) -> RollbackState:
        return RollbackState(
            list(self.roster.seats),
            self.clock.copy(),
            self.undo_count,
            dict(self.auto_responses),
            self.roster.votes.copy(),
        )

    def _moved(self, kept: int, before: RollbackState, now: int, *, begins: bool = False) -> Change:
        """The change that the steps after the first `kept` are."""
        self._settle(now)
        due = kept // SNAPSHOT_EVERY != self.match.seq // SNAPSHOT_EVERY
        return Change(
            kept,
            before,
            self._status(),
            added=tuple(self.match.steps[kept:]),
            ranks=tuple(self.match.ranks()) if self.match.is_over() else None,
            begins=begins,
            snapshot=Snapshot.of(self.match) if due else None,
        )

    def _seated(
        self, before: RollbackState, seats: Iterable[Seat], now: int, notice: Message | None = None
    ) -> Change:
        """The change that somebody else plays at these seats; maybe the game begins with it."""
        names = [seat.name for seat in self.roster.seats]
        if names != self.match.names:
            self.match.names = names
            self._views.forget(0)
        self.match.human_seats = set(self.roster.people())
        self._views.let_choose(self._choosers())
        return replace(self._begun(before, now), seats=tuple(seats), notice=notice)

    def _begun(self, before: RollbackState, now: int) -> Change:
        """The change that the game begins, if nobody is waited for; else one without steps."""
        if self._deal_if_due():
            return self._moved(0, before, now, begins=True)
        self._settle(now)
        return Change(self.match.seq, before, self._status())

    def _settle(self, now: int) -> None:
        """Let the clock run for the person to move, if there is one."""
        player = self._player()
        runs = self.status == "playing" and player >= 0 and self.roster.bot_for(player) is None
        self.clock.pass_to(player if runs else None, now)
        if self.match.is_over():
            self.roster.votes.clear()

    def _status(self) -> TurnState:
        player = self._player()
        to_move = player if player >= 0 and self.status == "playing" else None
        return TurnState(
            to_move, time_control_row(self.clock.time_control), self.clock.to_row(), self.clock.due
        )

    # -- what is so now

    def _player(self) -> int:
        """The seat to move; negative when there is none."""
        if not self.match.begun or self.match.is_over():
            return -1
        return self.match.position.current_player()

    def _choosers(self) -> list[int]:
        """The seats where somebody chooses by hand."""
        seats = [seat.seat for seat in self.roster.seats]
        waiting = self.status == "waiting"
        return [n for n in seats if not waiting and self.roster.bot_for(n) is None]

    def _attend(self) -> None:
        """Look at the match as it is now, after it was replaced."""
        self.match.human_seats = set(self.roster.people())
        self._lesson = Lesson.of(self.match)
        self._views = Views(self.match, self._lesson)
        self._views.let_choose(self._choosers())
