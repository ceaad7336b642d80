"""Announcements of long compilations, on standard error."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

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
    if not getattr(_silent, "on", False):
        _say(what)


def _say(what: str) -> None:
    sys.stderr.write(f"ducato: {what} ...\n")
    sys.stderr.flush()


@contextmanager
def announcing_compilation(kernel: str) -> Iterator[None]:
    """Announce a compilation in this context if it exceeds `PATIENCE`.

    Loading from the cache is never announced, however long it takes.
    """
    from numba.core import event

    if getattr(_silent, "on", False):
        yield
        return

    what = f"compiling {kernel} (once; it is kept for the next time)"

    class Compiling(event.Listener):
        timer: threading.Timer | None = None

        def on_start(self, event: object) -> None:
            if self.timer is None:
                self.timer = threading.Timer(PATIENCE, _say, (what,))
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
