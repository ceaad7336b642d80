"""``ducato lab tune``: the search for an edition that meets targets."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ducato.cli.lab.options import MANY, Level, Ray, Resume, run_folder
from ducato.cli.lab.output import cell, difference
from ducato.cli.options import Edition, GameName, Jobs, Json, Options, Seed, chosen, few_enough
from ducato.cli.output import print_json, print_table
from ducato.core.errors import BadValue

if TYPE_CHECKING:
    from ducato.lab.metrics import Metric
    from ducato.lab.studies.aims import Aim, TuningTask
    from ducato.lab.studies.tune import Edition as Tried
    from ducato.lab.studies.tune import Tuned
    from ducato.runs.statistics import Estimate

SURE = 0.01
"""The corrected p-value below which an effect is marked."""
SCREENED, MANY_FREE = 6, 12
"""How many options are changed if more than these are free."""

Wanted = Annotated[
    list[str] | None,
    typer.Option(
        "--target",
        help="Metrics joined by commas, with a wanted range such as minutes=45..60, a change such "
        "as minutes=-20%, settled=same, or nothing, to improve them; may be given several times; "
        "by default the targets of the game.",
    ),
]
Screen = Annotated[
    int | None,
    typer.Option(
        "--screen",
        min=0,
        help="Look first what each option does alone, and change only so many; 0 for all; by "
        f"default {SCREENED} if more than {MANY_FREE} are free.",
    ),
]


def tune(
    game: GameName,
    *,
    out: Annotated[Path, typer.Option("--out", help="Folder that keeps the study.")],
    target: Wanted = None,
    screen: Screen = None,
    trials: Annotated[int, typer.Option(min=1, help="Number of editions to try.")] = 300,
    free: Annotated[
        list[str] | None,
        typer.Option(
            "--free",
            metavar="NAMES",
            help="Options to change, joined by commas: names, patterns such as 'tiles.*.attack', "
            "or a name with values, ace_price=1..5; for some numbers of players only with an @, "
            "ace_price@4-5; by default all tunable parameters.",
        ),
    ] = None,
    pareto: Annotated[
        bool, typer.Option("--pareto", help="Take every target as an objective of its own.")
    ] = False,
    players: MANY = None,
    edition: Edition = None,
    options: Options = None,
    level: Level = "greedy",
    number: Annotated[
        int,
        typer.Option(
            "--games", min=2, callback=few_enough, help="Number of games at each table and trial."
        ),
    ] = 500,
    name: Annotated[str, typer.Option("--name", help="Name of the new edition.")] = "found",
    seed: Seed = 0,
    jobs: Jobs = 1,
    ray: Ray = None,
    resume: Resume = False,
    as_json: Json = False,
) -> None:
    """Search for numbers of the rules that meet targets; verify the best with new deals."""
    from ducato.core.game import blaming, find_game
    from ducato.core.safe_file import write_whole
    from ducato.lab.run import Conditions
    from ducato.lab.studies.aims import TuningTask, aims_of
    from ducato.lab.studies.space import search_space
    from ducato.lab.studies.tune import tune as run
    from ducato.runs.extras import needed
    from ducato.runs.play.lab_settings import player_counts
    from ducato.runs.run_folder import writing

    needed("optuna", "lab")
    _check(name, out)
    found = find_game(game)
    fixed = chosen(options)
    names = [part for given in free or [] for part in given.split(",")]
    counts, first = player_counts(found, players), edition or found.editions[0]
    wanted = ",".join(target) if target else None
    many = len(search_space(found, names, counts, fixed)) > MANY_FREE
    kept = screen if screen is not None else SCREENED if many else 0
    levels, aims = level.split(","), aims_of(found, wanted)
    sought = TuningTask(found, aims, counts, levels, first, fixed, names, pareto, kept)
    (first_table, *_) = sought.load({})
    plan = {
        **{"command": "tune", "game": found.name, "players": counts, "edition": first},
        **{"options": fixed, "target": wanted, "free": names, "pareto": pareto},
        **{"level": level, "games": number, "seed": seed},
        **({"screen": kept} if kept else {}),
    }
    folder = run_folder(out, first_table, levels, plan, resume=resume, ray=ray)
    conditions = Conditions(level, number, seed, jobs, ray, folder, quiet=False)
    with blaming(found):
        result = run(sought, trials, conditions, out=out, name=name)
    with writing(out):
        write_whole(out / "editions.toml", "\n".join(one.toml for one in result.found))
    if as_json:
        print_json(result.to_dict())
    else:
        _print(result, sought)


def _check(name: str, out: Path) -> None:
    """Raise `BadValue` unless an edition can have this name, and a study be kept in this folder."""
    if not re.fullmatch(r"[\w-]+", name, re.ASCII):
        raise BadValue("--name", name, "letters, digits, - and _")
    if set("?%") & set(str(out.resolve())):
        raise BadValue(
            "--out", str(out), "a folder without ? and %: the study's address has its path"
        )


def _print(result: Tuned, search: TuningTask) -> None:
    from ducato.lab.metrics import metric_of

    metrics = [metric_of(search.game, aim.name) for aim in search.aims]
    if result.met:
        typer.echo("the present edition meets all targets; nothing was tried")
    if result.screened:
        _print_screened(result, search)
    typer.echo(f"{result.trials} editions tried, {result.pruned} of them impossible")
    titles = ["before", *map(str, range(1, len(result.found) + 1))]
    rows = [
        [title, _short(table, search), *(_cell(edition, table, m, title) for m in metrics),
         f"{edition.distance:.3f}"]
        for title, edition in zip(titles, [result.base, *result.found], strict=True)
        for table in edition.tables
    ]  # fmt: skip
    wanted = [f"{aim.name}\n{_wanted(aim)}" for aim in search.aims]
    print_table(
        ["", "players", *wanted, "distance"],
        rows,
        texts=2,
        title="with new deals; ± half of the 95 % interval; below, the change deal by deal",
    )
    if result.met:
        return
    if result.found and result.found[0].distance < result.base.distance:
        typer.echo(result.found[0].toml, nl=False)
    else:
        typer.echo("no edition tried is nearer to the targets than the one before")


def _short(table: str, search: TuningTask) -> str:
    """Return a table's number of players, with the level if there are several."""
    players, _, level = table.partition(" players, ")
    return f"{players}, {level}" if len(search.levels) > 1 else players


