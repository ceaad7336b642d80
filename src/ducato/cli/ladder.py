"""``ducato ladder``: ratings of bots."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ducato.cli.lab.options import MANY, Out, Ray, Resume, run_folder
from ducato.cli.options import (
    Edition,
    GameName,
    Jobs,
    Json,
    Options,
    Seed,
    chosen,
    few_enough,
)
from ducato.cli.output import percent, percent_interval, print_json, print_table, rules_label

if TYPE_CHECKING:
    from pathlib import Path

    from ducato.core.game import Game
    from ducato.lab.statistics import Estimate
    from ducato.lab.studies.ladder import Ladder


def ladder(
    game: GameName,
    *,
    bots: Annotated[
        str | None,
        typer.Option(
            "--bots",
            help="Players joined by commas, from the weakest to the strongest: random, softmax, "
            "greedy, ismcts:sims=N or a level; by default random, greedy and all levels.",
        ),
    ] = None,
    players: MANY = None,
    edition: Edition = None,
    options: Options = None,
    number: Annotated[
        int,
        typer.Option(
            "--games", min=2, callback=few_enough, help="Number of games for each pair of bots."
        ),
    ] = 400,
    minutes: Annotated[
        float | None,
        typer.Option(
            min=0,
            metavar="N",
            help="Time for each number of players, after which its games are given up.",
        ),
    ] = None,
    install: Annotated[
        bool, typer.Option("--install", help="Write the ratings into the game's data.")
    ] = False,
    seed: Seed = 0,
    jobs: Jobs = 1,
    ray: Ray = None,
    out: Out = None,
    resume: Resume = False,
    as_json: Json = False,
) -> None:
    """Rate bots by games between them; show how much skill and luck count."""
    from ducato.core.game import blaming, find_game
    from ducato.lab.play.settings import player_counts
    from ducato.lab.studies.ladder import ladder as run
    from ducato.lab.studies.ladder import plan_of_ladder
    from ducato.lab.studies.ladder_file import check_anchor, install_ladders
    from ducato.learn.install import check_installable

    found = find_game(game)
    names = _bots(found, bots)
    changes = chosen(options)
    counts = player_counts(found, None if players == "all" else players)
    tables = [found.load(n, edition, **changes) for n in counts]
    data = None
    if install:
        check_anchor(names)
        _check_rules(found, edition, changes)
        data = check_installable(found)
    plan = plan_of_ladder(tables[0], names, seed)
    folder = run_folder(out, tables[0], names, plan, resume=resume, ray=ray)
    results = []
    for loaded in tables:
        rules = rules_label(loaded.name, loaded.edition_name, loaded.options, loaded.players)
        typer.echo(f"playing {rules} ...", err=True)
        with blaming(found):
            results.append(
                run(
                    loaded,
                    names,
                    number,
                    seed=seed,
                    minutes=minutes,
                    jobs=jobs,
                    ray=ray,
                    folder=folder,
                    quiet=as_json,
                )
            )
        if out is not None:
            _write_tables(out, results[-1], several=len(found.players) > 1)
        if not as_json:
            _print(results[-1], {bot: level for level, bot in found.levels.items()})
        if data is not None:
            typer.echo(f"written: {install_ladders(found, data, results)}", err=True)
    if as_json:
        print_json({"game": found.name, "ladders": [one.to_dict() for one in results]})


def _bots(game: Game, given: str | None) -> list[str]:
    """Return the names of the bots; a level is replaced by its bot."""
    from ducato.core.game.ratings import ANCHOR

    names = ["random", ANCHOR, *game.levels] if given is None else given.split(",")
    return [game.levels.get(name, name) for name in names]


def _check_rules(game: Game, edition: str | None, changes: dict[str, object]) -> None:
    """See that ratings to install are those of the rules that people play by default.

    Raises:
        BadValue: they are not.
    """
    from ducato.core.errors import BadValue

    if changes or edition not in (None, game.editions[0]):
        raise BadValue("--install", True, f"without --set, and with edition {game.editions[0]}")


def _write_tables(out: Path, result: Ladder, *, several: bool) -> None:
    """Write the ratings as tables into the folder of a run."""
    from ducato.lab.folder import writing

    name = f"ladder-{result.players}" if several else "ladder"
    with writing(out):
        result.frame.write_csv(out / f"{name}.csv")
        result.frame.write_parquet(out / f"{name}.parquet")


def _print(result: Ladder, titles: dict[str, str]) -> None:
    """Print the ratings, who won against whom, and what a doubled budget gains.

    Args:
        result: the ratings.
        titles: the levels of the game by their bots.
    """
    rules = rules_label(result.game, result.edition, result.options, result.players)
    typer.echo(f"{result.games:,} games of {rules}")
    if result.stopped:
        typer.echo("the time was over before all games were played: --resume plays on")
    if result.unfinished:
        typer.echo(f"{result.unfinished:,} games did not end: all seats share the win")
    print_table(
        ["level", "bot", "Elo", "95 %", "games", "a decision", "95 %"],
        [
            [titles.get(x.name, ""), x.name, *_elo(x.elo), f"{x.games:,}", *_time(x.seconds)]
            for x in result.levels
        ],
        texts=2,
    )
    print_table(
        ["better", "worse", "games", "wins a single game", "95 %"],
        [
            [p.better, p.worse, f"{p.games:,}", percent(p.wins.value), percent_interval(p.wins[1:])]
            for p in result.pairs
        ],
        texts=2,
    )
    for gain in result.doublings:
        value, low, high = (f"{points:+.0f}" for points in gain.elo)
        typer.echo(f"{gain.search}: {value} Elo for each doubling of its budget ({low} to {high})")


def _elo(rating: Estimate) -> tuple[str, str]:
    """Return a rating and its interval, in whole points."""
    return f"{rating.value:.0f}", f"{rating.low:.0f} to {rating.high:.0f}"


def _time(seconds: Estimate) -> tuple[str, str]:
    """Return a processor time and its interval, in milliseconds."""
    value, low, high = (f"{1000 * max(0.0, x):.3g}" for x in seconds)
    return f"{value} ms", f"{low} to {high}"
