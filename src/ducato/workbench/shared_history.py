"""The versions of a game with their figures, as one HTML file in three languages."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Literal

from babel.dates import format_datetime

from ducato.core.game import Game
from ducato.core.i18n import LANGUAGE_NAMES, render, say
from ducato.lab.metrics import metrics_of
from ducato.lab.report import phrasing
from ducato.lab.report.phrasing import Texts, markup, texts
from ducato.lab.report.render import template
from ducato.runs.statistics import Estimate
from ducato.workbench.kept_versions import KeptVersion

PACKAGE = "ducato.workbench"


def words(key: str, language: str, /, **arguments: Any) -> str:
    """Return a text of the workbench in a language."""
    return render(say(key, **arguments), PACKAGE, language)


def moment_words(moment: float, language: str, style: Literal["short", "medium"]) -> str:
    """Return a moment as people write it, by the clock of this machine."""
    at = datetime.fromtimestamp(moment).astimezone()
    return str(format_datetime(at, style, locale=language))


def history_page(game: Game, versions: Sequence[KeptVersion]) -> str:
    """Return a page with a column for each version, the newest first, and a row for each figure."""
    newest = list(reversed(versions))
    rows = []
    for name, metric in metrics_of(game).items():
        cells = [version.figures.get(name) for version in newest]
        if any(cells):
            title = phrasing.metric_title(game, name, metric.sort)
            rows.append((markup(title), [_cell(cell, metric.unit) for cell in cells]))
    title = _text("history.title", game=lambda language: game.text("title", language))
    page: str = template(PACKAGE, "history.html").render(
        languages=LANGUAGE_NAMES,
        title=markup(title),
        plain_title=title["en"],
        versions=[
            {
                "number": version.number,
                "note": version.note,
                "moment": markup(_moment(version)),
                "games": markup(_conditions(version)),
                "findings": [markup(found) for found in version.findings],
            }
            for version in newest
        ],
        rows=rows,
        t=lambda key: markup(_text(key)),
    )
    return page


def _text(key: str, /, **arguments: Any) -> Texts:
    return texts(
        lambda language: words(
            key, language, **{n: v(language) if callable(v) else v for n, v in arguments.items()}
        )
    )


def _cell(value: Sequence[float] | None, unit: str) -> Any:
    if value is None:
        return ""
    found = Estimate(*value)
    number, bounds = phrasing.number(found.value, unit), phrasing.interval(found, unit)
    return markup(texts(lambda language: f"{number[language]} ({bounds[language]})"))


def _moment(version: KeptVersion) -> Texts:
    return texts(lambda language: moment_words(version.moment, language, "medium"))


def _conditions(version: KeptVersion) -> Texts:
    if not version.conditions:
        return _text("history.unmeasured")
    given = {name: version.conditions.get(name, "") for name in ("games", "players", "edition")}
    return _text("history.games", **given)
