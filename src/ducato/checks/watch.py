"""The watch over rules that hang: a loop without an end becomes a finding with file and line."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from ducato.checks.faults import HERE, Broken, Here, within

PATIENCE = 60.0
"""The seconds of processor time that a check may take for one step of a game."""
UNWATCHED = ("compiled_agrees",)
"""The checks that may take longer, since they compile."""


@contextmanager
def watched(check: str, package: str, patience: float | None = None) -> Iterator[None]:
    """Raise `Broken` in this context if a check does not come on, with the line where it hangs.

    It does so in the main thread alone, and where there are timers of processor time.
    """
    timers = hasattr(signal, "setitimer") and hasattr(signal, "ITIMER_VIRTUAL")
    main = threading.current_thread() is threading.main_thread()
    if check in UNWATCHED or not timers or not main:
        yield
        return
    seconds = PATIENCE if patience is None else patience
    last: list[Here | None] = [None]

    def look(_: int, frame: FrameType | None) -> None:
        here = HERE.get()
        if last[0] is not here:
            last[0] = here
            return
        raise Broken(
            f"{check} hangs: a rule has not come to an end after {seconds:g} seconds",
            "See that every loop of the rules ends.",
            file=_place(package, frame),
        )

    before = signal.signal(signal.SIGVTALRM, look)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def _place(package: str, frame: FrameType | None) -> str | None:
    """Return the innermost file and line of a package's code on the stack."""
    while frame is not None:
        if found := within(package, frame.f_code.co_filename, frame.f_lineno):
            return found
        frame = frame.f_back
    return None
