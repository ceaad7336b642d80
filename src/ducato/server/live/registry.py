"""The registry of live tables, which finds a table's actor and opens the table if necessary.

It also tells all open tables about deleted and merged people, and other processes that share the
database (`server.cluster`).
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager

from ducato.core.errors import BrokenGame
from ducato.server.cluster.cluster import Cluster
from ducato.server.cluster.ownership import Alone, Attended, Ownership, TableElsewhere
from ducato.server.kit.database.engine import Database
from ducato.server.kit.database.errors import StoreError
from ducato.server.kit.http.rate_limits import Limits
from ducato.server.kit.process.game_time import GameTime
from ducato.server.kit.process.garbage_collector import CollectionTimer
from ducato.server.kit.process.logging import pseudonym
from ducato.server.kit.process.prometheus import Metrics
from ducato.server.kit.workers.pools import Workers
from ducato.server.live.actor import TableActor
from ducato.server.live.attendance import Attendance, BotTables
from ducato.server.live.connection import Connection
from ducato.server.live.inbox import ConnectionOpened, PersonMerged, PersonsDeleted, Tick
from ducato.server.live.persistence import to_live_table
from ducato.server.live.shared import SharedByTables
from ducato.server.subjects.tables.clocks import Clocks
from ducato.server.subjects.tables.storage import Tables

log = logging.getLogger(__name__)

LAG_INTERVAL = 0.25
"""Seconds between two measurements of the event loop's lag."""
REVOCATIONS_KEPT = 1000
"""Maximum number of people whose revocations are remembered, for connections still being opened;
opening takes only seconds."""


