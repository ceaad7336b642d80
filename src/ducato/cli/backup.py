"""``ducato backup``: a copy of the database.

``deploy/scripts/backup.sh`` makes copies by it regularly and deletes the old ones.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ducato.cli.options import Data, DatabaseUrl


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The SQLite file to write.")],
    data: Data = None,
    database: DatabaseUrl = None,
) -> None:
    """Copy all tables and people into a file; the server may be running."""
    from ducato.server.kit.database.backup import backup as run
    from ducato.server.kit.database.backup import existing
    from ducato.server.kit.database.engine import default_url

    source = existing(database or default_url(data))
    try:
        run(source, file)
    finally:
        source.close()
    typer.echo(f"Copied {source.where} to {file}.")
