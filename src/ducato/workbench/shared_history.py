"""The versions of a game with their figures, as one HTML file in three languages."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import cache
from typing import Any

from babel.dates import format_datetime

from ducato.core.game import Game
from ducato.core.i18n import LANGUAGE_NAMES, render, say
from ducato.lab.metrics import metrics_of
from ducato.lab.report import phrasing
from ducato.lab.report.phrasing import Texts, markup, texts
from ducato.runs.statistics import Estimate
from ducato.workbench.kept_versions import KeptVersion

PACKAGE = "ducato.workbench"


@cache
def _template() -> Any:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader(PACKAGE, "."),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    return environment.get_template("history.html")


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
    page: str = _template().render(
        languages=LANGUAGE_NAMES,
        title=markup(title),
        plain_title=title["en"],
        versions=[
            {
                "number": version.number,
                "note": version.note,
                "moment": markup(_moment(version.moment)),
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
        lambda language: render(
            say(key, **{n: v(language) if callable(v) else v for n, v in arguments.items()}),
            PACKAGE,
            language,
        )
    )


def _cell(value: Sequence[float] | None, unit: str) -> Any:
    if value is None:
        return ""
    found = Estimate(*value)
    number, bounds = phrasing.number(found.value, unit), phrasing.interval(found, unit)
    return markup(texts(lambda language: f"{number[language]} ({bounds[language]})"))


def _moment(moment: float) -> Texts:
    at = datetime.fromtimestamp(moment).astimezone()
    return texts(lambda language: str(format_datetime(at, "medium", locale=language)))


def _conditions(version: KeptVersion) -> Texts:
    if not version.conditions:
        return _text("history.unmeasured")
    given = {name: version.conditions.get(name, "") for name in ("games", "players", "edition")}
    return _text("history.games", **given)
