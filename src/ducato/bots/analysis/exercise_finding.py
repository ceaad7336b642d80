"""Finds exercises: decisions with one choice that is far better than all others.

Most decisions are none, and a short search says so. What is left is judged with more and more
simulations: each other choice under the same deals and the same luck as the best one, then the best
and the usual wrong one within single deals. At last the strongest bot must choose the same with ten
times the budget.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, NamedTuple

from ducato.bots.advice.line import best_line
from ducato.bots.analysis.appraisal import SearchJudge
from ducato.bots.analysis.exercise import FEWEST_CHOICES, LEAST_GAP, Exercise
from ducato.bots.analysis.judgement import Searched
from ducato.bots.analysis.model import NORMAL, Analysis, Describe, LineStep, Reason, Values
from ducato.bots.thinking import Thinking
from ducato.core.chance import new_rng
from ducato.core.game import LoadedGame
from ducato.core.match import Match
from ducato.core.position import Position
from ducato.core.struct import Struct
from ducato.core.visibility import resample

DEALS = 24
"""The number of deals of what the seat cannot see in which the answer is tried."""
STABLE = 20
"""In how many of them it must be better than the usual wrong choice, at least."""
OF_DEAL = 64
"""The number of simulations of each choice in one deal."""
SCREENED = 0.05
"""The least lead of the best choice in the short search."""
CHECKING = 10
"""How many times the budget the check has."""
MOST_OF_SEAT, MOST_TRIED = 3, 8
"""The most exercises of one seat in one game, and the most mistakes that are tried for them."""


class Effort(NamedTuple):
    """How many simulations each part of the finding has."""

    screen: int = 600
    first: int = 400
    whole: int = 3_000


class Asked(NamedTuple):
    """A decision that may be an exercise.

    Attributes:
        seq: the number of steps before it.
        seat: the seat that decides.
        seen: the state, redacted for the seat.
        usual: what a weaker player chooses; None if it is not known.
    """

    seq: int
    seat: int
    seen: Struct
    usual: int | None = None


class ExerciseFinder:
    """What finds the exercises of one game.

    Args:
        game: the loaded game.
        describe: the description of actions, for the lines.
        effort: how many simulations it may make.
    """

    def __init__(self, game: LoadedGame, describe: Describe, effort: Effort | None = None) -> None:
        self._game, self._describe = game, describe
        self._effort, self._judge = effort or Effort(), SearchJudge(game)

    def screening(self, asked: Asked) -> Thinking[tuple[int, bool]]:
        """Return what a short search chooses, and whether the decision may be an exercise."""
        searched = yield from self._search(asked, self._effort.screen)
        best, *others = searched.tried
        may_be = len(self._legal(asked.seen)) >= FEWEST_CHOICES and bool(others)
        lead = best.value - max((one.value for one in others), default=best.value)
        return best.action, may_be and lead >= SCREENED

    def finding(self, asked: Asked) -> Thinking[Exercise | None]:
        """Return the exercise of a decision in slices; None if it is none. It is not checked."""
        legal, effort = self._legal(asked.seen), self._effort
        if len(legal) < FEWEST_CHOICES:
            return None
        searched = yield from self._search(asked, effort.whole)
        best = searched.tried[0].action
        order = [one.action for one in searched.tried[1:]]
        order += [action for action in legal if action != best and action not in order]
        rows = yield from self._appraise(asked, best, effort.whole, searched)
        gap = 1.0
        for other in order:
            low = yield from self._lead(asked, other, rows, searched)
            if low < LEAST_GAP:
                return None
            gap = min(gap, low)
        wrong = order[0] if asked.usual in (None, best) else asked.usual
        assert wrong is not None
        if not (yield from self._is_stable(asked, best, wrong, searched)):
            return None
        against = yield from self._appraise(asked, wrong, effort.whole, searched)
        values, cost = self._judge.values(rows), self._judge.values(rows, against)
        found = yield from self._judge.reasons(searched, asked.seen, best, wrong, asked.seq)
        line, refutation = (self._line(asked, searched, first) for first in (best, wrong))
        return Exercise(
            seq=asked.seq,
            seat=asked.seat,
            best=best,
            wrong=wrong,
            theme=self._game.actions.kind(best).name,
            wins=values.means[asked.seat],
            cost=cost.means[asked.seat],
            margin=NORMAL * cost.errors[asked.seat],
            gap=gap,
            reasons=tuple(Reason(one.group, one.points) for one in found),
            line=line,
            refutation=refutation,
        )

    def checking(self, asked: Asked, exercise: Exercise, seed: int = 1) -> Thinking[bool]:
        """Return whether the strongest bot chooses the same with ten times the budget."""
        budget = CHECKING * self._effort.whole
        searched = yield from self._judge.search(asked.seen, asked.seat, seed, budget)
        return searched.tried[0].action == exercise.best

    def _legal(self, seen: Struct) -> list[int]:
        return Position(self._game, seen).legal_actions()

    def _search(self, asked: Asked, simulations: int) -> Thinking[Searched]:
        return (yield from self._judge.search(asked.seen, asked.seat, asked.seq, simulations))

    def _appraise(
        self, asked: Asked, action: int, simulations: int, searched: Searched
    ) -> Thinking[Any]:
        return (
            yield from self._judge.appraise(
                asked.seen, action, asked.seq, simulations, searched.method
            )
        )

    def _lead(self, asked: Asked, other: int, rows: Any, searched: Searched) -> Thinking[float]:
        """Return the low end of what the best choice is worth more than another one."""
        few, whole = self._effort.first, self._effort.whole
        found = yield from self._appraise(asked, other, few, searched)
        lead = self._judge.values(rows[:few], found)
        low, high = _ends(lead, asked.seat)
        if low >= LEAST_GAP or high < LEAST_GAP:
            return low
        found = yield from self._appraise(asked, other, whole, searched)
        return _ends(self._judge.values(rows, found), asked.seat)[0]

    def _is_stable(self, asked: Asked, best: int, wrong: int, searched: Searched) -> Thinking[bool]:
        """Return whether the best choice is better in nearly all single deals."""
        better = 0
        for deal in range(DEALS):
            world = resample(asked.seen, asked.seat, new_rng(asked.seq, "deal", deal))
            of_deal = asked._replace(seen=world, seq=DEALS * asked.seq + deal)
            rows = yield from self._appraise(of_deal, best, OF_DEAL, searched)
            others = yield from self._appraise(of_deal, wrong, OF_DEAL, searched)
            better += self._judge.values(rows, others).means[asked.seat] > 0
            if better + DEALS - deal - 1 < STABLE:
                return False
        return True

    def _line(self, asked: Asked, searched: Searched, first: int) -> tuple[LineStep, ...]:
        moves = best_line(
            self._game,
            searched.tree,
            asked.seen,
            asked.seat,
            asked.seq,
            self._describe,
            first=first,
        )
        return tuple(LineStep(move.seat, move.action, move.label) for move in moves)


def _ends(values: Values, seat: int) -> tuple[float, float]:
    """Return the ends of the 95 % interval of a seat's value."""
    mean, margin = values.means[seat], values.margin(seat)
    return mean - margin, mean + margin


def mistakes(
    match: Match, analysis: Analysis, seats: Collection[int], describe: Describe
) -> Thinking[list[Exercise]]:
    """Return exercises from the worst mistakes of some seats in an analysed match, in slices.

    Args:
        match: the match; no other thread may use it meanwhile.
        analysis: its analysis.
        seats: the seats, of each of which there are at most `MOST_OF_SEAT`.
        describe: the description of actions, for the lines.
    """
    finder, found = ExerciseFinder(match.game, describe), list[Exercise]()
    for seat in seats:
        own = [
            one
            for one in analysis.decisions
            if one.seat == seat and min(one.action, one.best) >= 0
            and one.lost - one.margin >= LEAST_GAP
        ]  # fmt: skip
        of_seat: list[Exercise] = []
        for one in sorted(own, key=lambda one: -one.lost)[:MOST_TRIED]:
            asked = Asked(one.seq, seat, match.seen_by(seat, one.seq), one.action)
            exercise = yield from finder.finding(asked)
            if exercise is None or exercise.wrong != one.action:
                continue
            if (yield from finder.checking(asked, exercise)):
                of_seat.append(exercise)
            if len(of_seat) == MOST_OF_SEAT:
                break
        found += of_seat
    return found
