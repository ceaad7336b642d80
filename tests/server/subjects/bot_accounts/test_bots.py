"""Bots that connect from outside: their tokens, and what they may and may not see."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from tests.support.live_server import LiveServer

from ducato.server import create_app
from ducato.server.app import ROUTERS
from ducato.server.kit.database.engine import Database
from ducato.server.kit.http.rate_limits import Rate
from ducato.server.subjects.bot_accounts.routes import MARK
from ducato.server.subjects.bot_accounts.storage import BotAccounts
from ducato.server.subjects.people.storage import People

if TYPE_CHECKING:
    from playwright.sync_api import Page

Make = Callable[..., str]
ANNA = {"kind": "person", "name": "Anna"}
OPEN = {"kind": "open"}
EXAMPLES = Path(__file__).parents[4] / "examples"


class Tried(NamedTuple):
    """Where the example is run."""

    server: LiveServer
    table: str
    token: str


@pytest.fixture
def browser(client: TestClient) -> Callable[[str | None], TestClient]:
    """Open another client of the same server; with a token, it is a bot."""

    def another(token: str | None = None) -> TestClient:
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        other = TestClient(client.app, headers=headers)
        other.portal = client.portal  # the same event loop
        return other

    return another


def new_bot(client: TestClient, name: str = "Argo") -> dict[str, str]:
    client.post("/api/me", json={"name": "Anna"})
    answer = client.post("/api/bot-accounts", json={"name": name})
    assert answer.status_code == 201, answer.text
    made: dict[str, str] = answer.json()
    return made


def test_a_token_is_shown_once_and_can_be_changed(client: TestClient, browser: Any):
    bot = new_bot(client)
    assert bot["name"] == "Argo [bot]"
    assert client.get("/api/bot-accounts").json() == [{"id": bot["id"], "name": bot["name"]}]
    me = browser(bot["token"]).get("/api/me").json()
    assert (me["name"], me["email"]) == ("Argo [bot]", None)
    again = client.post(f"/api/bot-accounts/{bot['id']}/token").json()
    assert browser(bot["token"]).get("/api/me").status_code == 401
    assert browser(again["token"]).get("/api/me").status_code == 200
    assert client.delete(f"/api/bot-accounts/{bot['id']}").status_code == 200
    gone = browser(again["token"]).get("/api/me")
    assert (gone.status_code, gone.headers["www-authenticate"]) == (401, "Bearer")
    assert client.delete(f"/api/bot-accounts/{bot['id']}").status_code == 404
    assert client.get("/api/bot-accounts").json() == []


def test_who_is_nobody_has_no_bots(client: TestClient, browser: Any):
    assert client.get("/api/bot-accounts").status_code == 403
    assert client.post("/api/bot-accounts", json={"name": "Argo"}).status_code == 403
    bot = new_bot(client)
    stranger = browser()
    stranger.post("/api/me", json={"name": "Mallory"})
    assert stranger.post(f"/api/bot-accounts/{bot['id']}/token").status_code == 404
    assert stranger.delete(f"/api/bot-accounts/{bot['id']}").status_code == 404


@pytest.mark.parametrize("name", ["", " ", "x" * 35])
def test_a_bot_has_a_name_with_room_for_its_mark(client: TestClient, name: str):
    client.post("/api/me", json={"name": "Anna"})
    assert client.post("/api/bot-accounts", json={"name": name}).status_code == 422


def test_a_bot_gets_what_a_person_in_its_seat_gets(
    client: TestClient, browser: Any, sit: Any, table_at: Make
):
    """Of two tables with the same deal, one has a bot in the seat and the other a person."""
    bot = browser(new_bot(client)["token"])
    person = browser()
    heard = []
    for other in (bot, person):
        address = table_at(client, ANNA, OPEN)
        anna = sit(client, address)
        body = {} if other is bot else {"name": "Argo"}
        assert other.post(f"{address.replace('/table', '/api/tables')}/join", json=body).is_success
        anna.hear("welcome")
        player = sit(other, address)
        for _ in range(30):
            mover = anna if anna.view["legal"] else player
            assert mover.act()["type"] == "accepted"
            anna.hear("steps")
            player.hear("steps")
        player.say(type="replay", id="l", seq=3, seat=0)
        player.hear("rejected", "replay")
        player.say(type="export", id="e")
        player.hear("record")
        told = json.dumps([m for m in player.heard if m["type"] not in ("accepted", "table")])
        heard.append(told.replace(address.rpartition("/")[2], "ID"))
    assert "Argo [bot]" in heard[0]
    assert heard[0].replace(f"Argo{MARK}", "Argo") == heard[1]


def test_a_token_opens_nothing_of_its_owner(
    client: TestClient, browser: Any, sit: Any, table_at: Make
):
    bot = browser(new_bot(client)["token"])
    address = table_at(client, ANNA, OPEN)
    watching = sit(bot, f"{address}", "seat=0&lang=en")
    assert watching.view["seat"] is None
    assert watching.view["legal"] == []
    for path, body in (
        ("/api/me", {"name": "Anna"}),
        ("/api/me/email", {"email": "a@b.example"}),
        ("/api/me/preferences", {"rated": True}),
        ("/api/logout", {}),
        ("/api/me/email/verify", {"token": "x"}),
        ("/api/bot-accounts", {"name": "Second"}),
        ("/api/lessons", {"game": "magnate", "name": "Anna"}),
        ("/api/tables", {"game": "magnate", "seats": [ANNA, OPEN]}),
    ):
        answer = bot.post(path, json=body)
        assert answer.status_code == 403, path
        assert answer.json()["error"] == "Bots can’t do this: it takes a person."
    assert bot.get("/api/bot-accounts").status_code == 403
    assert bot.get("/api/tables").json() == []  # Anna's table is private
    assert bot.post(f"/api/tables/{address.rpartition('/')[2]}/leave").status_code == 409


def test_a_wrong_token_makes_nobody_a_guest(client: TestClient, browser: Any, table_at: Make):
    stranger = browser("ducato-bot-made-up")
    address = table_at(client, ANNA, OPEN)
    sitting = stranger.post(f"{address.replace('/table', '/api/tables')}/join", json={"name": "M"})
    assert sitting.status_code == 401
    assert "set-cookie" not in sitting.headers
    with (
        stranger.websocket_connect(f"{address}/socket") as socket,
        pytest.raises(WebSocketDisconnect) as gone,
    ):
        socket.receive_json()
    assert gone.value.code == 4401


def test_who_revokes_a_bot_ends_its_connections(
    client: TestClient, browser: Any, sit: Any, table_at: Make
):
    made = new_bot(client)
    bot = browser(made["token"])
    address = table_at(client, ANNA, OPEN)
    player = sit(bot, address)
    client.delete(f"/api/bot-accounts/{made['id']}")
    with pytest.raises(WebSocketDisconnect):
        player.hear("nothing of this kind")


@pytest.fixture
def tried(url: str, quick_bots: None) -> Iterator[Tried]:
    """A server with a bot account, and a table of it with one open seat."""
    server = LiveServer(url)
    try:
        database = Database(url)
        anna, _ = People(database).welcome("Anna").result()
        added = BotAccounts(database).add(anna.id, f"Argo{MARK}").result()
        database.close()
        assert added is not None
        body = {"game": "magnate", "options": {"reshuffles": 0}, "public": True}
        seats = [OPEN, {"kind": "bot", "bot": "random"}]
        asked = urllib.request.Request(
            f"{server.address}/api/tables", json.dumps({**body, "seats": seats}).encode()
        )
        with urllib.request.urlopen(asked) as answer:
            yield Tried(server, server.address + json.load(answer)["url"], added[1])
    finally:
        server.stop()


def run_example(tried: Tried, name: str = "bot.py", *more: str) -> subprocess.CompletedProcess[str]:
    passed_on = ("DUCATO_CACHE", "PYTHONPATH", "NUMBA_DISABLE_JIT", "HOME")
    return subprocess.run(
        [sys.executable, "-W", "error", str(EXAMPLES / name), tried.table, *more],
        env={
            **{key: os.environ[key] for key in passed_on if key in os.environ},
            **{"DUCATO_TOKEN": tried.token, "PATH": "", "NO_PROXY": "*"},
        },
        capture_output=True,
        text=True,
        check=False,
        timeout=240,
    )


def played_to_the_end(tried: Tried, played: subprocess.CompletedProcess[str]) -> None:
    assert played.returncode == 0, played.stderr
    assert played.stdout.strip()
    with urllib.request.urlopen(f"{tried.table}/record") as record:
        lines = record.read().decode().splitlines()
    assert "Argo [bot]" in lines[0]
    assert "ranks" in json.loads(lines[-1])


@pytest.mark.slow
def test_the_example_plays_to_the_end(tried: Tried):
    played_to_the_end(tried, run_example(tried))
    full = run_example(tried)
    assert full.returncode == 1
    assert full.stderr == "This table has no open seat.\n"


@pytest.mark.slow
@pytest.mark.parametrize(
    "more", [("--bot", "ismcts:sims=20"), ("--openspiel", "ismcts", "--sims", "3")]
)
def test_the_example_plays_with_bots(tried: Tried, more: tuple[str, ...]):
    if "--openspiel" in more:
        pytest.importorskip("pyspiel", reason="needs the extra [research]")
    played_to_the_end(tried, run_example(tried, "ducato_bot.py", *more))


@pytest.mark.slow
def test_the_example_plays_on_after_a_rejection(tried: Tried, monkeypatch: pytest.MonkeyPatch):
    """A socket's messages are limited so much that the example's moves exceed it."""
    monkeypatch.setattr("ducato.server.subjects.tables.socket.MESSAGES_OF_SOCKET", Rate(10, 20))
    played = run_example(tried)
    assert played.returncode == 0, played.stderr
    with urllib.request.urlopen(f"{tried.server.address}/metrics") as answer:
        found = re.search(
            rb'^ducato_rejections_total{.*"slow_down"} ([0-9.]+)', answer.read(), re.M
        )
    assert found is not None
    assert float(found[1]) > 0


def test_bots_are_made_and_revoked_on_ones_page(server: LiveServer, screen: Page):
    screen.request.post(f"{server.address}/api/me", data={"name": "Anna"})
    screen.goto(f"{server.address}/account?lang=en")
    bots = screen.locator("#bot-accounts")
    bots.get_by_text("My bots").click()
    bots.get_by_label("Bot name").fill("Argo")
    bots.get_by_role("button", name="Create token").click()
    token = bots.locator("output").inner_text()
    database = Database(server.url)
    bot = BotAccounts(database).of_token(token)
    assert bot is not None
    assert bot.name == "Argo [bot]"
    bots.get_by_role("button", name="New token for Argo [bot]").click()
    bots.locator("output", has_not_text=token).wait_for()
    assert BotAccounts(database).of_token(token) is None
    assert BotAccounts(database).of_token(bots.locator("output").inner_text()) == bot
    bots.get_by_role("button", name="Revoke Argo [bot]").click()
    bots.locator("li").wait_for(state="detached")
    assert BotAccounts(database).of_owner(bot.owner or "") == []
    database.close()


# ------------------------------------------------------------------------------ the description


@pytest.fixture(scope="module")
def description(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Any]]:
    file = tmp_path_factory.mktemp("described") / "tables.sqlite3"
    with TestClient(create_app(Database(f"sqlite:///{file}"))) as client:
        yield client.get("/api/openapi.json").json()


def test_every_route_of_the_interface_is_described(description: dict[str, Any]):
    routes = {
        (route.path, method.lower())
        for router in ROUTERS
        for route in router.routes
        for method in getattr(route, "methods", None) or ()
        if route.path.startswith("/api/")
        and route.include_in_schema
        and method not in ("HEAD", "OPTIONS")
    }
    told = {(path, method) for path, methods in description["paths"].items() for method in methods}
    assert told == routes
    for path, methods in description["paths"].items():
        for operation in methods.values():
            assert operation["description"], path


def test_what_the_description_refers_to_is_there(description: dict[str, Any]):
    refs = set(re.findall(r'"#/components/(\w+)/(\w+)"', json.dumps(description)))
    assert ("schemas", "TableRequest") in refs
    for part, name in refs:
        assert name in description["components"][part]
    schemes = description["components"]["securitySchemes"]
    for methods in description["paths"].values():
        for operation in methods.values():
            assert all(way in schemes for ways in operation["security"] for way in ways)


def test_answers_are_as_described(description: dict[str, Any], client: TestClient, table_at: Make):
    """Answers have the described members, by name and kind; checking that needs no library."""
    table_at(client, ANNA, OPEN, public=True, time_control={"kind": "correspondence", "days": 1})
    new_bot(client)
    for path in ("/api/games", "/api/tables", "/api/me", "/api/me/profile", "/api/bot-accounts"):
        answer = client.get(path)
        content = description["paths"][path]["get"]["responses"]["200"]["content"]
        check(answer.json(), content["application/json"]["schema"], description)
    for query in ("", "?before=-1", "?before=x"):
        answer = client.get(f"/api/me/tables{query}")
        assert answer.status_code == 422
        check(answer.json(), {"$ref": "#/components/schemas/ErrorBody"}, description)
    bad = client.post("/api/tables", json={"game": "none", "seats": [ANNA]})
    check(bad.json(), {"$ref": "#/components/schemas/ErrorBody"}, description)


KINDS: dict[str, Any] = {
    "object": dict,
    "array": list,
    "string": str,
    "integer": int,
    "number": (int, float),
    "boolean": bool,
    "null": type(None),
}


def check(value: Any, schema: dict[str, Any], description: dict[str, Any]) -> None:
    if "$ref" in schema:
        schema = description["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    if "anyOf" in schema:
        assert any(fits(value, one, description) for one in schema["anyOf"]), (value, schema)
        return
    if "type" in schema:
        assert isinstance(value, KINDS[schema["type"]]), (value, schema)
    if "enum" in schema:
        assert value in schema["enum"]
    if "properties" in schema:
        assert value.keys() == schema["properties"].keys()
        for name, part in schema["properties"].items():
            check(value[name], part, description)
    if schema.get("type") == "array" and isinstance(schema.get("items"), dict):
        for one in value:
            check(one, schema["items"], description)


def fits(value: Any, schema: dict[str, Any], description: dict[str, Any]) -> bool:
    try:
        check(value, schema, description)
    except AssertionError:
        return False
    return True
