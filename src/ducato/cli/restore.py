"""``ducato restore``: a backup, copied into an empty database."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ducato.cli.options import Data, DatabaseUrl


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file that `backup` wrote.")],
    data: Data = None,
    database: DatabaseUrl = None,
) -> None:
    """Copy a backup into an empty database."""
    from ducato.server.kit.database.backup import restore as run
    from ducato.server.kit.database.engine import Database, default_url
    from ducato.server.kit.database.lock import hold

    url = database or default_url(data)
    # The lock keeps a server from starting on a database that is only half restored.
    lock = hold(url)
    try:
        lock.announce("")
        target = Database(url)
        try:
            run(file, target)
        finally:
            target.close()
    finally:
        lock.release()
    typer.echo(f"Copied {file} to {target.where}.")
