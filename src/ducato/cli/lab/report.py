"""``ducato lab report``: one HTML file about the balance of a game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ducato.cli.lab.options import (
    MANY,
    Csv,
    Levels,
    Parquet,
    Ray,
    Resume,
    interval_width,
    run_folder,
)
from ducato.cli.options import GameName, Jobs, Json, Options, Seed, chosen, few_enough
from ducato.cli.output import print_json, print_table

if TYPE_CHECKING:
    from ducato.core.game import Game
    from ducato.lab.report.measure import Case
    from ducato.lab.report.report_data import ReportData
    from ducato.lab.report.verdict import VerdictLine

DEFAULT_GAMES = 10_000
FIRST_GAMES = 1_000
"""The number of games after which ``--until`` first looks at the intervals."""
MOST_GAMES = 1_024_000
MARKS = {"fine": "✓", "look": "◐", "fault": "✗"}
"""What stands before the state of the game under a heading."""
WORDS = {"fine": "sound", "look": "have a look", "fault": "wrong"}

Against = Annotated[
    str | None,
    typer.Option(
        "--against",
        help='The game as it should be, as options joined by commas, such as "edition=x,price=2", '
        'or "" for the first edition: what has become hardly ever possible is found.',
    ),
]
Causes = Annotated[
    int | None,
    typer.Option(
        "--causes",
        min=0,
        help="Number of games at each table in which suspects are taken away from one seat; by "
        "default as many as --games, 0 for none.",
    ),
]
Number = Annotated[
    int,
    typer.Option(
        "--games", min=2, callback=few_enough, help="Number of games at each table and level."
    ),
]
Until = Annotated[
    str | None,
    typer.Option(
        metavar="interval=W%",
        help="Instead of --games: play until every share of wins is known to within W points.",
    ),
]


def report(
    game: GameName,
    *,
    out: Annotated[Path, typer.Option("--out", help="Folder for the report and its data.")],
    players: MANY = None,
    edition: Annotated[
        str | None, typer.Option("--edition", help="Editions joined by commas, or all.")
    ] = None,
    options: Options = None,
    level: Levels = "random,greedy",
    number: Number = DEFAULT_GAMES,
    until: Until = None,
    seed: Seed = 0,
    jobs: Jobs = 1,
    ray: Ray = None,
    resume: Resume = False,
    csv: Csv = False,
    parquet: Parquet = False,
    against: Against = None,
    causes: Causes = None,
    every: Annotated[
        bool, typer.Option("--all", help="Print all findings, not only the weightiest.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Play many games at every table and write a report: what is wrong, in words and plots."""
    from ducato.core.game import blaming, find_game
    from ducato.core.safe_file import write_whole
    from ducato.lab.report.measure import measure
    from ducato.lab.report.render import render
    from ducato.lab.report.report_data import FILE, encoded
    from ducato.lab.run import Conditions
    from ducato.runs.executors import executor
    from ducato.runs.play.lab_settings import player_counts
    from ducato.runs.run_folder import writing

    found = find_game(game)
    width = interval_width(until)
    names = _editions(found, edition)
    tables = [
        found.load(count, name, **chosen(options))
        for name in names
        for count in player_counts(found, players)
    ]
    levels = level.split(",")
    plan = {
        "command": "report",
        "game": found.name,
        "tables": [[table.edition_name, table.players] for table in tables],
        "options": dict(tables[0].options),
        "levels": levels,
        "games": until or number,
        "seed": seed,
    }
    plan |= {"against": against} if against is not None else {}
    plan |= {"causes": causes} if causes is not None else {}
    folder = run_folder(out, tables[0], levels, plan, resume=resume, ray=ray)
    common: dict[str, Any] = {"executor": executor(jobs, ray), "folder": folder, "quiet": False}
    conditions = Conditions(levels[-1], number, seed, jobs, ray, folder, quiet=False)
    with blaming(found):
        cases = _cases(tables, levels, number, width, seed, common)
        cases = _diagnosed(cases, causes, against, conditions, quiet=as_json)
        command = _command(game, players, edition, options, level, until, number, seed)
        command = command.replace(" --out", f" --against '{against}' --out") if against else command
        measured = measure(cases, command)
        html = render(found, measured)
    with writing(out):
        write_whole(out / "report.html", html)
        write_whole(out / Path(FILE).name, encoded(measured))
        for case, table in zip(cases, measured.tables, strict=True):
            _write_tables(case, out / "tables" / table.key, csv=csv, parquet=parquet)
    if as_json:
        print_json(_as_dict(cases, out))
    else:
        _print_verdicts(found, measured, out, every=every)


