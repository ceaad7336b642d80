"""A table on this device: what the server does around a `LiveTable`, for one screen.

Every answer holds the messages for the screen, and the text to keep if the table has changed. The
page keeps the text before it shows the messages.
"""

from __future__ import annotations

from typing import Any

import msgspec

from ducato.bots.analysis import Progress
from ducato.bots.thinking import Thinking, finish
from ducato.core.chance import below, new_rng
from ducato.core.errors import FAULTS, BrokenGame, IllegalAction
from ducato.core.game import LoadedGame, note_fault
from ducato.core.i18n import say
from ducato.page import saved_game
from ducato.page.local_analysis import LocalAnalysis
from ducato.page.remote_adviser import HintQuestion, RemoteAdviser
from ducato.page.remote_judge import JudgeQuestion
from ducato.table.changes import Change, Messages, Reply
from ducato.table.protocol import Hint, Malformed, read
from ducato.table.screens import Screen
from ducato.table.state import branched_from
from ducato.table.table import LiveTable
from ducato.table.views.texts import display_name, table_text

PERSON = "reader"
"""The id of the person at every table of a page."""
RUNNING, FAILED = "running", "failed"
"""The states of an analysis that is being computed, and of one that will not come."""


class BotQuestion(msgspec.Struct, frozen=True, omit_defaults=True):
    """A question to a bot, to be answered with `LocalTable.play`.

    Attributes:
        revision: the table's revision, which goes with the answer.
        seat: the seat to move.
        name: the name of the bot, as `ducato.bots.make` takes it.
        state: the bytes of the state as the seat sees it, in hexadecimal digits.
        seed: the seed of its choice, in hexadecimal digits.
        action: the action that a lesson prescribes, or the only legal one; None if the bot is to
            choose.
    """

    revision: int
    seat: int
    name: str
    state: str
    seed: str
    action: int | None = None


class KeptEntry(msgspec.Struct, frozen=True):
    """A table in the list of games that can be resumed; see the server's `TableEntry`.

    `source` is the table of the game from which it goes on, if any.
    """

    id: str
    game: str
    names: list[str]
    own: list[int]
    to_move: list[str]
    your_turn: bool
    updated: int
    finished: bool
    steps: int
    source: str | None


class Answer(msgspec.Struct, frozen=True):
    """What follows from a message or a bot's move.

    Attributes:
        messages: the messages for the screen, in order.
        saved: the text to keep; None if nothing has changed.
        entry: the table in the list of games, if it is to be kept.
        bot: the question to the bot whose turn it is, if any.
        hint: the question to the adviser, if a hint was asked for; see `LocalTable.advise`.
        judge: the question to the judge of an analysis, if one goes on; see `LocalTable.judged`.
    """

    messages: Messages
    saved: str | None = None
    entry: KeptEntry | None = None
    bot: BotQuestion | None = None
    hint: HintQuestion | None = None
    judge: JudgeQuestion | None = None


class Setting(msgspec.Struct, frozen=True):
    """What bots must know of a game.

    Attributes:
        name: the game's name.
        players: the number of players.
        edition: the bytes of the edition, in hexadecimal digits.
    """

    name: str
    players: int
    edition: str

    @classmethod
    def of(cls, game: LoadedGame) -> Setting:
        """Return the setting of a loaded game."""
        return cls(game.name, game.players, game.edition.tobytes().hex())


