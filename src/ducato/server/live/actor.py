"""The actor of a live table: one task with an inbox, the only one that changes its game and seats.

The effect of each command is defined in `server.live.handler`. Rules, views, disk and bots run in
threads, since the event loop has to carry all messages. Inbox and outboxes are bounded: a full
inbox makes its sockets wait, and a connection that does not keep up is ended; its client reconnects
and catches up.

A connection is only a queue of messages here; its socket belongs to
`server.subjects.tables.socket`.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from functools import partial

from ducato.server.kit.process.logging import pseudonym
from ducato.server.live.attendance import Attendance
from ducato.server.live.connection import Connection
from ducato.server.live.handler import CommandHandler
from ducato.server.live.inbox import (
    ChangeRequested,
    Command,
    ConnectionClosed,
    ConnectionOpened,
    Inbox,
    StopRequested,
    TableStopped,
    ViewsReady,
)
from ducato.server.live.shared import SharedByTables
from ducato.table.changes import Change
from ducato.table.table import LiveTable

log = logging.getLogger(__name__)

DRAIN_SECONDS = 1.0
"""Seconds for the commands in its inbox, before a table is closed that another process needs."""


class TableActor:
    """A live table with the task that carries out its commands.

    Args:
        table: the table; only this actor may change it.
        shared: what all tables share.
        attendance: the people whose presence keeps this table's bots playing.
        on_stop: called with the actor when its task ends; the next request reopens the table.

    Attributes:
        inbox: the waiting commands.
        connections: all open connections, including those not yet welcomed.
        ref_count: the number of connections and requests that keep the table open.
    """

    def __init__(
        self,
        table: LiveTable,
        shared: SharedByTables,
        attendance: Attendance,
        on_stop: Callable[[TableActor], None],
    ) -> None:
        self.table, self.inbox = table, Inbox()
        self._on_stop, self._attendance = on_stop, attendance
        self.connections: set[Connection] = set()
        # Counted before `ConnectionOpened` is posted, so that a table being closed is not joined.
        self.ref_count = 0
        self._handler = CommandHandler(table, shared, attendance, self.inbox)
        self._task = asyncio.create_task(self._run(), name=f"table {table.id}")

    @property
    def welcomed(self) -> set[Connection]:
        """The connections that were welcomed and receive every broadcast."""
        return self._handler.welcomed

    # -- called from other tasks

    async def post(self, command: Command) -> None:
        """Add a command to the inbox, waiting while it is full; drop it if the inbox is closed."""
        await self.inbox.post(command)

    async def apply_change(self, make_change: Callable[[], Change]) -> None:
        """Make, store and announce a change that no client's message requested.

        Return once the change is stored, which is before it is announced.

        Args:
            make_change: makes the change, in the rules thread.

        Raises:
            Rejected, BadValue: the table rejects the change.
            StoreError: the change could not be stored.
            TableStopped: the actor has stopped; it is unknown whether the change was stored.
        """
        request = ChangeRequested(make_change, asyncio.get_running_loop().create_future())
        await self.post(request)
        if self.inbox.closed and not request.done.done():
            raise TableStopped
        await request.done

    def disconnect(self, connection: Connection) -> None:
        """Remove a connection that has ended.

        This must not await, because the caller's task may be cancelled.
        """
        connection.closed = True
        self.connections.discard(connection)
        self.ref_count -= 1
        self._handler.disconnect(connection)
        self.inbox.post_nowait(ConnectionClosed())

    @property
    def attended(self) -> bool:
        """Whether a player or the host is connected and welcomed."""
        roster, attendance = self.table.roster, self._attendance
        return any(attendance.is_player_or_host(roster, c.screen.person) for c in self.welcomed)

    @property
    def attendees(self) -> list[str]:
        """The ids of the players and the host who are connected and welcomed."""
        persons = {c.screen.person for c in self.welcomed if c.screen.person is not None}
        roster, attendance = self.table.roster, self._attendance
        return sorted(one for one in persons if attendance.is_player_or_host(roster, one))

    def allow_unattended(self) -> None:
        """Let bots play for `GRACE_AFTER_LEAVING` seconds even if nobody is connected."""
        self._handler.allow_unattended()

    def announce_rematch(self, table_id: str) -> None:
        """Note and announce the table of the rematch."""
        self.table.state.rematch = table_id
        self._handler.send_table()

    def forget_table(self, table_id: str) -> None:
        """Note and announce that another table, if this one names it, no longer exists."""
        if self.table.state.forget_table(table_id):
            self._handler.send_table()

    async def drain(self) -> None:
        """Stop the actor after the commands in its inbox, or after `DRAIN_SECONDS`."""
        with suppress(TimeoutError):
            async with asyncio.timeout(DRAIN_SECONDS):
                await self.post(StopRequested())
                await asyncio.wait({self._task})
        await self.close()

    async def close(self) -> None:
        """End every connection, stop the actor, and wait until its task has ended."""
        for connection in self.welcomed:
            connection.end()
        await self._handler.thoughts.close()
        await self._handler.bots.close()
        self.inbox.closed = True
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        command: Command | None = None
        handler = self._handler
        try:
            await handler.tick()
            handler.start_bot()
            while True:
                command = None
                command = await self.inbox.get()
                if isinstance(command, StopRequested):
                    return
                # The command would make the views being rendered out of date: those not yet begun
                # give way to it, and are rendered later from the changed table.
                for connection in await handler.broadcast.finish():
                    handler.send_thinking(connection)
                await handler.handle(command)
                handler.start_bot()
                if self.inbox.empty():
                    handler.broadcast.begin(partial(self.inbox.post_nowait, ViewsReady()))
                if self.ref_count == 0 and not handler.busy and self.inbox.empty():
                    return
        except Exception:
            log.exception("table %s stopped; it will be opened again", pseudonym(self.table.id))
        finally:
            self.inbox.closed = True
            self._on_stop(self)
            handler.stop()
            # Every waiting caller gets an answer, including the caller of the failed command.
            unread = [self.inbox.get_nowait() for _ in range(self.inbox.qsize())]
            for left in (command, *unread):
                match left:
                    case ConnectionOpened(connection):
                        connection.end()
                    case ChangeRequested(_, done) if not done.done():
                        done.set_exception(TableStopped())
