"""What is said of choices, as plain data: estimates, the line that follows, what speaks for one."""

from __future__ import annotations

from dataclasses import dataclass

from ducato.core.scene import Text

END = "end"
"""The name of the group for games that end before the next turn; no feature has it."""


@dataclass(frozen=True)
class ActionEstimate:
    """An estimate of one action, made by a search.

    Attributes:
        action: the action.
        visits: number of simulations that tried the action.
        value: mean share of the win for the seat that takes the action, 0 to 1.
    """

    action: int
    visits: int
    value: float


@dataclass(frozen=True)
class Ground:
    """A group of features that speaks for an action, or against it if its points are negative."""

    group: str
    points: int


@dataclass(frozen=True)
class Grounds:
    """What speaks for an action and against it, compared with another one.

    Attributes:
        action: the action.
        than: the action with which it is compared.
        groups: at most three groups that speak for it, then at most one against it, in points of
            the chance of winning; the strongest of each first.
    """

    action: int
    than: int
    groups: tuple[Ground, ...]


@dataclass(frozen=True)
class Move:
    """An action of a line.

    Attributes:
        seat: the seat that takes it.
        action: the action.
        label: its description, the same in all worlds.
    """

    seat: int
    action: int
    label: Text
