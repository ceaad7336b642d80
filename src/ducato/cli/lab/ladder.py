"""``ducato lab ladder``: ratings of levels of play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ducato.cli.lab.options import Out, Ray, Resume, run_folder
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
from ducato.cli.output import percent, percent_interval, print_json, print_table, rules_label

if TYPE_CHECKING:
    from ducato.lab.statistics import Estimate

DEFAULT_LEVELS = "random,greedy,ismcts:sims=50,ismcts:sims=500"


def ladder(
    game: GameName,
    *,
    levels: Annotated[
        str,
        typer.Option(
            "--levels",
            help="Players joined by commas, from the weakest to the strongest: random, softmax, "
            "greedy, ismcts:sims=N.",
        ),
    ] = DEFAULT_LEVELS,
    players: Players = None,
    edition: Edition = None,
    options: Options = None,
    number: Annotated[
        int,
        typer.Option(
            "--games", min=2, callback=few_enough, help="Number of games for each pair of levels."
        ),
    ] = 200,
    seed: Seed = 0,
    jobs: Jobs = 1,
    ray: Ray = None,
    out: Out = None,
    resume: Resume = False,
    as_json: Json = False,
) -> None:
    """Rate levels of play by games between them; show how much skill and luck count."""
    from ducato.core.game import blaming
    from ducato.lab.folder import writing
    from ducato.lab.studies.ladder import ladder as run
    from ducato.lab.studies.ladder import plan_of_ladder

    loaded = load_game(game, players, edition, options)
    names = levels.split(",")
    plan = plan_of_ladder(loaded, names, number, seed)
    folder = run_folder(out, loaded, names, plan, resume=resume, ray=ray)
    with blaming(loaded.game):
        result = run(
            loaded, names, number, seed=seed, jobs=jobs, ray=ray, folder=folder, quiet=False
        )
    if out is not None:
        with writing(out):
            result.frame.write_csv(out / "ladder.csv")
            result.frame.write_parquet(out / "ladder.parquet")
    if as_json:
        print_json(result.to_dict())
        return
    rules = rules_label(result.game, result.edition, result.options, result.players)
    typer.echo(f"{result.games:,} games of {rules}")
    if result.unfinished:
        typer.echo(f"{result.unfinished:,} games did not end: all seats share the win")
    print_table(
        ["level", "Elo", "95 %", "a decision", "95 %"],
        [[x.name, *_elo(x.elo), *_time(x.seconds)] for x in result.levels],
    )
    print_table(
        ["better", "worse", "wins a single game", "95 %"],
        [[p.better, p.worse, percent(p.wins.value), percent_interval(p.wins[1:])]
         for p in result.pairs],
        texts=2,
    )  # fmt: skip
    for gain in result.doublings:
        value, interval = _elo(gain.elo)
        typer.echo(f"{gain.search}: {value} Elo for each doubling of its budget ({interval})")


def _elo(rating: Estimate) -> tuple[str, str]:
    """Return a rating and its interval, in whole points."""
    return f"{rating.value:+.0f}", f"{rating.low:+.0f} to {rating.high:+.0f}"


def _time(seconds: Estimate) -> tuple[str, str]:
    """Return a processor time and its interval, in milliseconds."""
    value, low, high = (f"{1000 * max(0.0, x):.3g}" for x in seconds)
    return f"{value} ms", f"{low} to {high}"
