"""Bots play for people who are present, or were recently; otherwise they are paused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.support.conditions import until

from ducato.core.game import load
from ducato.server import create_app
from ducato.server.kit.database.engine import Database
from ducato.server.kit.http.rate_limits import ConcurrencyLimit, Limits, changed_limits
from ducato.server.kit.workers.bot_queue import Payer
from ducato.server.live import attendance
from ducato.server.live.attendance import (
    BOT_TABLES_IN_ALL,
    BOT_TABLES_OF_ADDRESS,
    BOT_TABLES_OF_PERSON,
    GRACE_AFTER_LEAVING,
    Attendance,
    BotTables,
)
from ducato.server.live.connection import Connection
from ducato.server.subjects.people.storage import People
from ducato.server.subjects.tables import new_tables
from ducato.server.subjects.tables.storage import Tables
from ducato.table.roster import Roster
from ducato.table.screens import Screen
from ducato.table.seats import TableSeat

Make = Callable[..., str]
ANNA = {"kind": "person", "name": "Anna"}
BRUNO = {"kind": "person", "name": "Bruno"}
RANDOM = {"kind": "bot", "bot": "random"}
LONG = {"reshuffles": 2}


def seq(url: str, address: str) -> int:
    database = Database(url)
    found = len(Tables(database).load(address.rpartition("/")[2]).steps)
    database.close()
    return found


@pytest.fixture
def stranger(client: TestClient) -> TestClient:
    other = TestClient(client.app)
    other.portal = client.portal
    return other


@pytest.fixture
def no_grace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attendance, "GRACE_AFTER_LEAVING", 0.0)


def quiet(client: TestClient, address: str) -> None:
    """Wait until the table is closed."""
    registry = client.app.state.services.registry
    until(lambda: registry.find(address.rpartition("/")[2]) is None)


def test_a_table_of_bots_waits_for_who_opened_it(
    client: TestClient, stranger: TestClient, url: str, sit: Any, table_at: Make
):
    address = table_at(client, RANDOM, RANDOM, options=LONG, public=True)
    begun = seq(url, address)
    spectator = sit(stranger, address)
    for number in range(20):  # everything a table does comes before the answers to these
        spectator.say(type="explain", id=f"w{number}", piece="none")
        spectator.hear("explanation")
    assert seq(url, address) == begun
    assert "thinking" not in {message["type"] for message in spectator.heard}
    sit(client, address)
    spectator.hear("steps")


def test_bots_go_on_when_somebody_comes_back(
    client: TestClient, url: str, sit: Any, table_at: Make, no_grace: None
):
    address = table_at(client, RANDOM, RANDOM, options=LONG)
    opener = sit(client, address)
    opener.hear("steps")
    opener.leave()
    quiet(client, address)
    rested = seq(url, address)
    assert not client.app.state.services.registry.bot_tables
    again = sit(client, address)
    assert again.view["seq"] == rested
    again.hear("steps")


def test_a_bot_answers_who_moved_and_left(client: TestClient, url: str, sit: Any, table_at: Make):
    """A bot answers a move after the player has left, as in correspondence play."""
    time_control = {"kind": "correspondence", "days": 1}
    address = table_at(client, ANNA, RANDOM, options=LONG, time_control=time_control)
    anna = sit(client, address)
    anna.wait_for_turn()
    while anna.view["legal"]:
        anna.act()
        anna.hear("steps")
    anna.leave()
    database, table_id = Database(url), address.rpartition("/")[2]
    until(lambda: Tables(database).load(table_id).turn_state.to_move == (0,))
    database.close()


def test_for_one_person_bots_play_at_so_many_tables(
    client: TestClient,
    stranger: TestClient,
    sit: Any,
    table_at: Make,
    monkeypatch: pytest.MonkeyPatch,
    no_grace: None,
):
    few = ConcurrencyLimit(1, BOT_TABLES_OF_PERSON.name)
    monkeypatch.setattr(attendance, "BOT_TABLES_OF_PERSON", few)
    monkeypatch.setattr("ducato.server.live.handler.RETRY_SECONDS", 0.05)
    second = table_at(client, RANDOM, RANDOM, options=LONG)
    first = sit(client, table_at(client, RANDOM, RANDOM, options=LONG))
    first.hear("steps")
    other = sit(client, second)
    assert "Leave one of those tables" in other.hear("announcement")["text"]
    wanted = {"game": "magnate", "seats": [RANDOM, RANDOM]}
    refused = client.post("/api/tables", json=wanted)
    assert refused.status_code == 429
    words = "Bots are already playing at 1 of your tables. Leave one of those tables, and try again"
    assert refused.json()["error"] == f"{words} in 2 minutes."
    assert refused.headers["Retry-After"] == "120"
    assert stranger.post("/api/tables", json=wanted).status_code == 201  # another person may
    first.leave()
    other.hear("steps")


def test_no_two_new_tables_take_the_last_place_for_bots(
    client: TestClient, table_at: Make, monkeypatch: pytest.MonkeyPatch
):
    few = ConcurrencyLimit(1, BOT_TABLES_OF_PERSON.name)
    monkeypatch.setattr(attendance, "BOT_TABLES_OF_PERSON", few)
    store_table, room = new_tables.store_table, []
    client.post("/api/me", json={"name": "Anna"})
    services = client.app.state.services  # type: ignore[attr-defined]
    payer = Payer(None, People(services.database).of_session(client.cookies["ducato"]).id)
    tables = services.registry.bot_tables

    async def while_another_comes(*wanted: Any, **more: Any) -> str:
        room.append(tables.reason_against(payer))
        return await store_table(*wanted, **more)

    monkeypatch.setattr(new_tables, "store_table", while_another_comes)
    table_at(client, ANNA, RANDOM)
    table_at(client, ANNA, {"kind": "open"})
    assert [None if reason is None else reason.key for reason in room] == ["bots.of_person", None]
    assert tables.reason_against(payer) is None


def test_a_table_left_to_spectators_does_not_count(
    client: TestClient,
    stranger: TestClient,
    sit: Any,
    table_at: Make,
    monkeypatch: pytest.MonkeyPatch,
):
    """Even if no bot is to move there, so that none is asked to choose."""
    for module in ("attendance", "handler"):
        monkeypatch.setattr(f"ducato.server.live.{module}.GRACE_AFTER_LEAVING", 0.2)
    address = table_at(client, ANNA, RANDOM, options=LONG, public=True)
    anna = sit(client, address)
    registry = client.app.state.services.registry  # type: ignore[attr-defined]
    while not (registry.bot_tables and anna.view["legal"]):
        anna.wait_for_turn()
        anna.act()
        anna.hear("steps")
    sit(stranger, address)
    anna.leave()
    until(lambda: not registry.bot_tables)
    assert registry.find(address.rpartition("/")[2]) is not None


def test_a_table_counts_for_who_is_there_while_no_bot_is_to_move():
    tables = BotTables(Limits())
    roster = Roster(
        [
            TableSeat(0, "Anna", person="anna"),
            TableSeat(1, "Bea", person="bea"),
            TableSeat(2, "Cosimo", "greedy"),
        ],
        "greedy",
    )
    there = Attendance("t", None, tables)
    anna, bea = (Connection(Screen((), "en", person)) for person in ("anna", "bea"))
    there.refresh(roster, [anna, bea], 0.0)
    assert not tables  # until a bot is to move for the first time
    assert there.payer(roster, [anna, bea], 0.0) == anna.payer
    there.refresh(roster, [bea], 1.0)
    for number in range(BOT_TABLES_OF_PERSON.number):
        assert tables.add(f"anna's {number}", anna.payer) is None
    assert tables.add("bea's", bea.payer) is None
    there.refresh(roster, [], 2.0)
    assert len(tables) == BOT_TABLES_OF_PERSON.number + 1


def test_tables_are_counted_by_person_by_address_and_in_all(monkeypatch: pytest.MonkeyPatch):
    tables = BotTables(Limits())
    mallory = Payer("6.6.6.6", "mallory")
    for number in range(BOT_TABLES_OF_PERSON.number):
        assert tables.add(f"m{number}", mallory) is None
        assert tables.add(f"m{number}", mallory) is None
    refusal = tables.add("one more", mallory)
    assert refusal is not None
    assert refusal.key == "bots.of_person"
    assert tables.add("one more", Payer("6.6.6.7", "mallory")) is not None  # another address
    for number in range(BOT_TABLES_OF_ADDRESS.number - BOT_TABLES_OF_PERSON.number):
        assert tables.add(f"n{number}", Payer("6.6.6.6", f"name {number}")) is None
    refusal = tables.add("one more", Payer("6.6.6.6", "another name"))
    assert refusal is not None
    assert refusal.key == "bots.of_address"
    assert tables.add("anna's", Payer("7.7.7.7", "anna")) is None
    most = ConcurrencyLimit(len(tables), BOT_TABLES_IN_ALL.name)
    monkeypatch.setattr(attendance, "BOT_TABLES_IN_ALL", most)
    refusal = tables.reason_against(Payer("8.8.8.8", "bruno"))
    assert refusal is not None
    assert refusal.key == "bots.of_all"
    tables.remove("m0")
    assert tables.add("one more", mallory) is None


def test_tables_of_other_processes_count():
    """For the person, the address, the network and in all; one that changes its process, once."""
    changes = changed_limits(["bot-tables-of-person=2", "bot-tables-in-all=4"])
    first, second = (BotTables(Limits(changes=changes)) for _ in range(2))
    first.elsewhere, second.elsewhere = lambda: [second.counted()], lambda: [first.counted()]
    anna, bea = Payer("7.7.7.7", "anna"), Payer("2001:db8:1:2::", "bea")
    assert first.add("a", anna) is second.add("b", anna) is None
    refusal = first.add("c", anna)
    assert refusal is not None
    assert refusal.key == "bots.of_person"
    assert second.add("a", anna) is None  # handed over, and not yet gone there
    assert first.add("c", bea) is second.add("d", bea) is None
    refusal = second.reason_against(Payer("8.8.8.8", "carla"))
    assert refusal is not None
    assert refusal.key == "bots.of_all"
    assert not any(
        "7.7" in key or "anna" in key for keys in first.counted().values() for key in keys
    )


def test_bots_play_for_a_while_when_a_person_was_late():
    company = Roster(
        [TableSeat(0, "Anna", person="anna"), TableSeat(1, "Cosimo", "greedy")], "greedy"
    )
    there = Attendance("t", None, BotTables(Limits()))
    assert there.payer(company, [], 0.0) is None
    there.allow_unattended(company, 10.0)
    assert there.payer(company, [], 10.0 + GRACE_AFTER_LEAVING - 1) is not None
    assert there.payer(company, [], 10.0 + GRACE_AFTER_LEAVING + 1) is None
    bots_only = Roster(
        [TableSeat(0, "Isabel", "greedy"), TableSeat(1, "Cosimo", "greedy")], "greedy"
    )
    there.allow_unattended(bots_only, 500.0)
    assert there.payer(bots_only, [], 500.0) is None


@pytest.mark.compiled
def test_the_budget_of_a_search_decides_and_not_how_it_is_cut(monkeypatch: pytest.MonkeyPatch):
    from ducato.bots import make
    from ducato.bots.search.bot import SearchBot

    game = load("magnate")
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    seat = state.current_player()
    record = state.redact(seat).state
    found = []
    for first, most in ((32, 256), (1, 1), (7, 13), (1000, 1000)):
        monkeypatch.setattr("ducato.bots.search.bot.FIRST_CHUNK", first)
        monkeypatch.setattr("ducato.bots.search.bot.CHUNK", most)
        bot = make("ismcts:sims=60", game)
        assert isinstance(bot, SearchBot)
        found.append((bot.choose(record, seat, 5), bot.estimates(record, seat, 5)))
    assert all(one == found[0] for one in found)


def test_tables_that_waited_for_a_bot_go_on_after_a_start(
    url: str, table_at: Make, sit: Any, monkeypatch: pytest.MonkeyPatch
):
    """After a start only tables with a person resume; no one waits for a table of bots."""
    time_control = {"kind": "correspondence", "days": 1}
    with monkeypatch.context() as before:
        before.setattr("ducato.server.live.handler.CommandHandler.start_bot", lambda _: None)
        with TestClient(create_app(Database(url))) as first:
            address = table_at(first, ANNA, RANDOM, time_control=time_control)
            anna = sit(first, address)
            while anna.view["legal"]:
                anna.act()
                anna.hear("steps")
            anna.leave()
    left = seq(url, address)
    with TestClient(create_app(Database(url))):
        until(lambda: seq(url, address) > left)
