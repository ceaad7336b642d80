"""Retention: the deletion, in small batches, of expired data, which `store.lobby` selects."""

from __future__ import annotations

import asyncio

from ducato.store.lobby import BITE
from ducato.web.background.service import BackgroundService
from ducato.web.services import Services

PAUSE = 1.0
"""The pause between two batches, in seconds, so that moves can be stored."""


class Retention(BackgroundService):
    """A service that deletes abandoned tables and guests after their retention periods."""

    name = "retention"
    delay = 60.0  # players who were disconnected by a restart reconnect sooner
    interval = 3600.0  # periods are days long, so minutes do not matter

    def __init__(self, services: Services) -> None:
        super().__init__()
        self._registry, self._lobby = services.registry, services.store.lobby

    async def run_once(self) -> None:
        """Delete everything that is due, batch by batch, except tables that are open."""
        while True:
            open_tables = self._registry.open_tables()
            deleted = await asyncio.wrap_future(self._lobby.forget(open_tables))
            if deleted < BITE:
                return
            await asyncio.sleep(PAUSE)
