"""Play over the socket: whole games, restarts, lost connections, full disks."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

import pytest
from sqlalchemy import event, text
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

import ducato
from ducato import bots
from ducato.core import verbs
from ducato.core.match import Match
from ducato.server import create_app
from ducato.server.kit.database.engine import Database
from ducato.server.kit.database.errors import StorageFailure, StoreError
from ducato.server.subjects.tables.clocks import Clocks
from ducato.server.subjects.tables.storage import Tables

Make = Callable[..., str]
BRUNO = {"kind": "person", "name": "Bruno"}
ANNA = {"kind": "person", "name": "Anna"}
RANDOM = {"kind": "bot", "bot": "random"}


@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_a_whole_game_against_a_bot(client: TestClient, sit: Any, table_at: Make, bot: str):
    address = table_at(client, ANNA, {"kind": "bot", "bot": bot})
    anna = sit(client, address)
    assert client.get(f"{address}/record").status_code == 409
    anna.play()
    steps = [step for message in anna.heard for step in message.get("steps", [])]
    first = anna.heard[0]["view"]["seq"]
    assert [step["seq"] for step in steps] == list(range(first + 1, anna.view["seq"] + 1))
    assert {"thinking", "accepted", "steps"} <= {message["type"] for message in anna.heard}
    assert any(step["texts"] for step in steps)
    record = client.get(f"{address}/record")
    assert record.headers["content-type"].startswith("application/jsonl")
    match = Match.from_lines(record.text.splitlines())
    assert match.ranks() == anna.view["result"]["ranks"]
    assert client.get("/api/tables").json()[0]["finished"]


def test_bots_play_among_themselves_while_somebody_watches(
    client: TestClient, sit: Any, table_at: Make
):
    spectator = sit(client, table_at(client, RANDOM, RANDOM))
    spectator.play()
    assert spectator.view["seat"] is None
    assert spectator.view["result"]["headline"]


def test_a_table_survives_the_server(opened: Any, sit: Any, table_at: Make):
    first = opened()
    address = table_at(first)
    anna = sit(first, address)
    anna.play(4)
    anna.wait_for_turn()
    left = anna.view
    anna.leave()
    again = sit(opened(), address)
    assert again.view == left
    again.play(6)
    assert again.view["seq"] > left["seq"]


def test_a_bot_goes_on_after_a_restart(url: str, opened: Any, sit: Any, table_at: Make):
    first = opened()
    address = table_at(first, RANDOM, ANNA)
    database = Database(url)
    table_id = address.rpartition("/")[2]
    before = len(Tables(database).load(table_id).steps)
    anna = sit(opened(), address)
    anna.wait_for_turn()
    anna.play(2)
    assert len(Tables(database).load(table_id).steps) > before
    database.close()


def test_what_was_announced_is_on_the_disk(client: TestClient, url: str, sit: Any, table_at: Make):
    anna, database = sit(client, address := table_at(client)), Database(url)
    for _ in range(5):
        anna.wait_for_turn()
        seq = anna.act()["seq"]
        assert len(Tables(database).load(address.rpartition("/")[2]).steps) >= seq
        anna.hear("steps")
    database.close()


def test_rejections_change_nothing(client: TestClient, url: str, sit: Any, table_at: Make):
    address = table_at(client)
    anna, database = sit(client, address), Database(url)
    anna.wait_for_turn()
    steps = Tables(database).load(address.rpartition("/")[2]).steps
    end = anna.act(ducato.load("magnate").encode("end"))
    assert (end["type"], end["clause"]) == ("rejected", "3.4")
    assert end["id"].endswith("-1")
    assert anna.act(99_999)["reason"] == "That action doesn’t exist."
    stale = anna.act(seq=anna.view["seq"] - 1)
    assert (stale["type"], stale["seq"]) == ("stale", anna.view["seq"])
    assert [step["seq"] for step in anna.hear("steps")["steps"]] == [anna.view["seq"]]
    assert Tables(database).load(address.rpartition("/")[2]).steps == steps
    database.close()
    assert anna.act()["type"] == "accepted"


def test_the_same_request_twice(client: TestClient, sit: Any, table_at: Make):
    anna = sit(client, table_at(client))
    anna.wait_for_turn()
    request = {
        "type": "act",
        "id": "x",
        "seq": anna.view["seq"],
        "action": anna.view["legal"][0]["action"],
    }
    anna.say(**request)
    first = anna.hear("accepted")
    anna.say(**request)
    assert anna.hear("accepted") == first
    anna.say(type="catch_up", seq=request["seq"])
    steps = anna.hear("steps")["steps"]
    assert [step["seq"] for step in steps if step["actor"] == 0][:1] == [request["seq"] + 1]


def test_taking_back_is_told_to_everybody(client: TestClient, url: str, sit: Any, table_at: Make):
    address = table_at(client, ANNA, BRUNO)
    screens = [sit(client, address, f"lang=en&seat={seat}") for seat in (0, 1)]
    for _ in range(100):
        mover = next(screen for screen in screens if screen.view["legal"])
        mover.act()
        for screen in screens:
            screen.hear("steps")
        if mover.view["undo"]:
            break
    seq = mover.view["seq"]
    mover.say(type="undo", id="u", seq=seq)
    assert mover.hear("accepted")["seq"] == seq - 1
    for screen in screens:
        undone = screen.hear("undone")
        assert undone["view"]["seq"] == len(undone["log"]) == seq - 1
    assert mover.view["legal"]
    database = Database(url)
    assert len(Tables(database).load(address.rpartition("/")[2]).steps) == seq - 1
    database.close()
    assert mover.act()["type"] == "accepted"


def test_two_people_at_one_screen(client: TestClient, sit: Any, table_at: Make):
    screen = sit(client, table_at(client, ANNA, BRUNO))
    assert screen.heard[0]["hot_seat"]
    seats = []
    for _ in range(2):
        curtain = screen.hear("pass_screen")
        seats.append(curtain["seat"])
        screen.say(type="ready", id=f"r{len(seats)}", seat=curtain["seat"])
        assert screen.hear("accepted")["id"] == f"r{len(seats)}"
        assert screen.hear("view")["view"]["seat"] == curtain["seat"]
        while screen.view["to_move"] == [curtain["seat"]]:
            screen.act(screen.view["legal"][-1]["action"])
            screen.hear("steps")
    assert sorted(seats) == [0, 1]


@pytest.mark.parametrize(
    "data", ["{", "[]", '{"type": "act", "id": "m"}', "x" * 5000, '{"type": "x"}']
)
def test_what_is_no_message_is_answered(client: TestClient, sit: Any, table_at: Make, data: str):
    anna = sit(client, table_at(client))
    anna.session.send_text(data)
    refused = anna.hear("rejected")
    assert refused["id"] == ("m" if '"m"' in data else None)
    assert refused["reason"]
    anna.session.send_bytes(b'{"type": "ping"}')
    anna.hear("pong")


def test_the_language_can_be_changed(client: TestClient, sit: Any, table_at: Make):
    anna = sit(client, table_at(client))
    anna.wait_for_turn()
    english = anna.view["prompt"]
    anna.say(type="language", lang="it")
    anna.hear("welcome")
    assert anna.view["prompt"] != english


def test_a_game_of_rules_that_are_gone_is_not_asked_for_again(url: str, table_at: Make):
    with TestClient(create_app(Database(url))) as before:
        address = table_at(before)
    database = Database(url)
    change = text("UPDATE tables SET rules_version = 99")
    database.write(lambda connection: connection.execute(change)).result()
    database.close()
    with TestClient(create_app(Database(url)), cookies=before.cookies) as client:
        with client.websocket_connect(f"{address}/socket") as session:
            with pytest.raises(WebSocketDisconnect) as gone:
                session.receive_json()
            assert gone.value.code == 4410
        answer = client.post(
            f"/api/tables/{address.rpartition('/')[2]}/leave", headers={"Accept-Language": "it"}
        )
        assert (answer.status_code, "regole del gioco sono cambiate" in answer.text) == (410, True)


def test_an_unknown_table_and_other_sites_are_turned_away(client: TestClient, table_at: Make):
    from starlette.websockets import WebSocketDisconnect

    with client.websocket_connect("/table/nobody/socket") as session:
        with pytest.raises(WebSocketDisconnect) as gone:
            session.receive_json()
        assert gone.value.code == 4404
    address = f"{table_at(client)}/socket"
    with (
        pytest.raises(WebSocketDisconnect),
        client.websocket_connect(address, headers={"Origin": "http://elsewhere.example"}),
    ):
        pass
    with client.websocket_connect(address, headers={"Origin": "http://testserver"}) as session:
        assert session.receive_json()["type"] == "welcome"


class Disk:
    """The disk under a server, which may be full or read-only for a while."""

    def __init__(self) -> None:
        self.pragmas: list[str] = []

    def under(self, database: Database) -> Database:
        event.listen(database.engine, "checkout", self._used)
        return database

    def _used(self, connection: Any, *_: object) -> None:
        for pragma in self.pragmas:
            connection.execute(pragma)


@pytest.fixture
def disk() -> Disk:
    return Disk()


NOT_WRITABLE = ("PRAGMA query_only = ON", "PRAGMA query_only = OFF", "is read-only")


def test_what_cannot_be_stored_did_not_happen(disk: Disk, url: str, sit: Any, table_at: Make):
    with TestClient(create_app(disk.under(Database(url)))) as client:
        address = table_at(client, ANNA, BRUNO)
        mover = sit(client, address)
        seat = mover.hear("pass_screen")["seat"]
        mover.say(type="ready", id="r", seat=seat)
        mover.hear("view")
        view = mover.view
        disk.pragmas = [NOT_WRITABLE[0]]
        refused = mover.act(id="same")
        assert (refused["type"], refused["id"]) == ("rejected", "same")
        assert NOT_WRITABLE[2] in refused["reason"]
        answer = client.post("/api/tables", json={"game": "magnate", "seats": [ANNA, RANDOM]})
        assert answer.status_code == 503
        assert NOT_WRITABLE[2] in answer.json()["error"]
        mover.say(type="catch_up", seq=view["seq"])
        assert mover.hear("steps")["steps"] == []
        disk.pragmas = [NOT_WRITABLE[1]]
        assert len(client.get("/api/tables").json()) == 1
        assert mover.act(id="same")["type"] == "accepted"
        mover.leave()


def test_a_move_that_may_be_stored_is_looked_for_in_the_store(
    client: TestClient, url: str, sit: Any, table_at: Make, monkeypatch: pytest.MonkeyPatch
):
    """No client is told that nothing changed: the table is reopened, and the client asks again."""
    address = table_at(client)
    mover = sit(client, address)
    mover.wait_for_turn()
    seq, append = mover.view["seq"], Tables.append

    def unsure(*args: Any, **named: Any) -> Future[None]:
        append(*args, **named).result()
        lost: Future[None] = Future()
        lost.set_exception(StoreError("there", StorageFailure.UNSURE, "no answer"))
        return lost

    with monkeypatch.context() as cut:
        cut.setattr(Tables, "append", unsure)
        move = {"type": "act", "id": "same", "seq": seq, "action": mover.view["legal"][0]["action"]}
        mover.say(**move)
        with pytest.raises(WebSocketDisconnect) as gone:
            mover.hear("accepted", "rejected")
    assert gone.value.code == 1012
    again = sit(client, address)
    again.say(**move)
    assert again.hear("accepted", "rejected", "stale")["type"] == "accepted"
    database = Database(url)
    stored = Tables(database).load(address.rpartition("/")[2])
    assert list(stored.requests.items()) == [(seq + 1, "same")]
    database.close()


def test_a_bots_move_is_stored_as_soon_as_it_can_be(
    disk: Disk, url: str, sit: Any, table_at: Make, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("ducato.server.live.handler.RETRY_SECONDS", 0.05)
    with TestClient(create_app(disk.under(Database(url)))) as client:
        address = table_at(client, RANDOM, RANDOM)
        disk.pragmas = [NOT_WRITABLE[0]]
        spectator = sit(client, address)
        refused = spectator.hear("rejected")
        assert refused["id"] is None
        assert NOT_WRITABLE[2] in refused["reason"]
        disk.pragmas = [NOT_WRITABLE[1]]
        spectator.hear("steps")
        spectator.leave()


def test_for_a_bot_that_fails_another_one_stands_in(
    client: TestClient, sit: Any, table_at: Make, monkeypatch: pytest.MonkeyPatch
):
    address = table_at(client, RANDOM, RANDOM)

    class Broken:
        asked = 0

        def choose(self, *_: object) -> int:
            Broken.asked += 1
            return 10_000 if Broken.asked % 2 else int("no number")

    monkeypatch.setattr(bots, "make", lambda *_: Broken())
    spectator = sit(client, address)
    for _ in range(4):
        assert "failed to choose" in spectator.hear("rejected")["reason"]
        spectator.hear("steps")


def test_rules_and_disk_never_hold_the_loop_up(
    client: TestClient, sit: Any, table_at: Make, monkeypatch: pytest.MonkeyPatch
):
    on_the_loop: list[str] = []

    def watched(function: Any) -> Any:
        def call(*arguments: Any, **named: Any) -> Any:
            try:
                asyncio.get_running_loop()
            except RuntimeError:
                return function(*arguments, **named)
            on_the_loop.append(function.__qualname__)
            return function(*arguments, **named)

        return call

    for name in ("apply_action", "legal_actions"):
        monkeypatch.setattr(verbs, name, watched(getattr(verbs, name)))
    for name in ("load", "head", "list_tables"):
        monkeypatch.setattr(Tables, name, watched(getattr(Tables, name)))
    monkeypatch.setattr(Clocks, "due", watched(Clocks.due))
    anna = sit(client, table_at(client))
    anna.play(5)
    client.get("/api/tables")
    assert on_the_loop == []


def test_an_answer_takes_little_time(client: TestClient, sit: Any, table_at: Make):
    anna = sit(client, table_at(client))
    times = []
    for _ in range(15):
        anna.wait_for_turn()
        start = time.perf_counter()
        anna.act()
        times.append(time.perf_counter() - start)
        anna.hear("steps")
    assert sorted(times)[len(times) // 2] < 0.5  # about 0.02 here; a busy machine may need more


@pytest.mark.compiled
def test_a_hint_is_thought_beside_the_table(client: TestClient, sit: Any, table_at: Make):
    anna = sit(client, table_at(client))
    anna.wait_for_turn()
    anna.say(type="hint", id="h", seq=anna.view["seq"])
    anna.say(type="explain", id="w", piece=anna.view["scene"]["pieces"][0]["id"])
    assert anna.hear("explanation")["id"] == "w"
    hint = anna.hear("hint")
    assert hint["action"] in {offer["action"] for offer in anna.view["legal"]}
    assert anna.act(hint["action"])["type"] == "accepted"


def test_a_lesson_is_played_with_the_table(client: TestClient, sit: Any):
    answer = client.post("/api/lessons", json={"game": "magnate", "name": "Zoe"})
    assert answer.status_code == 201
    zoe = sit(client, answer.json()["url"], "lang=it")
    for number in (1, 2, 3):
        zoe.wait_for_turn()
        assert zoe.view["lesson"]["number"] == number
        zoe.act()
        zoe.hear("steps")
    assert client.post("/api/lessons", json={"game": "chess", "name": "Zoe"}).status_code == 422
