"""The verdict on a game in words: what is wrong, what deserves a look, what goes with winning.

What is found at several tables is one line, with a row of numbers for each of them; so is what is
found of several copies of a card, and of an action that each seat has of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from ducato.core.game import Game
from ducato.lab.diagnosis.finding import HEADINGS, Grade, Heading, Health, health
from ducato.lab.report import phrasing
from ducato.lab.report.phrasing import Texts, text
from ducato.lab.report.report_data import FindingData, ReportData, TableData
from ducato.runs.statistics import Estimate

MOST = 12
"""The maximum number of lines of what is wrong, and of what deserves a look."""
MOST_NOTES = 5
"""The maximum number of lines about things that go with winning, and with losing."""
THINGS = ("strong", "weak", "opening", "rare", "never", "winning", "losing")
"""The sorts whose subject is a thing."""
JOINED = ("dead", "dominant")
"""The sorts of which one line names all things."""
POINTS = ("winning", "losing")
"""The sorts whose value is a difference of shares."""
COPY = re.compile(r"\d+(?=:)|-\d+$")
"""What tells the copies of a card apart, and the actions of one seat from those of another."""
SHOWN: dict[Heading, str] = {
    "fairness": "balance",
    "length": "minutes",
    "choices": "options",
    "end": "settled",
}
"""The metric that the line of a heading shows."""


class VerdictLine(NamedTuple):
    """A line of the verdict: what is said, and the numbers of each table at which it holds."""

    statement: Texts
    rows: list[Texts]


class HealthLine(NamedTuple):
    """How a game stands under a heading, at each table, with a number if there is one."""

    heading: Texts
    states: list[Health]
    metric: Texts
    numbers: list[Texts | None]


class Verdict(NamedTuple):
    """The verdict on a game.

    Attributes:
        health: a line for each heading.
        faults, looks: what is wrong, and what deserves a look, the gravest first.
        notes: what goes with winning and with losing; these are no causes.
        remaining: the lines for which there is no room.
    """

    health: list[HealthLine]
    faults: list[VerdictLine]
    looks: list[VerdictLine]
    notes: list[VerdictLine]
    remaining: list[VerdictLine]


Found = list[tuple[TableData, FindingData]]
"""The findings that one line is about, with their tables."""


def verdict(game: Game, report: ReportData) -> Verdict:
    """Return the verdict of a report in words."""
    lines: dict[Grade, list[VerdictLine]] = {"fault": [], "look": [], "note": []}
    remaining: list[VerdictLine] = []
    shown = {"winning": 0, "losing": 0}
    for group in _groups(report):
        first = group[0][1]
        line = _line(game, report, group)
        if first.sort in shown:
            shown[first.sort] += 1
            full = shown[first.sort] > MOST_NOTES
        else:
            full = len(lines[first.grade]) >= MOST
        (remaining if full else lines[first.grade]).append(line)
    health_lines = [_health(report, heading) for heading in HEADINGS]
    return Verdict(health_lines, lines["fault"], lines["look"], lines["note"], remaining)


def _health(report: ReportData, heading: Heading) -> HealthLine:
    metric = SHOWN.get(heading)
    metric = metric if metric in report.metrics else None  # in a file of earlier rules
    numbers: list[Texts | None] = [
        None
        if metric is None
        else phrasing.number(table.metrics[metric].value.value, report.metrics[metric].unit)
        for table in report.tables
    ]
    title = text(f"heading.{heading}")
    named = text(f"metric.{metric}") if metric else phrasing.texts(lambda _: "")
    return HealthLine(
        title, [health(table.findings)[heading] for table in report.tables], named, numbers
    )


def _groups(report: ReportData) -> list[Found]:
    """Return the findings of all tables, with those that one line is about together."""
    found: dict[tuple[Any, ...], Found] = {}
    for table in report.tables:
        for finding in table.findings:
            same = "" if finding.sort in JOINED else COPY.sub("", finding.subject)
            key = (finding.grade, finding.sort, same)
            found.setdefault(key, []).append((table, finding))
    order = ("fault", "look", "note")
    places = {id(finding): n for table in report.tables for n, finding in enumerate(table.findings)}
    return sorted(
        found.values(),
        key=lambda group: (order.index(group[0][1].grade), min(places[id(f)] for _, f in group)),
    )


def _line(game: Game, report: ReportData, group: Found) -> VerdictLine:
    """Return a line: the statement, and a row for each table that bears it out."""
    first = group[0][1]
    statement = text(f"finding.{first.sort}", **_subject(game, report, [f for _, f in group]))
    rows = []
    for table in report.tables:
        here = [finding for other, finding in group if other is table]
        if here:
            title = short_title(game, report, table)
            row = _row(game, report, table, here)
            rows.append(_titled(title, row) if len(report.tables) > 1 else row)
    return VerdictLine(statement, rows)


def short_title(game: Game, report: ReportData, table: TableData) -> Texts:
    """Return what tells a table of a report apart from the others."""
    players = text("table.players", players=table.players)
    if len({other.edition for other in report.tables}) == 1:
        return players
    edition = phrasing.game_text(game, f"edition.{table.edition}")
    return text("table", players=table.players, edition=edition)


def _titled(title: Texts, row: Texts) -> Texts:
    return phrasing.texts(lambda language: f"{title[language]}: {row[language]}")


def _subject(game: Game, report: ReportData, found: Sequence[FindingData]) -> dict[str, Any]:
    """Return the arguments of a statement."""
    first = found[0]
    if first.sort in THINGS:
        names = list(dict.fromkeys(finding.subject for finding in found))
        return {"thing": phrasing.listed([phrasing.thing_name(game, name) for name in names])}
    if first.sort == "target":
        metric = report.metrics[first.subject]
        return {"metric": phrasing.metric_title(game, first.subject, metric.sort)}
    if first.sort in ("order", "seat"):
        above = first.fair is not None and first.value.value > first.fair
        more = text("finding.above" if above else "finding.below")
        if first.sort == "order":
            return {"nth": text(f"nth.{first.subject}"), "more": more}
        return {"subject": first.subject, "more": more}
    if first.sort == "loop":
        return {"series": phrasing.game_text(game, f"series.{first.subject}")}
    if first.sort in ("one_way", "ways"):
        return {"n": first.subject}
    if first.sort == "plan":
        return {"clauses": plan_words(game, first.details)}
    if first.sort == "tie_seat":
        return {"side": text(f"finding.side.{first.subject}")}
    return {"subject": first.subject}


def _row(game: Game, report: ReportData, table: TableData, found: list[FindingData]) -> Texts:
    """Return the numbers of a finding at a table; of several copies, those of the gravest."""
    first = found[0]
    if first.sort in JOINED:
        return _joined(game, found)
    if first.sort in ("one_way", "ways"):
        return _ways(game, first)
    if first.sort == "target":
        return _with_others(_target(report, table, first), report, first)
    arguments: dict[str, Any] = _bounds(first.value, _unit(report, first))
    if first.fair is not None:
        arguments["fair"] = phrasing.percent(first.fair)
    form: str = first.sort
    if first.cause is not None:
        worth = first.cause if first.sort != "weak" else _negative(first.cause)
        arguments |= {f"cause_{name}": value for name, value in _bounds(worth, "points").items()}
    if first.sort == "loop":
        names = [phrasing.thing_name(game, action) for action in first.details]
        arguments["actions"] = phrasing.listed(names)
        arguments["gain"] = phrasing.number(first.value.value)
    elif first.sort == "tie_seat":
        arguments["series"] = phrasing.game_text(game, f"series.{first.details[0]}")
        arguments["n"] = first.details[1]
    elif first.sort == "rare":
        form = "rare" if first.fair is None else "rare_than"
    row = text(f"row.{form}", **arguments)
    if first.sort in ("seat", "order") and first.details:
        series, own, others = first.details
        name = phrasing.game_text(game, f"series.{series}")
        more = text("row.richer", series=name, own=own, others=others)
        base = row
        row = phrasing.texts(lambda language: f"{base[language]} {more[language]}")
    return _with_others(row, report, first)


def plan_words(game: Game, clauses: Sequence[str]) -> Texts:
    """Return the clauses of a plan in words; each is a thing after a + for always, - for never."""
    return phrasing.listed(
        [
            text(
                "plan.always" if clause[0] == "+" else "plan.never",
                thing=phrasing.thing_name(game, clause[1:]),
            )
            for clause in clauses
        ]
    )


def _ways(game: Game, finding: FindingData) -> Texts:
    """Return the ways to play, each with the share of the seats that play so and what they win."""
    parts = []
    for at in range(0, len(finding.details), 6):
        more, less, *numbers = finding.details[at : at + 6]
        seats, value, low, high = map(float, numbers)
        parts.append(
            text(
                "row.way",
                more=phrasing.thing_name(game, more),
                less=phrasing.thing_name(game, less),
                seats=phrasing.percent(seats),
                **_bounds(Estimate(value, low, high), "share"),
            )
        )
    return phrasing.texts(lambda language: "; ".join(part[language] for part in parts))


def _negative(value: Estimate) -> Estimate:
    return Estimate(-value.value, -value.high, -value.low)


def _target(report: ReportData, table: TableData, finding: FindingData) -> Texts:
    name = finding.subject
    metric = report.metrics[name]
    low, high = table.metrics[name].target or (None, finding.fair)
    bound = phrasing.percent if metric.unit == "share" else phrasing.number
    sort = ".least" if high is None else ".most" if low is None else ""
    limits = {"from": low, "to": high}
    return text(
        f"row.target{sort}",
        **_bounds(finding.value, metric.unit),
        **{name: bound(limit) for name, limit in limits.items() if limit is not None},
    )


def _unit(report: ReportData, finding: FindingData) -> str:
    """Return the unit of a finding's value."""
    if finding.sort in POINTS:
        return "points"
    return report.metrics[finding.subject].unit if finding.sort == "target" else "share"


