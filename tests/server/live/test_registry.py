"""The registry of live tables when requests are cancelled and when the server stops."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from tests.server.live.test_memory import PATIENCE, at_a_table, closed, heard

from ducato.server.live.actor import TableActor
from ducato.server.live.connection import Connection
from ducato.server.live.inbox import Tick
from ducato.server.live.registry import TableRegistry
from ducato.server.subjects.tables.model import StoredTable
from ducato.server.subjects.tables.storage import Tables
from ducato.table.screens import Screen


def spectator() -> Connection:
    return Connection(Screen((), "en"))


async def full_table(
    registry: TableRegistry, table_id: str, handle: Callable[[Any], Awaitable[None]]
) -> tuple[TableActor, Connection]:
    """Open a table, have it handle commands by `handle` from now on, and fill its inbox.

    Returns:
        The table's actor and the one connection to it.
    """
    connection = spectator()
    actor = await registry.connect(table_id, connection)
    await heard(connection, "welcome")
    actor._handler.handle = handle  # type: ignore[method-assign]
    await actor.post(Tick())
    while not actor.inbox.empty():  # noqa: ASYNC110 (until the actor handles the first one)
        await asyncio.sleep(0)
    while not actor.inbox.full():
        actor.inbox.post_nowait(Tick())
    return actor, connection


async def connecting_to(
    registry: TableRegistry, table_id: str, actor: TableActor, connection: Connection
) -> asyncio.Task[TableActor]:
    """Connect in a task, which waits because the inbox is full."""
    connecting = asyncio.create_task(registry.connect(table_id, connection))
    while connection not in actor.connections:  # noqa: ASYNC110 (there is no other sign)
        await asyncio.sleep(0)
    assert not connecting.done()
    return connecting


def test_a_cancelled_connection_does_not_keep_the_table_open(url: str):
    async def cancel(registry: TableRegistry, table_id: str) -> None:
        go = asyncio.Event()

        async def wait(_: object) -> None:
            await go.wait()

        actor, first = await full_table(registry, table_id, wait)
        second = spectator()
        connecting = await connecting_to(registry, table_id, actor, second)
        connecting.cancel()
        await asyncio.gather(connecting, return_exceptions=True)
        assert connecting.cancelled()
        assert second.closed
        assert actor.connections == {first}
        go.set()
        actor.disconnect(first)
        await closed(registry)

    at_a_table(url, "magnate", cancel)


def test_a_connection_ends_if_the_table_stops_before_it_is_welcomed(url: str):
    async def stop(registry: TableRegistry, table_id: str) -> None:
        go = asyncio.Event()

        async def fail(_: object) -> None:
            await go.wait()
            raise RuntimeError("a mistake")

        actor, _ = await full_table(registry, table_id, fail)
        second = spectator()
        connecting = await connecting_to(registry, table_id, actor, second)
        go.set()
        await asyncio.wait_for(connecting, PATIENCE)
        assert await asyncio.wait_for(second.outbox.get(), PATIENCE) is None

    at_a_table(url, "magnate", stop)


def test_tables_being_opened_are_given_up_when_the_server_stops(
    url: str, monkeypatch: pytest.MonkeyPatch
):
    async def close(registry: TableRegistry, table_id: str) -> None:
        begun, go, load = threading.Event(), threading.Event(), Tables.load

        def held(tables: Tables, wanted: str) -> StoredTable:
            begun.set()
            go.wait(PATIENCE)
            return load(tables, wanted)

        monkeypatch.setattr(Tables, "load", held)
        request = asyncio.create_task(registry.ensure_open(table_id))
        assert await asyncio.to_thread(begun.wait, PATIENCE)
        (opening,) = registry._opening.values()
        await registry.close()
        try:
            assert opening.cancelled()
            await asyncio.wait({request}, timeout=PATIENCE)
            assert request.cancelled()
            assert registry.open_tables() == set()
        finally:
            go.set()

    at_a_table(url, "magnate", close)
