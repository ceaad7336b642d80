"""Files and folders that only the user who runs ducato can read.

A database holds the seeds of running games and e-mail addresses. What exists already keeps its
mode. On Windows, modes mean little: there the folder decides who can read a file.
"""

from __future__ import annotations

import os
from pathlib import Path


def is_file(database: str | None) -> bool:
    """Return whether a SQLite database is a file given by its path, not in memory or a URI."""
    return database not in (None, "", ":memory:") and not str(database).startswith("file:")


def make_folder(path: Path) -> None:
    """Create a folder, with those above it, unless it exists.

    Raises:
        OSError: it cannot be created.
    """
    path.mkdir(mode=0o700, parents=True, exist_ok=True)


def make_file(path: Path) -> None:
    """Create an empty file unless it exists; SQLite gives its log the mode of the database.

    An existing file is not even opened: closing it would release the locks that SQLite has on it in
    this process.

    Raises:
        OSError: it cannot be created.
    """
    try:
        # Links are resolved because O_EXCL does not follow them.
        made = os.open(os.path.realpath(path), os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return
    os.close(made)
