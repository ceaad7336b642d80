"""The analysis of a finished game, as plain data: decisions, chance events and values.

A value is what a position is worth to every seat: its chance of winning, or its share of the win,
0 to 1. Standard errors are those of the simulations; they say nothing of what a search misjudges.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from ducato.core.scene import Text
from ducato.core.struct import Struct

Describe = Callable[[Struct, int], Text]
"""A function that describes an action in a state redacted for its mover."""
NORMAL = 1.96
"""The half width of a normal 95 % interval, in standard deviations."""
FORMAT = 1
"""The version of the form in which analyses are stored."""


class Values(NamedTuple):
    """What something is worth to every seat.

    Attributes:
        means: the value for each seat.
        errors: its standard error for each seat.
    """

    means: tuple[float, ...]
    errors: tuple[float, ...]

    def margin(self, seat: int) -> float:
        """Return the half width of a 95 % interval of a seat's value."""
        return NORMAL * self.errors[seat]

    def minus(self, other: Values) -> Values:
        """Return the difference from values found independently."""
        pairs = zip(self.errors, other.errors, strict=True)
        return Values(
            tuple(a - b for a, b in zip(self.means, other.means, strict=True)),
            tuple((a * a + b * b) ** 0.5 for a, b in pairs),
        )


def certain(means: tuple[float, ...]) -> Values:
    """Return values without an error."""
    return Values(means, (0.0,) * len(means))


class JudgedAction(NamedTuple):
    """An action that the judge tried.

    Attributes:
        action: the action.
        wins: the chance of winning of the seat that takes it.
        error: its standard error.
        visits: the number of simulations of it.
    """

    action: int
    wins: float
    error: float
    visits: int


class LineStep(NamedTuple):
    """A move of the line that is likely to follow a choice, with its description."""

    seat: int
    action: int
    label: Text


class Reason(NamedTuple):
    """A group of features that speaks for the judge's choice, in points, below 0 against it."""

    group: str
    points: int


@dataclass(frozen=True)
class Decision:
    """A decision between several actions, or a resignation.

    Attributes:
        seq: the number of steps before it.
        seat: the seat that decided.
        action: the action that was taken; below 0 for a resignation.
        best: the action that the judge would have taken; that of the seat if it is the same.
        turn: the number of the turn, from 0.
        before: the values with the judge's choice.
        after: the values with the choice that was made.
        cost: what the choice cost each seat, `before` minus `after`; below 0 for a gain. Both were
            found with the same luck, so its errors are smaller than theirs.
        simulations: the number of simulations of each of the two choices.
        choices: the actions tried, the judge's choice first; empty if only the graph needs it.
        line: what is likely to follow the judge's choice.
        reasons: what speaks for the judge's choice and against it, compared with the one made.
    """

    seq: int
    seat: int
    action: int
    best: int
    turn: int
    before: Values
    after: Values
    cost: Values
    simulations: int = 0
    choices: tuple[JudgedAction, ...] = ()
    line: tuple[LineStep, ...] = ()
    reasons: tuple[Reason, ...] = ()

    @property
    def lost(self) -> float:
        """What the choice cost the seat that made it; below 0 if it was better than the judge's."""
        return self.cost.means[self.seat]

    @property
    def margin(self) -> float:
        """The half width of a 95 % interval of `lost`."""
        return self.cost.margin(self.seat)


@dataclass(frozen=True)
class ChanceEvent:
    """The chance steps between two decisions, with what is forced between them.

    Attributes:
        seq: the number of steps before it.
        until: the number of steps after it.
        turn: the number of the turn, from 0: that of the decision before it.
        swing: what it gained each seat, compared with the mean of what chance might have brought.
        samples: the number of other outcomes that were drawn for that mean.
    """

    seq: int
    until: int
    turn: int
    swing: Values
    samples: int


@dataclass(frozen=True)
class Analysis:
    """The analysis of a finished game.

    Attributes:
        bot: the name of the bot that judged.
        weights: a fingerprint of what it had learned; empty if it uses nothing learned.
        ducato: the version of ducato.
        rules_version: the version of the rules.
        seats: the number of seats.
        people: the seats whose decisions were judged in full.
        steps: the number of steps of the game.
        prior: the values before the first step.
        result: each seat's share of the win.
        decisions: all decisions, in order.
        events: all chance events, in order.
        simulations: the number of simulations of the whole analysis.
        seconds: the processor time that it took.
    """

    bot: str
    weights: str
    ducato: str
    rules_version: int
    seats: int
    people: tuple[int, ...]
    steps: int
    prior: Values
    result: tuple[float, ...]
    decisions: tuple[Decision, ...] = ()
    events: tuple[ChanceEvent, ...] = ()
    simulations: int = 0
    seconds: float = 0.0


@dataclass
class Progress:
    """How far an analysis is; other threads may read it.

    Attributes:
        done: the number of positions judged so far.
        total: the number of positions to judge; 0 while it is not known.
        seconds: the processor time spent so far.
        simulations: the number of simulations so far.
    """

    done: int = 0
    total: int = 0
    seconds: float = 0.0
    simulations: int = field(default=0)
