"""Account deletion: the removal of a person from every table, then from the store.

A person leaves each unfinished table in a regular way that is announced there: before the game the
seats become open, a two-player game is resigned, and in a larger one the substitute plays on. A
table without other people is deleted, since no one waits for bots to finish. A deletion that has
begun is always finished, even after a crash (`server.subjects.people.personal_data`).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection
from contextlib import suppress
from functools import partial

from ducato.core.errors import DucatoError
from ducato.server.cluster.ownership import TableElsewhere
from ducato.server.kit.background import BackgroundService
from ducato.server.kit.database.errors import StoreError
from ducato.server.kit.process.logging import pseudonym
from ducato.server.live.inbox import TableStopped
from ducato.server.services import Services
from ducato.server.subjects.people.personal_data import PersonalData
from ducato.table.changes import Rejected

log = logging.getLogger(__name__)

ROUNDS = 3
"""The maximum number of passes over a person's tables; a later pass finds tables opened or joined
during an earlier one."""


class AccountDeletion(BackgroundService):
    """A service that deletes accounts on request, and later retries unfinished deletions."""

    name = "account deletion"
    interval = 60.0

    def __init__(self, services: Services) -> None:
        super().__init__()
        self._registry, self._workers = services.registry, services.workers
        self._data = PersonalData(services.database)

    async def run_once(self) -> None:
        """Finish the deletions that have begun but are not complete."""
        for person in await self._workers.run_blocking(self._data.leaving):
            await self.delete(person)

    async def delete(self, person: str) -> bool:
        """Delete a person and their bot accounts. Return False if `run_once` must finish it later.

        Raises:
            StoreError: the deletion could not begin.
        """
        leaving = await asyncio.wrap_future(self._data.begin_leaving(person))
        # If anything fails from here on, `run_once` retries it.
        finishing = self._finish(person, leaving.persons, leaving.tables)
        (done,) = await asyncio.gather(finishing, return_exceptions=True)
        if isinstance(done, BaseException):
            log.error("an account could not be deleted yet", exc_info=done)
            return False
        return done

    async def _finish(self, person: str, persons: list[str], tables: list[str]) -> bool:
        self._disconnect(persons)
        broken: set[str] = set()
        for _ in range(ROUNDS):
            for table_id in tables:
                try:
                    await self._leave(table_id, persons)
                except (StoreError, TableStopped, TableElsewhere):
                    raise
                except DucatoError:
                    log.exception("table %s cannot be opened to be left", pseudonym(table_id))
                    broken.add(table_id)
            left = await asyncio.wrap_future(self._data.finish_leaving(person, broken))
            if not left.tables:
                await self._registry.remove_deleted(left.persons, left.deleted)
                self._disconnect(left.persons)
                return True
            persons, tables = left.persons, left.tables
        return False

    def _disconnect(self, persons: Collection[str]) -> None:
        for person in persons:
            self._registry.revoke_connections(person)

    async def _leave(self, table_id: str, persons: Collection[str]) -> None:
        """Concede for each of these people where possible, then remove them from the table."""
        async with self._registry.acquire(table_id) as actor:
            for person in persons:
                for how in (actor.table.concede, actor.table.remove_person):
                    with suppress(Rejected):
                        await actor.apply_change(partial(how, person, self._registry.time.now()))
