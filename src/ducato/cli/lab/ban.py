"""``ducato lab ban``: restricted play."""

from __future__ import annotations

from typing import Annotated

import typer

from ducato.cli.lab.options import Level, Out, Ray, Resume, study_conditions
from ducato.cli.lab.output import difference
from ducato.cli.lab.things import check_things
from ducato.cli.options import (
    Edition,
    GameName,
    Jobs,
    Json,
    Options,
    Players,
    Seed,
    few_enough,
    load_game,
)
from ducato.cli.output import percent, percent_interval, print_json, print_table


def ban(
    game: GameName,
    *,
    what: Annotated[
        list[str],
        typer.Option(
            metavar="THING",
            help="What one seat may not do: build:the-mill, build:* for all of a kind one by one, "
            "build for the kind, card=the-mill for all that names the card; may be given several "
            "times. `ducato lab things GAME` lists them.",
        ),
    ],
    together: Annotated[
        bool, typer.Option("--together", help="Forbid all that matches a pattern at once.")
    ] = False,
    players: Players = None,
    edition: Edition = None,
    options: Options = None,
    level: Level = "greedy",
    number: Annotated[
        int,
        typer.Option(
            "--games", min=2, callback=few_enough, help="Number of games for each thing and seat."
        ),
    ] = 4000,
    seed: Seed = 0,
    jobs: Jobs = 1,
    ray: Ray = None,
    out: Out = None,
    resume: Resume = False,
    as_json: Json = False,
) -> None:
    """Forbid something to one seat and see what that costs it, in the same deals."""
    from ducato.core.game import blaming
    from ducato.lab.run import write_table
    from ducato.lab.studies.ban import ban as run

    loaded = load_game(game, players, edition, options)
    with blaming(loaded.game):
        check_things(loaded.game, what)
    about = {"edition": loaded.edition_name, "options": dict(loaded.options), "what": what}
    conditions = study_conditions(
        "ban",
        loaded,
        {**about, "together": together},
        level=level,
        games=number,
        seed=seed,
        jobs=jobs,
        ray=ray,
        out=out,
        resume=resume,
    )
    with blaming(loaded.game):
        result = run(loaded, what, conditions, together=together)
    if out is not None:
        write_table(out, "ban", result.frame)
    if as_json:
        return print_json(result.to_dict())
    rows = [
        [
            r.what,
            "" if r.used is None else percent(r.used.value),
            "" if r.used is None else percent_interval(r.used[1:]),
            *difference(r.cost),
            "*" if r.p < 0.01 else "",
        ]
        for r in result.restrictions
    ]
    title = (
        f"{result.game} ({result.edition}) with {result.players} players, all {level}, "
        f"{number:,} games for each seat"
    )
    print_table(["one seat goes without", "used", "95 %", "cost", "95 %", ""], rows, title=title)
    typer.echo(
        "cost: percentage points of wins that the seat loses; below 0, it wins more without\n"
        "* p < 0.01, corrected for the number of rows"
    )
