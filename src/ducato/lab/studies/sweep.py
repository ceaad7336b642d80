"""Sweeps: the same games under many values of one or more options, and under several editions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ducato.core.errors import BadValue, ConflictingOptions, UnknownName
from ducato.core.game import Game
from ducato.lab.metrics import Metric, metric_of, paired
from ducato.lab.outcomes import Outcomes
from ducato.lab.run import Conditions, StudyResult
from ducato.lab.studies.value_ranges import MOST, grid
from ducato.runs.extras import needed
from ducato.runs.statistics import Estimate

if TYPE_CHECKING:
    import polars as pl

DEFAULT = Conditions()
DEFAULT_METRICS = ("balance", "first_player", "ties", "minutes", "lead_changes", "settled")
"""The metrics of a sweep if none are named."""
EDITION = "edition"
"""The name under which editions vary, as if they were an option."""
COLUMNS = ("difference", "difference_low", "difference_high")
"""The columns of a difference in the table of a sweep."""


@dataclass(frozen=True)
class SweepPoint:
    """One combination of values and what was measured under it.

    Attributes:
        values: the values of the options that vary, by name.
        metrics: the estimates by name of the metric; empty if the values conflict.
        conflict: why the values cannot be combined; "" if they can.
        differences: by how much this setting exceeds the first one that was played, in the same
            deals, by name of the metric. Only metrics that are means over games have one, and it
            counts the games that ended in both settings; the first setting has none.
    """

    values: dict[str, Any]
    metrics: dict[str, Estimate]
    conflict: str = ""
    differences: dict[str, Estimate] = field(default_factory=dict)


@dataclass(frozen=True)
class Sweep(StudyResult):
    """The result of a sweep, with the settings in the order of their values.

    If it goes over editions, their names are joined by commas in `edition`.
    """

    game: str
    players: int
    edition: str
    conditions: Conditions
    settings: list[SweepPoint]

    @property
    def frame(self) -> pl.DataFrame:
        """A table with a row for each setting and metric: value, difference, and their bounds."""
        rows = [
            {
                **{**setting.values, "metric": name, **estimate._asdict()},
                **dict(zip(COLUMNS, setting.differences.get(name, (None,) * 3), strict=True)),
            }
            for setting in self.settings
            for name, estimate in setting.metrics.items()
        ]
        types = dict.fromkeys(COLUMNS, float)
        frame: pl.DataFrame = needed("polars", "lab").DataFrame(rows, schema_overrides=types)
        return frame


def sweep(
    game: Game,
    varied: Mapping[str, str],
    conditions: Conditions = DEFAULT,
    *,
    players: int | None = None,
    edition: str | None = None,
    metrics: Sequence[str] = DEFAULT_METRICS,
) -> Sweep:
    """Play the same deals under every combination of values.

    Args:
        game: the game.
        varied: the range of each option that varies, such as ``{"ace_price": "1..9"}``; see
            `combinations`.
        conditions: how the games are played.
        players: the number of players; by default the smallest.
        edition: the edition; by default the first.
        metrics: the names of the metrics.

    Raises:
        UnknownName, BadValue: an option, a value, a metric or the level is not possible.
    """
    wanted = [metric_of(game, name) for name in metrics]
    settings = combinations(game, varied, edition)
    base = game.load(players, edition)
    runs, conflicts = [], {}
    for index, values in enumerate(settings):
        options = dict(values)
        try:
            loaded = game.load(base.players, options.pop(EDITION, base.edition_name), **options)
        except ConflictingOptions as error:
            conflicts[index] = str(error)
            continue
        runs.append(conditions.plan(loaded))
    results = conditions.run_all(runs)
    remaining = iter(results)
    found = [
        SweepPoint(values, {}, conflicts[index])
        if index in conflicts
        else _measured(values, wanted, results[0], next(remaining))
        for index, values in enumerate(settings)
    ]
    named = ",".join(dict.fromkeys(values.get(EDITION, base.edition_name) for values in settings))
    return Sweep(game.name, base.players, named, conditions, found)


def _measured(
    values: dict[str, Any], wanted: Sequence[Metric], first: Outcomes, run: Outcomes
) -> SweepPoint:
    """Return a setting with what was measured under it, alone and against the first one."""
    estimates = {metric.name: metric.of(run) for metric in wanted}
    differences = {
        metric.name: difference
        for metric in wanted
        if run is not first and (first.finished & run.finished).any()
        for difference in [paired(metric, first, run)]
        if difference is not None
    }
    return SweepPoint(values, estimates, differences=differences)


def combinations(
    game: Game, varied: Mapping[str, str], edition: str | None = None
) -> list[dict[str, Any]]:
    """Return all combinations of the values that vary.

    Args:
        game: the game.
        varied: the values of each option as text; see `values.values_of`. Those of "edition" are
            names of editions joined by commas, or ``*`` for all; they vary most slowly.
        edition: the edition of all combinations, if editions do not vary.

    Raises:
        UnknownName, BadValue: an option, an edition or a value is not possible, editions both vary
            and do not, or there are too many combinations.
    """
    options = {name: given for name, given in varied.items() if name != EDITION}
    found = grid(game, options)
    if EDITION not in varied:
        return found
    given = varied[EDITION]
    if edition is not None:
        raise BadValue("--edition", edition, f"left out beside --set {EDITION}={given}")
    names = list(game.editions) if given == "*" else given.split(",")
    for name in names:
        if name not in game.editions:
            raise UnknownName(f"edition of {game.name}", name, game.editions)
    size = len(names) * len(found)
    if size > MOST:
        raise BadValue("number of combinations", size, f"at most {MOST}")
    return [{EDITION: name, **values} for name in names for values in found]
