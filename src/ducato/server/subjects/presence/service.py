"""Presence: records who is connected to tables, for their friends."""

from __future__ import annotations

import asyncio

from ducato.server.kit.background import BackgroundService
from ducato.server.kit.database.engine import now
from ducato.server.services import Services
from ducato.server.subjects.presence.storage import Presence


class PresenceRecorder(BackgroundService):
    """A service that records the people who have tables on their screens."""

    name = "presence"
    interval = 30.0
    everywhere = True

    def __init__(self, services: Services) -> None:
        super().__init__()
        self._services = services

    async def run_once(self) -> None:
        """Record everybody who is connected to a table now.

        Raises:
            StoreError: this cannot be stored.
        """
        present = self._services.registry.persons_at_tables()
        if present:
            presence = Presence(self._services.database)
            await asyncio.wrap_future(presence.record(present, now()))
