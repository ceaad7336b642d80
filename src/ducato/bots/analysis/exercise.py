"""Exercises: decisions with one choice that is far better than all others, as plain data.

An exercise belongs to a position of a match as one seat saw it. It says what the best choice is,
how sure that is, what speaks for it, and what follows the choice that is usually wrong.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ducato.bots.analysis.model import LineStep, Reason
from ducato.bots.analysis.packing import pack_line, unpack_line

LEAST_GAP = 0.08
"""How much better than each other choice the best one is, as a chance of winning, at least."""
FEWEST_CHOICES = 3
"""The fewest choices of an exercise: of two, one is guessed half of the time."""
DIGITS = 4


@dataclass(frozen=True)
class Exercise:
    """A decision with one choice that is far better than all others.

    Attributes:
        seq: the number of steps before it.
        seat: the seat that decides.
        best: the best action.
        wrong: the wrong choice that is made most often.
        theme: the kind of the best action.
        wins: the chance of winning with the best action.
        cost: what the wrong choice costs.
        margin: the half width of a 95 % interval of `cost`.
        gap: the low end of the 95 % interval of the difference to any other action, the least.
        elo: how difficult it is: the rating of bots that solve it half of the time.
        reasons: what speaks for the best action compared with the wrong one.
        line: what is likely to follow the best action, this included.
        refutation: what is likely to follow the wrong one, this included.
    """

    seq: int
    seat: int
    best: int
    wrong: int
    theme: str
    wins: float
    cost: float
    margin: float
    gap: float
    elo: int = 0
    reasons: tuple[Reason, ...] = ()
    line: tuple[LineStep, ...] = ()
    refutation: tuple[LineStep, ...] = ()


def pack_exercise(exercise: Exercise) -> dict[str, Any]:
    """Return an exercise as JSON values."""
    return {
        "at": [exercise.seq, exercise.seat],
        "choices": [exercise.best, exercise.wrong],
        "theme": exercise.theme,
        "values": [
            round(value, DIGITS)
            for value in (exercise.wins, exercise.cost, exercise.margin, exercise.gap)
        ],
        "elo": exercise.elo,
        "reasons": [list(reason) for reason in exercise.reasons],
        "lines": [pack_line(exercise.line), pack_line(exercise.refutation)],
    }


def unpack_exercise(packed: dict[str, Any]) -> Exercise:
    """Return the exercise that `pack_exercise` has packed.

    Raises:
        KeyError, TypeError, ValueError: it has another form.
    """
    (seq, seat), (best, wrong) = packed["at"], packed["choices"]
    wins, cost, margin, gap = packed["values"]
    line, refutation = packed["lines"]
    return Exercise(
        seq=seq,
        seat=seat,
        best=best,
        wrong=wrong,
        theme=packed["theme"],
        wins=wins,
        cost=cost,
        margin=margin,
        gap=gap,
        elo=packed["elo"],
        reasons=tuple(Reason(*reason) for reason in packed["reasons"]),
        line=unpack_line(line),
        refutation=unpack_line(refutation),
    )
