"""The registry of live tables, which finds a table's actor and opens the table if necessary.

It also opens tables where a clock has run out, and tells all open tables about deleted and merged
people.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager

from ducato.core.errors import BrokenGame
from ducato.store import Store, StoredTable, StoreError
from ducato.table.seats import Seat
from ducato.table.setup.create import reopen
from ducato.table.table import LiveTable
from ducato.table.time_control import Clock
from ducato.web.live.actor import TableActor
from ducato.web.live.attendance import Attendance, BotTables
from ducato.web.live.connection import Connection
from ducato.web.live.inbox import ConnectionOpened, PersonMerged, PersonsDeleted, Tick
from ducato.web.support.game_time import GameTime
from ducato.web.support.garbage_collector import CollectionTimer
from ducato.web.support.logging import pseudonym
from ducato.web.support.metrics import Metrics
from ducato.web.support.workers.pools import Workers

log = logging.getLogger(__name__)

HEARTBEAT_INTERVAL = 5.0
"""Seconds between two heartbeats, each followed by a check of the clocks of closed tables."""

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
        store: the store that holds the tables.

    Attributes:
        store: the store that holds the tables.
        workers: the threads for rules, disk and bots.
        metrics: the server's metrics.
        bot_tables: the tables at which bots play, each with the person whose presence allows it.
        time: the time source for all clocks.
        revocations: the number of calls to `revoke_connections` so far.
        writable: whether the last heartbeat could be written.
    """

    def __init__(self, store: Store) -> None:
        self.store, self.workers, self.metrics = store, Workers(), Metrics()
        self.bot_tables = BotTables()
        self.time = GameTime()
        self.writable = True
        self.revocations = 0
        self._revoked: OrderedDict[str, int] = OrderedDict()
        self._actors: dict[str, TableActor] = {}
        self._opening: dict[str, asyncio.Task[TableActor]] = {}
        self._unopened: set[str] = set()  # those of which the log tells already
        self._watches: list[asyncio.Task[None]] = []
        self._collection_timer = CollectionTimer(self.metrics.collections.observe)
        add_gauge = self.metrics.add_gauge
        add_gauge("ducato_tables", "Tables that are open.", lambda: len(self._actors))
        add_gauge(
            "ducato_connections",
            "Screens at tables.",
            lambda: sum(len(actor.welcomed) for actor in self._actors.values()),
        )
        add_gauge("ducato_bot_tables", "Tables where bots play.", lambda: len(self.bot_tables))
        add_gauge(
            "ducato_bot_queue_length",
            "Waiting thoughts of bots.",
            lambda: self.workers.bots.waiting,
        )
        add_gauge(
            "ducato_database_writable",
            "Whether the last heartbeat was written.",
            lambda: self.writable,
        )
        if store.database.free is not None:
            add_gauge(
                "ducato_disk_free_bytes",
                "Free space on the disk of the database.",
                lambda: store.database.free or 0,
            )
        add_gauge(
            "ducato_writer_queue_length", "Jobs to be written.", lambda: store.database.waiting
        )

    async def open(self) -> None:
        """Credit the clocks with the server's downtime, and start the registry's background tasks.

        Raises:
            StoreError: the clocks cannot be read or written.
        """
        await asyncio.wrap_future(self.store.clocks.credit_downtime(self.time.now()))
        self._collection_timer.open()
        self._watches = [
            asyncio.create_task(self._watch_clocks(), name="clocks"),
            asyncio.create_task(self._measure_lag(), name="lag"),
        ]

    async def heartbeat(self) -> int:
        """Store the current game time as the server's heartbeat, and return it in milliseconds.

        This also updates `writable`.

        Raises:
            StoreError: the heartbeat cannot be written.
        """
        moment = self.time.now()
        try:
            await asyncio.wrap_future(self.store.clocks.heartbeat(moment))
        except StoreError:
            self.writable = False
            raise
        self.writable = True
        return moment

    async def connect(self, table_id: str, connection: Connection, since: int = 0) -> TableActor:
        """Connect a screen to its table, which is opened if necessary.

        Args:
            table_id: the table's id.
            connection: the screen's connection.
            since: the value of `revocations` before the screen's person was looked up; if the
                person's connections were revoked later, this one ends at once.

        Returns:
            The table's actor.

        Raises:
            UnknownTable: there is no table with this id.
            StoreError, DucatoError: the table cannot be opened.
        """
        actor = await self._find(table_id)
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
    async def acquire(self, table_id: str) -> AsyncIterator[TableActor]:
        """Yield a table's actor; the table is opened if necessary, and stays open during the block.

        Raises:
            UnknownTable: there is no table with this id.
            StoreError, DucatoError: the table cannot be opened.
        """
        actor = await self._find(table_id)
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
        return [table_id for table_id, actor in self._actors.items() if actor.attended]

    def find(self, table_id: str) -> TableActor | None:
        """Return the actor of a table; None if the table is not open."""
        return self._actors.get(table_id)

    def revoke_connections(self, person: str) -> None:
        """End all connections of a person, who must identify themselves again.

        This includes connections still being opened; see `connect`.
        """
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
        """Return the ids of the tables that a person has open on a screen now."""
        return {
            table_id
            for table_id, actor in self._actors.items()
            if any(connection.screen.person == person for connection in actor.welcomed)
        }

    async def remove_deleted(self, persons: Iterable[str], tables: Iterable[str]) -> None:
        """Remove people and tables that the store no longer knows.

        Args:
            persons: the ids of the deleted people, who are removed from every open table.
            tables: the ids of the deleted tables, which are closed if open; other open tables no
                longer name them as their rematch.
        """
        # A table that is being opened may have been read before the deletion.
        await asyncio.gather(*self._opening.values(), return_exceptions=True)
        for table_id in tables:
            if table_id in self._actors:
                await self._actors[table_id].close()
            for actor in self._actors.values():
                if actor.table.state.rematch == table_id:
                    actor.announce_rematch(None)
        deleted = PersonsDeleted(frozenset(persons))
        for actor in list(self._actors.values()):
            await actor.post(deleted)

    async def merge_person(self, old: str, new: str) -> None:
        """Replace a person with another at every open table, as the store has done already."""
        # A table that is being opened may have been read before the merge.
        await asyncio.gather(*self._opening.values(), return_exceptions=True)
        for actor in list(self._actors.values()):
            await actor.post(PersonMerged(old, new))

    async def close(self) -> None:
        """Close all tables and stop the workers. Changes are stored before they are announced.

        Tables being opened are given up; the requests that wait for them are cancelled.
        """
        self._collection_timer.close()
        tasks = [*self._watches, *self._opening.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for actor in list(self._actors.values()):
            await actor.close()
        self.workers.close()

    async def _find(self, table_id: str) -> TableActor:
        actor = self._actors.get(table_id)
        while actor is None:
            opening = self._opening.get(table_id)
            if opening is None:
                opening = asyncio.create_task(self._open(table_id))
                self._opening[table_id] = opening
                opening.add_done_callback(lambda _: self._opening.pop(table_id, None))
            await asyncio.shield(opening)
            actor = self._actors.get(table_id)
        return actor

    async def _open(self, table_id: str) -> TableActor:
        stored = await self.workers.run_blocking(self.store.load, table_id)
        table = await self.workers.run(to_live_table, stored)
        attendance = Attendance(table_id, stored.settings.host, self.bot_tables)
        actor = TableActor(
            table, self.store, self.workers, self.metrics, attendance, self.time, self._remove
        )
        self._actors[table_id] = actor
        return actor

    def _remove(self, actor: TableActor) -> None:
        """Drop an actor that has stopped; the next request reopens the table."""
        if self._actors.get(actor.table.id) is actor:
            del self._actors[actor.table.id]

    async def _watch_clocks(self) -> None:
        """Every `HEARTBEAT_INTERVAL` seconds, store a heartbeat and open tables that must go on.

        These are the tables where a clock has run out, so that the substitute plays on there; the
        first time also the tables with clocks where a bot is to move, and those where only the deal
        is missing.
        """
        read, clocks = self.workers.run_blocking, self.store.clocks
        started = True
        while True:
            try:
                moment = await self.heartbeat()
                waiting = await read(clocks.left_to_bots) if started else []
                for table_id in waiting:
                    await self.ensure_open(table_id, unattended=True)
                undealt = await read(clocks.undealt) if started else []
                for table_id in [*undealt, *await read(clocks.due, moment)]:
                    await self.ensure_open(table_id)
                started = False
            except Exception:
                log.exception("the clocks could not be looked at")
            await asyncio.sleep(HEARTBEAT_INTERVAL)

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
                async with self.acquire(table_id) as actor:
                    if unattended:
                        actor.allow_unattended()
        except BrokenGame:  # reported already
            pass
        except Exception:
            if table_id not in self._unopened:
                log.exception("table %s cannot be opened", pseudonym(table_id))
            self._unopened.add(table_id)


def to_live_table(stored: StoredTable) -> LiveTable:
    """Return a live table made from a stored one.

    Raises:
        ChangedEdition, DamagedRecord, UnknownName, BadValue, BrokenGame, OtherRules: see
            `table.setup.create.reopen`.
    """
    status = stored.turn_state
    return reopen(
        stored.id,
        stored.game,
        stored.edition,
        stored.options,
        stored.rules_version,
        [Seat.from_row(row) for row in stored.seats],
        stored.seed,
        stored.steps,
        values=stored.values,
        begun=stored.begun,
        snapshot=stored.snapshot,
        requests=stored.requests,
        clock=Clock.from_row(status.time_control, status.clock, status.due, stored.players),
        substitute=stored.settings.substitute,
        rematch=stored.rematch,
    )
