"""``ducato play``: a table on this machine, in the browser."""

from __future__ import annotations

from typing import Annotated

import typer

from ducato.cli.options import DEFAULT_PORT, Data, Edition, Options, Players, load_game


def play(
    game: Annotated[
        str | None,
        typer.Argument(metavar="[GAME|PATH]", help="The game to start with, or a folder with it."),
    ] = None,
    players: Players = None,
    edition: Edition = None,
    options: Options = None,
    port: Annotated[int, typer.Option("--port", help="Port of the local server.")] = DEFAULT_PORT,
    browser: Annotated[bool, typer.Option(help="Open the browser.")] = True,
    data: Data = None,
) -> None:
    """Start a server on this machine and open it in the browser."""
    from urllib.parse import urlencode

    from ducato.core.game.folder import playable_from
    from ducato.server.serve import serve

    path = "/"
    if game is not None:
        game = playable_from(game).name
        loaded = load_game(game, players, edition, options)
        query = {"game": game, "edition": loaded.edition_name, "players": loaded.players}
        path = "/?" + urlencode({**query, **loaded.options})
    serve(
        "127.0.0.1", port, open_browser=browser, path=path, data=data, warm=True, think_ahead=True
    )
