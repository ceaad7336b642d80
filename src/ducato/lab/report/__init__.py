"""Reports: one HTML file about the balance of a game, complete in itself, in three languages."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import ducato
from ducato.core.i18n import LANGUAGE_NAMES
from ducato.lab.report import words
from ducato.lab.report.sections import MOST_ROWS, Case, overview, sections
from ducato.lab.report.words import markup, text

__all__ = ["Case", "report"]


@cache
def _template() -> Any:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("ducato.lab.report", "."),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    return environment.get_template("report.html")


def report(cases: Sequence[Case], command: str = "") -> str:
    """Return the report about some tables of one game as the text of an HTML file.

    Args:
        cases: the tables, which have the same levels of skill.
        command: the command that repeats the runs.
    """
    first = cases[0].main
    game = first.game.game
    title = text("report.title", game=lambda language: game.text("title", language))
    levels = [words.level_name(level) for level in cases[0].levels]
    method = text(
        "report.method.text",
        games=words.number(len(first)),
        seed=first.seed,
        version=ducato.__version__,
        command=command,
    )
    html: str = _template().render(
        languages=LANGUAGE_NAMES,
        title=markup(title),
        plain_title=title["en"],
        cloth=game.facts.cloth,
        cases=[
            {
                "key": case.key,
                "title": markup(case.title),
                "edition": case.main.game.edition_name,
                "verdict": [markup(line) for line in case.verdict()],
                "remaining": [markup(line) for line in left_out],
                "more": markup(text("finding.rest", n=len(left_out))),
                "sections": list(sections(case, MOST_ROWS // len(cases))),
            }
            for case in cases
            for left_out in [case.remaining()]
        ],
        overview=overview(list(cases)),
        levels=[markup(level) for level in levels],
        method=[
            markup(method),
            markup(text("report.method.levels", levels=words.listed(levels))),
            markup(text("report.method.corrected")),
        ],
        t=lambda key: markup(text(key)),
    )
    return html
