"""The sections of a report about one table: plots and tables of its runs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from markupsafe import Markup
from numpy.typing import NDArray

from ducato.lab.games import Games
from ducato.lab.lift import Lift
from ducato.lab.metrics import Metric, metrics_of, miss, stated_bounds, targets_of
from ducato.lab.play.buffers import POINTS, Column, Tally
from ducato.lab.play.settings import lab_settings
from ducato.lab.report import plots, words
from ducato.lab.report.plots import Curve, Dot
from ducato.lab.report.verdict import sentences
from ducato.lab.report.words import Texts, markup, text
from ducato.lab.statistics import Estimate

RANDOM = "random"
"""The level that a histogram leaves out if it would squeeze the others."""
SHOWN = 8
"""The number of things with the highest, and with the lowest, lift that are drawn."""
MOST_ROWS = 1200
"""The maximum number of rows of the tables of all things in a report, which bounds its size."""


@dataclass(frozen=True)
class Case:
    """One table: an edition with options and a number of players, at several levels of skill.

    Attributes:
        runs: the run of each level, by its name; the last one is the main one.
    """

    runs: Mapping[str, Games]

    @property
    def main(self) -> Games:
        """The run whose findings are reported."""
        return list(self.runs.values())[-1]

    @property
    def levels(self) -> list[str]:
        """The names of the levels."""
        return list(self.runs)

    @property
    def title(self) -> Texts:
        """The title: players, edition and options."""
        game = self.main.game
        title = text(
            "table",
            players=game.players,
            edition=words.game_text(game.game, f"edition.{game.edition_name}"),
        )
        if not game.options:
            return title
        options = ", ".join(f"{name} = {value}" for name, value in game.options.items())
        changed = text("changed", options=options)
        return words.texts(lambda language: f"{title[language]}; {changed[language]}")

    @property
    def key(self) -> str:
        """The anchor of its section."""
        game = self.main.game
        return f"{game.edition_name}-{game.players}"

    def verdict(self, *, every: bool = False) -> list[Texts]:
        """Return the findings in words, all of them or the weightiest."""
        others = [(level, run) for level, run in self.runs.items() if run is not self.main]
        return sentences(self.main, others, every=every)

    def remaining(self) -> list[Texts]:
        """Return the findings in words for which the verdict has no place."""
        shown = self.verdict()
        return [line for line in self.verdict(every=True) if line not in shown]


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
    available: Markup
    chosen: Markup
    won: Markup
    lift: Markup
    interval: Markup


def sections(case: Case, rows: int) -> Iterator[Section]:
    """Return the sections about one table, with at most `rows` rows of things."""
    yield _section("order", _order(case))
    yield _section("length", _length(case))
    yield _section("drama", _drama(case))
    yield _section("things", _things(case), _rows(case.main, rows))
    if economy := _economy(case):
        yield _section("economy", economy)
    yield _section("choices", _choices(case))


def _section(name: str, figures: list[Figure], things: list[ThingRow] | None = None) -> Section:
    title, about = text(f"report.{name}"), text(f"report.{name}.about")
    return Section(markup(title), markup(about), figures, things or [])


def _order(case: Case) -> list[Figure]:
    fair = 1 / case.main.game.players
    found = []
    for axis in ("order", "seat"):
        shares = [
            run.by_order() if axis == "order" else run.by_seat() for run in case.runs.values()
        ]
        rows = [
            (_plain(str(number + 1)), _dots([s[number] for s in shares]))
            for number in range(case.main.game.players)
        ]
        title = text(f"plot.{axis}")
        plot = plots.intervals(rows, title, reference=fair, labels=44)
        found.append(Figure(markup(title), plot))
    return found


def _plain(found: str) -> Texts:
    """Return a text that is the same in every language."""
    return words.texts(lambda _: found)


def _dots(values: list[Estimate]) -> list[Dot]:
    return [Dot(value, index, text("plot.fair")) for index, value in enumerate(values)]


def _length(case: Case) -> list[Figure]:
    return [
        *_histogram(case, Column.MINUTES, "minutes"),
        *_histogram(case, Column.DECISIONS, "decisions"),
    ]


def _flat(values: list[NDArray[Any]]) -> bool:
    """Return whether all values are one value, of which a plot shows nothing."""
    return bool(np.ptp(np.concatenate(values)) < 1e-9)


def _histogram(case: Case, column: Column, name: str) -> list[Figure]:
    values = {index: run.column(column) for index, run in enumerate(case.runs.values())}
    if _flat(list(values.values())):
        return []
    note = Markup("")
    if RANDOM in case.runs:
        index = case.levels.index(RANDOM)
        others = {level: found for level, found in values.items() if level != index}
        if plots.stretches(values[index], list(others.values())):
            low, high = (float(x) for x in np.quantile(values[index], [0.05, 0.95]))
            note = markup(text("plot.without", low=words.number(low), high=words.number(high)))
            values = others
    title = text(f"plot.{name}")
    whole = column is not Column.MINUTES
    plot = plots.histogram(values, title, text("plot.games"), whole=whole)
    return [Figure(markup(title), plot, note=note)]


def _drama(case: Case) -> list[Figure]:
    at = np.linspace(0, 1, POINTS)
    open_games = [
        Curve(np.array([(run.column(Column.SETTLED) > p).mean() for p in at]), index)
        for index, run in enumerate(case.runs.values())
    ]
    title = text("plot.open")
    plot = plots.curves(open_games, text("plot.progress"), title, unit="share")
    return [Figure(markup(title), plot), *_histogram(case, Column.LEAD_CHANGES, "lead")]


def _shown(games: Games) -> list[Lift]:
    """Return the actions and components that may be drawn, from the highest lift to the lowest.

    A component that only one action names is left out: it is the same thing once more.
    """
    left_out = lab_settings(games.game.game).leave_out
    found: dict[tuple[int, int, float], Lift] = {}
    for lift in games.lift():
        if lift.sort in ("action", "component") and lift.thing.split(":")[0] not in left_out:
            found.setdefault((lift.done, lift.passed, lift.lift.value), lift)
    return list(found.values())


def _things(case: Case) -> list[Figure]:
    lifts = [x for x in _shown(case.main) if x.p is not None and x.p < 0.05]
    ends = lifts if len(lifts) <= 2 * SHOWN else [*lifts[:SHOWN], *lifts[-SHOWN:]]
    if not ends:
        return []
    game = case.main.game.game
    last = len(case.runs) - 1
    rows = [(words.thing_name(game, x.thing), [Dot(x.lift, last, text("plot.lift"))]) for x in ends]
    title = text("plot.lift")
    plot = plots.intervals(rows, title, unit="points", reference=0.0, labels=300, width=760)
    return [Figure(markup(title), plot, broad=True)]


def _rows(games: Games, most: int) -> list[ThingRow]:
    """Return the rows of the things that were chosen most often, by their lift."""
    rows = []
    often = sorted(_shown(games), key=lambda lift: -lift.done)[:most]
    sums = games.totals.things[:, :, 3].sum(axis=0)
    index = {name: number for number, name in enumerate(games.things.names)}
    for lift in sorted(often, key=lambda lift: -lift.lift.value):
        tally = sums[index[lift.thing]]
        won = tally[Tally.DONE_WINS] / max(1.0, tally[Tally.DONE])
        rows.append(
            ThingRow(
                markup(words.thing_name(games.game.game, lift.thing)),
                markup(words.number(lift.available)),
                markup(words.percent(lift.chosen / lift.available)),
                markup(words.percent(float(won))),
                markup(words.points(lift.lift.value, 0)),
                markup(words.interval(lift.lift, "points")),
            )
        )
    return rows


def _economy(case: Case) -> list[Figure]:
    run = case.main
    found = []
    for index, name in enumerate(run.series_names):
        lines = []
        for group in range(2):
            n = np.maximum(1.0, run.totals.seats[:, group])
            total, squares = (run.totals.curves[:, group, index, k] / n for k in range(2))
            deviation: NDArray[np.float64] = np.sqrt(np.maximum(0.0, squares - total**2))
            lines.append(Curve(total, 3 + group, deviation / 2))
        if _flat([line.values for line in lines]):
            continue
        title = words.game_text(run.game.game, f"series.{name}")
        found.append(Figure(markup(title), plots.curves(lines, text("plot.progress"), title)))
    return found


def _choices(case: Case) -> list[Figure]:
    found = []
    for name, part, unit in (("options", 1, "number"), ("forced", 2, "share")):
        lines = [
            Curve(run.totals.choices[:-1, part] / np.maximum(1.0, run.totals.choices[:-1, 0]), i)
            for i, run in enumerate(case.runs.values())
        ]
        if _flat([line.values for line in lines]):
            continue
        title = text(f"plot.{name}")
        plot = plots.curves(lines, text("plot.progress"), title, unit=unit)
        found.append(Figure(markup(title), plot))
    return found


class Number(NamedTuple):
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
    numbers: list[Number]
    target: Markup


def overview(cases: list[Case]) -> list[Line]:
    """Return the metrics of all tables, at the main level of skill."""
    game = cases[0].main.game.game
    return [
        Line(
            markup(words.metric_title(game, metric)),
            [_cell(metric, case.main) for case in cases],
            _target(metric, cases),
        )
        for metric in metrics_of(game).values()
    ]


def _target(metric: Metric, cases: list[Case]) -> Markup:
    """Return the targets of a metric, such as "0 … 5 %" or "≥ 25 %"."""
    form = words.percent if metric.unit == "share" else words.number
    found: list[Markup] = []
    for case in cases:
        game = case.main.game
        target = targets_of(game.game, game.players).get(metric.name)
        if target is None:
            continue
        low, high = stated_bounds(metric, target)
        limits = [form(x) for x in (low, high) if x is not None]
        sign = "\u2265\u2009" if high is None else "\u2264\u2009" if low is None else ""
        bounds = words.texts(
            lambda language, sign=sign, limits=limits: (  # type: ignore[misc]
                sign + "\u202f\u2026\u202f".join(limit[language] for limit in limits)
            )
        )
        if (shown := markup(bounds)) not in found:
            found.append(shown)
    return Markup("; ").join(found)


def _cell(metric: Metric, games: Games) -> Number:
    value = metric.of(games)
    target = targets_of(games.game.game, games.game.players).get(metric.name)
    mark = "" if target is None else "✗" if miss(value, target) else "✓"
    bounds = Markup("") if value.low == value.high else markup(words.interval(value, metric.unit))
    return Number(markup(words.number(value.value, metric.unit)), bounds, mark)
