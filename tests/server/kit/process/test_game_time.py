"""Game clocks: neither the time of day nor a sleeping machine costs a player the seat."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.server.live.test_memory import at_a_table
from tests.support.conditions import until, until_in_loop

from ducato.server import create_app
from ducato.server.kit.database.engine import Database
from ducato.server.kit.process.game_time import PAUSE, GameTime
from ducato.server.live.inbox import INBOX, Tick, ViewsReady
from ducato.server.live.registry import TableRegistry

ANNA, BRUNO = {"kind": "person", "name": "Anna"}, {"kind": "person", "name": "Bruno"}
LIVE = {"kind": "real_time", "minutes": 5, "increment": 5}
MINUTE, HOUR = 60_000, 3_600_000


class Machine:
    """A machine whose clocks are set, and which sleeps, as a test tells it to.

    Attributes:
        set: by how many milliseconds the time of day was set.
        slept: the seconds that passed while nothing ran; whether they show on the monotonic clock
            differs from one system to the next.
    """

    def __init__(self) -> None:
        self.set, self.slept = 0, 0.0

    def wall(self) -> int:
        return time.time_ns() // 1_000_000 + self.set

    def monotonic(self) -> float:
        return time.monotonic() + self.slept


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    machine = Machine()
    monkeypatch.setattr("ducato.server.kit.database.engine.now", machine.wall)
    monkeypatch.setattr("ducato.server.kit.process.game_time.time_of_day", machine.wall)
    monkeypatch.setattr(
        "ducato.server.live.registry.GameTime",
        lambda: GameTime(machine.wall, machine.monotonic),
        raising=False,
    )
    return machine


@pytest.fixture
def serve(url: str) -> Iterator[Callable[[], TestClient]]:
    servers: list[TestClient] = []

    def start() -> TestClient:
        """Start a server on the same folder; the previous one has stopped."""
        cookies = None
        while servers:
            last = servers.pop()
            cookies = last.cookies
            last.__exit__(None, None, None)
        client = TestClient(create_app(Database(url)))
        client.__enter__()
        if cookies is not None:
            client.cookies = cookies
        servers.append(client)
        return client

    yield start
    for server in servers:
        server.__exit__(None, None, None)


def looked(sit: Any, client: TestClient, address: str) -> Any:
    """Return the table after the actor has looked at the clock."""
    sit(client, address).leave()
    player = sit(client, address)
    table = [heard["table"] for heard in player.heard if "table" in heard][-1]
    player.leave()
    return table


def check(table: Any, least: int = 5 * MINUTE - 20_000) -> None:
    """Check that no one lost a seat or much time, or gained more than a heartbeat at a restart."""
    assert [seat["substitute"] for seat in table["seats"]] == [None, None]
    clock = table["clock"]
    (running,) = clock["running"]
    assert least <= clock["left"][running] <= 5 * MINUTE + 6_000


@pytest.mark.parametrize("step", [10 * MINUTE, -HOUR])
def test_a_time_of_day_that_is_set_changes_no_clock(
    serve: Any, machine: Machine, sit: Any, table_at: Any, step: int
):
    client = serve()
    address = table_at(client, ANNA, BRUNO, time_control=LIVE, substitute="random")
    check(looked(sit, client, address))
    machine.set = step
    check(looked(sit, client, address))
    (listed,) = client.get("/api/tables").json()
    left = listed["due"] * 1000 - machine.wall()  # as seen by a browser whose clock was set as well
    assert 4 * MINUTE < left <= 5 * MINUTE + 6_000


@pytest.mark.parametrize("step", [10 * MINUTE, -HOUR])
def test_nor_does_one_that_is_set_while_the_server_is_down(
    serve: Any, machine: Machine, sit: Any, table_at: Any, step: int
):
    client = serve()
    address = table_at(client, ANNA, BRUNO, time_control=LIVE, substitute="random")
    machine.set = step
    check(looked(sit, serve(), address))


def test_the_sleep_of_a_machine_counts_for_nobody(
    serve: Any, machine: Machine, sit: Any, table_at: Any
):
    client = serve()
    address = table_at(client, ANNA, BRUNO, time_control=LIVE, substitute="random")
    check(looked(sit, client, address))
    machine.slept, machine.set = 600.0, 10 * MINUTE
    check(looked(sit, client, address))


def test_time_that_passes_counts(serve: Any, machine: Machine, sit: Any, table_at: Any):
    client = serve()
    address = table_at(client, ANNA, BRUNO, time_control=LIVE, substitute="random")

    def timed_out() -> bool:
        machine.slept += PAUSE - 1  # never so long that it counts as a pause
        return any(seat["substitute"] for seat in looked(sit, client, address)["seats"])

    until(timed_out)


def test_an_alarm_is_heard_when_a_table_has_much_to_do(url: str, monkeypatch: pytest.MonkeyPatch):
    async def work(registry: TableRegistry, table_id: str) -> None:
        async with registry.acquire(table_id) as actor:
            while not actor.inbox.full():
                actor.inbox.put_nowait(ViewsReady())
            assert actor.inbox.qsize() == INBOX
            looks: list[int] = []
            monkeypatch.setattr(actor.table, "time_out", looks.append)
            actor.inbox.post_nowait(Tick())
            await until_in_loop(lambda: looks)

    at_a_table(url, "magnate", work)


# ------------------------------------------------------------------------------- game time itself


class Clocks:
    def __init__(self) -> None:
        self.day, self.ticks = 1_000_000, 50.0

    def game_time(self, *, watched: bool = True) -> GameTime:
        made = GameTime(lambda: self.day, lambda: self.ticks)
        if watched:
            made.detect_pauses()
        return made


def test_it_passes_evenly():
    clocks = Clocks()
    game_time = clocks.game_time()
    for _ in range(30):
        clocks.ticks += 0.1
        game_time.now()
    assert game_time.now() == pytest.approx(1_003_000, abs=1)


def test_it_does_not_follow_the_time_of_day():
    clocks = Clocks()
    game_time = clocks.game_time()
    clocks.day += HOUR
    assert (game_time.now(), game_time.drift) == (1_000_000, HOUR)
    clocks.day -= 2 * HOUR
    assert (game_time.now(), game_time.drift) == (1_000_000, -HOUR)


def test_it_stands_still_while_nobody_looks(caplog: pytest.LogCaptureFixture):
    clocks = Clocks()
    game_time = clocks.game_time()
    clocks.ticks += PAUSE
    assert game_time.now() == 1_000_000 + 1000 * PAUSE
    clocks.ticks += PAUSE + 0.1
    assert game_time.now() == 1_000_000 + 1000 * PAUSE
    assert "the server stood still for 5 s" in caplog.text
    clocks.ticks -= 1000.0  # no monotonic clock does so, and it costs no time
    assert game_time.now() == 1_000_000 + 1000 * PAUSE


def test_before_it_is_watched_nobody_has_to_look():
    clocks = Clocks()
    game_time = clocks.game_time(watched=False)
    clocks.ticks += 100.0
    assert game_time.now() == 1_100_000
