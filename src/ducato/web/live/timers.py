"""The timers of a table's actor."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from ducato.web.live.inbox import Command, Tick


class Timers:
    """Timers by name, each of which wakes the actor with a `Tick`.

    A timer in the event loop would keep its table in memory until it is due, so `close` cancels
    them all; for the same reason, `wake` is passed with each timer and not stored here.
    """

    def __init__(self) -> None:
        self._handles: dict[str, asyncio.TimerHandle] = {}

    def set(self, name: str, seconds: float, wake: Callable[[Command], None]) -> None:
        """Start a timer, replacing any timer of the same name.

        Args:
            name: the timer's name.
            seconds: the delay.
            wake: called with a `Tick` after the delay.
        """
        self.cancel(name)
        self._handles[name] = asyncio.get_running_loop().call_later(seconds, wake, Tick())

    def cancel(self, name: str) -> None:
        """Cancel a timer if there is one."""
        handle = self._handles.pop(name, None)
        if handle is not None:
            handle.cancel()

    def close(self) -> None:
        """Cancel all timers."""
        for name in list(self._handles):
            self.cancel(name)