class LocalTable:
    """A table and its only screen.

    Args:
        table: the table.
        language: the language of the screen.
        created: when the table was made, in milliseconds since 1970.
    """

    def __init__(self, table: LiveTable, language: str, created: int) -> None:
        self.table, self.created = table, created
        self.screen = Screen(table.roster.of(PERSON), language, PERSON)
        table.roster.present.update(self.screen.seats)
        # A count of changes: after an undo, the same number of steps may be another position.
        self._revision = 0
        self._adviser = RemoteAdviser(table.match.game)
        self._hint: Thinking[Messages] | None = None
        self._analysis: LocalAnalysis | None = None
        self._analysis_for = ""
        table.state.adviser = lambda _: self._adviser

    @property
    def setting(self) -> Setting:
        """What bots must know of the game."""
        return Setting.of(self.table.match.game)

    def begin(self, now: int) -> Answer:
        """Begin a new table's game if nothing is missing, and return the text to keep."""
        self.table.begin(now)
        return self._answer([], now, changed=True)

    def welcome(self, now: int) -> Answer:
        """Return everything that the screen needs."""
        return self._answer(self.table.welcome(self.screen, now), now)

    def glimpse(self, now: int) -> Messages | None:
        """Return what a screen gets that is opened now; None if a bot is to move."""
        if self.table.bot_to_move is not None:
            return None
        screen = Screen(self.screen.seats, self.screen.language, PERSON)
        return self.table.welcome(screen, now)

    def receive(self, data: str | bytes, now: int) -> Answer:
        """Handle a message of the screen."""
        try:
            message = read(data)
        except Malformed as malformed:
            reason = say(
                malformed.key, **({"detail": malformed.detail} if malformed.detail else {})
            )
            return Answer([self.table.rejection(self.screen, malformed.id, reason)])
        reply = self.table.receive(self.screen, message, now)  # type: ignore[arg-type]
        if isinstance(message, Hint) and reply.thoughts:
            return self._ask_adviser(reply)
        messages = [*reply.messages, *self._thoughts(reply)]
        if reply.analysis_for is not None:
            return self._show_analysis(messages, reply.analysis_for.id)
        if reply.change is not None:
            messages += self._announce(reply.change, now)
        elif reply.table_changed:
            messages += self.table.table_update(self.screen, now)
        return self._answer(messages, now, changed=reply.change is not None)

    def play(self, revision: int, seat: int, action: int | None, now: int) -> Answer:
        """Make a bot's move; if it failed to choose one, or cannot, a random one.

        Nothing happens if the table has changed since the bot was asked.
        """
        if revision != self._revision or self.table.bot_to_move != seat:
            return self._answer([], now)
        chosen = self._random(seat) if action is None else action
        try:
            change = self.table.play(seat, chosen, now)
        except IllegalAction as error:
            note_fault(self.table.match.game.game, error)
            change = self.table.play(seat, self._random(seat), now)
        except BrokenGame:  # reported already
            return Answer(self.table.announcement(self.screen, say("rejected.fault")))
        return self._answer(self._announce(change, now), now, changed=True)

    def advise(self, number: int, advice: str) -> Answer:
        """Give the hint that was asked for, from what the search has found, as JSON."""
        thought, self._hint = self._hint, None
        if thought is None or number != self._adviser.number:
            return Answer([])
        try:
            self._adviser.take(advice)
            return Answer(finish(thought))
        except FAULTS as error:
            return Answer([self._fault(error)])

    def _show_analysis(self, messages: Messages, request_id: str) -> Answer:
        """Show the analysis, or begin it and tell how far it is."""
        self._analysis_for = request_id
        if self.table.state.analysis is not None:
            return Answer(messages + self._found_analysis())
        begun = self._analysis
        if begun is None:
            self._analysis = begun = LocalAnalysis(self.table)
            begun.go_on()
            return Answer([*messages, self._how_far(RUNNING)], judge=begun.question)
        return Answer([*messages, self._how_far(RUNNING)])

    def judged(self, number: int, answer: str, now: int) -> Answer:
        """Go on with the analysis from what kernels have found, as JSON."""
        analysis = self._analysis
        if analysis is None or analysis.question is None or analysis.question.number != number:
            return Answer([])
        done = analysis.progress.done
        try:
            analysis.go_on(answer)
            if analysis.found is None:
                far = [self._how_far(RUNNING)] if analysis.progress.done != done else []
                return Answer(far, judge=analysis.question)
            self.table.set_analysis(analysis.found)
            return self._answer(self._found_analysis(), now, changed=True)
        except (*FAULTS, msgspec.DecodeError) as error:
            note_fault(self.table.match.game.game, error)
            far = [self._how_far(FAILED)]
            self._analysis = None
            return Answer(far)

    def _found_analysis(self) -> Messages:
        return finish(self.table.show_analysis(self._analysis_for, self.screen.language))

    def _how_far(self, state: str) -> dict[str, Any]:
        progress = self._analysis.progress if self._analysis else Progress()
        return {
            "type": "analysis",
            "id": self._analysis_for,
            "state": state,
            "done": progress.done,
            "total": progress.total,
        }

    def _ask_adviser(self, reply: Reply) -> Answer:
        (thought,) = reply.thoughts
        self._hint = thought()
        next(self._hint)
        return Answer(reply.messages, hint=self._adviser.question)

    def _fault(self, error: BaseException) -> dict[str, Any]:
        note_fault(self.table.match.game.game, error)
        reason = table_text(say("page.fault"), self.screen.language, "ducato.page")
        return self.table.rejection(self.screen, None, reason)

    def entry(self, now: int) -> KeptEntry:
        """Return the table as an entry in the list of games."""
        table, own = self.table, list(self.table.roster.of(PERSON))
        movers, language = table.state.seats_to_move, self.screen.language
        names = [display_name(seat.name, language) for seat in table.roster.seats]
        return KeptEntry(
            id=table.id,
            game=table.match.game.name,
            names=names,
            own=own,
            to_move=[names[seat] for seat in movers],
            your_turn=any(seat in own for seat in movers),
            updated=now,
            finished=table.status == "over",
            steps=table.match.seq,
            source=branched_from(table.state.branch_of),
        )

    def _answer(self, messages: Messages, now: int, *, changed: bool = False) -> Answer:
        saved = entry = None
        if changed:
            self._revision += 1
            saved, entry = saved_game.write(self.table, self.created, now), self.entry(now)
        question = self._question()
        if question is not None and messages and self.screen.seq == self.table.match.seq:
            messages = [*messages, {"type": "thinking", "seat": question.seat}]
        return Answer(messages, saved, entry, question)

    def _question(self) -> BotQuestion | None:
        seat = self.table.bot_to_move
        if seat is None:
            return None
        action = self.table.scripted(seat)
        legal = self.table.match.position.turn_of(seat).legal_actions()
        if action is None and len(legal) == 1:
            action = int(legal[0])
        state, seed = self.table.bot_request(seat)
        name = self.table.roster.bot_for(seat) or ""
        return BotQuestion(
            self._revision, seat, name, state.tobytes().hex(), f"{seed:016x}", action
        )

    def _random(self, seat: int) -> int:
        legal = self.table.match.position.turn_of(seat).legal_actions()
        _, seed = self.table.bot_request(seat)
        return int(legal[below(new_rng(seed, seat), len(legal))])

    def _announce(self, change: Change, now: int) -> Messages:
        """Return the messages about a change."""
        table, screen = self.table, self.screen
        messages: Messages = []
        news = table.message_of(change)
        if news == "table":
            messages += table.table_update(screen, now)
        elif news == "welcome":
            messages += table.welcome(screen, now)
        if change.announcement is not None:
            messages += table.announcement(screen, change.announcement)
        return messages + table.updates(screen, now)

    def _thoughts(self, reply: Reply) -> Messages:
        messages: Messages = []
        for thought in reply.thoughts:
            try:
                messages += finish(thought())
            except FAULTS as error:
                messages.append(self._fault(error))
        return messages
