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
    out: Annotated[Path, typer.Option("--out", help="The folder, new or of an earlier export.")],
    pyodide: Annotated[
        Path | None, typer.Option("--pyodide", help="The folder of the npm package.")
    ] = None,
) -> None:
    """Write a page with games and bots that any web server can serve, and that works offline."""
    from ducato.core.game import available_games, discovery
    from ducato.core.game.folder import game_from
    from ducato.page.build import export as write

    found = [game_from(game) for game in games or available_games()]
    for game in found:
        discovery.all_games().setdefault(game.name, game)
    size = write(found, out, pyodide, typer.echo)
    typer.echo(f"Made {out}, {size / 1e6:.1f} MB. To look at it:\n  python -m http.server -d {out}")
