"""A finding of a run: what it is about, how grave it is, and under which heading it belongs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from ducato.runs.statistics import Estimate

LEVEL = 0.01
"""The corrected p-value below which something is a finding."""

FindingSort = Literal[
    "order",
    "seat",
    "skipped",
    "tie_seat",
    "loop",
    "strong",
    "weak",
    "opening",
    "rare",
    "never",
    "endless",
    "early",
    "runaway",
    "kingmaking",
    "ties",
    "forced",
    "target",
    "dead",
    "dominant",
    "winning",
    "losing",
    "one_way",
    "ways",
    "plan",
]
"""The sorts of findings; the sentence of each is the text ``finding.<sort>`` of the lab."""
Grade = Literal["fault", "look", "note"]
"""A fault is wrong with the game. What deserves a look may be meant so, or be a habit of weak
players; a note is an association, which shows no cause."""
Heading = Literal["fairness", "length", "choices", "cards", "economy", "end"]
HEADINGS: tuple[Heading, ...] = ("fairness", "length", "choices", "cards", "economy", "end")
Health = Literal["fine", "look", "fault"]

OF_SORT: dict[FindingSort, Heading] = {
    "order": "fairness",
    "seat": "fairness",
    "skipped": "fairness",
    "loop": "economy",
    "strong": "cards",
    "weak": "cards",
    "never": "cards",
    "winning": "cards",
    "losing": "cards",
    "opening": "choices",
    "rare": "choices",
    "forced": "choices",
    "dead": "choices",
    "dominant": "choices",
    "one_way": "choices",
    "ways": "choices",
    "plan": "choices",
    "tie_seat": "end",
    "endless": "end",
    "early": "end",
    "runaway": "end",
    "kingmaking": "end",
    "ties": "end",
}
OF_METRIC: dict[str, Heading] = {
    **dict.fromkeys(("balance", "first_player", "last_player"), "fairness"),
    **dict.fromkeys(
        ("minutes", "decisions", "rounds", "wait", "longest_wait", "first_wait"), "length"
    ),
    **dict.fromkeys(("forced", "options", "widest", "dead_options"), "choices"),
    **dict.fromkeys(
        ("ties", "lead_changes", "settled", "behind", "runaway", "catch_up", "tension"), "end"
    ),
    **dict.fromkeys(("decided_minutes", "by_points"), "end"),
}
"""The headings of metrics with a target; what a game counts itself belongs to its economy."""


@dataclass(frozen=True)
class Finding:
    """One finding.

    Attributes:
        sort: what it is about.
        subject: the position or seat, counted from 1, or the name of the thing or metric.
        value: the estimate: a share of wins, a difference of shares, a share of decisions, or a
            metric.
        fair: the value that would be fair or wanted; None if there is none.
        weight: the findings are listed from the highest weight to the lowest, faults first.
        p: the corrected p-value; 0 where no test applies.
        grade: how grave it is.
        cause: what one seat loses, in the same deals, without the thing, each time that it would
            have had it; None if that was not measured.
        details: names that the sentence needs, such as the actions of a loop.
    """

    sort: FindingSort
    subject: str
    value: Estimate
    fair: float | None
    weight: float
    p: float = 0.0
    grade: Grade = "note"
    cause: Estimate | None = None
    details: tuple[str, ...] = ()

    @property
    def heading(self) -> Heading:
        """The heading under which it belongs."""
        return heading_of(self.sort, self.subject)

    def to_dict(self) -> dict[str, Any]:
        """Return the finding as a dictionary that can be written as JSON."""
        return {
            "sort": self.sort,
            "heading": self.heading,
            "grade": self.grade,
            "subject": self.subject,
            "value": self.value._asdict(),
            "fair": self.fair,
            "weight": self.weight,
            "p": self.p,
            "cause": self.cause and self.cause._asdict(),
            "details": list(self.details),
        }


def heading_of(sort: FindingSort, subject: str) -> Heading:
    """Return the heading under which a finding belongs."""
    return OF_METRIC.get(subject, "economy") if sort == "target" else OF_SORT[sort]


class Graded(Protocol):
    """What has a grade and a heading: a finding, or the data of one."""

    @property
    def grade(self) -> Grade:
        """How grave it is."""
        ...

    @property
    def heading(self) -> Heading:
        """The heading under which it belongs."""
        ...


def health(found: Iterable[Graded]) -> dict[Heading, Health]:
    """Return how a game stands under each heading."""
    states: dict[Heading, Health] = dict.fromkeys(HEADINGS, "fine")
    for finding in found:
        if finding.grade == "fault":
            states[finding.heading] = "fault"
        elif finding.grade == "look" and states[finding.heading] == "fine":
            states[finding.heading] = "look"
    return states


def ordered(found: Iterable[Finding]) -> list[Finding]:
    """Return findings in the order in which they are told: the gravest and weightiest first."""
    grades = ("fault", "look", "note")
    return sorted(found, key=lambda finding: (grades.index(finding.grade), -finding.weight))


def odds_ratio(value: float, fair: float) -> float:
    """Return how many times the odds of a share exceed those of a fair one.

    Example:
        >>> round(odds_ratio(0.6, 0.5), 3)
        1.5
    """
    value = min(max(value, 1e-6), 1 - 1e-6)
    return value / (1 - value) / (fair / (1 - fair))
