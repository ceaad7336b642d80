"""Seasons: the final ranks of each, stored once it is over (`server.subjects.ratings.seasons`)."""

from __future__ import annotations

import asyncio

from ducato.server.kit.background import BackgroundService
from ducato.server.kit.database.engine import now
from ducato.server.services import Services
from ducato.server.subjects.ratings.leaderboards import Seasons


class ClosingSeasons(BackgroundService):
    """A service that closes the seasons that are over.

    Each server process has one. The first to store the row of a season stores its ranks, too.
    """

    name = "closing of seasons"
    delay = 30.0
    interval = 600.0  # nobody waits for the ranks: until then, they follow from the games

    def __init__(self, services: Services) -> None:
        super().__init__()
        self._workers, self._seasons = services.workers, Seasons(services.database)

    async def run_once(self) -> None:
        """Close all seasons that are due, the earliest first."""
        for season in await self._workers.run_blocking(self._seasons.due, now()):
            await asyncio.wrap_future(self._seasons.close(season))
