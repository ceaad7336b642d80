"""``ducato lab compare``: two sets of options, deal by deal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ducato.cli.lab.options import Level, Out, Ray, Resume, loaded_with, study_conditions
from ducato.cli.lab.output import cell, difference
from ducato.cli.options import GameName, Jobs, Json, Players, Seed, few_enough
from ducato.cli.output import print_json, print_table
from ducato.core.errors import BadValue

if TYPE_CHECKING:
    from ducato.lab.studies.compare import Comparison

FORM = "PATH|commit:REV|version:N"
A_FROM = "Another form of the game for the first side; see --b-from."
B_FROM = (
    "Another form of the game to compare with: a folder, a commit of its git repository, or a "
    "version kept with `ducato dev`."
)
SURE = 0.01
"""The corrected p-value below which a difference is marked."""


def compare(
    game: GameName,
    *,
    a: Annotated[
        str, typer.Option("--a", help='Options joined by commas, such as "edition=x,price=2".')
    ] = "",
    b: Annotated[str, typer.Option("--b", help="The options to compare with those.")] = "",
    a_from: Annotated[str | None, typer.Option("--a-from", metavar=FORM, help=A_FROM)] = None,
    b_from: Annotated[str | None, typer.Option("--b-from", metavar=FORM, help=B_FROM)] = None,
    players: Players = None,
    level: Level = "greedy",
    number: Annotated[
        int,
        typer.Option(
            "--games", min=2, callback=few_enough, help="Number of games under each set of options."
        ),
    ] = 5000,
    seed: Seed = 0,
    jobs: Jobs = 1,
    ray: Ray = None,
    out: Out = None,
    resume: Resume = False,
    as_json: Json = False,
) -> None:
    """Play the same deals under two sets of options, or two forms of a game; show what differs."""
    from contextlib import ExitStack
    from pathlib import Path
    from tempfile import TemporaryDirectory

    from ducato.core.game import blaming, find_game
    from ducato.lab.run import write_table
    from ducato.lab.studies.compare import compare as run
    from ducato.workbench.forms import form_of

    found = find_game(game)
    if not b and b_from is None and a_from is None:
        expected = "options such as price=2, or another form of the game with --b-from"
        raise BadValue("--b", b, expected)
    with ExitStack() as stack:
        copies = Path(stack.enter_context(TemporaryDirectory(prefix="ducato-compare-")))
        first, second = [
            loaded_with(found if form is None else form_of(found, form, copies), players, given)
            for form, given in ((a_from, a), (b_from, b))
        ]
        conditions = study_conditions(
            "compare",
            first,
            {"a": a, "b": b, "a_from": a_from, "b_from": b_from},
            level=level,
            games=number,
            seed=seed,
            jobs=jobs,
            ray=ray,
            out=out,
            resume=resume,
        )
        stack.enter_context(blaming(found))
        result = run(first, second, conditions)
    if out is not None:
        write_table(out, "compare", result.frame)
    if as_json:
        print_json(result.to_dict())
        return
    _print(result)


def _print(result: Comparison) -> None:
    from ducato.core.game import find_game
    from ducato.lab.metrics import metrics_of

    conditions = result.conditions
    metrics = metrics_of(find_game(result.game))
    rows = []
    for found in result.differences:
        metric = metrics[found.metric]
        rows.append(
            [
                metric.name,
                cell(found.a, metric),
                cell(found.b, metric),
                *difference(found.difference, metric.unit),
                "*" if found.p < SURE else "",
            ]
        )
    title = (
        f"{result.game} with {result.players} players, all {conditions.level}, "
        f"{conditions.games:,} games each: a = {result.a}; b = {result.b}"
    )
    print_table(["metric", "a", "b", "b - a", "95 %", ""], rows, title=title)
    typer.echo(
        "b - a: differences of shares are percentage points\n"
        f"* differs (p < {SURE:g}, corrected for the number of metrics)"
    )
