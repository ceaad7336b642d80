"""``ducato match``: games between bots."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

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

if TYPE_CHECKING:
    from ducato.lab.tournament import BotResult


def match(
    game: GameName,
    *,
    bots: Annotated[str, typer.Option("--bots", help="Names joined by commas.")],
    number: Annotated[
        int, typer.Option("--games", min=1, callback=few_enough, help="Number of games.")
    ] = 100,
    players: Players = None,
    edition: Edition = None,
    options: Options = None,
    seed: Seed = 0,
    jobs: Jobs = 1,
    as_json: Json = False,
) -> None:
    """Play a tournament between bots: seats rotate, and every deal is played from every seat."""
    from ducato.core.game import blaming
    from ducato.lab.tournament import tournament

    loaded = load_game(game, players, edition, options)
    with blaming(loaded.game):
        result = tournament(loaded, bots.split(","), number, seed=seed, jobs=jobs, quiet=False)
    if as_json:
        print_json(result.to_dict())
        return
    typer.echo(
        f"{result.games} games of "
        f"{rules_label(result.game, result.edition, result.options, result.players)}\n"
        f"{result.seconds:.1f} s, "
        f"{result.cpu_seconds:.1f} s of processor time"
    )
    if result.unfinished:
        typer.echo(f"{result.unfinished} games did not end: all seats share the win")
    print_table(
        ["bot", "wins", "rate", "95 %", "a decision", "processor\ntime"],
        [
            [
                bot.name,
                f"{bot.wins:g}",
                percent(bot.win_rate),
                percent_interval(bot.interval95),
                f"{1000 * bot.seconds_per_decision:.1f} ms",
                f"{1000 * bot.cpu_seconds_per_decision:.1f} ms",
            ]
            for bot in result.bots
        ],
    )
    rows = [row for bot in result.bots for row in _breakdown(bot)]
    print_table(["bot", "", "rate", "95 %"], rows, texts=2)


def _breakdown(bot: BotResult) -> list[list[str]]:
    """Return a row for each seat, then one for each position in the order of play."""
    rows = []
    for shares, label in (("wins_by_seat", seat_label), ("wins_by_order", order_label)):
        intervals: Any = bot.intervals95[shares]
        pairs = zip(getattr(bot, shares), intervals, strict=True)
        for number, (share, interval) in enumerate(pairs, 1):
            rate = "-" if share is None else percent(share)
            rows.append([bot.name, label(number), rate, percent_interval(interval)])
    return rows
