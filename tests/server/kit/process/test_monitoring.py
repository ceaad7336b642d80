"""Monitoring: what an operator sees of a server, and what no one may see there."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import re
import shutil
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import Future
from typing import Any

import pytest
from sqlalchemy import event
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from tests.support.conditions import until

from ducato.core.errors import BadValue
from ducato.server import create_app
from ducato.server.kit.database.engine import Database
from ducato.server.kit.database.errors import StorageFailure, StoreError
from ducato.server.kit.process import logging as json_lines
from ducato.server.kit.process.logging import pseudonym
from ducato.server.kit.process.prometheus import CONTENT_TYPE
from ducato.server.live.connection import Connection
from ducato.server.live.inbox import TableStopped
from ducato.server.live.registry import TableRegistry
from ducato.server.subjects.tables.clocks import Clocks
from ducato.table.screens import Screen

Make = Callable[..., str]
HERE = {"Host": "127.0.0.1:8470"}
SAMPLE = re.compile(r'[a-z_]+(\{[a-z]+="[^"\\]*"\})? [-+.\de]+')


def value(text: str, name: str) -> float:
    (line,) = [line for line in text.splitlines() if line.rpartition(" ")[0] == name]
    return float(line.rpartition(" ")[2])


@pytest.fixture
def local(url: str) -> Iterator[TestClient]:
    app = create_app(Database(url), metrics_token="a secret")
    with TestClient(app, client=("127.0.0.1", 50_000)) as client:
        yield client


def test_it_says_that_it_is_well(client: TestClient):
    answer = client.get("/health")
    assert (answer.status_code, answer.json()) == (200, {"status": "ok", "database": "ok"})


def test_it_says_that_the_database_is_not(client: TestClient, monkeypatch: pytest.MonkeyPatch):
    def unreachable(_: object) -> None:
        raise StoreError("the password", StorageFailure.UNREACHABLE, "host db.example")

    monkeypatch.setattr("ducato.server.kit.database.engine.Database.ping", unreachable)
    answer = client.get("/health")
    assert answer.status_code == 503
    assert answer.json() == {"status": "unhealthy", "database": "unreachable"}


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have every health check made afresh."""
    monkeypatch.setattr("ducato.server.kit.process.monitoring.RESULT_MAX_AGE", -1.0)


def state(client: TestClient) -> tuple[int, str]:
    answer = client.get("/health")
    return answer.status_code, answer.json()["database"]


def test_a_database_that_can_only_be_read_is_not_well(url: str, impatient: None):
    database, pragmas = Database(url), ["PRAGMA query_only = OFF"]

    def used(connection: Any, *_: object) -> None:
        connection.execute(pragmas[0])

    event.listen(database.engine, "checkout", used)
    with TestClient(create_app(database), client=("127.0.0.1", 1)) as client:
        pragmas[0] = "PRAGMA query_only = ON"
        assert state(client) == (503, "read_only")
        assert value(client.get("/metrics", headers=HERE).text, "ducato_database_writable") == 0
        pragmas[0] = "PRAGMA query_only = OFF"
        assert state(client) == (200, "ok")
        text = client.get("/metrics", headers=HERE).text
        assert value(text, "ducato_database_writable") == 1
        assert value(text, "ducato_disk_free_bytes") > 0


def test_a_full_disk_is_not_well(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, impatient: None
):
    used = shutil.disk_usage("/")
    assert state(client) == (200, "ok")
    with monkeypatch.context() as full:
        full.setattr("shutil.disk_usage", lambda _: used._replace(free=1000))
        assert state(client) == (503, "full")
    assert state(client) == (200, "ok")