def _cell(edition: Tried, table: str, metric: Metric, title: str) -> str:
    """Return a metric and, below it, by how much it differs from the edition before."""
    change = edition.changes[table].get(metric.name) if title != "before" else None
    shown = cell(edition.tables[table][metric.name], metric)
    return shown if change is None else f"{shown}\n{' '.join(_signed(change, metric))}"


def _signed(change: Estimate, metric: Metric) -> tuple[str, str]:
    value, bounds = difference(change, metric.unit)
    return value, f"({bounds})"


def _print_screened(result: Tuned, search: TuningTask) -> None:
    """Print what each option does alone, those that are changed first."""
    from ducato.lab.metrics import metric_of

    rows = []
    for number, one in enumerate(result.screened):
        value, bounds = difference(one.change, metric_of(search.game, one.metric).unit)
        mark = "changed" if number < search.screen else ""
        sure = "*" if one.p < SURE else ""
        rows.append([one.name, str(one.value), one.metric, value, bounds, sure, mark])
    title = "what each option does alone, from the greatest effect to the least"
    print_table(["option", "value", "metric", "change", "95 %", "", ""], rows, texts=3, title=title)


def _wanted(aim: Aim) -> str:
    """Return what is wanted of a metric as text."""
    if aim.change is not None:
        return f"{100 * aim.change:+g}%" if aim.change else "same"
    if aim.target is None:
        return ""
    low, high = (f"{x:g}" if abs(x) < float("inf") else "" for x in aim.target)
    return f"{low}..{high}"
