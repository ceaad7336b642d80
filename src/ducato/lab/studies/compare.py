"""Comparisons of two sets of options, or two forms of a game, with the same deals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import isclose
from typing import TYPE_CHECKING, Any

from ducato.core.errors import BadValue
from ducato.core.game import LoadedGame
from ducato.lab.metrics import Metric, metrics_of, paired
from ducato.lab.outcomes import Outcomes
from ducato.lab.run import Conditions, StudyResult
from ducato.runs.extras import needed
from ducato.runs.statistics import Z95, Estimate, adjusted, p_value

if TYPE_CHECKING:
    import polars as pl

DEFAULT = Conditions(games=5000)


@dataclass(frozen=True)
class Difference:
    """What a metric is under both sets of options.

    Attributes:
        metric: the name of the metric.
        a, b: the estimates.
        difference: b minus a. Where the metric is a mean over games, the interval is that of the
            paired differences; otherwise that of two independent runs, which is wider than
            necessary.
        p: the p-value of the difference, corrected for the number of metrics.
    """

    metric: str
    a: Estimate
    b: Estimate
    difference: Estimate
    p: float


@dataclass(frozen=True)
class Comparison(StudyResult):
    """The result of a comparison.

    Attributes:
        game, players, conditions: what was played.
        a, b: the two sets of options, as text.
        differences: a difference for each metric, in the order of `metrics_of`.
    """

    game: str
    players: int
    conditions: Conditions
    a: str
    b: str
    differences: list[Difference]

    @property
    def frame(self) -> pl.DataFrame:
        """A table with a row for each metric."""
        rows = [
            {
                "metric": d.metric,
                "a": d.a.value,
                "b": d.b.value,
                **dict(zip(("difference", "low", "high"), d.difference, strict=True)),
                "p": d.p,
            }
            for d in self.differences
        ]
        frame: pl.DataFrame = needed("polars", "lab").DataFrame(rows)
        return frame


def compare(a: LoadedGame, b: LoadedGame, conditions: Conditions = DEFAULT) -> Comparison:
    """Play the same deals under two sets of options and compare every metric.

    Args:
        a: the game, loaded with the first set of options.
        b: the game with the second set, or another form of the game, for the same number of
            players. Metrics that only one of two forms has are left out.
        conditions: how the games are played.

    Raises:
        UnknownName, BadValue: there is no such player, or the games are not for the same number.
    """
    if a.players != b.players:
        raise BadValue("b", f"with {b.players} players", f"with {a.players} players, as a is")
    first, second = conditions.run_all([conditions.plan(game) for game in (a, b)])
    both = metrics_of(b.game).keys()
    metrics = [metric for name, metric in metrics_of(a.game).items() if name in both]
    found = [_difference(metric, first, second) for metric in metrics]
    corrected = adjusted([p for *_, p in found])
    differences = [
        Difference(metric.name, first_value, second_value, difference, float(p))
        for (metric, first_value, second_value, difference, _), p in zip(
            found, corrected, strict=True
        )
    ]
    of_a, of_b = described(a), described(b)
    if a.name != b.name:
        of_a, of_b = f"{a.name}, {of_a}", f"{b.name}, {of_b}"
    return Comparison(a.name, a.players, conditions, of_a, of_b, differences)


def described(game: LoadedGame) -> str:
    """Return the edition and the options of a loaded game in one line."""
    changed: Mapping[str, Any] = game.options
    return ", ".join([game.edition_name, *(f"{n}={value}" for n, value in changed.items())])


def _difference(
    metric: Metric, first: Outcomes, second: Outcomes
) -> tuple[Metric, Estimate, Estimate, Estimate, float]:
    a, b = metric.of(first), metric.of(second)
    difference = paired(metric, first, second)
    if difference is None:
        width = ((a.high - a.low) ** 2 + (b.high - b.low) ** 2) ** 0.5 / 2
        value = b.value - a.value
        difference = Estimate(value, value - width, value + width)
    error = (difference.high - difference.low) / 2 / Z95
    if isclose(error, 0.0):
        if metric.values is None:  # a count of things has no interval, so nothing can be tested
            return metric, a, b, difference, 1.0
        return metric, a, b, difference, float(isclose(difference.value, 0.0))
    return metric, a, b, difference, p_value(difference.value / error)
