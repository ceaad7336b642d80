"""``ducato simulate``: very many games between compiled players."""

from __future__ import annotations

from typing import Annotated

import typer

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
from ducato.cli.output import (
    order_label,
    percent,
    percent_interval,
    print_json,
    print_table,
    rules_label,
    seat_label,
)


def simulate(
    game: GameName,
    *,
    number: Annotated[
        int, typer.Option("--games", min=1, callback=few_enough, help="Number of games.")
    ] = 10_000,
    player: Annotated[
        str,
        typer.Option("--player", help="random, guided (better actions more often) or greedy."),
    ] = "random",
    players: Players = None,
    edition: Edition = None,
    options: Options = None,
    seed: Seed = 0,
    jobs: Jobs = 1,
    as_json: Json = False,
) -> None:
    """Play many games and report who wins, how long games last and how fast they were played."""
    from ducato.core.game import blaming
    from ducato.lab.simulate import simulate as run

    loaded = load_game(game, players, edition, options)
    with blaming(loaded.game):
        result = run(loaded, number, seed=seed, jobs=jobs, player=player, quiet=False)
    if as_json:
        print_json(result.to_dict())
        return
    rounds = f" and {result.mean_rounds:.1f} rounds" if result.mean_rounds else ""
    typer.echo(
        f"{result.games:,} games of "
        f"{rules_label(result.game, result.edition, result.options, result.players)}, "
        f"all {result.player}\n"
        f"{result.mean_decisions:.1f} decisions{rounds} a game\n"
        f"{result.seconds:.1f} s: {result.games_per_second:,.0f} games/s, "
        f"{result.decisions_per_second:,.0f} decisions/s\n"
        f"{result.cpu_seconds:.1f} s of processor time: "
        f"{result.games_per_cpu_second:,.0f} games/s, "
        f"{result.decisions_per_cpu_second:,.0f} decisions/s"
    )
    if result.unfinished:
        typer.echo(f"{result.unfinished:,} games did not end and are left out")
    by_seat = zip(result.wins, result.intervals95["wins"], result.mean_returns, strict=True)
    by_order = zip(result.wins_by_order, result.intervals95["wins_by_order"], strict=True)
    print_table(
        ["", "wins", "95 %", "mean return"],
        [
            *([seat_label(seat), percent(share), percent_interval(interval), f"{mean:+.3f}"]
              for seat, (share, interval, mean) in enumerate(by_seat, 1)),
            *([order_label(place), percent(share), percent_interval(interval), ""]
              for place, (share, interval) in enumerate(by_order, 1)),
        ],
    )  # fmt: skip
