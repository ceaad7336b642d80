"""Objects of a table leave memory with the table.

Live objects are counted by weak references, without the collector of cyclic garbage: a closed
table must not wait for it, since it hardly ever searches the old generation.
"""

from __future__ import annotations

import asyncio
import gc
import json
import weakref
from collections.abc import Awaitable, Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from tests.support.conditions import until_in_loop
from tests.support.live_server import played, run_in_thread

from ducato.core.game import all_games
from ducato.server.kit.database.engine import Database, now
from ducato.server.kit.process import garbage_collector
from ducato.server.kit.process.garbage_collector import CollectionTimer, Collector
from ducato.server.kit.workers.pools import LATER
from ducato.server.live.actor import TableActor
from ducato.server.live.connection import Connection
from ducato.server.live.inbox import MessageReceived
from ducato.server.live.registry import TableRegistry
from ducato.server.subjects.people.storage import People
from ducato.server.subjects.tables.model import TableSettings
from ducato.server.subjects.tables.storage import Tables
from ducato.table.protocol import CatchUp, Chat, Explain, Export, Hint, Replay, Resign, SetLanguage
from ducato.table.screens import Screen
from ducato.table.seats import TableSeat
from ducato.table.table import LiveTable

pytestmark = pytest.mark.usefixtures("no_shared_server")

Work = Callable[[TableRegistry, str], Awaitable[None]]
PATIENCE = 20.0
"""Seconds for a table to close; it takes less than a hundredth of that, but cores may be busy."""


@pytest.fixture
def no_collector() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[weakref.ref[Any]]:
    """Return references to all tables and actors, as they are made."""
    made: list[weakref.ref[Any]] = []
    for kind in (LiveTable, TableActor):
        begin = kind.__init__

        def noted(self: Any, *given: Any, _begin: Any = begin, **named: Any) -> None:
            made.append(weakref.ref(self))
            _begin(self, *given, **named)

        monkeypatch.setattr(kind, "__init__", noted)
    return made


def at_a_table(url: str, game: str, work: Work, bot: str | None = None, share: float = 0.0) -> None:
    """Do something with a registry in which there is a table of the store's first person.

    Args:
        url: of the database.
        game: that is played there.
        work: to be done.
        bot: in all seats but the first, which is the person's; without one, all seats are.
        share: how much of the game has been played.
    """

    async def run() -> None:
        database = Database(url)
        registry = TableRegistry(database)
        person, _ = await asyncio.wrap_future(People(database).welcome("Anna"))
        match = played(game, all_games()[game].players[0], share)
        seats = [
            TableSeat(n, name, bot=bot) if n and bot else TableSeat(n, name, person=person.id)
            for n, name in enumerate(match.names)
        ]
        table = LiveTable("", match, seats)
        table_id = await asyncio.wrap_future(
            Tables(database).create(
                match,
                [seat.to_row() for seat in seats],
                TableSettings(person.id, False, "greedy"),
                table.begin(now()),
            )
        )
        del table
        try:
            await work(registry, table_id)
        finally:
            await registry.close()
            database.close()

    run_in_thread(run())


async def heard(connection: Connection, *kinds: str) -> dict[str, Any]:
    """Receive messages up to the next one of these kinds."""
    while True:
        sent = await asyncio.wait_for(connection.outbox.get(), PATIENCE)
        assert sent is not None
        message: dict[str, Any] = json.loads(sent.text)
        if message["type"] in kinds:
            return message


async def closed(registry: TableRegistry) -> None:
    """Wait until no table is open."""
    for actor in list(registry._actors.values()):
        await asyncio.wait_for(actor._task, PATIENCE)
    # After this last piece of work its thread keeps no reference to earlier ones.
    await registry.workers.run(int, urgency=LATER)
    assert not registry._actors


