"""The live table, which handles messages, changes the game and produces each screen's updates.

The order of calls guarantees "commit before announce":

1. `receive` (or `play`, `join`, `time_out`, ...) checks a request and carries it out in memory;
2. the caller stores the `Change` that it returns and, if that fails, calls `rollback`;
3. only then is anything sent: the reply to the sender, and `updates` to every screen.

Only one thread at a time may use a table. A table uses no sockets and no disk; the time is passed
in, in milliseconds since 1970. docs/a-move.md follows a move through it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal

from msgspec import Raw

from ducato.bots.analysis.model import Analysis
from ducato.bots.thinking import Thinking
from ducato.core.errors import BrokenGame
from ducato.core.i18n import LANGUAGES, Message, say
from ducato.core.match import Match
from ducato.core.seen_state import seen_data
from ducato.core.struct import Struct
from ducato.core.visibility import SPECTATOR
from ducato.table import transitions, updates
from ducato.table.answered import AnsweredRequests
from ducato.table.changes import Change, Final, Messages, Rejected, Reply
from ducato.table.commands import act, auto_responses, entropy, ready, resign, seating, undo, vote
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
    Query,
    Ready,
    Replay,
    Request,
    Resign,
    SetAutoResponses,
    SetLanguage,
    ShowChart,
    ShowDecision,
    ShowLog,
    ShowState,
    Try,
    Undo,
    Vote,
)
from ducato.table.queries.queries import Queries
from ducato.table.roster import Roster
from ducato.table.screens import Screen
from ducato.table.seats import TableSeat
from ducato.table.state import TableState
from ducato.table.time_control import Clock, TurnState

QUICKLY_TRIED = 8
"""The number of tried actions that take no longer than a move."""


class LiveTable:
    """A table in memory, with its match, its people and its answers to messages.

    The arguments are those of `TableState`.

    Attributes:
        state: the table's state; other modules may read it but change it only through this class.
        answered: the most recently answered requests.
    """

    def __init__(
        self,
        table_id: str,
        match: Match,
        seats: Sequence[TableSeat],
        clock: Clock | None = None,
        substitute: str = "greedy",
        rematch: str | None = None,
        *,
        assigned: bool = False,
    ) -> None:
        self.state = TableState(
            table_id, match, seats, clock, substitute, rematch, assigned=assigned
        )
        self._queries = Queries(self.state)
        self.answered = AnsweredRequests()

    @property
    def id(self) -> str:
        """The table's id."""
        return self.state.id

    @property
    def match(self) -> Match:
        """The match."""
        return self.state.match

    @property
    def roster(self) -> Roster:
        """The seats and the people at them."""
        return self.state.roster

    @property
    def clock(self) -> Clock:
        """The game's clock."""
        return self.state.clock

    @property
    def status(self) -> str:
        """The status: "waiting" before the game begins, "playing" or "over"."""
        return self.state.status

    # -- messages of screens

    def receive(self, screen: Screen, message: ClientMessage, now: int = 0) -> Reply:
        """Handle a message and return the reply; an invalid request gets a reply, too."""
        state = self.state
        match message:
            case Ping():
                return Reply([{"type": "pong"}])
            case SetLanguage():
                screen.language = message.lang if message.lang in LANGUAGES else screen.language
                return Reply(updates.welcome(state, screen, now))
            case CatchUp():
                brief = state.match.seq - message.seq > updates.NEAR
                return Reply(updates.steps_since(state, screen, message.seq, now, brief=brief))
            case ShowLog():
                return Reply(updates.earlier_log(state, screen, message.seq))
            case ShowState():
                seen = seen_data(state.match, screen.shown)
                return Reply([{"type": "state", "id": message.id, **seen}])
            case Explain() | Hint() | Try() | Replay() | Export() | ShowChart() | ShowDecision():
                return self._query(screen, message, now)
            case _:
                return self._request(screen, message, now)

    def takes_long(self, message: ClientMessage) -> bool:
        """Return whether handling a message takes too long to make other tables wait for it."""
        if isinstance(message, CatchUp):
            return self.state.match.seq - message.seq > updates.NEAR
        if isinstance(message, Try):
            return len(message.actions) > QUICKLY_TRIED
        return isinstance(message, Export | ShowLog)

    def _query(self, screen: Screen, query: Query, now: int) -> Reply:
        if isinstance(query, Hint | Try) and query.seq != self.state.match.seq:
            return self._stale(screen, query.id, query.seq, now)
        try:
            return self._queries.answer(screen, query)
        except Rejected as rejected:
            return Reply([updates.rejection(screen, query.id, rejected)])

    def _request(self, screen: Screen, request: Request, now: int) -> Reply:
        # A screen may show none of its person's seats and still answer for the person.
        own = screen.seats or self.state.roster.of(screen.person)
        known = self.answered.find(own, request.id)
        if known is not None:
            return Reply([known])
        if isinstance(request, Move):
            stands = request.seq == self.state.match.seq
            if isinstance(request, Act):
                stands = act.is_current(self.state, screen, request.seq)
            if not stands:
                return self._stale(screen, request.id, request.seq, now)
        shown: Messages = []
        change: Change | None = None
        try:
            if isinstance(request, Ready):
                shown = ready.ready(self.state, screen, request.seat)
            else:
                change = self._command(screen, request, now)
        except Final:
            final = {"type": "final", "id": request.id, "seq": self.state.match.seq}
            return Reply([final])
        except BrokenGame:  # reported already
            rejected = Rejected(say("rejected.fault"))
            return Reply([updates.rejection(screen, request.id, rejected)])
        except Rejected as rejected:
            return Reply([updates.rejection(screen, request.id, rejected)])
        accepted = {"type": "accepted", "id": request.id, "seq": self.state.match.seq}
        if change is not None:  # without one, doing it twice does no harm
            key = (screen.shown if screen.shown != SPECTATOR else own[0], request.id)
            change = replace(change, request=key)
            self.answered.add(key, accepted)
        return Reply([accepted, *shown], change, table_changed=isinstance(request, Propose | Vote))

    def _command(
        self,
        screen: Screen,
        request: Act | Undo | SetAutoResponses | Resign | Entropy | Propose | Vote,
        now: int,
    ) -> Change | None:
        """Carry out a command. Return the change to store, or None if there is none."""
        state = self.state
        match request:
            case Act():
                return act.act(state, screen, request.action, now, careful=request.careful)
            case Undo():
                return undo.undo(state, screen, now)
            case SetAutoResponses():
                return auto_responses.choose(state, screen, request, now)
            case Resign():
                return resign.resign(state, screen, now)
            case Entropy():
                return entropy.contribute(state, screen, request.value, now)
            case Propose():
                return vote.propose(state, screen, request.what, now)
            case Vote():
                return vote.vote(state, screen, request, now)

    def _stale(self, screen: Screen, request_id: str, seq: int, now: int) -> Reply:
        """Return the reply to a request made for an outdated position, with the missing steps."""
        stale = {"type": "stale", "id": request_id, "seq": self.state.match.seq}
        return Reply([stale, *updates.steps_since(self.state, screen, seq, now)])

    def show_analysis(self, request_id: str, language: str) -> Thinking[Messages]:
        """Return the message with the analysis of the game, made in slices; see `set_analysis`."""
        return self._queries.show_analysis(request_id, language)

    def set_analysis(self, analysis: Analysis) -> None:
        """Take the analysis of the game, which is over, for screens that ask for it."""
        self.state.analysis = analysis

    # -- changes that no screen requests

    def begin(self, now: int) -> TurnState:
        """Begin a new table's game if nothing is missing; if it has begun, start the clock.

        Return the turn state to store.
        """
        transitions.deal_if_ready(self.state)
        self.state.run_clock(now)
        return self.state.turn_state

    def deal(self, now: int) -> Change | None:
        """Begin the game without the missing contributions; see `commands.entropy`."""
        return entropy.deal_anyway(self.state, now)

    def play(self, seat: int, action: int, now: int = 0) -> Change:
        """Make the move of a bot or substitute; see `commands.act`."""
        return act.play(self.state, seat, action, now)

    def join(self, person: str, name: str, seat: int | None, now: int = 0) -> Change:
        """Give a person an open seat; see `commands.seating`."""
        return seating.join(self.state, person, name, seat, now)

    def invite(self, host: str, person: str, name: str, now: int = 0) -> Change:
        """Reserve an open seat for a person; see `commands.seating`."""
        return seating.invite(self.state, host, person, name, now)

    def arrive(self, person: str | None, now: int = 0) -> Change | None:
        """Record that an invited person opened the table; see `commands.seating`."""
        return seating.arrive(self.state, person, now)

    def leave(self, person: str, now: int = 0) -> Change:
        """Open the seats of a person who leaves before the game; see `commands.seating`."""
        return seating.leave(self.state, person, now)

    def concede(self, person: str, now: int = 0) -> Change:
        """Resign a two-player game for a person who leaves; see `commands.resign`."""
        return resign.concede(self.state, person, now)

    def withdraw(self, person: str, now: int = 0) -> Change | None:
        """Take the seats of a person who leaves a tournament; see `commands.seating`."""
        return seating.withdraw(self.state, person, now)

    def remove_person(self, person: str, now: int = 0) -> Change:
        """Remove a deleted person from their seats; see `commands.seating`."""
        return seating.remove_person(self.state, person, now)

    def check_abandoned(self, person: str, seats: Collection[int], seq: int) -> None:
        """Check that a game is still abandoned; see `commands.resign`."""
        resign.check_abandoned(self.state, person, seats, seq)

    def end_abandoned(self, person: str, seats: Collection[int], seq: int, now: int = 0) -> Change:
        """End a game that the players of these seats have abandoned; see `commands.resign`."""
        return resign.end_abandoned(self.state, person, seats, seq, now)

    def rename(self, person: str, name: str, now: int = 0) -> Change:
        """Give a person another name at their seats; see `commands.seating`."""
        return seating.rename(self.state, person, name, now)

    def merge_person(self, old: str, new: str, now: int = 0) -> Change:
        """Transfer a guest's seats to their account; see `commands.seating`."""
        return seating.merge_person(self.state, old, new, now)

    def time_out(self, now: int) -> Change | None:
        """Let the substitute play for a seat that ran out of time; see `commands.seating`."""
        return seating.time_out(self.state, now)

    def message_of(self, change: Change) -> Literal["welcome", "table"] | None:
        """Return what tells the screens of a change, besides the updates of what they show."""
        if change.contributed and not change.begins:
            return "table"
        if change.begins or change.seats or not (change.added or change.removed):
            return "welcome"
        return "table" if change.rollback.votes != self.roster.votes.open else None

    def rollback(self, change: Change) -> None:
        """Restore the table as it was before a change that could not be stored."""
        self.state.rollback(change)
        self._queries = Queries(self.state)  # its caches belong to the old match
        self.answered.remove(change.request)

    def remember(self, requests: Mapping[int, str]) -> None:
        """Remember the stored requests of the match's steps; see `AnsweredRequests.restore`."""
        self.answered.restore(self.state.match.steps, requests, self.state.choosers())

    # -- bots

    @property
    def bot_to_move(self) -> int | None:
        """The first seat to move at which a bot or the substitute plays; None if there is none."""
        return self.state.bot_to_move

    def bot_request(self, seat: int) -> tuple[Struct, int]:
        """Return the redacted state and the seed for a bot at this seat."""
        return self.state.bot_request(seat)

    def scripted(self, seat: int) -> int | None:
        """Return the action that a lesson prescribes for the bot whose turn it is, or None."""
        return None if self.state.lesson is None else self.state.lesson.scripted()

    # -- messages for screens

    def welcome(self, screen: Screen, now: int = 0) -> Messages:
        """Return everything that a new screen needs; see `updates.welcome`."""
        return updates.welcome(self.state, screen, now)

    def updates(self, screen: Screen, now: int = 0, *, brief: bool = False) -> Messages:
        """Return the messages that bring a screen up to date; see `updates.updates`."""
        return updates.updates(self.state, screen, now, brief=brief)

    def updates_of_all(
        self, screens: Iterable[Screen], now: int = 0, *, brief: bool = False
    ) -> list[Messages]:
        """Return the messages that bring screens up to date; see `updates.updates_of_all`."""
        return updates.updates_of_all(self.state, screens, now, brief=brief)

    def table_update(self, screen: Screen, now: int = 0) -> Messages:
        """Return a message with the table's current seats, clock and votes."""
        return updates.table_update(self.state, screen, now)

    def picture(self, person: str | None, language: str) -> Raw:
        """Return the current scene as a person may see it, in JSON and without choices.

        It is that of their seat. Who has no seat or several gets the spectators' scene, and so does
        everybody before the game.
        """
        screen = Screen(self.roster.of(person), language, person)
        if self.status == "waiting":
            screen.wait()
        return self.state.views.picture(screen.viewer)

    def announcement(self, screen: Screen, message: Message) -> Messages:
        """Return an announcement in a screen's language."""
        return updates.announcement(screen, message)

    def rejection(
        self, screen: Screen, request_id: str | None, message: Message | str
    ) -> dict[str, Any]:
        """Return a rejection for a reason outside the game, such as a full disk.

        `request_id` is None if no request of the screen is rejected.
        """
        return updates.rejection(screen, request_id, Rejected(message))
