"""``ducato bench``: the speed of rules and search."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from ducato.cli.options import Json, Players, load_game
from ducato.cli.output import print_json, print_table


def bench(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="Default: all games.")] = (
        None
    ),
    players: Players = None,
    as_json: Json = False,
) -> None:
    """Measure the speed of rules and search on one core."""
    from ducato.core.game import available_games
    from ducato.lab.bench import measure

    names = list(available_games()) if game is None else [game]
    found = []
    for name in names:
        sys.stderr.write(f"ducato: measuring {name} ...\n")
        found.append(measure(load_game(name, players)).to_dict())
    if as_json:
        print_json({"bench": found})
        return
    columns = [f"{f['game']}, {f['players']} seats" for f in found]
    rows = [
        [
            key.replace("_", " "),
            *(f"{f[key]:,.4g}" if f[key] < 100 else f"{f[key]:,.0f}" for f in found),
        ]
        for key in found[0]
        if key not in ("game", "players")
    ]
    print_table(["", *columns], rows, title="one core, medians")
