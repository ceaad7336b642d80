"""The results of games of the day, which are noted when they have ended."""

from __future__ import annotations

import asyncio
import logging

from ducato.server.kit.background import BackgroundService
from ducato.server.kit.database.errors import StoreError, UnknownTable
from ducato.server.kit.process.logging import pseudonym
from ducato.server.kit.workers.slow_work import Overloaded
from ducato.server.live.persistence import to_live_table
from ducato.server.services import Services
from ducato.server.subjects.daily.model import Figures, outcome_of
from ducato.server.subjects.daily.storage import DailyAttempts, EndedGame
from ducato.server.subjects.tables.days import days_after, today
from ducato.server.subjects.tables.model import StoredTable
from ducato.server.subjects.tables.storage import Tables

log = logging.getLogger(__name__)


class DailyResults(BackgroundService):
    """A service that notes the results of games of today and of yesterday."""

    name = "results of the day"
    interval = 10.0

    def __init__(self, services: Services) -> None:
        super().__init__()
        self._workers, self._tables = services.workers, Tables(services.database)
        self._attempts = DailyAttempts(services.database)

    async def run_once(self) -> None:
        """Note all results that were not noted yet."""
        await self.note_ended(None)

    async def note_ended(self, person: str | None) -> None:
        """Note the results of a person who waits for them, or of everybody if None."""
        run, days = self._workers.run_blocking, (today(), days_after(today(), -1))
        for one in await run(self._attempts.ended, days, person):
            try:
                await self._note(one)
            except UnknownTable:  # it was deleted meanwhile
                continue
            except (StoreError, Overloaded):
                return  # later
            except Exception:
                log.exception("table %s has no result of its day", pseudonym(one.table_id))

    async def _note(self, one: EndedGame) -> None:
        stored = await self._workers.run_blocking(self._tables.load, one.table_id)
        rank, figures = await self._workers.slow.run(_outcome, stored)
        await asyncio.wrap_future(self._attempts.note(one, rank, figures))


def _outcome(stored: StoredTable) -> tuple[int, Figures]:
    return outcome_of(to_live_table(stored))
