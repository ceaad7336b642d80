"""``ducato games``: the installed games, and those that cannot be used."""

from __future__ import annotations

from typing import Any

import typer

from ducato.cli.options import Json
from ducato.cli.output import print_json, print_table


def games(as_json: Json = False) -> None:
    """List the games, their numbers of players and their editions."""
    from ducato.core.game import available_games, unavailable_games

    found: list[dict[str, Any]] = [
        {
            "name": game.name,
            "title": game.text("title"),
            "players": list(game.players),
            "editions": game.editions,
            "rules_versions": list(game.rules),
            "options": sorted(game.parameters),
        }
        for game in available_games().values()
    ]
    broken = unavailable_games()
    if as_json:
        print_json({"games": found, "unavailable": [game.to_dict() for game in broken]})
        return
    rows = [
        [g["name"], g["title"], ", ".join(map(str, g["players"])), ", ".join(g["editions"])]
        for g in found
    ]
    print_table(["game", "title", "players", "editions"], rows, texts=4)
    for wrong in broken:
        typer.echo(f"unavailable: {wrong.name} ({wrong.distribution}): {wrong.reason}")
