"""``ducato lab sweep``: the effect of options, and editions, over a range of values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ducato.cli.lab.options import Level, Metrics, Out, Ray, Resume, study_conditions
from ducato.cli.lab.output import cell, difference
from ducato.cli.options import Edition, GameName, Jobs, Json, Players, Seed, chosen, few_enough
from ducato.cli.output import print_json, print_table

if TYPE_CHECKING:
    from ducato.lab.studies.sweep import Sweep


def sweep(
    game: GameName,
    *,
    options: Annotated[
        list[str],
        typer.Option(
            "--set",
            metavar="KEY=VALUES",
            help="An option with a range (1..9, 1..9..2), a list (1,3,9) or * for all, or editions "
            "(edition=a,b); given several times, all combinations are played. One value is a fixed "
            "option.",
        ),
    ],
    players: Players = None,
    edition: Edition = None,
    metric: Metrics = None,
    level: Level = "greedy",
    number: Annotated[
        int,
        typer.Option(
            "--games", min=2, callback=few_enough, help="Number of games for each combination."
        ),
    ] = 2000,
    seed: Seed = 0,
    jobs: Jobs = 1,
    ray: Ray = None,
    out: Out = None,
    resume: Resume = False,
    as_json: Json = False,
) -> None:
    """Play the same deals under every combination of values; show how the metrics change."""
    from ducato.core.game import blaming, find_game
    from ducato.lab.metrics import metric_of
    from ducato.lab.run import write_table
    from ducato.lab.studies.sweep import DEFAULT_METRICS, combinations
    from ducato.lab.studies.sweep import sweep as run

    found = find_game(game)
    varied = chosen(options)
    loaded = found.load(players, edition)
    combinations(found, varied, edition)
    names = metric.split(",") if metric else list(DEFAULT_METRICS)
    for name in names:
        metric_of(found, name)
    what = {"players": players, "edition": edition, "varied": varied}
    conditions = study_conditions(
        "sweep",
        loaded,
        what,
        level=level,
        games=number,
        seed=seed,
        jobs=jobs,
        ray=ray,
        out=out,
        resume=resume,
    )
    with blaming(found):
        result = run(found, varied, conditions, players=players, edition=edition, metrics=names)
    if out is not None:
        write_table(out, "sweep", result.frame)
    if as_json:
        print_json(result.to_dict())
        return
    _print(result, names)


def _print(result: Sweep, names: list[str]) -> None:
    from ducato.core.game import find_game
    from ducato.lab.metrics import metric_of
    from ducato.lab.studies.sweep import EDITION

    conditions = result.conditions
    metrics = [metric_of(find_game(result.game), name) for name in names]
    compared = [m for m in metrics if any(m.name in s.differences for s in result.settings)]
    varied = list(result.settings[0].values)
    rows, differences = [], []
    for setting in result.settings:
        values = [str(value) for value in setting.values.values()]
        cells = [cell(setting.metrics[m.name], m) for m in metrics] if setting.metrics else []
        rows.append([*values, *cells])
        if setting.differences:
            pairs = [difference(setting.differences[m.name], m.unit) for m in compared]
            differences.append([*values, *(f"{value} ({ends})" for value, ends in pairs)])
        if setting.conflict:
            typer.echo(setting.conflict, err=True)
    rules = "" if EDITION in varied else f" ({result.edition})"
    title = (
        f"{result.game}{rules} with {result.players} players, all {conditions.level}, "
        f"{conditions.games:,} games each; ± half of the 95 % interval"
    )
    print_table([*varied, *names], rows, texts=len(varied), title=title)
    if differences:
        title = "by how much each row exceeds the first, deal by deal (95 %); shares in points"
        columns = [*varied, *(m.name for m in compared)]
        print_table(columns, differences, texts=len(varied), title=title)
