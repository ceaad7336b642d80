"""``ducato export``: a folder of static files with games that need no server."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def export(
    games: Annotated[
        list[str] | None,
        typer.Argument(metavar="GAME|PATH", help="Games or folders of games; all by default."),
    ] = None,
    *,
    out: Annotated[
        Path, typer.Option("--out", help="The folder or file, new or of an earlier export.")
    ],
    single_file: Annotated[
        bool, typer.Option("--single-file", help="Write one HTML file, which needs no web server.")
    ] = False,
    pyodide: Annotated[
        Path | None, typer.Option("--pyodide", help="The folder of the npm package.")
    ] = None,
) -> None:
    """Write a page with games and bots that any web server can serve, and that works offline."""
    from ducato.core.game import available_games, discovery
    from ducato.core.game.folder import game_from
    from ducato.page import build

    found = [game_from(game) for game in games or available_games()]
    for game in found:
        discovery.all_games().setdefault(game.name, game)
    if single_file:
        size = build.export_file(found, out, pyodide, typer.echo)
        typer.echo(f"Made {out}, {size / 1e6:.1f} MB. Open it in a browser.")
        return
    size = build.export(found, out, pyodide, typer.echo)
    typer.echo(f"Made {out}, {size / 1e6:.1f} MB. To look at it:\n  python -m http.server -d {out}")
