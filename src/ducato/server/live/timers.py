"""The timers of a table's actor: timers by name, and the one for the table's clock and the deal."""

from __future__ import annotations

import asyncio

from ducato.server.kit.process.game_time import GameTime
from ducato.server.live.inbox import Inbox, Tick
from ducato.table.table import LiveTable

DEAL_DELAY = 3.0
"""Seconds for which the deal waits for the players' contributions to the randomness once everyone
has arrived; even over a slow line, a page just opened sends its contribution sooner."""


class Timers:
    """Timers by name, each of which posts a `Tick` to the actor's inbox.

    The event loop keeps the inbox of a waiting timer in memory, so `close` cancels all timers.
    """

    def __init__(self, inbox: Inbox) -> None:
        self._inbox = inbox
        self._handles: dict[str, asyncio.TimerHandle] = {}

    def set(self, name: str, seconds: float) -> None:
        """Start a timer with a delay in seconds, replacing any timer of the same name."""
        self.cancel(name)
        loop = asyncio.get_running_loop()
        self._handles[name] = loop.call_later(seconds, self._inbox.post_nowait, Tick())

    def cancel(self, name: str) -> None:
        """Cancel a timer if there is one."""
        handle = self._handles.pop(name, None)
        if handle is not None:
            handle.cancel()

    def close(self) -> None:
        """Cancel all timers."""
        for name in list(self._handles):
            self.cancel(name)


class ClockTimer:
    """The timer for the deal, or for the moment at which a player's time runs out.

    Args:
        table: the table.
        time: the time source for the table's clock.
        timers: the table's timers, of which this sets the one named "clock".

    Attributes:
        deal_at: the loop time at which the game begins even if contributions are missing; None
            while no contributions are awaited.
    """

    def __init__(self, table: LiveTable, time: GameTime, timers: Timers) -> None:
        self._table, self._time, self._timers = table, time, timers
        self.deal_at: float | None = None

    @property
    def deal_is_due(self) -> bool:
        """Whether the game is to begin now even if contributions are missing."""
        return self.deal_at is not None and self.deal_at <= asyncio.get_running_loop().time()

    def set(self, at_least: float = 0.0) -> None:
        """Set the timer according to the table's present state; cancel it if nothing is awaited.

        Args:
            at_least: the minimum delay in seconds.
        """
        moment, due = asyncio.get_running_loop().time(), self._table.clock.due
        if not self._table.state.awaits_entropy:
            self.deal_at = None
        elif self.deal_at is None:
            self.deal_at = moment + DEAL_DELAY
        seconds = None if due is None else (due - self._time.now()) / 1000
        if self.deal_at is not None:  # no clock runs before the game has begun
            seconds = self.deal_at - moment
        self._timers.cancel("clock")
        if seconds is not None:
            self._timers.set("clock", max(at_least, seconds) + 0.01)