class TableRegistry:
    """All live tables of this server.

    A table opens on the first request. It closes when no connection, request, choosing bot or
    awaited deal needs it any more.

    Args:
        database: the database that holds the tables.
        address: "host:port" at which other processes that share the database reach this one.
        limits: the limits; None for those declared.

    Attributes:
        database: the database that holds the tables.
        shared: what all tables share, of which these are parts: `workers`, `metrics`, `time`.
        bot_tables: the tables at which bots play, each with the person whose presence allows it.
        revocations: the number of calls to `revoke_connections` so far.
        writable: whether the last heartbeat could be written.
        ownership: which tables are this process's, if others share the database.
        tables_freed: set when tables may have lost their process, so that some must be opened.
    """

    def __init__(self, database: Database, address: str = "", limits: Limits | None = None) -> None:
        self.database, self.workers, self.metrics = database, Workers(), Metrics()
        self.bot_tables, self.time = BotTables(limits or Limits()), GameTime()
        self.shared = SharedByTables(Tables(database), self.workers, self.metrics, self.time)
        self.writable, self.revocations = True, 0
        self._revoked: OrderedDict[str, int] = OrderedDict()
        self._actors: dict[str, TableActor] = {}
        self._opening: dict[str, asyncio.Task[TableActor]] = {}
        self._unopened: set[str] = set()  # those already reported in the log
        self._watch: asyncio.Task[None] | None = None
        self._notifying: set[asyncio.Task[None]] = set()
        self.tables_freed = asyncio.Event()
        self.tables_freed.set()  # by the process that served the database before
        self.ownership: Ownership = Alone(database, self.time)
        if database.process is not None:
            self.ownership = Cluster(self, database, self.time, address)
        self._collection_timer = CollectionTimer(self.metrics.collections.observe)
        free, bots = database.free, self.workers.bots
        gauges: list[tuple[str, str, Callable[[], float]]] = [
            ("ducato_tables", "Tables that are open.", lambda: len(self._actors)),
            ("ducato_connections", "Screens at tables.", self._count_connections),
            ("ducato_bot_tables", "Tables where bots play.", lambda: len(self.bot_tables)),
            ("ducato_bot_queue_length", "Waiting thoughts of bots.", lambda: bots.waiting),
            ("ducato_database_writable", "Whether the last heartbeat was written.", self._writes),
            ("ducato_writer_queue_length", "Jobs to be written.", lambda: database.waiting),
        ]
        if free is not None:
            what = "Free space on the disk of the database."
            gauges.append(("ducato_disk_free_bytes", what, lambda: database.free or 0))
        for gauge in gauges:
            self.metrics.add_gauge(*gauge)

    async def open(self) -> None:
        """Credit the clocks with the server's downtime, and start the registry's background tasks.

        Raises:
            StoreError: the clocks cannot be read or written.
        """
        await self.ownership.open()
        self._collection_timer.open()
        self._watch = asyncio.create_task(self._measure_lag(), name="lag")

    async def heartbeat(self) -> int:
        """Store the current game time as the server's heartbeat, and return it in milliseconds.

        This also updates `writable`.

        Raises:
            StoreError: the heartbeat cannot be written.
        """
        moment = self.time.now()
        try:
            await asyncio.wrap_future(Clocks(self.database).heartbeat(moment))
        except StoreError:
            self.writable = False
            raise
        self.writable = True
        return moment

    async def connect(
        self, table_id: str, connection: Connection, since: int = 0, *, ask: bool = True
    ) -> TableActor:
        """Connect a screen to its table, which is opened if necessary.

        Args:
            table_id: the table's id.
            connection: the screen's connection.
            since: the value of `revocations` before the screen's person was looked up; if the
                person's connections were revoked later, this one ends at once.
            ask: whether to ask another process for the table; see `acquire`.

        Returns:
            The table's actor.

        Raises:
            UnknownTable: there is no table with this id.
            TableElsewhere: another process has the table open.
            StoreError, DucatoError: the table cannot be opened.
        """
        actor = await self._find(table_id, ask=ask)
        actor.ref_count += 1
        actor.connections.add(connection)
        if self._revoked.get(connection.screen.person or "", 0) > since:
            connection.revoke()
        try:
            await actor.post(ConnectionOpened(connection))
        except asyncio.CancelledError:  # while the inbox is full; no caller has the actor yet
            actor.disconnect(connection)
            raise
        if actor.inbox.closed:  # the table stopped meanwhile, and nobody welcomes the connection
            connection.end()
        return actor

    @asynccontextmanager
    async def acquire(self, table_id: str, *, ask: bool = True) -> AsyncIterator[TableActor]:
        """Yield a table's actor; the table is opened if necessary, and stays open during the block.

        Args:
            table_id: the table's id.
            ask: whether to ask another process for the table if it has it open.

        Raises:
            UnknownTable: there is no table with this id.
            TableElsewhere: another process has the table open.
            StoreError, DucatoError: the table cannot be opened.
        """
        actor = await self._find(table_id, ask=ask)
        actor.ref_count += 1
        try:
            yield actor
        finally:
            actor.ref_count -= 1
            await actor.post(Tick())

    def open_tables(self) -> set[str]:
        """Return the ids of all tables that are open."""
        return set(self._actors)

    def attended_tables(self) -> list[str]:
        """Return the ids of the tables at which a player or the host is connected."""
        here = [table_id for table_id, actor in self._actors.items() if actor.attended]
        return [*here, *self.ownership.elsewhere]

    def attendance(self) -> Attended:
        """Return the players and hosts who are connected to this process, by table."""
        found = {table_id: actor.attendees for table_id, actor in self._actors.items()}
        return {table_id: persons for table_id, persons in found.items() if persons}

    def find(self, table_id: str) -> TableActor | None:
        """Return the actor of a table; None if the table is not open."""
        return self._actors.get(table_id)

    def revoke_connections(self, person: str) -> None:
        """End all connections of a person, who must identify themselves again.

        This includes connections still being opened; see `connect`.
        """
        self.revoke_here(person)
        self._notify(kind="revoked", person=person)

    def revoke_here(self, person: str) -> None:
        """End the connections of a person to this process."""
        self.revocations += 1
        self._revoked[person] = self.revocations
        self._revoked.move_to_end(person)
        if len(self._revoked) > REVOCATIONS_KEPT:
            self._revoked.popitem(last=False)
        for actor in self._actors.values():
            for connection in actor.connections:
                if connection.screen.person == person:
                    connection.revoke()

    def tables_shown_to(self, person: str) -> set[str]:
        """Return the ids of the tables that a person has open on a screen now.

        Tables of other processes count if the person plays there or is the host.
        """
        elsewhere = self.ownership.elsewhere.items()
        return {table_id for table_id, persons in elsewhere if person in persons} | {
            table_id
            for table_id, actor in self._actors.items()
            if any(connection.screen.person == person for connection in actor.welcomed)
        }

    def persons_at_tables(self) -> dict[str, str | None]:
        """Return the people who have a table on a screen, each with one where they have a seat.

        The value is None for those who only watch.
        """
        found: dict[str, str | None] = {}
        for table_id, actor in self._actors.items():
            for connection in actor.welcomed:
                person = connection.screen.person
                if person is not None:
                    plays = bool(actor.table.roster.of(person))
                    found[person] = table_id if plays else found.get(person)
        return found

    async def remove_deleted(self, persons: Iterable[str], tables: Iterable[str]) -> None:
        """Remove people and tables that the store no longer knows.

        Args:
            persons: the ids of the deleted people, who are removed from every open table.
            tables: the ids of the deleted tables, which are closed if open; other open tables no
                longer name them as their rematch, or as the game from which they go on.
        """
        gone, deleted = list(persons), list(tables)
        await self.remove_here(gone, deleted)
        await self.ownership.notify(kind="deleted", persons=gone, tables=deleted)

    async def remove_here(self, persons: Iterable[str], tables: Iterable[str]) -> None:
        """Remove people and tables from this process, as `remove_deleted` does from all."""
        # A table that is being opened may have been read before the deletion.
        await asyncio.gather(*self._opening.values(), return_exceptions=True)
        for table_id in tables:
            if table_id in self._actors:
                await self._actors[table_id].close()
            for actor in self._actors.values():
                actor.forget_table(table_id)
        deleted = PersonsDeleted(frozenset(persons))
        for actor in list(self._actors.values()):
            await actor.post(deleted)

    async def merge_person(self, old: str, new: str) -> None:
        """Replace a person with another at every open table, as the store has done already."""
        await self.merge_here(old, new)
        await self.ownership.notify(kind="merged", old=old, new=new)

    async def merge_here(self, old: str, new: str) -> None:
        """Replace a person with another at every table that is open in this process."""
        # A table that is being opened may have been read before the merge.
        await asyncio.gather(*self._opening.values(), return_exceptions=True)
        for actor in list(self._actors.values()):
            await actor.post(PersonMerged(old, new))

    async def announce_rematch(self, table_id: str, rematch: str) -> None:
        """Announce the rematch of a table on the screens there, if it is open."""
        await self.announce_here(table_id, rematch)
        await self.ownership.notify(kind="rematch", table=table_id, rematch=rematch)

    async def announce_here(self, table_id: str, rematch: str) -> None:
        """Announce a rematch at a table if it is open in this process."""
        # A table that is being opened may have been read before the rematch was stored.
        await asyncio.gather(*self._opening.values(), return_exceptions=True)
        if table_id in self._actors:
            self._actors[table_id].announce_rematch(rematch)

    async def drain(self, table_id: str) -> bool:
        """Close a table after its current command. Return False if it was not open."""
        if table_id in self._opening:
            await asyncio.gather(self._opening[table_id], return_exceptions=True)
        actor = self._actors.get(table_id)
        if actor is None:
            return False
        await actor.drain()
        return True

    async def close_tables(self) -> None:
        """Close all tables at once, and those being opened as soon as they are open."""
        for opening in ([], list(self._opening.values())):
            await asyncio.gather(*opening, return_exceptions=True)
            await asyncio.gather(*(actor.close() for actor in list(self._actors.values())))

    def look_again(self) -> None:
        """Look for closed tables that must go on."""
        self.tables_freed.set()

    async def close(self) -> None:
        """Close all tables and stop the workers. Changes are stored before they are announced.

        Tables being opened are given up; the requests that wait for them are cancelled.
        """
        self._collection_timer.close()
        tasks = [*([self._watch] if self._watch else []), *self._opening.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for actor in list(self._actors.values()):
            await actor.close()
        await self.ownership.close()
        self.workers.close()

    def _notify(self, **message: str) -> None:
        notifying = asyncio.create_task(self.ownership.notify(**message))
        self._notifying.add(notifying)
        notifying.add_done_callback(self._notifying.discard)

    async def _find(self, table_id: str, *, ask: bool = True) -> TableActor:
        actor = self._actors.get(table_id)
        while actor is None:
            opening = self._opening.get(table_id)
            if opening is None:
                opening = asyncio.create_task(self._open(table_id, ask))
                self._opening[table_id] = opening
                opening.add_done_callback(lambda _: self._opening.pop(table_id, None))
            await asyncio.shield(opening)
            actor = self._actors.get(table_id)
        return actor

    async def _open(self, table_id: str, ask: bool) -> TableActor:
        await self.ownership.obtain(table_id, ask=ask)
        try:
            stored = await self.workers.run_blocking(self.shared.tables.load, table_id)
            table = await self.workers.run(to_live_table, stored)
        except BaseException:
            self.ownership.release(table_id)
            raise
        attendance = Attendance(table_id, stored.settings.host, self.bot_tables)
        actor = TableActor(table, self.shared, attendance, self._remove)
        self._actors[table_id] = actor
        return actor

    def _writes(self) -> bool:
        return self.writable

    def _count_connections(self) -> int:
        return sum(len(actor.welcomed) for actor in self._actors.values())

    def _remove(self, actor: TableActor) -> None:
        """Drop an actor that has stopped; the next request reopens the table."""
        if self._actors.get(actor.table.id) is actor:
            del self._actors[actor.table.id]
            self.ownership.release(actor.table.id)

    async def _measure_lag(self) -> None:
        """Every `LAG_INTERVAL` seconds, measure the event loop's lag and check for a pause."""
        loop = asyncio.get_running_loop()
        self.time.detect_pauses()
        while True:
            due = loop.time() + LAG_INTERVAL
            await asyncio.sleep(LAG_INTERVAL)
            self.metrics.lag.observe(max(0.0, loop.time() - due))
            self.time.now()

    async def ensure_open(self, table_id: str, *, unattended: bool = False) -> None:
        """Open a table if it is closed, so that due work is done there without any connection.

        Errors are logged.

        Args:
            table_id: the table's id.
            unattended: whether bots may play at the opened table for a while even if nobody is
                connected.
        """
        try:
            if table_id not in self._actors:  # an open table has its own timer
                async with self.acquire(table_id, ask=False) as actor:
                    if unattended:
                        actor.allow_unattended()
        except (BrokenGame, TableElsewhere):  # reported already, or done by another process
            pass
        except Exception:
            if table_id not in self._unopened:
                log.exception("table %s cannot be opened", pseudonym(table_id))
            self._unopened.add(table_id)
