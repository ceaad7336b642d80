"""The sections of a report about one table: plots and tables of what was measured."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from markupsafe import Markup

from ducato.core.game import Game
from ducato.lab.report import phrasing, plots
from ducato.lab.report.phrasing import Texts, markup, text
from ducato.lab.report.plots import Curve, Dot
from ducato.lab.report.report_data import (
    CurveData,
    MeasuredData,
    MetricData,
    ReportData,
    TableData,
    ThingData,
)
from ducato.runs.statistics import Estimate

WINNERS = 3
"""The number of the colour of the winners; that of the others follows."""


class Figure(NamedTuple):
    """A plot with its caption and perhaps a note; a broad one scrolls on a narrow screen."""

    caption: Markup
    plot: Markup
    broad: bool = False
    note: Markup = Markup("")


class Section(NamedTuple):
    """A section: a title, an explanation, plots, and possibly a table of things.

    Attributes:
        title, about: the texts.
        figures: the plots.
        things: the rows of the table of all things.
    """

    title: Markup
    about: Markup
    figures: list[Figure]
    things: list[ThingRow]


class ThingRow(NamedTuple):
    """A row of the table of things."""

    name: Markup
    could: Markup
    used: Markup
    won: Markup
    excess: Markup
    interval: Markup


def sections(game: Game, table: TableData) -> Iterator[Section]:
    """Return the sections about one table."""
    yield _section("order", _order(table))
    yield _section("length", _histograms(table, "minutes", "decisions"))
    yield _section("drama", [*_open(table), *_histograms(table, "lead")])
    yield _section("things", _excesses(game, table), [_row(game, thing) for thing in table.things])
    if economy := _economy(game, table):
        yield _section("economy", economy)
    yield _section("choices", _choices(table))


def _section(name: str, figures: list[Figure], things: list[ThingRow] | None = None) -> Section:
    title, about = text(f"report.{name}"), text(f"report.{name}.about")
    return Section(markup(title), markup(about), figures, things or [])


def _order(table: TableData) -> list[Figure]:
    found = []
    for axis, shares in (("order", table.order), ("seat", table.seat)):
        rows = [
            (_plain(str(number)), _dots(of_levels))
            for number, of_levels in enumerate(zip(*shares, strict=True), 1)
        ]
        title = text(f"plot.{axis}")
        plot = plots.intervals(rows, title, reference=1 / table.players, labels=44)
        found.append(Figure(markup(title), plot))
    return found


def _plain(found: str) -> Texts:
    """Return a text that is the same in every language."""
    return phrasing.texts(lambda _: found)


def _dots(values: Sequence[Estimate]) -> list[Dot]:
    return [Dot(value, index) for index, value in enumerate(values)]


def _histograms(table: TableData, *names: str) -> list[Figure]:
    figures = []
    for name, found in table.histograms.items():
        if name not in names:
            continue
        title, note = text(f"plot.{name}"), Markup("")
        if found.without is not None:
            low, high = map(phrasing.number, found.without)
            note = markup(text("plot.without", low=low, high=high))
        counts = {i: of_level for i, of_level in enumerate(found.counts) if of_level is not None}
        plot = plots.histogram(counts, found.low, found.high, title, text("plot.games"))
        figures.append(Figure(markup(title), plot, note=note))
    return figures


def _lines(found: Sequence[CurveData], first: int = 0) -> list[Curve]:
    """Return the lines of a plot; the first one has this colour."""
    return [
        Curve(np.array(one.values), series, None if one.width is None else np.array(one.width))
        for series, one in enumerate(found, first)
    ]


def _open(table: TableData) -> list[Figure]:
    title = text("plot.open")
    plot = plots.curves(_lines(table.open), text("plot.progress"), title, unit="share")
    return [Figure(markup(title), plot)]


def _excesses(game: Game, table: TableData) -> list[Figure]:
    if not table.excesses:
        return []
    last = len(table.order) - 1
    rows = [(phrasing.thing_name(game, x.thing), [Dot(x.excess, last)]) for x in table.excesses]
    title = text("plot.excess")
    plot = plots.intervals(rows, title, unit="points", reference=0.0, labels=300, width=760)
    return [Figure(markup(title), plot, broad=True)]


def _row(game: Game, found: ThingData) -> ThingRow:
    return ThingRow(
        markup(phrasing.thing_name(game, found.thing)),
        markup(phrasing.percent(found.could)),
        markup(phrasing.percent(found.used)),
        markup(phrasing.percent(found.won)),
        markup(phrasing.points(found.excess.value, 0)),
        markup(phrasing.interval(found.excess, "points")),
    )


def _economy(game: Game, table: TableData) -> list[Figure]:
    found = []
    for name, lines in table.series.items():
        title = phrasing.game_text(game, f"series.{name}")
        plot = plots.curves(_lines(lines, WINNERS), text("plot.progress"), title)
        found.append(Figure(markup(title), plot))
    return found


def _choices(table: TableData) -> list[Figure]:
    found = []
    for name, lines in table.choices.items():
        title, unit = text(f"plot.{name}"), "share" if name == "forced" else "number"
        plot = plots.curves(_lines(lines), text("plot.progress"), title, unit=unit)
        found.append(Figure(markup(title), plot))
    return found


class OverviewCell(NamedTuple):
    """A cell of the overview: an estimate, its interval, and whether it meets its target."""

    value: Markup
    interval: Markup
    mark: str


class Line(NamedTuple):
    """A line of the overview: a metric and its value at every table.

    Attributes:
        title: the metric's name.
        numbers: the cells, one for each table.
        target: what is wanted of it, if anything; several if tables differ.
    """

    title: Markup
    numbers: list[OverviewCell]
    target: Markup


def overview(game: Game, report: ReportData) -> list[Line]:
    """Return the metrics of all tables, at the main level of skill."""
    lines = []
    for name, metric in report.metrics.items():
        measured = [table.metrics[name] for table in report.tables]
        numbers = [_cell(metric, found) for found in measured]
        title = phrasing.metric_title(game, name, metric.sort)
        lines.append(Line(markup(title), numbers, _target(metric, measured)))
    return lines


def _target(metric: MetricData, measured: Sequence[MeasuredData]) -> Markup:
    """Return the targets of a metric, such as "0 … 5 %" or "≥ 25 %"."""
    form = phrasing.percent if metric.unit == "share" else phrasing.number
    found: list[Markup] = []
    for one in measured:
        if one.target is None:
            continue
        low, high = one.target
        limits = [form(x) for x in (low, high) if x is not None]
        sign = "\u2265\u2009" if high is None else "\u2264\u2009" if low is None else ""
        bounds = phrasing.texts(
            lambda language, sign=sign, limits=limits: (  # type: ignore[misc]
                sign + "\u202f\u2026\u202f".join(limit[language] for limit in limits)
            )
        )
        if (shown := markup(bounds)) not in found:
            found.append(shown)
    return Markup("; ").join(found)


def _cell(metric: MetricData, found: MeasuredData) -> OverviewCell:
    value = found.value
    mark = "" if found.target is None else "✓" if found.met else "✗"
    bounds = (
        Markup("") if value.low == value.high else markup(phrasing.interval(value, metric.unit))
    )
    return OverviewCell(markup(phrasing.number(value.value, metric.unit)), bounds, mark)


class LevelRow(NamedTuple):
    """A row of the table of levels: a metric, and at each level a value and what it changed by."""

    title: Markup
    cells: list[tuple[Markup, Markup]]


def level_rows(game: Game, report: ReportData, table: TableData) -> list[LevelRow]:
    """Return every metric of a table at each level of skill."""
    rows = []
    for name, found in table.levels.items():
        metric = report.metrics[name]
        title = markup(phrasing.metric_title(game, name, metric.sort))
        cells = []
        for value, difference in zip(found.values, found.differences, strict=True):
            changed = Markup("")
            if difference is not None:
                unit = "points" if metric.unit == "share" else metric.unit
                changed = markup(phrasing.change(difference, unit))
            cells.append((markup(phrasing.number(value.value, metric.unit)), changed))
        rows.append(LevelRow(title, cells))
    return rows
