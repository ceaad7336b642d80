"""Fixtures: several registries in one event loop, each a process that shares the database."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from tests.support.live_server import played, run_in_thread
from tests.support.postgres import PostgresServer

from ducato.server.kit.database.engine import Database
from ducato.server.live.connection import Connection
from ducato.server.live.registry import TableRegistry
from ducato.server.subjects.people.storage import People
from ducato.server.subjects.tables.model import TableSettings
from ducato.server.subjects.tables.storage import Tables
from ducato.table.screens import Screen
from ducato.table.seats import TableSeat
from ducato.table.table import LiveTable

Work = Callable[["Together"], Awaitable[None]]
PATIENCE = 20.0
"""Seconds for one thing, far more than it takes."""


class Together:
    """Two processes with a table of two people.

    Attributes:
        first: the registry of the first process.
        second: that of the second.
        table_id: the table.
        persons: the people at its seats.
    """

    def __init__(self, first: TableRegistry, second: TableRegistry) -> None:
        self.first, self.second = first, second
        self.table_id, self.persons = "", ["", ""]

    async def make_table(self, **status: Any) -> None:
        """Store a table that waits for its first move."""
        database = self.first.database
        names = ("Anna", "Bruno")
        self.persons = [
            (await asyncio.wrap_future(People(database).welcome(name)))[0].id for name in names
        ]
        match = played("magnate", 2, 0.0)
        seats = [TableSeat(n, name, person=self.persons[n]) for n, name in enumerate(names)]
        table = LiveTable("", match, seats)
        rows = [seat.to_row() for seat in seats]
        settings = TableSettings(self.persons[0], True, "greedy")
        made = Tables(database).create(match, rows, settings, table.begin(self.first.time.now()))
        self.table_id = await asyncio.wrap_future(made)

    def screen(self, seat: int = 0) -> Connection:
        """Return a new connection of one of the people."""
        return Connection(Screen((), "en", self.persons[seat]))


@pytest.fixture
def together(postgres: PostgresServer) -> Callable[[Work], None]:
    """Run something with two processes that share a database."""

    def run(work: Work) -> None:
        url = postgres.new_url()

        async def all_of_it() -> None:
            databases = [Database(url, shared=True) for _ in range(2)]
            pair = [
                TableRegistry(database, f"127.0.0.1:{n}") for n, database in enumerate(databases)
            ]
            for registry in pair:
                await registry.open()
            both = Together(*pair)
            await both.make_table()
            try:
                await asyncio.wait_for(work(both), 3 * PATIENCE)
            finally:
                for registry in pair:
                    await registry.close()
                for database in databases:
                    database.close()

        run_in_thread(all_of_it())

    return run
