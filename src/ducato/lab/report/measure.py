"""From runs to the data of a report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

import ducato
from ducato.lab.diagnosis.finding import Finding
from ducato.lab.diagnosis.findings import agreement, findings
from ducato.lab.diagnosis.held import listed
from ducato.lab.metrics import Metric, metrics_of, miss, paired, stated_bounds, targets_of
from ducato.lab.outcomes import Outcomes
from ducato.lab.report.report_data import (
    Choices,
    CurveData,
    ExcessData,
    FindingData,
    Histogram,
    HistogramData,
    LevelData,
    MeasuredData,
    MetricData,
    ReportData,
    TableData,
    ThingData,
)
from ducato.lab.thing_shares import ThingShare
from ducato.runs.play.buffers import POINTS, Column

RANDOM = "random"
"""The level that a histogram leaves out if it would squeeze the others."""
SHOWN = 8
"""The number of things with the highest, and with the lowest, excess of wins that are drawn."""
MOST_ROWS = 750
"""The maximum number of rows of the tables of all things in a report, which bounds its size."""
MOST = 2
"""A histogram may be this many times as long for one level of skill; longer, and it is left out."""
BINS = 24
"""The number of bins of a histogram, unless each whole number has one."""
HISTOGRAMS: dict[Histogram, Column] = {
    "minutes": Column.MINUTES,
    "decisions": Column.DECISIONS,
    "lead": Column.LEAD_CHANGES,
}
CHOICES: dict[Choices, int] = {"options": 1, "forced": 2}
"""The sums of `Totals.choices` by what they count."""


@dataclass(frozen=True)
class Case:
    """One table: an edition with options and a number of players, at several levels of skill.

    Attributes:
        runs: the run of each level, by its name; the last one is the main one.
        found: the diagnosis of the main run; None for what can be seen without further games.
    """

    runs: Mapping[str, Outcomes]
    found: Sequence[Finding] | None = None

    @property
    def main(self) -> Outcomes:
        """The run whose findings are reported."""
        return list(self.runs.values())[-1]

    @cached_property
    def findings(self) -> Sequence[Finding]:
        """The findings of the main run."""
        return findings(self.main) if self.found is None else self.found

    @property
    def levels(self) -> list[str]:
        """The names of the levels."""
        return list(self.runs)


def measure(cases: Sequence[Case], command: str = "") -> ReportData:
    """Return what a report says about some tables of one game.

    Args:
        cases: the tables, which have the same levels of skill.
        command: the command that repeats the runs.
    """
    first = cases[0].main
    metrics = metrics_of(first.game.game)
    return ReportData(
        game=first.game.game.name,
        version=ducato.__version__,
        command=command,
        games=len(first),
        seed=first.seed,
        levels=cases[0].levels,
        metrics={name: MetricData(one.unit, one.sort) for name, one in metrics.items()},
        tables=[_table(case, metrics, MOST_ROWS // len(cases)) for case in cases],
    )


def _table(case: Case, metrics: Mapping[str, Metric], rows: int) -> TableData:
    game, runs = case.main.game, case.runs.values()
    others = list(runs)[:-1]
    histograms = {name: _histogram(case, column) for name, column in HISTOGRAMS.items()}
    return TableData(
        edition=game.edition_name,
        players=game.players,
        options=dict(game.options),
        findings=[_finding(found, others) for found in case.findings],
        order=[run.by_order() for run in runs],
        seat=[run.by_seat() for run in runs],
        histograms={name: found for name, found in histograms.items() if found is not None},
        open=[_open(run) for run in runs],
        excesses=_ends(case.main),
        things=_things(case.main, rows),
        series=_series(case.main),
        choices=_choices(case),
        metrics={name: _measured(one, case.main) for name, one in metrics.items()},
        levels={name: by_level(case, one) for name, one in metrics.items()} if others else {},
    )


def by_level(case: Case, metric: Metric) -> LevelData:
    """Return a metric at each level, and by how much it exceeds that of the level before."""
    runs = list(case.runs.values())
    differences = [paired(metric, one, other) for one, other in pairwise(runs)]
    return LevelData([metric.of(run) for run in runs], [None, *differences])


def _finding(finding: Finding, others: list[Outcomes]) -> FindingData:
    joined = finding.sort in ("dead", "dominant")
    agreed = [] if joined else agreement(finding, others)
    return FindingData(
        finding.sort,
        finding.subject,
        finding.value,
        finding.fair,
        agreed,
        finding.grade,
        finding.cause,
        list(finding.details),
    )


def _measured(metric: Metric, games: Outcomes) -> MeasuredData:
    value = metric.of(games)
    target = targets_of(games.game.game, games.game.players).get(metric.name)
    if target is None:
        return MeasuredData(value)
    return MeasuredData(value, stated_bounds(metric, target), not miss(value, target))


def _range(numbers: NDArray[Any]) -> tuple[float, float]:
    """Return the range of numbers without the most extreme ones."""
    low, high = np.quantile(numbers, [0.001, 0.999])
    return float(low), float(high)


def _stretches(numbers: NDArray[Any], others: Sequence[NDArray[Any]]) -> bool:
    """Return whether numbers make the axis that they share with others over `MOST` times longer.

    Others that are all equal, or none at all, have no length.
    """
    if not others:
        return False
    low, high = _range(np.concatenate(others))
    least, most = _range(np.concatenate([numbers, *others]))
    return low < high and most - least > MOST * (high - low)


def _flat(values: Sequence[NDArray[Any]]) -> bool:
    """Return whether all values are one value, of which a plot shows nothing."""
    return bool(np.ptp(np.concatenate(values)) < 1e-9)


def _histogram(case: Case, column: Column) -> HistogramData | None:
    """Return the histogram of a column, in which a whole number has a bin if they are few."""
    values = {level: run.column(column) for level, run in case.runs.items()}
    if _flat(list(values.values())):
        return None
    without = None
    others = [found for level, found in values.items() if level != RANDOM]
    if RANDOM in values and _stretches(values[RANDOM], others):
        low, high = (float(x) for x in np.quantile(values.pop(RANDOM), [0.05, 0.95]))
        without = low, high
    low, high = _range(np.concatenate(list(values.values())))
    if column is not Column.MINUTES and high - low <= 30:
        edges = np.arange(np.floor(low), np.floor(high) + 2) - 0.5
    else:
        edges = np.linspace(low, high if high > low else low + 1, BINS + 1)
    counts = {
        level: np.histogram(np.clip(found, edges[0], edges[-1]), edges)[0].tolist()
        for level, found in values.items()
    }
    ends = float(edges[0]), float(edges[-1])
    return HistogramData(*ends, [counts.get(level) for level in case.levels], without)


def _open(games: Outcomes) -> CurveData:
    """Return the share of games that are open, at each point."""
    settled = games.column(Column.SETTLED)
    return CurveData([float((settled > at).mean()) for at in np.linspace(0, 1, POINTS)])


def _ends(games: Outcomes) -> list[ExcessData]:
    """Return the things that are drawn."""
    shares = [x for x in _single(games) if x.p is not None and x.p < 0.05]
    ends = shares if len(shares) <= 2 * SHOWN else [*shares[:SHOWN], *shares[-SHOWN:]]
    return [ExcessData(x.thing, x.excess) for x in ends]


def _single(games: Outcomes) -> list[ThingShare]:
    return [share for share in listed(games) if share.sort in ("action", "component")]


def _things(games: Outcomes, most: int) -> list[ThingData]:
    """Return the things that were done most often, from the highest excess to the lowest."""
    often = sorted(_single(games), key=lambda share: -share.done)[:most]
    return [
        ThingData(share.thing, share.could, share.used.value, share.won, share.excess)
        for share in sorted(often, key=lambda share: -share.excess.value)
    ]


def _series(games: Outcomes) -> dict[str, tuple[CurveData, CurveData]]:
    found = {}
    for index, name in enumerate(games.series_names):
        lines = []
        for group in range(2):
            n = np.maximum(1.0, games.totals.seats[:, group])
            total, squares = (games.totals.curves[:, group, index, k] / n for k in range(2))
            lines.append((total, np.sqrt(np.maximum(0.0, squares - total**2)) / 2))
        if not _flat([total for total, _ in lines]):
            winners, others = (CurveData(total.tolist(), w.tolist()) for total, w in lines)
            found[name] = winners, others
    return found


def _choices(case: Case) -> dict[Choices, list[CurveData]]:
    found: dict[Choices, list[CurveData]] = {}
    for name, part in CHOICES.items():
        lines = [
            run.totals.choices[:-1, part] / np.maximum(1.0, run.totals.choices[:-1, 0])
            for run in case.runs.values()
        ]
        if not _flat(lines):
            found[name] = [CurveData(line.tolist()) for line in lines]
    return found