def _bounds(value: Estimate, unit: str) -> dict[str, Texts]:
    form = phrasing.points if unit == "points" else lambda number: phrasing.number(number, unit)
    return {"value": form(value.value), "low": form(value.low), "high": form(value.high)}


def _joined(game: Game, found: Iterable[FindingData]) -> Texts:
    """Return the names of several options, with those of a kind beside each other."""
    subjects = [finding.subject for finding in found]
    kinds: dict[str, list[Texts]] = {}
    for subject in subjects:
        kind, _, rest = subject.partition(":")
        name = phrasing.thing_name(game, subject)
        kinds.setdefault(kind, []).append(phrasing.values_name(game, kind, rest) if rest else name)
    groups = []
    for kind, values in kinds.items():
        if len(values) == 1 and kind in subjects:
            groups.append(values[0])
            continue
        name, of = phrasing.thing_name(game, kind), phrasing.listed(values, "or")
        groups.append(text("thing.action", kind=name, values=of))
    return phrasing.texts(lambda language: "; ".join(group[language] for group in groups))


def _with_others(line: Texts, report: ReportData, finding: FindingData) -> Texts:
    """Return a row with the intervals that other levels of skill give of the same subject."""
    added = []
    for level, value in zip(report.levels, finding.others, strict=False):  # the last has the line
        if value is not None:
            bounds = phrasing.interval(value, _unit(report, finding))
            added.append(text("finding.other", level=phrasing.level_name(level), value=bounds))
    if not added:
        return line
    return phrasing.texts(
        lambda language: _with_bracket(line[language], "; ".join(more[language] for more in added))
    )


def _with_bracket(line: str, more: str) -> str:
    """Return a row with more in the bracket at its end, or in a new one."""
    line = line.removesuffix(".")
    return f"{line[:-1]}; {more})" if line.endswith(")") else f"{line} ({more})"
