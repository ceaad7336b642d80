"""Announcements of long compilations, on standard error."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

PATIENCE = 1.0
"""The time after which a running compilation is announced, in seconds."""

_silent = threading.local()


@contextmanager
def silently() -> Iterator[None]:
    """Suppress this thread's announcements in this context, for which no user is waiting."""
    _silent.on = True
    try:
        yield
    finally:
        _silent.on = False


def announce(what: str) -> None:
    """Write `what` to standard error, unless this thread compiles silently."""
    if not is_silent():
        write_line(f"{what} ...")


def is_silent() -> bool:
    """Return whether no user waits for what this thread compiles."""
    return getattr(_silent, "on", False)


def write_line(what: str) -> None:
    """Write `what` to standard error."""
    with suppress(OSError, ValueError, AttributeError):  # there may be no standard error
        sys.stderr.write(f"ducato: {what}\n")
        sys.stderr.flush()


@contextmanager
def announcing_compilation(
    kernel: str, is_kept: Callable[[], bool] = lambda: True
) -> Iterator[None]:
    """Announce a compilation in this context if it exceeds `PATIENCE`.

    Loading from the cache is never announced, however long it takes. If `is_kept`, the announcement
    says that the next time will be shorter.
    """
    from numba.core import event

    if is_silent():
        yield
        return

    def say_so() -> None:
        once = " (once; it is kept for the next time)" if is_kept() else ""
        write_line(f"compiling {kernel}{once} ...")

    class Compiling(event.Listener):
        timer: threading.Timer | None = None

        def on_start(self, event: object) -> None:
            if self.timer is None:
                self.timer = threading.Timer(PATIENCE, say_so)
                self.timer.daemon = True
                self.timer.start()

        def on_end(self, event: object) -> None:
            """Do nothing: the event also occurs when a rule within a kernel has been compiled."""

    listener = Compiling()
    try:
        with event.install_listener("numba:compile", listener):
            yield
    finally:
        if listener.timer is not None:
            listener.timer.cancel()
