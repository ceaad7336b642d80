"""The search for opponents: opens tables for people who wait.

Every server looks for tables; which of them opens a table is decided by the transaction that stores
it (`server.subjects.matchmaking.storage`), so it does not matter how many do.
"""

from __future__ import annotations

import asyncio
import logging
import secrets

import msgspec

from ducato.core.errors import DucatoError
from ducato.server.kit.background import BackgroundService
from ducato.server.kit.database.engine import now
from ducato.server.services import Services
from ducato.server.subjects.matchmaking.opponents import Waiting, matched
from ducato.server.subjects.matchmaking.storage import OpponentSearches, Pool, SearchOver, reserve
from ducato.server.subjects.moderation.blocks import Apart
from ducato.server.subjects.tables.model import TableSettings
from ducato.server.subjects.tables.storage import Tables
from ducato.table.setup.create import OpenSeat, TableRequest, open_table
from ducato.table.setup.reserve import reserved
from ducato.table.table import LiveTable
from ducato.table.time_control import TimeControl

log = logging.getLogger(__name__)

PRUNED_EVERY = 30
"""Number of runs after which searches that have ended are deleted."""


class OpponentSearch(BackgroundService):
    """A service that opens tables for people who wait for opponents."""

    name = "opponent search"
    interval = 2.0

    def __init__(self, services: Services) -> None:
        super().__init__()
        self._services, self._searches = services, OpponentSearches(services.database)
        self._runs = 0

    async def run_once(self) -> None:
        """Open all tables for which enough people wait.

        Raises:
            StoreError: searches or tables cannot be read or stored.
        """
        moment = now()
        for pool in await self._services.workers.run_blocking(self._searches.pools, moment):
            for players in matched(
                pool.waiting, pool.players, moment, recent=pool.recent, blocked=pool.blocked
            ):
                await self._open(pool, players)
        self._runs += 1
        if self._runs % PRUNED_EVERY == 0:
            await asyncio.wrap_future(self._searches.prune(moment))

    async def _open(self, pool: Pool, players: list[Waiting]) -> None:
        """Open a table, unless another server was quicker or somebody has left."""
        seated = [(one.person, one.name) for one in players]
        secrets.SystemRandom().shuffle(seated)
        try:
            table = await self._services.workers.run(_table, pool, seated)
        except DucatoError:  # the game was changed since they began to wait
            log.exception("no table can be opened for people who wait for %s", pool.game)
            return
        rows = [seat.to_row() for seat in table.roster.seats]
        state = table.begin(self._services.registry.time.now())
        persons = [one.person for one in players]
        settings = TableSettings(persons[0], False, table.roster.substitute)
        created = Tables(self._services.database).create(
            table.match,
            rows,
            settings,
            state,
            also=lambda connection, table_id: reserve(connection, persons, table_id),
        )
        try:
            await asyncio.wrap_future(created)
        except (SearchOver, Apart):
            log.debug("people who waited for %s have left or found another table", pool.game)


def _table(pool: Pool, seated: list[tuple[str, str]]) -> LiveTable:
    time_control = msgspec.json.decode(pool.time_control, type=TimeControl)
    request = TableRequest(pool.game, [OpenSeat()] * pool.players, time_control=time_control)
    return reserved(open_table(request, None), seated)
