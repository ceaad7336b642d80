"""The ownership of tables in a process that shares its database with others.

A table stays where it is open: requests and sockets that reach another process are passed on
(`server.cluster.forwarding`). Only a process that cannot reach the owner asks for the table. Unless
it was opened less than `STAY` seconds ago, the owner closes it after its current command and hands
it over; its screens connect again, and whatever routes them leads them to the new owner
(`server.cluster.shards`).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine, Iterable
from typing import Any

from ducato.server.cluster.bus import Listener
from ducato.server.cluster.leases import Leases, Process
from ducato.server.cluster.membership import ClusterMembership
from ducato.server.cluster.ownership import (
    Attended,
    LocalTables,
    TableElsewhere,
    logged,
    persons_at,
)
from ducato.server.kit.database.engine import Database
from ducato.server.kit.database.errors import StoreError
from ducato.server.kit.process.game_time import GameTime
from ducato.server.kit.process.logging import pseudonym

log = logging.getLogger(__name__)

TRANSFER_SECONDS = 2.0
"""Seconds to wait for another process to hand a table over."""
ASK_EVERY = 0.5
"""Seconds after which a request to hand a table over is repeated: it may have been lost."""
STAY = 30.0
"""Seconds for which a table stays in the process that has opened it, even if another one asks: a
table that goes back and forth could not be played."""
IDS_PER_MESSAGE = 100
"""Maximum number of ids in one message; PostgreSQL takes messages of up to 8,000 bytes."""


class Cluster:
    """The ownership of tables in a process that shares its database.

    Args:
        tables: the open tables of this process.
        database: the database, opened to be shared.
        time: the time source for clocks.
        address: "host:port" at which other processes reach this one.
    """

    def __init__(
        self, tables: LocalTables, database: Database, time: GameTime, address: str
    ) -> None:
        self._tables, self._leases, self._address = tables, Leases(database), address
        self._membership = ClusterMembership(
            self._leases,
            time,
            lambda: (tables.attendance(), tables.bot_tables.counted()),
            self._tables.close_tables,
            tables.look_again,
        )
        tables.bot_tables.elsewhere = lambda: [one.bot_tables for one in self._others()]
        self._listener = Listener(database.engine.url, self._hear, self._missed)
        # Set when a table that this process has asked for is handed over.
        self._awaited: dict[str, asyncio.Event] = {}
        # The processes to which tables are being handed over.
        self._heirs: dict[str, int] = {}
        # The time until which each table of this process stays here.
        self._stays: dict[str, float] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def leads(self) -> bool:
        """Whether this process does the work that only one process may do."""
        return self._membership.leads

    @property
    def elsewhere(self) -> Attended:
        """The players and hosts who were connected to other processes a moment ago, by table."""
        return persons_at(one.attended for one in self._others())

    def _others(self) -> list[Process]:
        return [one for one in self._membership.living if one.id != self._leases.process]

    @property
    def process(self) -> int:
        """The id of this process."""
        return self._leases.process

    def lives(self, process: int) -> bool:
        """Return whether this is the id of a living process."""
        return any(one.id == process for one in self._membership.living)

    async def find(self, table_id: str) -> str | None:
        """Return "host:port" of another living process that has a table open; None if none has.

        Raises:
            StoreError: the database cannot be read.
        """
        return await asyncio.to_thread(self._leases.owner_address, table_id)

    async def open(self) -> None:
        """Join the other processes, and listen to them.

        Raises:
            StoreError: the database cannot be read or written.
        """
        await self._listener.open()
        await self._membership.open(self._address)

    async def close(self) -> None:
        """Leave the other processes."""
        for task in self._tasks:
            task.cancel()
        await self.notify(kind="freed")  # after the last tables are given up
        await self._membership.close()
        await self._listener.close()

    async def obtain(self, table_id: str, *, ask: bool) -> None:
        """Become the owner of a table; see `Ownership.obtain`."""
        deadline = asyncio.get_running_loop().time() + TRANSFER_SECONDS
        while self._membership.valid:
            handed_over = self._awaited.setdefault(table_id, asyncio.Event())
            try:
                owner = await asyncio.wrap_future(self._leases.obtain(table_id))
                if owner is None:
                    self._stays[table_id] = asyncio.get_running_loop().time() + STAY
                    return
                if not ask or asyncio.get_running_loop().time() > deadline:
                    break
                request = {"table": table_id, "owner": owner, "to": self._leases.process}
                await self.notify(kind="hand_over", **request)
                async with asyncio.timeout(ASK_EVERY):
                    await handed_over.wait()
            except TimeoutError:
                pass
            finally:
                self._awaited.pop(table_id, None)
        raise TableElsewhere(table_id)

    def release(self, table_id: str) -> None:
        """Give up a table that has closed; without a lease, it is given up with the renewal."""
        self._stays.pop(table_id, None)
        if self._membership.valid:
            heir = self._heirs.get(table_id)
            said = f"table {pseudonym(table_id)} could not be given up"
            logged(self._leases.release(table_id, heir), log, said)

    async def notify(self, **message: Any) -> None:
        """Send a message to the other processes; errors are logged."""
        try:
            for part in _parts(message):
                said = {**part, "from": self._leases.process}
                await asyncio.wrap_future(self._leases.notify(said))
        except StoreError as error:
            log.error("the other processes could not be told: %s", error)

    def _hear(self, message: dict[str, Any]) -> None:
        """Act on a message of another process."""
        if message.get("from") == self._leases.process:
            return
        tables, own = self._tables, self._leases.process
        match message:
            case {"kind": "hand_over", "table": table_id, "owner": owner, "to": to}:
                if owner == own:
                    self._start(self._transfer(table_id, to))
            case {"kind": "handed_over", "table": table_id, "to": to}:
                if to == own and table_id in self._awaited:
                    self._awaited[table_id].set()
            case {"kind": "freed"}:
                tables.look_again()
            case {"kind": "revoked", "person": person}:
                tables.revoke_here(person)
            case {"kind": "deleted", "persons": persons, "tables": deleted}:
                self._start(tables.remove_here(persons, deleted))
            case {"kind": "merged", "old": old, "new": new}:
                self._start(tables.merge_here(old, new))
            case {"kind": "rematch", "table": table_id, "rematch": rematch}:
                self._start(tables.announce_here(table_id, rematch))
            case _:  # of another version
                log.warning("unknown message of another process: %s", message.get("kind"))

    def _missed(self) -> None:
        """Close all tables: opened again, they know what they were not told meanwhile.

        Their screens connect again, and their people identify themselves again.
        """
        log.warning("messages of other processes were missed: all tables are opened again")
        self._start(self._tables.close_tables())

    async def _transfer(self, table_id: str, to: int) -> None:
        stays = self._stays.get(table_id, 0.0) > asyncio.get_running_loop().time()
        if stays or table_id in self._heirs:
            return
        self._heirs[table_id] = to
        try:
            if not await self._tables.drain(table_id):
                self.release(table_id)
        finally:
            del self._heirs[table_id]

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("a message of another process failed", exc_info=task.exception())


def _parts(message: dict[str, Any]) -> Iterable[dict[str, Any]]:
    """Yield a message in parts, none of which names too many people or tables."""
    most = max((len(value) for value in message.values() if isinstance(value, list)), default=0)
    for start in range(0, max(1, most), IDS_PER_MESSAGE):
        yield {
            name: value[start : start + IDS_PER_MESSAGE] if isinstance(value, list) else value
            for name, value in message.items()
        }
