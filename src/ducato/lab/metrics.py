"""The metrics of a run: one number each, with its interval, for reports, sweeps and targets."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Any, Literal

import numpy as np

from ducato.core.errors import BadValue, UnknownName
from ducato.core.game import Game
from ducato.lab.outcomes import Outcomes
from ducato.runs.play.buffers import Column
from ducato.runs.play.lab_settings import lab_settings, player_counts
from ducato.runs.statistics import Estimate, mean, ratio, share, simultaneous

Unit = Literal["share", "number", "minutes", "seconds"]
MetricSort = Literal["metric", "series", "counter", "rate"]
"""What a metric is made of; "metric" for those of every game."""
Target = tuple[float, float]
"""The lowest and highest wanted values; infinite where there is no bound."""
LEAST_EXPECTED = 30
"""The number of times that a thing would be chosen by chance, below which nothing is said of it."""
DEAD = 0.02
"""A dead option is chosen at most this many times as often as by chance."""


@dataclass(frozen=True)
class Metric:
    """A number that sums up a run.

    Attributes:
        name: the name, as in ``--target`` and in ``lab.toml``; its title in reports is the text
            ``metric.<name>`` of the lab or ``<sort>.<name>`` of the game.
        of: the function that computes it.
        unit: the unit of its value.
        better: 1 if more is better, -1 if less is better, 0 if that depends on the game.
        sort: what it is made of.
        values: the function that returns its value for each finished game, if it is a mean; paired
            comparisons use it.
    """

    name: str
    of: Callable[[Outcomes], Estimate]
    unit: Unit
    better: int = 0
    sort: MetricSort = "metric"
    values: Callable[[Outcomes], Any] | None = None


def _mean_of(
    name: str,
    values: Callable[[Outcomes], Any],
    unit: Unit = "number",
    better: int = 0,
    sort: MetricSort = "metric",
) -> Metric:
    return Metric(name, lambda games: mean(values(games)), unit, better, sort, values)


def _column(name: str, column: Column, unit: Unit = "number", better: int = 0) -> Metric:
    return _mean_of(name, lambda games: games.column(column), unit, better)


def _share_of(name: str, values: Callable[[Outcomes], Any], better: int = 0) -> Metric:
    """Return a metric that is the share of games for which `values` is true."""

    def of(games: Outcomes) -> Estimate:
        found = values(games)
        return share(float(found.sum()), len(found))

    return Metric(name, of, "share", better, values=lambda games: values(games).astype(float))


def order_gap(games: Outcomes) -> Estimate:
    """Return by how much the share of wins differs most from a fair one, over the order of play.

    The gap is never below 0. Its interval takes account of all positions: of several fair ones, one
    always looks worst.
    """
    fair, players = 1 / games.game.players, games.game.players
    z = simultaneous(players if players > 2 else 1)  # what one of two players has, the other lacks
    wins = [share(float(w.sum()), len(w), z) for w in games.wins_in_order.T]
    return Estimate(
        max(abs(x.value - fair) for x in wins),
        max(max(0.0, x.low - fair, fair - x.high) for x in wins),
        max(max(fair - x.low, x.high - fair) for x in wins),
    )


def _first(games: Outcomes) -> Any:
    return games.wins_in_order[:, 0]


def _last(games: Outcomes) -> Any:
    return games.wins_in_order[:, -1]


def _forced(games: Outcomes) -> Estimate:
    return ratio(games.column(Column.FORCED), games.column(Column.DECISIONS))


def _options(games: Outcomes) -> Estimate:
    return ratio(games.column(Column.OPTIONS), games.column(Column.DECISIONS))


def _decided_minutes(games: Outcomes) -> Any:
    return games.column(Column.MINUTES) * (1 - games.column(Column.SETTLED))


def dead_options(games: Outcomes) -> list[str]:
    """Return the actions that could be chosen often and practically never were."""
    return [
        share.thing
        for share in games.shares()
        if share.sort == "action"
        and share.expected >= LEAST_EXPECTED
        and share.chosen <= DEAD * share.expected
    ]


def _dead(games: Outcomes) -> Estimate:
    n = float(len(dead_options(games)))
    return Estimate(n, n, n)


GENERAL = (
    Metric("balance", order_gap, "share", -1),
    Metric("first_player", lambda games: games.by_order()[0], "share", values=_first),
    Metric("last_player", lambda games: games.by_order()[-1], "share", values=_last),
    _share_of("ties", lambda games: (games.wins > 0).sum(axis=1) > 1, -1),
    _column("minutes", Column.MINUTES, "minutes"),
    _column("decisions", Column.DECISIONS),
    _column("rounds", Column.ROUNDS),
    Metric("forced", _forced, "share", -1),
    Metric("options", _options, "number"),
    _column("widest", Column.WIDEST),
    Metric("dead_options", _dead, "number", -1),
    _column("lead_changes", Column.LEAD_CHANGES, better=1),
    _column("settled", Column.SETTLED, "share", 1),
    _column("behind", Column.BEHIND, "share"),
    _column("runaway", Column.LEADER_WINS, "share"),
    _column("catch_up", Column.LAST_WINS, "share"),
    _column("tension", Column.TENSION, "share", 1),
    _mean_of("decided_minutes", _decided_minutes, "minutes", -1),
    _column("first_wait", Column.FIRST_WAIT, "seconds", -1),
    _column("wait", Column.WAIT, "seconds", -1),
    _column("longest_wait", Column.LONGEST_WAIT, "seconds", -1),
)
"""The metrics of every game."""


def metrics_of(game: Game) -> dict[str, Metric]:
    """Return all metrics of a game by name: the general ones, its series, counters and rates.

    Raises:
        UnknownName: a rate in ``lab.toml`` names a counter that does not exist.
    """
    found = {metric.name: metric for metric in GENERAL}
    if game.verb("rounds_played") is None:  # nobody counts them
        del found["rounds"]
    for name in game.names("Series"):
        for group, part in (("winner", 0), ("others", 1)):
            metric = _series(f"{group}_{name}", name, part)
            found[metric.name] = metric
    counters = game.names("Counter")
    for name in counters:
        found[name] = _mean_of(name, _counter(name), sort="counter")
    ends_by = lab_settings(game).ends_by
    if ends_by is not None:
        found["by_points"] = _share_of("by_points", _reached(*ends_by))
    for name, pair in lab_settings(game).rates.items():
        for counter in "+".join(pair).split("+"):
            if counter not in counters:
                raise UnknownName(f"counter of {game.name}", counter, counters)
        found[name] = Metric(name, _rate(*pair), "share", sort="rate")
    return found


def _reached(series: str, option: str) -> Callable[[Outcomes], Any]:
    """Return the function that says of each game whether a seat reached the points that end it."""

    def reached(games: Outcomes) -> Any:
        values = games.rows.series[games.finished, :, games.series_names.index(series)]
        return values.max(axis=1) >= games.game.values[option]

    return reached


def _series(name: str, series: str, part: int) -> Metric:
    return _mean_of(name, lambda games: games.final(series)[part], sort="series")


def _counter(name: str) -> Callable[[Outcomes], Any]:
    return lambda games: games.counter(name)


def _rate(top: str, bottom: str) -> Callable[[Outcomes], Estimate]:
    def total(games: Outcomes, names: str) -> Any:
        return sum(games.counter(name) for name in names.split("+"))

    return lambda games: ratio(total(games, top), total(games, bottom))


def metric_of(game: Game, name: str) -> Metric:
    """Return a metric by name.

    Raises:
        UnknownName: there is none; the error lists all.
    """
    known = metrics_of(game)
    if name not in known:
        raise UnknownName(f"metric of {game.name}", name, known)
    return known[name]


def targets_of(game: Game, players: int) -> dict[str, Target]:
    """Return the targets in a game's ``lab.toml`` for a number of players, by the metric's name.

    Raises:
        UnknownName: a target names no metric.
        BadValue: its range is not possible, or its numbers of players are not.
        WrongPlayers: the game cannot be played by so many.
    """
    found = {}
    for key, bounds in lab_settings(game).targets.items():
        name, at, some = key.partition("@")
        target = checked_range(metric_of(game, name).name, *bounds)
        if not at or players in player_counts(game, some):
            found[name] = target
    return found


def checked_range(name: str, low: float, high: float) -> Target:
    """Return the range of a target.

    Raises:
        BadValue: the lower bound is above the upper one, or one of them is not a number.
    """
    if not low <= high:
        raise BadValue(f"target {name}", f"{low}..{high}", "low..high, the lower number first")
    return float(low), float(high)


def stated_bounds(metric: Metric, target: Target) -> tuple[float | None, float | None]:
    """Return the bounds of a target that are worth stating: no share is below 0 or above 1."""
    low, high = target
    least = None if low == 0 or not isfinite(low) else low
    most = None if not isfinite(high) or (metric.unit == "share" and high >= 1) else high
    return least, most


def miss(estimate: Estimate, target: Target) -> float:
    """Return how far an estimate is outside its target, 0 if it is inside."""
    low, high = target
    return max(0.0, low - estimate.value, estimate.value - high)


def measured(games: Outcomes) -> Mapping[str, Estimate]:
    """Return the estimates of all metrics of a run, by name."""
    return {name: metric.of(games) for name, metric in metrics_of(games.game.game).items()}


def paired(metric: Metric, first: Outcomes, second: Outcomes) -> Estimate | None:
    """Return the mean difference, second minus first, over games with the same numbers.

    The two runs have the same seed, so that games with one number have the same first deal; the
    interval takes that into account. None if the metric is not a mean over games.
    """
    if metric.values is None:
        return None
    most = min(len(first), len(second))  # of two runs, one may have been longer
    found = []
    for run in (first, second):
        values = np.full(len(run), np.nan)
        values[run.finished] = metric.values(run)
        found.append(values[:most])
    difference = found[1] - found[0]
    return mean(difference[np.isfinite(difference)])
