"""A finished game compared with a branch of it: what the choice that parts them was worth.

Both choices are judged from what their player knew, under the same deals and the same luck, so the
difference is more certain than either chance to win.
"""

from __future__ import annotations

from typing import NamedTuple

from ducato.bots.analysis.appraisal import SearchJudge
from ducato.bots.analysis.judgement import Judge, values_of
from ducato.bots.analysis.model import NORMAL, Values
from ducato.bots.thinking import Thinking
from ducato.core.match import Match

SIMULATIONS = 600
"""The number of simulations of each choice."""


class Parting(NamedTuple):
    """The choice at which two matches part.

    Attributes:
        seq: the number of steps before it.
        seat: the seat that chose.
        actions: what it chose in the first match and in the second.
    """

    seq: int
    seat: int
    actions: tuple[int, int]


class WinChance(NamedTuple):
    """A chance of winning, or a difference of two, with the half width of its 95 % interval."""

    value: float
    margin: float


class ComparedChoices(NamedTuple):
    """What the two choices were worth to the seat that chose, and the second less the first."""

    first: WinChance
    second: WinChance
    difference: WinChance


def parting(first: Match, second: Match) -> Parting | None:
    """Return the choice at which two matches with the same beginning part.

    Return None if one of them ends before, or if they part at a step that nobody chose.
    """
    for seq, (one, other) in enumerate(zip(first.steps, second.steps, strict=False)):
        if one != other:
            chosen = one.actor == other.actor and min(one.action, other.action, one.actor) >= 0
            return Parting(seq, one.actor, (one.action, other.action)) if chosen else None
    return None


def comparing(
    match: Match, at: Parting, simulations: int = SIMULATIONS, judge: Judge | None = None
) -> Thinking[ComparedChoices]:
    """Compare the two choices in slices (see `bots.thinking`).

    Args:
        match: one of the matches.
        at: the choice.
        simulations: the number of simulations of each of the two choices.
        judge: what judges; None for the strongest bot of the game.
    """
    found = judge or SearchJudge(match.game)
    seen = match.seen_by(at.seat, at.seq)
    one, other = at.actions
    first = yield from found.appraise(seen, one, at.seq, simulations, None)
    second = yield from found.appraise(seen, other, at.seq, simulations, None)
    return ComparedChoices(
        _chance(values_of(first), at.seat),
        _chance(values_of(second), at.seat),
        _chance(values_of(second, first), at.seat),
    )


def _chance(values: Values, seat: int) -> WinChance:
    return WinChance(values.means[seat], NORMAL * values.errors[seat])
