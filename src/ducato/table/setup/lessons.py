"""Lessons: guided first games with a fixed deal.

``lesson.toml`` in a game's folder holds the number that fixes the deal and the dice, and the
decisions of all seats in order. A learner's decision may have a text, which is shown until the next
text, and a clause of the rules; the table makes the other seats' decisions. After the last one, or
once the learner departs from the script, the game goes on like any other. A table is a lesson if
its seed and number of players are the lesson's; nothing more is stored.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Annotated

import msgspec

from ducato.core.chance import CommittedStream
from ducato.core.editions import data_files
from ducato.core.errors import FAULTS, BadValue, UnknownName
from ducato.core.game import Game, available_games, note_fault
from ducato.core.match import Match
from ducato.table.seats import TableSeat, bot, tidy_name
from ducato.table.views.rulebook_figures import SEED_BYTES

LEARNER = 0
"""The seat of the learner."""
OPPONENT = "greedy"
"""The bot at the other seats, which chooses for itself once the lesson is over."""


class LessonRequest(msgspec.Struct, frozen=True):
    """The body of ``POST /api/lessons``."""

    game: str
    name: Annotated[str, msgspec.Meta(max_length=200)]


class LessonDecision(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One decision in a lesson.

    Attributes:
        actions: the names of the actions that may be chosen; empty for any. A seat other than the
            learner's takes the first, or chooses for itself if there is none.
        seat: the seat that decides.
        text: the key of the instruction; "" to keep the previous one.
        clause: the clause of the rules to read for more; "" if there is none.
    """

    actions: tuple[str, ...]
    seat: int = LEARNER
    text: str = ""
    clause: str = ""


class Script(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A lesson as it is written in its file.

    Attributes:
        chance: the number that fixes the deal and the dice.
        players: the number of seats.
        step: the decisions in order.
        edition: the game's edition; None for the first one.
        options: the options that differ from the edition.
    """

    chance: int
    players: int
    step: tuple[LessonDecision, ...]
    edition: str | None = None
    options: dict[str, bool | int | str] = {}

    @property
    def seed(self) -> bytes:
        """The seed for the deal and the dice."""
        return self.chance.to_bytes(SEED_BYTES)


@dataclass(frozen=True)
class LessonStep:
    """The current step of a lesson.

    Attributes:
        text: the key of the instruction.
        clause: the clause of the rules to read for more; "" if there is none.
        actions: the actions that may be chosen; empty for any.
        number: the number of the text, from 1.
        of: the number of texts in the lesson.
    """

    text: str
    clause: str
    actions: tuple[int, ...]
    number: int
    of: int


@cache
def script(package: str) -> Script | None:
    """Return the lesson of the game in this package, or None if it has none.

    Raises:
        ValueError: the file is malformed.
    """
    try:
        text = data_files.read_text(package, "lesson.toml")
    except FileNotFoundError:
        return None
    return msgspec.convert(data_files.parse_toml(text, "lesson.toml"), Script)


def lesson_of(game: Game) -> Script | None:
    """Return a game's lesson, or None if it has none or a malformed one, which is reported."""
    try:
        return script(game.package)
    except FAULTS as error:
        note_fault(game, error)
        return None


def open_lesson(request: LessonRequest, person: str | None) -> tuple[Match, list[TableSeat]]:
    """Return a new match for a lesson, already dealt, and its seats.

    Args:
        request: the game, and the learner's name.
        person: the learner's id, or None if the request is only checked.

    Raises:
        UnknownName: there is no such game, or it has no lesson.
        BadValue: the name is not allowed.
    """
    taught = {name: game for name, game in available_games().items() if lesson_of(game)}
    if request.game not in taught:
        raise UnknownName("lesson", request.game, taught)
    game = taught[request.game]
    lesson = lesson_of(game)
    assert lesson is not None
    seats = [TableSeat(LEARNER, tidy_name(request.name), person=person)]
    for number in range(1, lesson.players):
        seats.append(bot(number, OPPONENT, [seat.name for seat in seats]))
    return dealt(game, lesson, [seat.name for seat in seats]), seats


def dealt(game: Game, lesson: Script, names: Sequence[str] = ()) -> Match:
    """Return a lesson's match, dealt and before the first decision."""
    loaded = game.load(lesson.players, lesson.edition, **lesson.options)
    match = Match(loaded, CommittedStream(lesson.seed), names)
    match.run_chance()
    return match


class Lesson:
    """The lesson played in a match.

    Args:
        match: the match.
        lesson: its script.
    """

    def __init__(self, match: Match, lesson: Script) -> None:
        self.match, self._script = match, lesson

    @classmethod
    def of(cls, match: Match) -> Lesson | None:
        """Return the lesson played in a match, or None if it is not a lesson."""
        lesson = lesson_of(match.game.game)
        if (
            lesson is None
            or match.stream.seed != lesson.seed
            or match.game.players != lesson.players
        ):
            return None
        return cls(match, lesson)

    def current_step(self) -> LessonStep | None:
        """Return the learner's step.

        None if the lesson is over or its script was left, if there was no text yet, or if another
        seat decides.
        """
        decision = self._decision()
        if decision is None or decision.seat != LEARNER:
            return None
        steps = self._script.step[: self._done() + 1]
        texts = [step for step in steps if step.text]
        if not texts:
            return None
        of = sum(bool(step.text) for step in self._script.step)
        allowed = self._numbers(decision)
        return LessonStep(texts[-1].text, texts[-1].clause, allowed, len(texts), of)

    def scripted(self) -> int | None:
        """Return the action prescribed for the seat to move.

        None if the learner is to move, if the lesson is over or its script was left, or if any
        action may be chosen.
        """
        decision = self._decision()
        if decision is None or decision.seat == LEARNER or not decision.actions:
            return None
        return self._numbers(decision)[0]

    def _done(self) -> int:
        """Return the number of decisions made so far."""
        return sum(step.actor >= 0 for step in self.match.steps)

    def _decision(self) -> LessonDecision | None:
        """Return the next decision; None if the lesson is over or the players left its script.

        A decision ends the lesson, and is reported, if none of its actions is legal or the game
        does not have one of them.
        """
        made = [step for step in self.match.steps if step.actor >= 0]
        if len(made) >= len(self._script.step) or self.match.is_over():
            return None
        name = self.match.game.actions.name
        for step, expected in zip(made, self._script.step, strict=False):
            if step.actor != expected.seat or step.action < 0:
                return None
            if expected.actions and name(step.action) not in expected.actions:
                return None
        due = self._script.step[len(made)]
        if due.seat not in self.match.seats_to_move():
            return None
        try:
            allowed = self._numbers(due)
            legal = self.match.position.turn_of(due.seat).legal_actions()
            if allowed and not set(allowed) & set(legal):
                raise BadValue("lesson", ", ".join(due.actions), "a legal action of its step")
        except FAULTS as error:
            note_fault(self.match.game.game, error)
            return None
        return due

    def _numbers(self, decision: LessonDecision) -> tuple[int, ...]:
        """Return the numbers of a decision's actions."""
        return tuple(self.match.game.actions.index(name) for name in decision.actions)
