"""Files that are written whole or not at all."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from ducato.core.errors import BadValue
from ducato.core.errors.machine import machine_fault

UNFINISHED = ".partial"
"""The end of the name of a file that is being written."""


def write_whole(
    path: Path, contents: bytes | str | Callable[[Any], object], *, option: str = ""
) -> None:
    """Write a file beside its place and then put it there, so that no half of it is ever seen.

    An older file of that name is replaced; its permissions stay, and so does a link that leads to
    it. What is there after a loss of power is whole, too.

    Args:
        path: where it will be.
        contents: what it will hold, or what writes that into an open binary file.
        option: the option by which a user named the path; "" if nobody did.

    Raises:
        BadValue: no file can be at the path that the user named.
        OSError: it cannot be written, as on a full disk; the error names the path.
    """
    if option:
        check_target(path, option)
    try:
        _replace(path.resolve(), contents)
    except OSError as error:
        if option and not machine_fault(error):
            expected = f"a file in a folder that can be written: {error.strerror or error}"
            raise BadValue(option, str(path), expected) from error
        if error.errno is None:
            raise
        raise OSError(error.errno, error.strerror, str(path)) from error


def check_target(path: Path, option: str) -> None:
    """Check before long work that a path which a user named is not a folder, and lies in one.

    Raises:
        BadValue: it is wrong.
    """
    if os.path.isdir(path):  # which takes any name
        raise BadValue(option, str(path), "the name of a file, not of a folder")
    if not os.path.isdir(path.parent):
        raise BadValue(option, str(path), f"a file in a folder that exists; {path.parent} does not")


def _replace(path: Path, contents: bytes | str | Callable[[Any], object]) -> None:
    mode = path.stat().st_mode & 0o7777 if path.exists() else None
    # As private as the file will be, from the beginning; what it is masked with is the system's.
    private = 0o666 if mode is None else mode & 0o666
    fresh = path.parent / f".{secrets.token_hex(8)}{UNFINISHED}"
    try:
        with open(fresh, "xb", opener=lambda name, flags: os.open(name, flags, private)) as file:
            if callable(contents):
                contents(file)
            else:
                file.write(contents.encode() if isinstance(contents, str) else contents)
            file.flush()
            os.fsync(file.fileno())
        if mode is not None:
            fresh.chmod(mode)
        os.replace(fresh, path)
    except BaseException:
        with suppress(OSError):
            fresh.unlink()
        raise