def _editions(game: Any, given: str | None) -> list[str]:
    """Return the editions that ``--edition`` names; the first one if none."""
    if given == "all":
        return list(game.editions)
    if given is None:
        return [next(iter(game.editions))]
    return given.split(",")


def _cases(
    tables: list[Any],
    levels: list[str],
    number: int,
    width: float | None,
    seed: int,
    common: dict[str, Any],
) -> list[Case]:
    """Return the runs of all tables and levels."""
    from ducato.lab.report.measure import Case
    from ducato.lab.run import plan_run, run_all, widest_interval

    games = number if width is None else FIRST_GAMES
    left = [(table, level) for table in tables for level in levels]
    runs: dict[tuple[int, str], Any] = {}
    while left:
        plans = [plan_run(t, games, [player] * t.players, seed=seed) for t, player in left]
        results = run_all(plans, **common)
        for (table, player), result in zip(left, results, strict=True):
            runs[id(table), player] = result
        if width is None or games >= MOST_GAMES:
            break
        # Pieces that are kept are not played again, so nothing is lost by asking for more.
        left = [
            pair
            for pair, result in zip(left, results, strict=True)
            if widest_interval(result) > width
        ]
        games *= 2
    return [Case({player: runs[id(table), player] for player in levels}) for table in tables]


def _diagnosed(
    cases: list[Case], causes: int | None, against: str | None, conditions: Any, *, quiet: bool
) -> list[Case]:
    """Return the cases with what is wrong with them; suspects are taken away from one seat."""
    from dataclasses import replace

    from ducato.lab.diagnosis.causes import trial_of
    from ducato.lab.diagnosis.diagnose import diagnose

    trials = [trial_of(case.main, len(case.main) if causes is None else causes) for case in cases]
    total = sum(trial.total for trial in trials)
    if total and not quiet:
        things = len({suspect.thing for trial in trials for suspect in trial.suspects})
        typer.echo(
            f"{things} suspects are taken away from one seat after the other: {total:,} games more "
            f"(--causes {max(trial.total for trial in trials) // 2} for half of them)"
        )
    found = []
    for case, trial in zip(cases, trials, strict=True):
        other = None if against is None else _compared(case, against, conditions)
        diagnosis = diagnose(case.main, trial, conditions, against=other)
        found.append(replace(case, found=diagnosis))
    return found


def _compared(case: Case, against: str, conditions: Any) -> Any:
    """Return a run of the game as it should be, at the same number of players."""
    from ducato.cli.lab.options import loaded_with
    from ducato.lab.run import play

    game = loaded_with(case.main.game.game, case.main.game.players, against)
    given = {name: getattr(conditions, name) for name in ("seed", "jobs", "ray", "folder", "quiet")}
    return play(game, len(case.main), case.main.seats, **given)


def _write_tables(case: Case, out: Path, *, csv: bool, parquet: bool) -> None:
    for level, run in case.runs.items():
        folder = out / level.replace(":", "-").replace("=", "-")
        if parquet:
            run.to_parquet(folder)
        if csv:
            run.to_csv(folder)


