"""Closed tables that must go on: those where a clock has run out, a bot is to move, or the deal is
missing.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress

from ducato.server.kit.background import BackgroundService
from ducato.server.services import Services
from ducato.server.subjects.tables.clocks import Clocks

HEARTBEAT_INTERVAL = 5.0
"""Seconds between two heartbeats, each followed by a check of the clocks of closed tables."""


class ClosedTables(BackgroundService):
    """A service that stores heartbeats and opens tables that must go on.

    These are the tables where a clock has run out, so that the substitute plays on there; at the
    start, and when another process has ended, also the tables with clocks where a bot is to move,
    and those where only the deal is missing. If several processes share the database, each table is
    opened by the one that claims it first.
    """

    name = "closed tables"
    interval = HEARTBEAT_INTERVAL
    everywhere = True

    def __init__(self, services: Services) -> None:
        super().__init__()
        self._registry, self._clocks = services.registry, Clocks(services.database)

    async def run_once(self) -> None:
        """Store a heartbeat, then open the tables that must go on."""
        registry, read = self._registry, self._registry.workers.run_blocking
        found = registry.tables_freed.is_set()
        registry.tables_freed.clear()
        try:
            moment = await registry.heartbeat()
            if found:
                for table_id in await read(self._clocks.left_to_bots):
                    await registry.ensure_open(table_id, unattended=True)
            undealt = await read(self._clocks.undealt) if found else []
            for table_id in [*undealt, *await read(self._clocks.due, moment)]:
                await registry.ensure_open(table_id)
        except Exception:
            if found:
                asyncio.get_running_loop().call_later(HEARTBEAT_INTERVAL, registry.look_again)
            raise

    async def pause(self) -> None:
        """Wait for `HEARTBEAT_INTERVAL` seconds, or until another process has ended."""
        with suppress(TimeoutError):
            async with asyncio.timeout(HEARTBEAT_INTERVAL):
                await self._registry.tables_freed.wait()
