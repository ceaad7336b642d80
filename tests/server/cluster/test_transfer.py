"""Tables that move between processes, and what the processes tell each other."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from tests.server.cluster.conftest import PATIENCE, Together, Work
from tests.server.live.test_memory import heard
from tests.support.conditions import until_in_loop

from ducato.server.cluster import membership
from ducato.server.cluster.cluster import Cluster
from ducato.server.cluster.ownership import TableElsewhere
from ducato.server.live.connection import Connection
from ducato.server.live.inbox import MessageReceived
from ducato.server.live.registry import TableRegistry
from ducato.server.subjects.tables.socket import _may_move
from ducato.server.subjects.tables.storage import Tables
from ducato.table.protocol import Act
from ducato.table.screens import Screen

Run = Callable[[Work], None]


async def ended(connection: Connection) -> None:
    """Receive messages until the connection ends."""
    async with asyncio.timeout(PATIENCE):
        while await connection.outbox.get() is not None:
            pass


async def move(registry: TableRegistry, both: Together, request: str) -> dict[str, Any]:
    """Connect, take the first legal action of whoever is to move, and return the answer."""
    for seat in (0, 1):
        connection = both.screen(seat)
        actor = await registry.connect(both.table_id, connection)
        view = (await heard(connection, "welcome"))["view"]
        if view["legal"]:
            action = view["legal"][0]["action"]
            await actor.post(MessageReceived(connection, Act(request, view["seq"], action)))
            answer = await heard(connection, "accepted", "rejected", "stale")
            actor.disconnect(connection)
            return answer
        actor.disconnect(connection)
    raise AssertionError("nobody can move")


def cluster(registry: TableRegistry) -> Cluster:
    assert isinstance(registry.ownership, Cluster)
    return registry.ownership


def test_a_table_does_not_go_back_and_forth(together: Run, monkeypatch: pytest.MonkeyPatch):
    """Who reaches another process again and again cannot keep the table from being played."""
    monkeypatch.setattr("ducato.server.cluster.cluster.TRANSFER_SECONDS", 0.0)

    async def work(both: Together) -> None:
        waiting = both.screen()
        await both.first.connect(both.table_id, waiting)
        await heard(waiting, "welcome")
        with pytest.raises(TableElsewhere):
            await both.second.connect(both.table_id, both.screen(1))
        assert (await move(both.first, both, "1"))["type"] == "accepted"
        assert both.first.open_tables() == {both.table_id}
        assert not waiting.closed

    together(work)


def test_a_table_goes_where_it_is_needed(together: Run, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("ducato.server.cluster.cluster.STAY", 0.0)

    async def work(both: Together) -> None:
        assert (await move(both.first, both, "1"))["type"] == "accepted"
        waiting = both.screen()
        await both.first.connect(both.table_id, waiting)
        await heard(waiting, "welcome")
        assert (await move(both.second, both, "2"))["type"] == "accepted"
        await ended(waiting)  # its screen connects again, and is led to the other process
        assert both.table_id not in both.first.open_tables()
        assert (await move(both.first, both, "3"))["type"] == "accepted"
        stored = Tables(both.first.database).load(both.table_id)
        assert sorted(stored.requests.values()) == ["1", "2", "3"]

    together(work)


def test_spectators_take_no_table_from_its_players(together: Run):
    async def work(both: Together) -> None:
        player = both.screen()
        await both.first.connect(both.table_id, player)
        await heard(player, "welcome")
        there = cluster(both.second)
        await until_in_loop(lambda: there.elsewhere.get(both.table_id))
        services: Any = SimpleNamespace(
            registry=both.second, database=both.second.database, workers=both.second.workers
        )
        asks = [await _may_move(services, both.table_id, one) for one in (None, "x")]
        assert asks == [False, False]
        spectator = Connection(Screen((), "en", None))
        with pytest.raises(TableElsewhere):
            await both.second.connect(both.table_id, spectator, ask=False)
        assert both.table_id in both.first.open_tables()
        assert await _may_move(services, both.table_id, both.persons[1])

    together(work)


def test_due_work_is_not_taken_from_another_process(together: Run):
    async def work(both: Together) -> None:
        here = both.screen()
        await both.first.connect(both.table_id, here)
        await both.second.ensure_open(both.table_id)
        assert not both.second.open_tables()
        with pytest.raises(TableElsewhere):
            await both.second.ownership.obtain(both.table_id, ask=False)

    together(work)


def test_a_process_that_keeps_a_table_makes_the_others_wait_only_for_a_while(
    together: Run, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("ducato.server.cluster.cluster.TRANSFER_SECONDS", 0.2)

    async def work(both: Together) -> None:
        async def drain(_: str) -> bool:
            return True

        here = both.screen()
        await both.first.connect(both.table_id, here)
        monkeypatch.setattr(both.first, "drain", drain)
        with pytest.raises(TableElsewhere):
            await both.second.connect(both.table_id, both.screen())
        assert both.first.open_tables() == {both.table_id}

    together(work)


def test_a_process_without_lease_closes_its_tables_before_they_are_taken(
    together: Run, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("ducato.server.cluster.cluster.STAY", 0.0)

    async def work(both: Together) -> None:
        here = both.screen()
        await both.first.connect(both.table_id, here)
        await heard(here, "welcome")
        leases = cluster(both.first)._leases
        renew, began = leases.renew, time.monotonic()

        def cut(*_: Any) -> Any:
            raise OSError("no line to the database")

        monkeypatch.setattr(leases, "renew", cut)
        await ended(here)
        await until_in_loop(lambda: not both.first.open_tables())
        assert time.monotonic() - began < membership.LEASE / 1000
        with pytest.raises(TableElsewhere):
            await both.first.connect(both.table_id, both.screen())
        taken = None
        while taken is None:
            try:
                taken = await both.second.connect(both.table_id, both.screen())
            except TableElsewhere:
                assert time.monotonic() - began < PATIENCE
        monkeypatch.setattr(leases, "renew", renew)
        await until_in_loop(lambda: cluster(both.first)._membership.valid)
        assert (await move(both.first, both, "1"))["type"] == "accepted"

    together(work)


def test_a_stale_process_stops_its_table_when_it_writes(together: Run):
    async def work(both: Together) -> None:
        here = [both.screen(0), both.screen(1)]
        for connection in here:
            actor = await both.first.connect(both.table_id, connection)
        views = [(await heard(connection, "welcome"))["view"] for connection in here]
        database = both.second.database
        # As if the first had been silent for long.
        await asyncio.to_thread(cluster(both.second)._leases.free, [both.first.database.process])
        await both.second.ownership.obtain(both.table_id, ask=False)
        seat = 0 if views[0]["legal"] else 1
        request = Act("1", views[seat]["seq"], views[seat]["legal"][0]["action"])
        await actor.post(MessageReceived(here[seat], request))
        await ended(here[seat])
        assert both.table_id not in both.first.open_tables()
        assert not Tables(database).load(both.table_id).requests

    together(work)


def test_what_concerns_people_is_told_to_all(together: Run):
    async def work(both: Together) -> None:
        here = both.screen(0), both.screen(1)
        for connection in here:
            await both.first.connect(both.table_id, connection)
            await heard(connection, "welcome")
        await until_in_loop(lambda: both.second.attended_tables() == [both.table_id])
        assert both.second.tables_shown_to(both.persons[1]) == {both.table_id}
        await both.second.announce_rematch(both.table_id, "another")
        while (await heard(here[0], "table"))["table"]["rematch"] != "another":
            pass
        both.second.revoke_connections(both.persons[0])
        await ended(here[0])
        await both.second.remove_deleted([], [both.table_id])
        await ended(here[1])

    together(work)


def test_the_eldest_does_what_is_done_once(together: Run):
    async def work(both: Together) -> None:
        await until_in_loop(lambda: len(cluster(both.first)._membership.living) == 2)
        assert (both.first.ownership.leads, both.second.ownership.leads) == (True, False)
        for task in cluster(both.first)._membership._tasks:
            task.cancel()
        leases = cluster(both.first)._leases
        await asyncio.to_thread(leases.end)
        await until_in_loop(lambda: both.second.ownership.leads)

    together(work)


def test_missed_messages_close_all_tables(together: Run):
    async def work(both: Together) -> None:
        here = both.screen()
        await both.first.connect(both.table_id, here)
        with both.second.database.engine.begin() as connection:
            connection.exec_driver_sql(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
        await ended(here)
        await until_in_loop(lambda: not both.first.open_tables())

    together(work)
