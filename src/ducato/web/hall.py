"""The hall: finds the actor of a table, and opens tables from the store when somebody comes.

This module must not know what is done at a table.
"""

from __future__ import annotations

import asyncio

from ducato.store import Store, StoredTable
from ducato.table.live import LiveTable
from ducato.table.opening import reopen
from ducato.web.actors import Arrived, Guest, TableActor
from ducato.web.threads import Threads


class Hall:
    """All live tables of this server. A table is opened when somebody comes, closed when all left.

    Attributes:
        store: where they are kept.
        threads: where the work is done.
    """

    def __init__(self, store: Store) -> None:
        self.store, self.threads = store, Threads()
        self._actors: dict[str, TableActor] = {}
        self._opening: dict[str, asyncio.Task[TableActor]] = {}

    async def enter(self, table_id: str, guest: Guest) -> TableActor:
        """Bring a screen to its table, which is opened if need be.

        Raises:
            UnknownTable: there is none of this id.
            StoreError, DucatoError: it cannot be opened.
        """
        actor = self._actors.get(table_id)
        while actor is None:
            opening = self._opening.get(table_id)
            if opening is None:
                opening = asyncio.create_task(self._open(table_id))
                self._opening[table_id] = opening
                opening.add_done_callback(lambda _: self._opening.pop(table_id, None))
            await asyncio.shield(opening)
            actor = self._actors.get(table_id)
        actor.visitors += 1
        await actor.post(Arrived(guest))
        return actor

    async def close(self) -> None:
        """Let everybody go. Nothing is lost: what was announced is in the store."""
        for actor in list(self._actors.values()):
            await actor.close()
        self.threads.close()

    async def _open(self, table_id: str) -> TableActor:
        table = await self.threads.run(lambda: reopened(self.store.load(table_id)))
        actor = TableActor(table, self.store, self.threads, self._forget)
        self._actors[table_id] = actor
        return actor

    def _forget(self, actor: TableActor) -> None:
        """This table's task ends; who comes next has it opened again."""
        if self._actors.get(actor.table.id) is actor:
            del self._actors[actor.table.id]


def reopened(stored: StoredTable) -> LiveTable:
    """The stored table, live again."""
    return reopen(
        stored.id,
        stored.game,
        stored.edition,
        stored.options,
        stored.rules_version,
        stored.seats,
        stored.seed,
        stored.steps,
    )