def test_a_database_that_does_not_answer_is_slow(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, impatient: None
):
    monkeypatch.setattr("ducato.server.kit.process.monitoring.PROBE_TIMEOUT", 0.05)
    go, jobs = threading.Event(), []
    beat, database = Clocks.heartbeat, client.app.state.services.database  # type: ignore[attr-defined]

    def held(clocks: Clocks, moment: int) -> Future[None]:
        jobs.append(database.write(lambda _: go.wait()))
        return beat(clocks, moment)

    monkeypatch.setattr(Clocks, "heartbeat", held)
    assert [state(client) for _ in range(3)] == [(503, "slow")] * 3
    assert len(jobs) <= 2  # they wait for one trial; the other beat is the heart's own
    go.set()
    for job in jobs:
        job.result()
    until(lambda: state(client) == (200, "ok"))


def test_it_is_not_tried_more_than_once_a_second(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("ducato.server.kit.process.monitoring.RESULT_MAX_AGE", 3600.0)
    pings: list[object] = []

    def ping(database: object) -> None:
        pings.append(database)

    monkeypatch.setattr("ducato.server.kit.database.engine.Database.ping", ping)
    assert [state(client) for _ in range(20)] == [(200, "ok")] * 20
    assert len(pings) == 1


def test_moves_and_rejections_are_counted(local: TestClient, sit: Any, table_at: Make):
    address = table_at(local)
    anna = sit(local, address)
    for _ in range(3):
        anna.wait_for_turn()
        assert anna.act()["type"] == "accepted"
        anna.hear("steps")
    anna.wait_for_turn()
    anna.act(action=999_999)
    anna.act(seq=0)
    anna.say(type="nothing")
    anna.hear("rejected")
    local.post("/api/tables", json={})
    answer = local.get("/metrics", headers=HERE)
    assert answer.headers["content-type"] == CONTENT_TYPE
    text = answer.text
    moves = value(text, 'ducato_changes_total{kind="move"}')
    assert moves > 3  # hers, and the bot's
    assert value(text, "ducato_commit_seconds_count") == moves
    assert value(text, 'ducato_commit_seconds_bucket{le="+Inf"}') == moves
    for kind in ("rejected", "stale", "malformed", "http_422"):
        assert value(text, f'ducato_rejections_total{{reason="{kind}"}}') == 1
    assert value(text, "ducato_tables") == value(text, "ducato_connections") == 1
    assert value(text, "ducato_writer_queue_length") >= 0
    for line in text.splitlines():
        assert line.startswith("# ") or SAMPLE.fullmatch(line), line
    assert address.rpartition("/")[2] not in text
    assert "Anna" not in text


def test_the_lag_of_the_event_loop_is_measured(local: TestClient):
    def hold_up() -> None:
        end = time.monotonic() + 0.6
        while time.monotonic() < end:
            pass

    def measured(what: str) -> float:
        text = local.get("/metrics", headers=HERE).text
        return value(text, f"ducato_event_loop_lag_seconds_{what}")

    local.portal.call(hold_up)  # type: ignore[union-attr]
    until(lambda: measured("count"))
    assert measured("sum") > 0.1


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"Host": "localhost"}, 200),
        ({"Host": "[::1]:8470"}, 200),
        ({"X-Forwarded-For": "203.0.113.7"}, 403),
        ({"Forwarded": "for=203.0.113.7"}, 403),
        ({"Host": "play.example.org"}, 403),
        ({"Host": "play.example.org", "Authorization": "Bearer a secret"}, 200),
        ({"Host": "play.example.org", "Authorization": "Bearer another"}, 403),
        ({"Host": "play.example.org", "Authorization": "Bearer "}, 403),
    ],
)
def test_metrics_are_for_this_machine(local: TestClient, headers: dict[str, str], status: int):
    assert local.get("/metrics", headers={**HERE, **headers}).status_code == status


def test_metrics_are_not_for_strangers(url: str):
    with TestClient(create_app(Database(url)), client=("203.0.113.7", 1)) as client:
        for headers in ({}, {"Host": "127.0.0.1"}, {"Authorization": "Bearer "}):
            assert client.get("/metrics", headers=headers).status_code == 403


# ------------------------------------------------------------------------------------- the log


