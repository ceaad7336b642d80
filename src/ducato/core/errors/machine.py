"""Failures of the machine, no fault of a game: no memory, a full disk, a lost worker."""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor

FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
OTHERS = frozenset(
    {
        errno.EACCES, errno.EPERM, errno.EIO, errno.EROFS, errno.EMFILE, errno.ENFILE,
        errno.ENOMEM, errno.EAGAIN,
    }
)  # fmt: skip
NUMBERED = re.compile(r"\(os error ([0-9]+)\)")
"""How libraries written in Rust name the number of an error of the operating system."""


def machine_fault(error: BaseException) -> str | None:
    """Return what is wrong with the machine and what to do, if that is why an error was raised.

    The errors that led to it are looked at too, since libraries wrap what they catch.

    Example:
        >>> machine_fault(MemoryError())
        'there is not enough memory: end other programs, or use fewer processes (jobs)'
        >>> machine_fault(ValueError("a fault of the rules")) is None
        True
    """
    return next(filter(None, map(_fault, causes(error))), None)


def system_reason(error: BaseException) -> str | None:
    """Return the operating system's reason for an error in its own words, if it has one."""
    for cause in causes(error):
        if number := _number(cause):
            return os.strerror(number)
        if isinstance(cause, OSError):
            return str(cause)
    return None


def causes(error: BaseException) -> Iterator[BaseException]:
    """Yield an error, the one that led to it, and so on."""
    seen: set[int] = set()
    at: BaseException | None = error
    while at is not None and id(at) not in seen:
        seen.add(id(at))
        yield at
        at = at.__cause__ or (None if at.__suppress_context__ else at.__context__)


def _number(error: BaseException) -> int:
    """Return the number that the operating system gives an error; 0 if there is none."""
    if isinstance(error, OSError) and error.errno:
        return int(error.errno)
    found = NUMBERED.search(str(error))
    return int(found[1]) if found else 0


def _has_no_folder() -> bool:
    """Return whether the current folder of this process was deleted."""
    try:
        os.getcwd()
    except FileNotFoundError:
        return True
    return False


def _fault(error: BaseException) -> str | None:
    number = _number(error)
    if isinstance(error, MemoryError) or number == errno.ENOMEM:
        return "there is not enough memory: end other programs, or use fewer processes (jobs)"
    if isinstance(error, BrokenExecutor):
        return (
            "worker processes were ended from outside, mostly because memory was short: use fewer "
            "of them (jobs)"
        )
    where = getattr(error, "filename", None)
    named = os.strerror(number) + (f": {where}" if isinstance(where, str | os.PathLike) else "")
    if number in FULL:
        return f"what is written to is full ({named}): make room and repeat the command"
    if number == errno.ENOENT and _has_no_folder():
        return "the folder that you are in does not exist any more: go to another one (cd)"
    if number in OTHERS:
        return f"the machine cannot go on ({named}): mend that and repeat the command"
    # By name: nobody should have to import the module just to fail.
    if any(kind.__module__ == "sqlite3" for kind in type(error).__mro__):
        return f"a database cannot be used ({error}): it is damaged, or the disk is full"
    return None
