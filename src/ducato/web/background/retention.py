"""The task that deletes what nobody comes back to, in small bites (`store.lobby` says what)."""

from __future__ import annotations

import asyncio
import logging

from ducato.store.lobby import BITE
from ducato.web.live.registry import TableRegistry

log = logging.getLogger(__name__)

FIRST_AFTER = 60.0
"""Seconds from the start: whoever was thrown out by it comes back before."""
LOOK_EVERY = 3600.0
"""Seconds between two looks; what is forgotten after days need not go by the minute."""
PAUSE = 1.0
"""Seconds between two bites, in which moves are stored."""


class Retention:
    """Deletes what is not kept for ever.

    Args:
        registry: whose tables.
    """

    def __init__(self, registry: TableRegistry) -> None:
        self._registry = registry
        self._task: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Look now and then from now on."""
        self._task = asyncio.create_task(self._keep(), name="retention")

    async def close(self) -> None:
        """Stop."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _keep(self) -> None:
        await asyncio.sleep(FIRST_AFTER)
        while True:
            try:
                await self.forget()
            except Exception:
                log.exception("what is old could not be deleted")
            await asyncio.sleep(LOOK_EVERY)

    async def forget(self) -> int:
        """Delete all there is to be deleted now; how much it was."""
        total = 0
        while True:
            done = await asyncio.wrap_future(
                self._registry.store.lobby.forget(self._registry.open_tables())
            )
            total += done
            if done < BITE:
                return total
            await asyncio.sleep(PAUSE)
