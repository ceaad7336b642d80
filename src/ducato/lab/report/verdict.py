"""The findings of a run in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ducato.lab.findings import Finding, agreement, findings
from ducato.lab.games import Games
from ducato.lab.metrics import metric_of, stated_bounds, targets_of
from ducato.lab.report import words
from ducato.lab.report.words import Texts
from ducato.lab.statistics import Estimate

MOST = 14
"""The maximum number of sentences about one table."""
MOST_LIFTS = 5
"""The maximum number of sentences about things that go with winning, and with losing."""


def sentences(
    games: Games, others: Sequence[tuple[str, Games]] = (), *, every: bool = False
) -> list[Texts]:
    """Return the findings of a run as sentences, the weightiest first.

    Options that are never, or always, chosen are joined into one sentence.

    Args:
        games: the run.
        others: runs of other levels of skill with their names; what they say of the same subject
            is added.
        every: whether to return all, rather than what there is room for.
    """
    found = findings(games)
    if not found:
        return [words.text("finding.none")]
    lines: list[Texts] = []
    lifts = {"strong": 0, "weak": 0}
    seen: set[str] = set()
    for finding in found:
        if finding.sort in ("dead", "dominant"):
            if finding.sort not in seen:
                seen.add(finding.sort)
                lines.append(_joined(games, [f for f in found if f.sort == finding.sort]))
            continue
        if finding.sort in lifts:
            lifts[finding.sort] += 1
            if lifts[finding.sort] > MOST_LIFTS and not every:
                continue
        lines.append(_with_others(sentence(games, finding), games, finding, others))
    return lines if every else lines[:MOST]


def sentence(games: Games, finding: Finding) -> Texts:
    """Return one finding as a sentence."""
    sort, value, game = finding.sort, finding.value, games.game.game
    if sort in ("strong", "weak"):
        return words.text(
            f"finding.{sort}",
            thing=words.thing_name(game, finding.subject),
            **_bounds(value, "points"),
        )
    if sort in ("dead", "dominant"):
        return _joined(games, [finding])
    if sort == "target":
        return _target(games, finding)
    arguments: dict[str, Any] = {"subject": finding.subject, **_bounds(value, "share")}
    if finding.fair is not None:
        arguments["fair"] = words.percent(finding.fair)
    if sort == "order":
        arguments["nth"] = words.text(f"nth.{finding.subject}")
    return words.text(f"finding.{sort}", **arguments)


def _target(games: Games, finding: Finding) -> Texts:
    metric = metric_of(games.game.game, finding.subject)
    target = targets_of(games.game.game, games.game.players)[finding.subject]
    low, high = stated_bounds(metric, target)
    bound = words.percent if metric.unit == "share" else words.number
    sort = ".least" if high is None else ".most" if low is None else ""
    limits = {"from": low, "to": high}
    return words.text(
        f"finding.target{sort}",
        metric=words.metric_title(games.game.game, metric),
        **_bounds(finding.value, metric.unit),
        **{name: bound(limit) for name, limit in limits.items() if limit is not None},
    )


def _bounds(value: Estimate, unit: str) -> dict[str, Texts]:
    form = words.points if unit == "points" else lambda number: words.number(number, unit)
    return {"value": form(value.value), "low": form(value.low), "high": form(value.high)}


def _joined(games: Games, found: list[Finding]) -> Texts:
    """Return one sentence about several options, with those of a kind beside each other."""
    game = games.game.game
    kinds: dict[str, list[Texts]] = {}
    for finding in found:
        kind, _, rest = finding.subject.partition(":")
        name = words.thing_name(game, finding.subject)
        kinds.setdefault(kind, []).append(words.values_name(game, kind, rest) if rest else name)
    groups = []
    for kind, values in kinds.items():
        if len(values) == 1 and kind in [finding.subject for finding in found]:
            groups.append(values[0])
            continue
        name, of = words.thing_name(game, kind), words.listed(values, "or")
        groups.append(words.text("thing.action", kind=name, values=of))
    together = words.texts(lambda language: "; ".join(group[language] for group in groups))
    return words.text(f"finding.{found[0].sort}", things=together)


def _with_others(
    line: Texts, games: Games, finding: Finding, others: Sequence[tuple[str, Games]]
) -> Texts:
    """Return a sentence with the intervals that other levels of skill give of the same subject."""
    added = []
    values = agreement(finding, [other for _, other in others])
    for (level, _), value in zip(others, values, strict=True):
        if value is not None:
            unit = "points" if finding.sort in ("strong", "weak") else "share"
            if finding.sort == "target":
                unit = metric_of(games.game.game, finding.subject).unit
            level_name, bounds = words.level_name(level), words.interval(value, unit)
            added.append(words.text("finding.other", level=level_name, value=bounds))
    if not added:
        return line
    return words.texts(
        lambda language: _with_bracket(line[language], "; ".join(more[language] for more in added))
    )


def _with_bracket(line: str, more: str) -> str:
    """Return a sentence with more in the bracket at its end, or in a new one."""
    line = line.removesuffix(".")
    return f"{line[:-1]}; {more})." if line.endswith(")") else f"{line} ({more})."
