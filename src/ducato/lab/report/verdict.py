"""The findings about a table in words."""

from __future__ import annotations

from typing import Any, NamedTuple

from ducato.core.game import Game
from ducato.lab.report import phrasing
from ducato.lab.report.phrasing import Texts
from ducato.lab.report.report_data import FindingData, ReportData, TableData
from ducato.runs.statistics import Estimate

MOST = 14
"""The maximum number of sentences about one table."""
MOST_LIFTS = 5
"""The maximum number of sentences about things that go with winning, and with losing."""


class Verdict(NamedTuple):
    """The findings about a table as sentences.

    Attributes:
        shown: those for which there is room, the weightiest first.
        remaining: the others.
    """

    shown: list[Texts]
    remaining: list[Texts]


def verdict(game: Game, report: ReportData, table: TableData) -> Verdict:
    """Return the findings about a table of a report as sentences.

    Options that are never, or always, chosen are joined into one sentence. What other levels of
    skill say of the same subject is added.
    """
    every: list[Texts] = []
    shown: list[Texts] = []
    lifts = {"strong": 0, "weak": 0}
    seen: set[str] = set()
    for finding in table.findings:
        if finding.sort in ("dead", "dominant"):
            if finding.sort in seen:
                continue
            seen.add(finding.sort)
            line = _joined(game, [f for f in table.findings if f.sort == finding.sort])
        else:
            line = _with_others(_sentence(game, report, table, finding), report, finding)
        if finding.sort in lifts:
            lifts[finding.sort] += 1
        if len(shown) < MOST and lifts.get(finding.sort, 0) <= MOST_LIFTS:
            shown.append(line)
        every.append(line)
    remaining = [line for line in every if line not in shown]
    return Verdict(shown or [phrasing.text("finding.none")], remaining)


def _sentence(game: Game, report: ReportData, table: TableData, finding: FindingData) -> Texts:
    """Return one finding, which is not about an option, as a sentence."""
    sort, bounds = finding.sort, _bounds(finding.value, _unit(report, finding))
    if sort in ("strong", "weak"):
        thing = phrasing.thing_name(game, finding.subject)
        return phrasing.text(f"finding.{sort}", thing=thing, **bounds)
    if sort == "target":
        return _target(game, report, table, finding)
    arguments: dict[str, Any] = {"subject": finding.subject, **bounds}
    if finding.fair is not None:
        arguments["fair"] = phrasing.percent(finding.fair)
    if sort == "order":
        arguments["nth"] = phrasing.text(f"nth.{finding.subject}")
    return phrasing.text(f"finding.{sort}", **arguments)


def _target(game: Game, report: ReportData, table: TableData, finding: FindingData) -> Texts:
    name = finding.subject
    metric, (low, high) = report.metrics[name], table.metrics[name].target or (None, None)
    bound = phrasing.percent if metric.unit == "share" else phrasing.number
    sort = ".least" if high is None else ".most" if low is None else ""
    limits = {"from": low, "to": high}
    return phrasing.text(
        f"finding.target{sort}",
        metric=phrasing.metric_title(game, name, metric.sort),
        **_bounds(finding.value, metric.unit),
        **{name: bound(limit) for name, limit in limits.items() if limit is not None},
    )


def _unit(report: ReportData, finding: FindingData) -> str:
    """Return the unit of a finding's value."""
    if finding.sort in ("strong", "weak"):
        return "points"
    return report.metrics[finding.subject].unit if finding.sort == "target" else "share"


def _bounds(value: Estimate, unit: str) -> dict[str, Texts]:
    form = phrasing.points if unit == "points" else lambda number: phrasing.number(number, unit)
    return {"value": form(value.value), "low": form(value.low), "high": form(value.high)}


def _joined(game: Game, found: list[FindingData]) -> Texts:
    """Return one sentence about several options, with those of a kind beside each other."""
    kinds: dict[str, list[Texts]] = {}
    for finding in found:
        kind, _, rest = finding.subject.partition(":")
        name = phrasing.thing_name(game, finding.subject)
        kinds.setdefault(kind, []).append(phrasing.values_name(game, kind, rest) if rest else name)
    groups = []
    for kind, values in kinds.items():
        if len(values) == 1 and kind in [finding.subject for finding in found]:
            groups.append(values[0])
            continue
        name, of = phrasing.thing_name(game, kind), phrasing.listed(values, "or")
        groups.append(phrasing.text("thing.action", kind=name, values=of))
    together = phrasing.texts(lambda language: "; ".join(group[language] for group in groups))
    return phrasing.text(f"finding.{found[0].sort}", things=together)


def _with_others(line: Texts, report: ReportData, finding: FindingData) -> Texts:
    """Return a sentence with the intervals that other levels of skill give of the same subject."""
    added = []
    for level, value in zip(report.levels, finding.others, strict=False):  # the last has the line
        if value is not None:
            bounds = phrasing.interval(value, _unit(report, finding))
            added.append(
                phrasing.text("finding.other", level=phrasing.level_name(level), value=bounds)
            )
    if not added:
        return line
    return phrasing.texts(
        lambda language: _with_bracket(line[language], "; ".join(more[language] for more in added))
    )


def _with_bracket(line: str, more: str) -> str:
    """Return a sentence with more in the bracket at its end, or in a new one."""
    line = line.removesuffix(".")
    return f"{line[:-1]}; {more})." if line.endswith(")") else f"{line} ({more})."
