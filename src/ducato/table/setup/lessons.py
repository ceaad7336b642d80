"""A first game that teaches by playing: a fixed deal, and what to do in it step by step.

``lesson.toml`` in a game's folder holds the number of the chance and the decisions of all seats in
their order. A decision of the learner may have a text, which holds until the next one, and a clause
of the rules; a decision of another seat is made by the table. After the last one, or once the
learner has left the path, the game goes on like any other. A table is a lesson if its chance is
that of the lesson: nothing more is stored. This module must not know messages or screens.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Annotated

import msgspec

from ducato.core import data
from ducato.core.chance import CommittedStream
from ducato.core.errors import UnknownName
from ducato.core.game import Game, available_games
from ducato.core.match import Match
from ducato.table.seats import Seat, bot, tidy_name
from ducato.table.views.rulebook_figures import SEED_BYTES

LEARNER = 0
"""The seat of the person."""
OPPONENT = "greedy"
"""The bot of the other seats, for when the lesson is over."""


class LessonRequest(msgspec.Struct, frozen=True):
    """Who wants to learn what: ``POST /api/lessons`` of the protocol."""

    game: str
    name: Annotated[str, msgspec.Meta(max_length=200)]


class Decision(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One decision of the lesson.

    Attributes:
        actions: names of what may be done; none for whatever the learner likes.
        seat: who decides.
        text: key of what the learner is told; "" for what was said before.
        clause: of the rules, to read more; "" for none.
    """

    actions: tuple[str, ...]
    seat: int = LEARNER
    text: str = ""
    clause: str = ""


class Script(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A lesson as its file tells it.

    Attributes:
        chance: the number from which the deal and the dice come.
        players: number of seats.
        step: the decisions in their order.
        edition: of the game; its first one if not given.
        options: on top of the edition.
    """

    chance: int
    players: int
    step: tuple[Decision, ...]
    edition: str | None = None
    options: dict[str, bool | int | str] = {}

    @property
    def seed(self) -> bytes:
        """The seed of the chance."""
        return self.chance.to_bytes(SEED_BYTES)


@dataclass(frozen=True)
class LessonStep:
    """Where a learner stands.

    Attributes:
        text: key of what to tell.
        clause: to read more, or "".
        actions: what may be done; empty for anything.
        number: of the text, from 1; of: how many there are.
    """

    text: str
    clause: str
    actions: tuple[int, ...]
    number: int
    of: int


@cache
def script(package: str) -> Script | None:
    """The lesson of a game; None if it has none."""
    try:
        text = data.read_text(package, "lesson.toml")
    except FileNotFoundError:
        return None
    return msgspec.convert(tomllib.loads(text), Script)


def open_lesson(request: LessonRequest, person: str | None) -> tuple[Match, list[Seat]]:
    """A new match for a lesson, dealt, and who plays it.

    Args:
        request: what is wanted.
        person: who wants to learn; None if it is only to be seen whether there is a lesson.

    Raises:
        UnknownName: there is no such game, or it has no lesson.
        BadValue: nothing is left of the person's name.
    """
    taught = {name: game for name, game in available_games().items() if script(game.package)}
    if request.game not in taught:
        raise UnknownName("lesson", request.game, taught)
    game = taught[request.game]
    lesson = script(game.package)
    assert lesson is not None
    seats = [Seat(LEARNER, tidy_name(request.name), person=person)]
    for number in range(1, lesson.players):
        seats.append(bot(number, OPPONENT, [seat.name for seat in seats]))
    return dealt(game, lesson, [seat.name for seat in seats]), seats


def dealt(game: Game, lesson: Script, names: Sequence[str] = ()) -> Match:
    """The lesson's match before the first decision."""
    loaded = game.load(lesson.players, lesson.edition, **lesson.options)
    match = Match(loaded, CommittedStream(lesson.seed), names)
    match.run_chance()
    return match


class Lesson:
    """The lesson that is being played in a match.

    Args:
        match: the match.
        lesson: its script.
    """

    def __init__(self, match: Match, lesson: Script) -> None:
        self.match, self._script = match, lesson

    @classmethod
    def of(cls, match: Match) -> Lesson | None:
        """The lesson of a match, if it is one."""
        lesson = script(match.game.game.package)
        if (
            lesson is None
            or match.stream.seed != lesson.seed
            or match.game.players != lesson.players
        ):
            return None
        return cls(match, lesson)

    def current_step(self) -> LessonStep | None:
        """What is told to the learner now; None when it is over, or another seat decides."""
        decision = self._decision()
        if decision is None or decision.seat != LEARNER:
            return None
        steps = self._script.step[: self._done() + 1]
        texts = [step for step in steps if step.text]
        if not texts:
            return None
        number = self.match.game.actions.index
        allowed = tuple(number(name) for name in decision.actions)
        of = sum(bool(step.text) for step in self._script.step)
        return LessonStep(texts[-1].text, texts[-1].clause, allowed, len(texts), of)

    def scripted(self) -> int | None:
        """The action that the lesson has for a seat other than the learner's, None for no more."""
        decision = self._decision()
        if decision is None or decision.seat == LEARNER:
            return None
        return self.match.game.actions.index(decision.actions[0])

    def _done(self) -> int:
        """How many decisions were made."""
        return sum(step.actor >= 0 for step in self.match.steps)

    def _decision(self) -> Decision | None:
        """The decision that is due, if all before it were those of the lesson."""
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
        return due if due.seat == self.match.position.current_player() else None
