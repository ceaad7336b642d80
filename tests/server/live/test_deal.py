"""The start of a game on a server: at the last contribution, or without silent players."""

from __future__ import annotations

from collections.abc import Callable
from http.cookiejar import CookieJar
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.server.player import ENTROPY, Player
from tests.support.conditions import until

from ducato.core.chance import CommittedStream
from ducato.server.kit.database.engine import Database
from ducato.server.live.persistence import to_live_table
from ducato.server.subjects.people.storage import People
from ducato.server.subjects.tables.clocks import Clocks
from ducato.server.subjects.tables.model import StoredTable
from ducato.server.subjects.tables.storage import Tables

ANNA = {"kind": "person", "name": "Anna"}
OPEN, RANDOM = {"kind": "open"}, {"kind": "bot", "bot": "random"}
BRUNO = {"kind": "person", "name": "Bruno"}


@pytest.fixture(autouse=True)
def any_games(same_games: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Give every table its own chance in this module."""
    for module in ("create", "rematch"):
        monkeypatch.setattr(f"ducato.table.setup.{module}.CommittedStream", CommittedStream)


def stored(url: str, address: str) -> StoredTable:
    database = Database(url)
    try:
        return Tables(database).load(address.rpartition("/")[2])
    finally:
        database.close()


def begun(url: str, address: str) -> StoredTable:
    """Return the table once its game has begun."""

    def found() -> StoredTable | None:
        table = stored(url, address)
        return table if table.begun else None

    table = until(found)
    assert table is not None
    return table


def test_a_table_where_nobody_comes_begins_after_a_while(
    client: TestClient, url: str, table_at: Callable[..., str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("ducato.server.live.timers.DEAL_DELAY", 0.2)
    address = table_at(client, ANNA, BRUNO, time_control={"kind": "correspondence", "days": 1})
    table = begun(url, address)
    assert [seat["entropy"] for seat in table.seats] == [None, None]
    assert table.steps
    assert table.turn_state.due is not None  # the clock runs from now on


def test_no_clock_runs_before_the_deal(client: TestClient, url: str, table_at: Callable[..., str]):
    address = table_at(client, ANNA, BRUNO, time_control={"kind": "correspondence", "days": 1})
    table = stored(url, address)
    assert (table.begun, table.turn_state.due, table.turn_state.to_move, table.steps) == (
        *(False, None, ()),
        [],
    )


def test_it_begins_after_a_restart_too(
    opened: Any, url: str, table_at: Callable[..., str], monkeypatch: pytest.MonkeyPatch
):
    """The game begins with what was contributed before."""
    with monkeypatch.context() as patience:
        patience.setattr("ducato.server.live.timers.DEAL_DELAY", 3600)
        first = opened()
        address = table_at(first, ANNA, OPEN)
        anna = Player(first.websocket_connect(f"{address}/socket"))
        anna.come()
        anna.leave()
    database = Database(url)
    bruno, _ = People(database).welcome("Bruno").result()
    table = stored(url, address)
    taken = {**table.seats[1], "name": "Bruno", "person": bruno.id}
    Tables(database).seat(table.id, [taken], table.turn_state).result()  # and then the process dies
    database.close()
    monkeypatch.setattr("ducato.server.live.timers.DEAL_DELAY", 0.2)
    opened(jar=CookieJar())
    table = begun(url, address)
    assert [seat["entropy"] for seat in table.seats] == [ENTROPY, None]
    assert to_live_table(table).match.stream.key == CommittedStream(table.seed, {0: ENTROPY}).key


def test_against_a_bot_it_begins_with_ones_own_contribution(
    client: TestClient, url: str, table_at: Callable[..., str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("ducato.server.live.timers.DEAL_DELAY", 3600)
    address = table_at(client, ANNA, RANDOM)
    anna = Player(client.websocket_connect(f"{address}/socket"))
    anna.come()
    assert not anna.waits
    assert stored(url, address).begun
    anna.leave()


def test_a_rematch_waits_for_who_was_invited(
    client: TestClient,
    sit: Any,
    url: str,
    table_at: Callable[..., str],
    monkeypatch: pytest.MonkeyPatch,
):
    """The rematch waits until they open its table, also after a restart; they may stay away."""
    monkeypatch.setattr("ducato.server.live.timers.DEAL_DELAY", 0.2)
    bruno = TestClient(client.app, base_url=str(client.base_url), headers=client.headers)
    bruno.portal = client.portal
    address = table_at(
        client, ANNA, OPEN, time_control={"kind": "real_time", "minutes": 5, "increment": 0}
    )
    api = address.replace("/table", "/api/tables")
    assert bruno.post(f"{api}/join", json={"name": "Bruno"}).status_code == 200
    begun(url, address)
    anna = sit(client, address)
    anna.say(type="resign", id="r")
    anna.hear("accepted")
    new = client.post(f"{api}/rematch", json={}).json()["url"]
    waiting = Player(client.websocket_connect(f"{new}/socket"))
    waiting.come()
    assert waiting.waits
    assert {s["name"]: s["substitute"] for s in waiting.heard[-1]["table"]["seats"]} == {
        "Anna": None,
        "Bruno": "invited",
    }
    database = Database(url)
    assert new.rpartition("/")[2] not in Clocks(database).undealt()
    database.close()
    begun(url, table_at(client, ANNA, BRUNO))  # asked for later, and for those who have come
    assert not stored(url, new).begun
    other = Player(bruno.websocket_connect(f"{new}/socket"))  # and contributes nothing
    table = begun(url, new)
    assert [seat["substitute"] for seat in table.seats] == [None, None]
    assert [seat["entropy"] for seat in table.seats] == [None, ENTROPY]
    waiting.leave()
    other.leave()


def test_a_table_that_its_host_leaves_empty_is_closed(
    client: TestClient, table_at: Callable[..., str]
):
    three = {"game": "builders", "options": {}}
    tables = [table_at(client, ANNA, OPEN, OPEN, **three) for _ in range(2)]
    tables = [table.replace("/table", "/api/tables") for table in tables]
    bruno = TestClient(client.app)
    bruno.portal = client.portal
    assert bruno.post(f"{tables[1]}/join", json={"name": "Bruno", "seat": 1}).status_code == 200
    for table, status in zip(tables, (404, 409), strict=True):
        assert client.post(f"{table}/leave", json={}).status_code == 200
        assert client.post(f"{table}/leave", json={}).status_code == status


def test_who_was_invited_in_vain_is_not_kept_waiting(
    client: TestClient, sit: Any, table_at: Callable[..., str]
):
    """Their table no longer offers a rematch that is closed; they may ask for another one."""
    bruno = TestClient(client.app)
    bruno.portal = client.portal
    address = table_at(client, ANNA, OPEN)
    api = address.replace("/table", "/api/tables")
    assert bruno.post(f"{api}/join", json={"name": "Bruno"}).status_code == 200
    anna, there = sit(client, address), sit(bruno, address)
    anna.say(type="resign", id="r")
    anna.hear("accepted")
    new = client.post(f"{api}/rematch", json={}).json()["id"]
    while there.hear("table")["table"]["rematch"] != new:
        pass
    Player(client.websocket_connect(f"/table/{new}/socket")).leave()
    assert client.post(f"/api/tables/{new}/leave", json={}).status_code == 200
    while there.hear("table")["table"]["rematch"] is not None:
        pass
    assert bruno.post(f"{api}/rematch", json={}).json()["id"] != new