@pytest.mark.slow
@pytest.mark.parametrize("game", all_games())
def test_a_closed_table_is_gone(
    url: str, game: str, opened: list[weakref.ref[Any]], no_collector: None
):
    async def ask_and_leave(registry: TableRegistry, table_id: str) -> None:
        head = await registry.workers.run_blocking(Tables(registry.database).head, table_id)
        person = head.seats[0]["person"]
        connection = Connection(Screen((), "en", person))
        actor = await registry.connect(table_id, connection)
        await heard(connection, "welcome")
        seq = actor.table.match.seq
        for asked in (
            Explain(id="w", action=0),
            Replay(id="l", seq=seq, seat=None),
            Export(id="e"),
            Hint(id="h", seq=seq),
        ):
            await actor.post(MessageReceived(connection, asked))
            await heard(connection, "explanation", "replay", "record", "hint", "rejected", "stale")
        await actor.post(MessageReceived(connection, CatchUp(seq=0)))
        await heard(connection, "steps", "welcome")
        await actor.post(MessageReceived(connection, SetLanguage(lang="it")))
        await heard(connection, "welcome")
        await actor.post(MessageReceived(connection, Chat(id="c", text="hello")))
        await heard(connection, "accepted", "rejected")
        await actor.post(MessageReceived(connection, Resign(id="r")))
        await heard(connection, "accepted", "rejected")
        actor.disconnect(connection)
        del actor
        await closed(registry)
        assert len(opened) >= 3
        assert [made() for made in opened if made() is not None] == []

    at_a_table(url, game, ask_and_leave)


@pytest.mark.slow
def test_looking_at_a_finished_game_leaves_nothing_behind(url: str, opened: list[weakref.ref[Any]]):
    async def look_often(registry: TableRegistry, table_id: str) -> None:
        objects = {}
        for visit in range(1, 31):
            connection = Connection(Screen((), "en"))
            actor = await registry.connect(table_id, connection)
            await heard(connection, "welcome")
            actor.disconnect(connection)
            del actor, connection
            await closed(registry)
            if visit in (10, 30):
                assert [made() for made in opened if made() is not None] == []
                opened.clear()
                gc.collect()
                # SQLite keeps dead references to cursors, and drops them by the hundred.
                found = gc.get_objects()
                objects[visit] = sum(type(one) is not weakref.ref for one in found)
                del found
        # One object per visit would be less than the change measured for other reasons.
        assert objects[30] - objects[10] < 20

    at_a_table(url, "manifest-destiny", look_often, share=1.0)


@pytest.mark.slow
def test_a_table_where_a_bot_thinks_is_gone_when_all_have_left(
    url: str, opened: list[weakref.ref[Any]], no_collector: None
):
    async def watch(registry: TableRegistry, table_id: str) -> None:
        connection = Connection(Screen((), "en"))
        actor = await registry.connect(table_id, connection)
        await heard(connection, "welcome")
        actor.disconnect(connection)
        del actor
        await closed(registry)
        assert [made() for made in opened if made() is not None] == []

    at_a_table(url, "magnate", watch, bot="random")


# ------------------------------------------------------------- searches for cyclic garbage


class Node:
    """An object that can be part of a cycle."""

    other: Node


def a_cycle() -> weakref.ref[Node]:
    one, two = Node(), Node()
    one.other, two.other = two, one
    return weakref.ref(one)


@pytest.mark.slow
def test_old_garbage_is_found_in_a_quiet_moment(
    no_collector: None, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(garbage_collector, "MIN_INTERVAL", 0.0)
    took: list[float] = []

    async def run() -> None:
        searches = CollectionTimer(took.append)
        searches.open()
        searching = asyncio.create_task(Collector().run())
        await until_in_loop(lambda: took)
        searching.cancel()
        searches.close()

    lost = a_cycle()
    gc.freeze()
    gc.unfreeze()  # all existing objects now count as old
    gc.collect(1)
    assert lost() is not None
    run_in_thread(run())
    assert lost() is None
    assert took[0] > 0


@pytest.mark.slow
def test_searches_wait_the_longer_the_longer_they_take(monkeypatch: pytest.MonkeyPatch):
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)
        if len(waits) > 3:
            raise asyncio.CancelledError

    async def at_once() -> None:
        pass

    seconds = iter(range(0, 10_000, 150))  # the clock's readings: each search takes 150 s
    monkeypatch.setattr(garbage_collector, "asyncio", SimpleNamespace(sleep=sleep))
    clock = SimpleNamespace(perf_counter=lambda: next(seconds))
    monkeypatch.setattr(garbage_collector, "time", clock)
    monkeypatch.setattr(garbage_collector, "wait_until_idle", at_once)
    with pytest.raises(asyncio.CancelledError):
        run_in_thread(Collector().run())
    assert waits == [garbage_collector.MIN_INTERVAL, *[150 * garbage_collector.INTERVAL_RATIO] * 3]
