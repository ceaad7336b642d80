"""The base of background services: one task each, started and stopped with the server."""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import ClassVar

log = logging.getLogger(__name__)


class BackgroundService(ABC):
    """A service that repeats its work in a task of its own until the server stops.

    Attributes:
        name: the service's name, used for its task and its log entries.
        delay: the time in seconds from the start of the server to the first run.
        interval: the pause in seconds between two runs.
        everywhere: whether all processes that share the database do the work, not only one.
    """

    name: ClassVar[str]
    delay: ClassVar[float] = 0.0
    interval: ClassVar[float]
    everywhere: ClassVar[bool] = False

    def __init__(self) -> None:
        self._task: asyncio.Task[None] | None = None
        self._leads: Callable[[], bool] = lambda: True

    @abstractmethod
    async def run_once(self) -> None:
        """Do the work that is due now. Exceptions are logged, and the next run tries again."""

    def open(self, leads: Callable[[], bool] | None = None) -> None:
        """Start the task in the running event loop.

        Args:
            leads: returns whether this process does the work, of those that share the database;
                None if there is no other.
        """
        self._leads = leads or self._leads
        self._task = asyncio.create_task(self._run(), name=self.name)

    async def close(self) -> None:
        """Cancel the task, if it was started, and wait until it has ended."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def pause(self) -> None:
        """Wait until the next run."""
        await asyncio.sleep(self.interval)

    async def _run(self) -> None:
        await asyncio.sleep(self.delay)
        while True:
            try:
                if self.everywhere or self._leads():
                    await self.run_once()
            except Exception:
                log.exception("%s failed; it runs again in %.0f s", self.name, self.interval)
            await self.pause()
