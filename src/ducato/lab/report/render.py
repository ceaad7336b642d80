"""From the data of a report to its page: one HTML file, complete in itself, in three languages."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from ducato.core.game import Game
from ducato.core.i18n import LANGUAGE_NAMES
from ducato.lab.report import phrasing
from ducato.lab.report.phrasing import Texts, markup, text
from ducato.lab.report.report_data import ReportData, TableData
from ducato.lab.report.sections import level_rows, overview, sections
from ducato.lab.report.verdict import short_title, verdict


@cache
def template(package: str, name: str) -> Any:
    """Return a template that lies in a package, for pages that are complete in themselves."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader(package, "."),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    return environment.get_template(name)


def render(game: Game, report: ReportData) -> str:
    """Return a report about a game as the text of an HTML file."""
    title = text("report.title", game=lambda language: game.text("title", language))
    levels = [phrasing.level_name(level) for level in report.levels]
    method = text(
        "report.method.text",
        games=phrasing.number(report.games),
        seed=report.seed,
        version=report.version,
        command=report.command,
    )
    found = verdict(game, report)
    html: str = template("ducato.lab.report", "report.html").render(
        languages=LANGUAGE_NAMES,
        title=markup(title),
        plain_title=title["en"],
        cloth=game.facts.cloth,
        verdict=found,
        shorts=[markup(short_title(game, report, table)) for table in report.tables],
        more=markup(text("finding.rest", n=len(found.remaining))),
        tables=list(_tables(game, report)),
        overview=overview(game, report),
        levels=[markup(level) for level in levels],
        method=[
            markup(method),
            markup(text("report.method.levels", levels=phrasing.listed(levels))),
            markup(text("report.method.corrected")),
        ],
        t=lambda key: markup(text(key)),
        markup=markup,
    )
    return html


def _tables(game: Game, report: ReportData) -> Iterator[dict[str, Any]]:
    for table in report.tables:
        yield {
            "key": table.key,
            "title": markup(table_title(game, table)),
            "edition": table.edition,
            "sections": list(sections(game, table)),
            "levels": level_rows(game, report, table),
        }


def table_title(game: Game, table: TableData) -> Texts:
    """Return the title of a table: players, edition and options."""
    edition = phrasing.game_text(game, f"edition.{table.edition}")
    title = text("table", players=table.players, edition=edition)
    if not table.options:
        return title
    options = ", ".join(f"{name} = {value}" for name, value in table.options.items())
    changed = text("changed", options=options)
    return phrasing.texts(lambda language: f"{title[language]}; {changed[language]}")
