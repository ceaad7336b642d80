"""The ownership of open tables: what a process needs to know of others that share its database."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterable, Mapping
from concurrent.futures import Future
from typing import Any, Protocol

from ducato.server.kit.database.engine import Database
from ducato.server.kit.errors import ServerBusy
from ducato.server.kit.process.game_time import GameTime
from ducato.server.subjects.tables.clocks import Clocks

Attended = dict[str, list[str]]
"""The ids of the players and hosts who are connected, by the id of their table."""


class TableElsewhere(ServerBusy):
    """An error raised if another process has a table, and did not hand it over in time.

    Attributes:
        table_id: the table's id.
    """

    def __init__(self, table_id: str) -> None:
        self.table_id = table_id
        super().__init__(f"table {table_id!r} is open in another process")


class CountedTables(Protocol):
    """The tables at which bots play (`server.live.attendance`)."""

    elsewhere: Callable[[], Iterable[Attended]]

    def counted(self) -> Attended:
        """Return for whom bots play, by the id of the table."""


class LocalTables(Protocol):
    """The open tables of this process, as the cluster uses them (`server.live.registry`)."""

    @property
    def bot_tables(self) -> CountedTables:
        """Those at which bots play."""

    def attendance(self) -> Attended:
        """Return the players and hosts who are connected here, by table."""

    def look_again(self) -> None:
        """Look for closed tables that must go on, such as those of a process that died."""

    async def drain(self, table_id: str) -> bool:
        """Close a table after its current command. Return False if it was not open."""

    async def close_tables(self) -> None:
        """Close all tables at once."""

    def revoke_here(self, person: str) -> None:
        """End a person's connections to this process."""

    async def remove_here(self, persons: Iterable[str], tables: Iterable[str]) -> None:
        """Remove deleted people and tables from this process."""

    async def merge_here(self, old: str, new: str) -> None:
        """Replace a person with another at the tables of this process."""

    async def announce_here(self, table_id: str, rematch: str) -> None:
        """Announce a rematch at a table if it is open in this process."""


class Ownership(Protocol):
    """The part of a process among those that share its database."""

    @property
    def leads(self) -> bool:
        """Whether this process does the work that only one process may do."""

    @property
    def elsewhere(self) -> Attended:
        """The players and hosts who are connected to other processes, by table."""

    async def open(self) -> None:
        """Begin, and give running clocks back the time for which no process lived.

        Raises:
            StoreError: the database cannot be read or written.
        """

    async def close(self) -> None:
        """End, after the last table has closed."""

    async def obtain(self, table_id: str, *, ask: bool) -> None:
        """Become the owner of a table.

        Args:
            table_id: the table's id.
            ask: whether to ask another process for the table if it is the owner.

        Raises:
            UnknownTable: there is no such table.
            TableElsewhere: another process is the owner and remains it for now.
            StoreError: the database cannot be read or written.
        """

    def release(self, table_id: str) -> None:
        """Give up a table that has closed."""

    async def notify(self, **message: Any) -> None:
        """Send a message to the other processes; errors are logged."""


class Alone:
    """The ownership of tables by the only process that uses the database: it has them all.

    Args:
        database: the database of the tables.
        time: the time source for their clocks.
    """

    leads = True

    def __init__(self, database: Database, time: GameTime) -> None:
        self._clocks, self._time = Clocks(database), time
        self.elsewhere: Attended = {}

    async def open(self) -> None:
        """Give running clocks back the time for which the server was down."""
        await asyncio.wrap_future(self._clocks.credit_downtime(self._time.now()))

    async def close(self) -> None:
        """Do nothing."""

    async def obtain(self, table_id: str, *, ask: bool) -> None:
        """Do nothing: every table is this process's."""

    def release(self, table_id: str) -> None:
        """Do nothing: the table is still this process's."""

    async def notify(self, **message: Any) -> None:
        """Do nothing: there is no other process."""


def persons_at(found: Iterable[Mapping[str, Collection[str]]]) -> Attended:
    """Return the persons at each table, from what several processes know."""
    together: Attended = {}
    for attended in found:
        for table_id, persons in attended.items():
            together.setdefault(table_id, []).extend(persons)
    return together


def logged(future: Future[Any], log: Any, what: str) -> None:
    """Log the error of work that nobody waits for, if it fails."""

    def look(done: Future[Any]) -> None:
        if not done.cancelled() and (error := done.exception()) is not None:
            log.error("%s: %s", what, error)

    future.add_done_callback(look)
