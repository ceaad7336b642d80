"""``ducato dev``: a game under development at a table, beside its files and figures."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ducato.cli.options import DEFAULT_PORT, Edition, Options, Players, chosen

if TYPE_CHECKING:
    from ducato.workbench.target import Target


def dev(
    game: Annotated[
        str, typer.Argument(metavar="PATH|GAME", help="The folder of a game, or an installed game.")
    ],
    *,
    players: Players = None,
    edition: Edition = None,
    options: Options = None,
    port: Annotated[int, typer.Option("--port", help="Port of the local server.")] = DEFAULT_PORT,
    browser: Annotated[bool, typer.Option(help="Open the browser.")] = True,
    history: Annotated[
        Path | None,
        typer.Option("--history", help="Write all kept versions into this HTML file instead."),
    ] = None,
) -> None:
    """Show a game at a table beside its files: save one, and the same deal is drawn again."""
    from ducato.workbench.target import Target

    target = Target.of(game, players=players, edition=edition, options=chosen(options))
    if history is not None:
        _write_history(target, history)
        return
    _run(target, port, browser=browser)


def _write_history(target: Target, path: Path) -> None:
    from ducato.core.safe_file import write_whole
    from ducato.workbench.kept_versions import KeptVersions
    from ducato.workbench.shared_history import history_page

    versions = KeptVersions.of(target.folder).versions()
    page = history_page(target.load().game, versions)
    write_whole(path, page, option="--history")
    typer.echo(str(path))


def _run(target: Target, port: int, *, browser: bool) -> None:
    """Serve the page until Ctrl-C; the tables are deleted then, the versions are not."""
    from tempfile import TemporaryDirectory

    from ducato.server.listening import listen, local_url
    from ducato.workbench.supervision import Workbench

    with TemporaryDirectory(prefix="ducato-dev-") as data, listen("127.0.0.1", port) as listening:
        workbench = Workbench(target, Path(data), listening)
        page = f"{local_url('127.0.0.1', port, listening)}/workbench?key={workbench.key}"
        typer.echo(f"ducato is at {page} - Ctrl-C ends it")
        if browser:
            import threading
            import webbrowser

            threading.Thread(target=webbrowser.open, args=(page,), daemon=True).start()
        workbench.run(typer.echo)
