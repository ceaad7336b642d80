"""The deletion of expired data in small batches; `server.subjects.tables.lobby` selects them."""

from __future__ import annotations

import asyncio

from ducato.server.kit.background import BackgroundService
from ducato.server.services import Services
from ducato.server.subjects.moderation.storage import Moderation
from ducato.server.subjects.tables.lobby import BITE, Lobby
from ducato.server.subjects.tables.retention import Retention

PAUSE = 1.0
"""The pause between two batches, in seconds, so that moves can be stored."""


class RetentionService(BackgroundService):
    """A service that deletes what nobody needs any more, after the retention periods.

    Args:
        services: the services.
        periods: the retention periods; None for the defaults.
    """

    name = "retention"
    delay = 60.0  # players who were disconnected by a restart reconnect sooner
    interval = 3600.0  # periods are days long, so minutes do not matter

    def __init__(self, services: Services, periods: Retention | None = None) -> None:
        super().__init__()
        self._registry, self._lobby = services.registry, Lobby(services.database)
        self._moderation = Moderation(services.database)
        self._periods = periods or Retention()

    async def run_once(self) -> None:
        """Delete everything that is due, batch by batch, except tables that are open."""
        await asyncio.wrap_future(self._moderation.forget(self._periods))
        while True:
            open_tables = self._registry.open_tables()
            forgetting = self._lobby.forget(open_tables, self._periods)
            deleted = await asyncio.wrap_future(forgetting)
            if deleted < BITE:
                return
            await asyncio.sleep(PAUSE)