def _command(
    game: str,
    players: str | None,
    edition: str | None,
    options: list[str] | None,
    level: str,
    until: str | None,
    number: int,
    seed: int,
) -> str:
    """Return the command that repeats a run."""
    from ducato.core.game.folder import FROM_FOLDERS

    parts = ["ducato lab report", FROM_FOLDERS.get(game, game)]
    parts += [f"--players {players}"] if players else []
    parts += [f"--edition {edition}"] if edition else []
    parts += [f"--set {option}" for option in options or []]
    parts += [f"--level {level}", f"--until {until}" if until else f"--games {number}"]
    return " ".join([*parts, f"--seed {seed}", "--out DIR"])


def _as_dict(cases: list[Case], out: Path) -> dict[str, Any]:
    from ducato.lab.metrics import measured, metrics_of
    from ducato.lab.report.measure import by_level

    return {
        "report": str(out / "report.html"),
        "tables": [
            {
                "edition": case.main.game.edition_name,
                "players": case.main.game.players,
                "options": dict(case.main.game.options),
                "findings": [finding.to_dict() for finding in case.findings],
                "levels": {
                    level: {
                        "games": len(run),
                        "by_order": [e._asdict() for e in run.by_order()],
                        "by_seat": [e._asdict() for e in run.by_seat()],
                        "metrics": {n: e._asdict() for n, e in measured(run).items()},
                    }
                    for level, run in case.runs.items()
                },
                "differences": {
                    name: [part and part._asdict() for part in by_level(case, one).differences]
                    for name, one in metrics_of(case.main.game.game).items()
                },
            }
            for case in cases
        ],
    }


def _print_verdicts(game: Game, report: ReportData, out: Path, *, every: bool) -> None:
    from ducato.lab.report.verdict import short_title, verdict

    found = verdict(game, report)
    titles = [short_title(game, report, table)["en"] for table in report.tables]
    rows = []
    for line in found.health:
        cells = []
        for state, number in zip(line.states, line.numbers, strict=True):
            shown = "" if number is None else f" ({number['en']})"
            cells.append(f"{MARKS[state]} {WORDS[state]}{shown}")
        named = f" ({line.metric['en']})" if line.metric["en"] else ""
        rows.append([line.heading["en"] + named, *cells])
    print_table(["", *titles], rows, title=f"{game.text('title')}: {report.levels[-1]} play")
    if not found.faults:
        typer.echo("Nothing is wrong.")
    _print_lines("What is wrong", found.faults)
    _print_lines("What deserves a look", found.looks)
    if len(set(report.levels) - {"random"}) > 1:
        _print_levels(game, report)
    notes = [*found.notes, *(found.remaining if every else ())]
    if notes:
        typer.echo("-" * 72)
    _print_lines("What goes with winning or losing (these are no causes)", notes)
    if found.remaining and not every:
        typer.echo(f"  ... and {len(found.remaining)} more")
        typer.echo("Repeat the command with --resume --all to see all; the report has them too.")
    typer.echo(str(out / "report.html"))


def _print_levels(game: Game, report: ReportData) -> None:
    """Print every metric at each level of skill, with the difference from the level before."""
    from ducato.lab.report import phrasing

    for table in report.tables:
        rows = []
        for name, found in table.levels.items():
            metric = report.metrics[name]
            unit = "points" if metric.unit == "share" else metric.unit
            cells = []
            for value, difference in zip(found.values, found.differences, strict=True):
                changed = "" if difference is None else phrasing.change(difference, unit)["en"]
                cells += [phrasing.number(value.value, metric.unit)["en"], changed]
            rows.append([name, cells[0], *cells[2:]])
        heads = [report.levels[0]]
        for level in report.levels[1:]:
            heads += [level, "difference"]
        title = f"{table.players} players: every number at each level of skill, deal by deal"
        print_table(["metric", *heads], rows, title=title)


def _print_lines(title: str, lines: list[VerdictLine]) -> None:
    if lines:
        typer.echo(title)
    for line in lines:
        rows = [row["en"] for row in line.rows]
        typer.echo(f"  {line.statement['en']}" + (f" {rows[0]}" if len(rows) == 1 else ""))
        if len(rows) > 1:
            for row in rows:
                typer.echo(f"    {row}")
