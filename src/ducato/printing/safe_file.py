"""Files that are written whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from tempfile import mkstemp
from typing import Any

from ducato.core.errors import BadValue
from ducato.core.errors.machine import machine_fault


def write_whole(path: Path, write: Callable[[Any], object], *, option: str = "--out") -> None:
    """Write a file beside its place and then put it there, so that no half of it is ever seen.

    Args:
        path: where it will be; an older file of that name is replaced, and its permissions stay.
        write: writes it into an open binary file.
        option: what the error calls the path.

    Raises:
        BadValue: the folder does not exist or nothing can be written there.
        OSError: the disk is full.
    """
    if path.is_dir():
        raise BadValue(option, str(path), "the name of a file, not of a folder")
    try:
        handle, name = mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as error:
        if machine_fault(error):
            raise
        expected = f"a file in a folder that can be written: {error.strerror or error}"
        raise BadValue(option, str(path), expected) from error
    try:
        with os.fdopen(handle, "wb") as file:
            write(file)
        os.chmod(name, path.stat().st_mode & 0o7777 if path.exists() else 0o666 & ~_mask())
        os.replace(name, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(name)
        raise


def _mask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