@pytest.fixture
def lines() -> Iterator[Callable[[], list[dict[str, Any]]]]:
    root, ours, stream = logging.getLogger(), logging.getLogger("ducato"), io.StringIO()
    before = root.handlers[:], root.level, ours.level
    json_lines.configure_logging("json", stream)
    yield lambda: [json.loads(line) for line in stream.getvalue().splitlines()]
    root.handlers[:] = before[0]
    root.setLevel(before[1])
    ours.setLevel(before[2])


def test_an_error_is_told_without_its_words(lines: Any):
    try:
        raise BadValue("name", "anna@example.org", "a name")
    except BadValue as error:
        logging.getLogger("ducato.server").exception("table %s: %s", pseudonym("key"), error)
    logging.getLogger("asyncio").error("never retrieved\nfuture: <anna@example.org>")
    full = StoreError("where", StorageFailure.FULL, "anna@example.org")
    logging.getLogger("ducato.server").error("%s", full)
    first, second, third = lines()
    assert first.keys() == {"time", "level", "logger", "message", "error"}
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", first["time"])
    assert first["message"] == f"table {pseudonym('key')}: BadValue"
    assert first["error"]["type"] == "BadValue"
    assert first["error"]["at"][0].startswith("process/test_monitoring.py:")
    assert (second["logger"], second["message"]) == ("asyncio", "never retrieved")
    assert third["message"] == "StoreError full"
    assert "anna" not in json.dumps(lines())


def test_a_table_that_fails_is_told_without_its_secrets(
    client: TestClient, sit: Any, table_at: Make, monkeypatch: pytest.MonkeyPatch, lines: Any
):
    def broken(*_: object, **__: object) -> Any:
        raise RuntimeError("Anna holds the ace")

    address = table_at(client)
    anna = sit(client, address)
    monkeypatch.setattr("ducato.table.table.LiveTable.receive", broken)
    anna.say(type="undo", id="u", seq=0)
    with pytest.raises(WebSocketDisconnect) as gone:
        anna.hear("nothing of this kind")
    assert gone.value.code == 1012
    (told,) = [line for line in lines() if "error" in line]
    assert pseudonym(address.rpartition("/")[2]) in told["message"]
    assert told["error"]["type"] == "RuntimeError"
    whole = json.dumps(lines())
    for secret in ("Anna", "ace", address.rpartition("/")[2]):
        assert secret not in whole


# ------------------------------------------------------------------------- a table that stops


def broken(*_: object, **__: object) -> Any:
    raise RuntimeError("a fault of ours")


@pytest.fixture
def asked(client: TestClient, url: str, table_at: Make) -> Callable[..., None]:
    """Return a function that runs a coroutine with a registry that has a table."""

    def asked(what: Callable[[TableRegistry, str], Coroutine[Any, Any, None]]) -> None:
        table_id = table_at(client).rpartition("/")[2]

        async def run() -> None:
            database = Database(url)
            registry = TableRegistry(database)
            await what(registry, table_id)
            await registry.close()
            database.close()

        client.portal.call(run)  # type: ignore[union-attr]

    return asked


def test_who_asks_a_table_that_stops_over_it_is_let_go(asked: Callable[..., None]):
    async def ask(registry: TableRegistry, table_id: str) -> None:
        async with registry.acquire(table_id) as actor:
            with pytest.raises(TableStopped):
                await asyncio.wait_for(actor.apply_change(broken), 5)

    asked(ask)


def test_who_comes_to_a_table_that_stops_over_it_is_let_go(
    asked: Callable[..., None], monkeypatch: pytest.MonkeyPatch
):
    async def enter(registry: TableRegistry, table_id: str) -> None:
        connection = Connection(Screen((), "en"))
        await registry.connect(table_id, connection)
        assert await asyncio.wait_for(connection.outbox.get(), 5) is None

    monkeypatch.setattr("ducato.table.table.LiveTable.welcome", broken)
    asked(enter)
