"""Attempts of code in a worker's thread to end the process."""

from __future__ import annotations


class Exited(Exception):
    """An error raised in place of an exit from the process, which must not end the server."""


def as_exception(error: BaseException) -> Exception:
    """Return the error itself, or an `Exited` for an exit, which would end the event loop."""
    if isinstance(error, Exception):
        return error
    made = Exited(f"{type(error).__name__}: {error}")
    made.__cause__ = error
    return made
