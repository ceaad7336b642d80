"""``ducato lab record``: the analysis of a recorded game."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ducato.cli.options import FileOrInput, Json, Language
from ducato.cli.output import print_json, print_table
from ducato.core.errors import BadValue

if TYPE_CHECKING:
    from ducato.bots.analysis import Analysis, Budget, Progress
    from ducato.core.match import Match

PARTS = {"chance": "chance", "own": "own choices", "others": "others' choices", "rest": "rest"}
"""The parts of a change, as `table.queries.analysis` names them, and their titles."""


def record(
    file: FileOrInput,
    *,
    seconds: Annotated[
        float,
        typer.Option(
            "--seconds", metavar="SECONDS", min=0.1, help="Processor time of the analysis."
        ),
    ] = 60.0,
    simulations: Annotated[
        int | None,
        typer.Option(
            "--simulations",
            min=1,
            help="Simulations of each choice instead, so that the analysis can be repeated.",
        ),
    ] = None,
    all_decisions: Annotated[
        bool, typer.Option("--all", help="Print all decisions, not only those that cost something.")
    ] = False,
    out: Annotated[
        Path | None, typer.Option("--out", help="Also write the analysis as JSON into this file.")
    ] = None,
    language: Language = "en",
    as_json: Json = False,
) -> None:
    """Judge every choice of a recorded game by the strongest bot, and tell luck from play."""
    from ducato.bots.analysis import Budget
    from ducato.cli.replay import read_match
    from ducato.core.safe_file import check_target
    from ducato.table.queries.analysis import AnalysisWords
    from ducato.table.queries.opinions import Words
    from ducato.table.views.texts import GameTexts

    if out is not None:
        check_target(out, "--out")
    match = read_match(file)
    if not match.is_over():
        raise BadValue("FILE", str(file), "the record of a finished game")
    found = _analysed(match, Budget(seconds, simulations))
    words = AnalysisWords(match, found, Words(match, GameTexts(match), language))
    report = _report(words, found, match)
    if out is not None:
        _write(out, report)
    if as_json:
        print_json({"record": str(file), **report})
        return
    _print(report, match, all_decisions=all_decisions)


def _analysed(match: Match, budget: Budget) -> Analysis:
    """Return the analysis of a match, all of whose seats are judged in full; show the progress."""
    from ducato.bots.analysis import Progress
    from ducato.bots.analysis.analyse import analysing
    from ducato.bots.warmup import ADVICE, warm_up
    from ducato.core.game import blaming
    from ducato.table.queries.hints import describe

    progress = Progress()
    with blaming(match.game.game):
        warm_up(ADVICE, match.game)  # compiling is not part of the budget
        thinking = analysing(
            match,
            range(match.game.players),
            budget,
            describe=partial(describe, match.game),
            progress=progress,
        )
        with _Bar(progress) as bar:
            while True:
                try:
                    next(thinking)
                except StopIteration as end:
                    found: Analysis = end.value
                    return found
                bar.show()


class _Bar:
    """The progress bar of an analysis, on standard error if that is a terminal."""

    def __init__(self, progress: Progress) -> None:
        self._progress, self._bar = progress, None
        if sys.stderr.isatty():
            from rich.console import Console
            from rich.progress import Progress as Bar

            self._bar = Bar(console=Console(stderr=True), transient=True)
            self._task = self._bar.add_task("analysis", total=None)

    def __enter__(self) -> _Bar:
        if self._bar is not None:
            self._bar.start()
        return self

    def __exit__(self, *error: object) -> None:
        if self._bar is not None:
            self._bar.stop()

    def show(self) -> None:
        """Show how far the analysis is."""
        if self._bar is not None:
            done, total = self._progress.done, self._progress.total
            self._bar.update(self._task, completed=done, total=total or None)


def _report(words: Any, found: Analysis, match: Match) -> dict[str, Any]:
    """Return all that the command prints, as one object."""
    from ducato.bots.thinking import finish

    summary = finish(words.summary())
    decisions = [{**one, **(words.decision(one["seq"]) or {})} for one in summary.pop("decisions")]
    return {
        "game": match.game.name,
        "names": match.names,
        "ranks": match.ranks(),
        "rules_version": found.rules_version,
        "ducato": found.ducato,
        "weights": found.weights,
        **summary,
        "decisions": decisions,
    }


def _write(out: Path, report: dict[str, Any]) -> None:
    import json

    from ducato.core.safe_file import write_whole

    text = json.dumps(report, ensure_ascii=False, indent=1) + "\n"
    write_whole(out, text, option="--out")


def _print(report: dict[str, Any], match: Match, *, all_decisions: bool) -> None:
    """Print the decisions, the moments that decided, and luck and play."""
    rows = [
        _decision_row(one, match)
        for one in report["decisions"]
        if all_decisions or one["mark"] not in (None, "good")
    ]
    if rows:
        columns = ["step", "player", "chosen", "the bot", "", "before", "lost"]
        print_table(columns, rows, texts=5, title="points of win chance (95 %)")
    moments = [_moment_row(one, match) for one in report["moments"]]
    if moments:
        print_table(["step", "moments that decided", "", "win chance"], moments, texts=3)
    names = match.names
    parts = [
        [names[one["seat"]], f"{one['from']:.1f} %", *(_part(one[key]) for key in PARTS)]
        + [f"{one['to']:.1f} %"]
        for one in report["accounts"]
    ]
    print_table(["player", "before", *PARTS.values(), "result"], parts)
    marks = [
        [names[one["seat"]], str(one["decisions"]), _part(one["lost"], 2, signed=False)]
        + [str(number) for number in one["marks"].values()]
        for one in report["accounts"]
    ]
    print_table(["player", "decisions", "average loss", *report["accounts"][0]["marks"]], marks)
    typer.echo(
        f"{report['simulations']} simulations in {report['seconds']:.1f} s, by {report['bot']}"
    )


def _decision_row(one: dict[str, Any], match: Match) -> list[str]:
    choices = one.get("choices", [])
    label = {choice["action"]: choice["text"] or "" for choice in choices}
    best = choices[0]["action"] if choices else one["taken"]
    chosen = label.get(one["taken"], "resign" if one["taken"] < 0 else "")
    return [
        str(one["seq"]),
        match.names[one["seat"]],
        chosen,
        "" if best == one["taken"] else label.get(best, ""),
        one["mark"] or "",
        f"{one['wins'][one['seat']]:.1f}",
        f"{one['lost']:.1f} ±{one['lost_margin']:.1f}",
    ]


def _moment_row(one: dict[str, Any], match: Match) -> list[str]:
    name = match.names[one["seat"]]
    what = "chance" if one["chance"] else "resignation" if one["taken"] is None else one["taken"]
    change = f"{one['from']:.1f} to {one['to']:.1f} % ±{one['margin']:.1f}"
    return [str(one["seq"]), name, what, change]


def _part(part: list[float], digits: int = 1, *, signed: bool = True) -> str:
    value, margin = part
    return f"{value:{'+' if signed else ''}.{digits}f} ±{margin:.{digits}f}"
