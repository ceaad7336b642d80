"""Findings about the course of games: their length, how they end, and missed targets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ducato.lab.diagnosis.finding import Finding, FindingSort, Grade
from ducato.lab.metrics import LEAST_EXPECTED, Target, metric_of, miss
from ducato.lab.outcomes import Outcomes
from ducato.runs.play.buffers import Column
from ducato.runs.statistics import Estimate, share

LIMITS: dict[FindingSort, tuple[str, float]] = {
    "ties": ("ties", 0.2),
    "forced": ("forced", 0.35),
}
"""The metrics that should be no higher than a limit."""
RUNAWAY = 0.7
"""The part of what is left beyond a fair share that whoever leads at half-time may win."""
EARLY = 0.4
"""The part of a game before which its winner should not lead for good."""
ENDLESS = 0.02
"""The share of games that may be stopped because they do not end."""
BEYOND = 1.25
"""How many times as long as wanted a game may last, or how many times as short."""


def course_findings(games: Outcomes, targets: Mapping[str, Target]) -> Iterable[Finding]:
    """Return what is wrong with the course of the games, and which targets are missed."""
    unfinished = share(float((~games.finished).sum()), len(games))
    if unfinished.low > ENDLESS:
        yield Finding("endless", "", unfinished, 0.0, 3 + unfinished.value, grade="fault")
    if games.finished.sum() >= LEAST_EXPECTED:
        yield from _drama(games)
    if games.finished.any():
        yield from _targets(games, targets)


def _drama(games: Outcomes) -> Iterable[Finding]:
    """Return frequent ties, early decisions and too many forced actions."""
    fair = 1 / games.game.players
    limits: dict[FindingSort, tuple[str, float]] = {**LIMITS}
    limits["runaway"] = ("runaway", fair + RUNAWAY * (1 - fair))
    for sort, (name, limit) in limits.items():
        value = metric_of(games.game.game, name).of(games)
        if value.low > limit:
            weight = 1 + (value.value - limit) / (1 - limit)
            yield Finding(sort, name, value, limit, weight, grade="fault")
    settled = metric_of(games.game.game, "settled").of(games)
    if games.column(Column.DECISIONS).mean() > 1 and settled.high < EARLY:
        weight = 1 + (EARLY - settled.value) / EARLY
        yield Finding("early", "settled", settled, EARLY, weight, grade="fault")


def _targets(games: Outcomes, targets: Mapping[str, Target]) -> Iterable[Finding]:
    """Return the targets that are missed for sure; of the length, how grave that is."""
    wanted = dict(targets)
    stated = games.game.game.facts.minutes
    if "minutes" not in wanted and stated:
        wanted["minutes"] = (0.0, float(stated))
    for name, (low, high) in wanted.items():
        value = metric_of(games.game.game, name).of(games)
        if not all(miss(value._replace(value=x), (low, high)) for x in (value.low, value.high)):
            continue
        nearest = low if value.value < low else high
        off = abs(value.value - nearest) / (abs(nearest) or 1.0)
        yield Finding(
            "target",
            name,
            value,
            nearest,
            0.5 + min(2.5, off),
            grade=_grade(name, value, nearest),
        )


def _grade(name: str, value: Estimate, nearest: float) -> Grade:
    if name != "minutes" or nearest <= 0:
        return "look"
    return "fault" if value.low > BEYOND * nearest or value.high < nearest / BEYOND else "look"
