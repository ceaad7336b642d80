"""Sweeps: the same games under many values of one or more options."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ducato.core.errors import ConflictingOptions
from ducato.core.game import Game
from ducato.lab.extras import needed
from ducato.lab.metrics import metric_of
from ducato.lab.run import Conditions
from ducato.lab.statistics import Estimate
from ducato.lab.studies.values import grid

if TYPE_CHECKING:
    import polars as pl

DEFAULT = Conditions()
DEFAULT_METRICS = ("balance", "first_player", "ties", "minutes", "lead_changes", "settled")
"""The metrics of a sweep if none are named."""


@dataclass(frozen=True)
class Setting:
    """One combination of values and what was measured under it.

    Attributes:
        values: the values of the options that vary, by name.
        metrics: the estimates by name of the metric; empty if the values conflict.
        conflict: why the values cannot be combined; "" if they can.
    """

    values: dict[str, Any]
    metrics: dict[str, Estimate]
    conflict: str = ""


@dataclass(frozen=True)
class Sweep:
    """The result of a sweep, with the settings in the order of their values."""

    game: str
    players: int
    edition: str
    conditions: Conditions
    settings: list[Setting]

    def to_dict(self) -> dict[str, Any]:
        """Return the result as a dictionary that can be written as JSON."""
        return {
            **{name: getattr(self, name) for name in ("game", "players", "edition")},
            **self.conditions.to_dict(),
            "settings": [
                {
                    "values": setting.values,
                    "conflict": setting.conflict,
                    "metrics": {name: e._asdict() for name, e in setting.metrics.items()},
                }
                for setting in self.settings
            ],
        }

    @property
    def frame(self) -> pl.DataFrame:
        """A table with a row for each setting and metric: value, low, high."""
        rows = [
            {**setting.values, "metric": name, **estimate._asdict()}
            for setting in self.settings
            for name, estimate in setting.metrics.items()
        ]
        frame: pl.DataFrame = needed("polars", "lab").DataFrame(rows)
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
            `values.values_of`.
        conditions: how the games are played.
        players: the number of players; by default the smallest.
        edition: the edition; by default the first.
        metrics: the names of the metrics.

    Raises:
        UnknownName, BadValue: an option, a value, a metric or the level is not possible.
    """
    wanted = [metric_of(game, name) for name in metrics]
    combinations = grid(game, varied)
    runs, conflicts = [], {}
    base = game.load(players, edition)
    for index, values in enumerate(combinations):
        try:
            loaded = game.load(base.players, base.edition_name, **values)
        except ConflictingOptions as error:
            conflicts[index] = str(error)
            continue
        runs.append(conditions.plan(loaded))
    results = iter(conditions.run_all(runs))

    def settings() -> Iterator[Setting]:
        for index, values in enumerate(combinations):
            if index in conflicts:
                yield Setting(values, {}, conflicts[index])
                continue
            run = next(results)
            yield Setting(values, {metric.name: metric.of(run) for metric in wanted})

    return Sweep(game.name, base.players, base.edition_name, conditions, list(settings()))
