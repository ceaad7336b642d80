"""The lease of this process: renewed every second, and a fence around the tables if it runs out."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

from ducato.server.cluster.leases import LEASE, Leases, Process, Renewal
from ducato.server.cluster.ownership import Attended
from ducato.server.kit.database.errors import StoreError
from ducato.server.kit.process.game_time import GameTime

Result = TypeVar("Result")

log = logging.getLogger(__name__)

BEAT = 1.0
"""Seconds between two renewals of the lease."""
VALID = LEASE / 1000 - 0.5
"""Seconds after the request for its last renewal for which a process trusts its lease. The others
trust it for longer, so that no table is ever open in two processes."""
FENCE_INTERVAL = 0.2
"""Seconds between two checks of the lease."""


class ClusterMembership:
    """The membership of this process among those that share its database.

    Args:
        leases: the leases.
        game_time: the time source for clocks, which follows the database's clock from the start.
        attendance: returns who is connected, and for whom bots play, for the other processes.
        fence: closes all tables, because the lease has run out.
        freed: called after tables may have become free.

    Attributes:
        living: the processes that lived at the last renewal, this one included.
    """

    def __init__(
        self,
        leases: Leases,
        game_time: GameTime,
        attendance: Callable[[], tuple[Attended, Attended]],
        fence: Callable[[], Awaitable[None]],
        freed: Callable[[], None],
    ) -> None:
        self._leases, self._game_time = leases, game_time
        self._attendance, self._fence, self._freed = attendance, fence, freed
        self._thread = ThreadPoolExecutor(1, "lease")  # no other work may delay it
        self._renewed = -VALID
        self._fenced = False
        self._tasks: list[asyncio.Task[None]] = []
        self.living: list[Process] = []

    @property
    def valid(self) -> bool:
        """Whether this process may count on its lease."""
        return not self._fenced and time.monotonic() - self._renewed < VALID

    @property
    def leads(self) -> bool:
        """Whether this process is the eldest: it does the work that only one process may do.

        A younger process succeeds it only when its lease has ended, so there are never two.
        """
        eldest = min(self.living, key=lambda one: (one.started, one.id), default=None)
        return self.valid and eldest is not None and eldest.id == self._leases.process

    async def open(self, address: str) -> None:
        """Join the other processes.

        Args:
            address: "host:port" at which they reach this one.

        Raises:
            StoreError: the database cannot be read or written.
        """
        self._game_time.set(await self._blocking(self._leases.begin, address))
        await self._renew()
        self._tasks = [
            asyncio.create_task(self._beat(), name="lease"),
            asyncio.create_task(self._watch(), name="fence"),
        ]

    async def close(self) -> None:
        """Leave the other processes, and free the tables that are left."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        try:
            await self._blocking(self._leases.end)
        except StoreError as error:
            log.warning("the lease ends by itself: %s", error)
        self._thread.shutdown(wait=False)

    async def _blocking(self, work: Callable[..., Result], *arguments: Any) -> Result:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work, *arguments)

    async def _beat(self) -> None:
        while True:
            began = time.monotonic()
            try:
                await self._renew()
            except StoreError as error:
                log.warning("the lease could not be renewed: %s", error)
            except Exception:
                log.exception("the lease could not be renewed")
            await asyncio.sleep(max(0.0, began + BEAT - time.monotonic()))

    async def _renew(self) -> None:
        asked = time.monotonic()
        fenced = self._fenced
        attended, bot_tables = self._attendance()
        renewal = await self._blocking(self._leases.renew, attended, fenced, bot_tables)
        if renewal.lapsed and not fenced:
            await self._close_tables("the lease ran out")
            return  # the tables that were open meanwhile are given up with the next renewal
        self.living, self._renewed = renewal.living, asked
        if fenced:
            log.warning("the lease is renewed")
            self._game_time.set(renewal.moment)
            self._fenced = False
            self._freed()
        await self._free_dead(renewal)

    async def _free_dead(self, renewal: Renewal) -> None:
        if renewal.dead:
            free = partial(self._leases.free, renewal.dead, if_dead=True)
            if await self._blocking(free):
                self._freed()

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(FENCE_INTERVAL)
            if not self._fenced and not self.valid:
                await self._close_tables("the lease was not renewed in time")

    async def _close_tables(self, why: str) -> None:
        self._fenced = True
        log.error("%s: all tables are closed", why)
        await self._fence()
