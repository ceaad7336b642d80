"""The end of invitations between two people of whom one has just blocked the other.

No list shows such an invitation any more, and nobody can follow it (`tables.change_statements`).
But the others at the table would wait for a guest who never comes, so the reserved seat is opened.
"""

from __future__ import annotations

import asyncio
import logging
from functools import partial

from sqlalchemy import or_, select

from ducato.core.errors import DucatoError
from ducato.server.kit.database import schema
from ducato.server.kit.database.engine import Database
from ducato.server.kit.process.logging import pseudonym
from ducato.server.services import Services
from ducato.server.subjects.tables.routes import change_table
from ducato.table.changes import Change
from ducato.table.seats import INVITED
from ducato.table.table import LiveTable

log = logging.getLogger(__name__)

OF_TABLE = schema.tables.c


class Withdrawals:
    """What opens the seats that are reserved for somebody whom a block keeps away.

    Args:
        services: the services of the server.
    """

    def __init__(self, services: Services) -> None:
        self._services = services
        self._tasks: set[asyncio.Task[None]] = set()
        services.registry.shared.after_block = self._begin

    def _begin(self, person: str, blocked: str) -> None:
        task = asyncio.create_task(self._withdraw(person, blocked), name="withdrawals")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _withdraw(self, person: str, blocked: str) -> None:
        services = self._services
        run = services.workers.run_blocking
        for table_id, invited in await run(invitations_between, services.database, person, blocked):
            leave = partial(_leave, person=invited, moment=services.registry.time.now())
            try:
                await change_table(services, table_id, leave)
            except DucatoError as error:  # it began, or another process has it
                log.warning("an invitation to table %s stays: %s", pseudonym(table_id), error)


def _leave(table: LiveTable, person: str, moment: int) -> Change:
    return table.leave(person, moment)


def invitations_between(database: Database, one: str, other: str) -> list[tuple[str, str]]:
    """Return the tables where one of two people waits for the other, each with who is invited.

    The tables of tournaments are left out.
    """
    guest, host = schema.seats.alias(), schema.seats.alias()
    found = []
    with database.reading() as connection:
        for invited, waits in ((one, other), (other, one)):
            there = select(host.c.table_id).where(host.c.person == waits)
            query = (
                select(OF_TABLE.id)
                .join_from(schema.tables, guest, guest.c.table_id == OF_TABLE.id)
                .where((guest.c.person == invited) & (guest.c.substitute == INVITED))
                .where(OF_TABLE.finished.is_(None) & OF_TABLE.tournament.is_(None))
                .where(or_(OF_TABLE.host == waits, OF_TABLE.id.in_(there)))
            )
            found += [(table_id, invited) for table_id in connection.scalars(query)]
    return found
