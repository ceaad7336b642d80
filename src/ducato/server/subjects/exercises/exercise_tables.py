"""The tables at which exercises are solved, and the words for their answers."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import msgspec

from ducato.bots.advice.opinion import Ground, Grounds, Move
from ducato.bots.analysis.exercise import Exercise
from ducato.bots.analysis.exercise_file import ExerciseGame
from ducato.bots.analysis.model import LineStep
from ducato.core.game import Game
from ducato.core.i18n import has_text, spoken
from ducato.core.match import Match
from ducato.core.position import Position
from ducato.core.scene import Text
from ducato.table.queries.hints import Advice, Opinion, describe
from ducato.table.queries.opinions import Words
from ducato.table.seats import TableSeat, bot
from ducato.table.setup.create import branch
from ducato.table.setup.levels import known_bot
from ducato.table.table import LiveTable
from ducato.table.views.texts import GameTexts


class GroundText(msgspec.Struct, frozen=True):
    """What speaks for the best choice, or against it, in points."""

    text: str
    points: int


class LineText(msgspec.Struct, frozen=True):
    """A move of a line: the seat, and the move in words."""

    seat: int
    text: str


class ExerciseAnswer(msgspec.Struct, frozen=True):
    """The answer of an exercise.

    Attributes:
        solved: whether the best choice was made.
        chosen: the choice that was made.
        best: the best choice.
        wrong: the choice that is usually wrong.
        theme: the kind of the best choice.
        wins: the chance of winning with it, in percent.
        cost: what the usual wrong choice costs, in points.
        margin: the half width of the 95 % interval of `cost`.
        gap: how many points better the best choice is than any other, with 95 % certainty.
        grounds: what speaks for it, compared with the usual wrong choice.
        line: what is likely to follow it, this included.
        refutation: what is likely to follow the usual wrong choice, this included.
    """

    solved: bool
    chosen: str
    best: str
    wrong: str
    theme: str
    wins: int
    cost: float
    margin: float
    gap: float
    grounds: list[GroundText]
    line: list[LineText]
    refutation: list[LineText]


def level_of(game: Game) -> str:
    """Return the level of the bots with which an exercise can be played on, the last but one."""
    levels = list(game.levels)
    return levels[-2:][0] if levels else "greedy"


def shipped_table(
    game: Game, played: ExerciseGame, exercise: Exercise, person: str | None, name: str
) -> LiveTable:
    """Return a table, without an id, at the position of an exercise that the game ships."""
    loaded = game.load(played.players, played.edition)
    level, taken, seats = known_bot(level_of(game), loaded), [name], list[TableSeat]()
    for number in range(played.players):
        if number == exercise.seat:
            seats.append(TableSeat(number, name, person=person))
        else:
            seats.append(bot(number, level, taken))
            taken.append(seats[-1].name)
    match = played.match_at(game, exercise.seq, [seat.name for seat in seats])
    match.begun = True
    return LiveTable("", match, seats, substitute=level)


def own_table(played: LiveTable, exercise: Exercise, person: str | None) -> LiveTable:
    """Return a table, without an id, at the position of an exercise from a finished game."""
    level = level_of(played.match.game.game)
    return branch(played, person, exercise.seq, exercise.seat, level)


def chosen_action(match: Match, exercise: Exercise) -> int | None:
    """Return what was chosen at the position of an exercise.

    None before, and if the choice that led there was taken back for another one.
    """
    if match.seq <= exercise.seq or match.steps[exercise.seq].actor != exercise.seat:
        return None
    legal = Position(match.game, match.state_at(exercise.seq)).legal_actions()
    if not {exercise.best, exercise.wrong} <= set(legal):
        return None
    return match.steps[exercise.seq].action


def answer_text(match: Match, exercise: Exercise, action: int, language: str) -> ExerciseAnswer:
    """Return the answer of an exercise in a reader's language."""
    game = match.game
    seen = match.seen_by(exercise.seat, exercise.seq)
    words = Words(match, GameTexts(match), language)

    def label(choice: int) -> str:
        return words.label(choice, describe(game, seen, choice)) if choice >= 0 else ""

    found = words.opinion(_opinion(exercise, partial(describe, game, seen)), [])
    key = f"action_kind.{exercise.theme}"
    has_name = has_text(game.game.package, key)
    return ExerciseAnswer(
        solved=action == exercise.best,
        chosen=label(action),
        best=label(exercise.best),
        wrong=label(exercise.wrong),
        theme=game.game.text(key, language) if has_name else spoken(exercise.theme),
        wins=round(100 * exercise.wins),
        cost=round(100 * exercise.cost, 1),
        margin=round(100 * exercise.margin, 1),
        gap=round(100 * exercise.gap, 1),
        grounds=[GroundText(one["text"], one["points"]) for one in found["grounds"]["groups"]],
        line=_line(words, exercise.line),
        refutation=_line(words, exercise.refutation),
    )


def _opinion(exercise: Exercise, label: Callable[[int], Text]) -> Opinion:
    choices = exercise.best, exercise.wrong
    grounds = tuple(Ground(reason.group, reason.points) for reason in exercise.reasons)
    return Opinion(
        [Advice(exercise.best, round(100 * exercise.wins), 1, 0)],
        {choice: label(choice) for choice in choices},
        [],
        Grounds(*choices, grounds),
    )


def _line(words: Words, line: tuple[LineStep, ...]) -> list[LineText]:
    return [
        LineText(move.seat, words.label(move.action, move.label))
        for move in (Move(step.seat, step.action, step.label) for step in line)
    ]
