"""Export of a user's data, and deletion of an account: what others see of it, and what remains."""

from __future__ import annotations

import json
from collections.abc import Callable
from http.cookiejar import CookieJar
from typing import Any

import pytest
from sqlalchemy import text
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from tests.server.player import begin_game
from tests.support.conditions import until

from ducato.core.i18n import LANGUAGES
from ducato.server.kit.database.engine import Database
from ducato.server.kit.database.errors import StorageFailure, StoreError
from ducato.server.subjects.people.account_deletion import AccountDeletion
from ducato.server.subjects.people.personal_data import PersonalData
from ducato.server.subjects.tables.storage import Tables
from ducato.table.seats import FORMER

Make = Callable[..., str]
ANNA, OPEN = {"kind": "person", "name": "Anna"}, {"kind": "open"}
RANDOM = {"kind": "bot", "bot": "random"}
SLOW = {"kind": "correspondence", "days": 3}
BUILDERS: dict[str, Any] = {"game": "builders", "options": {}}
WORDS = {"en": "a former player", "it": "un ex giocatore", "es": "un exjugador"}


@pytest.fixture
def another(client: TestClient) -> Callable[..., TestClient]:
    """Open another browser, or a bot, that reaches the same server."""

    def made(name: str | None = None, token: str | None = None) -> TestClient:
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        other = TestClient(client.app, headers=headers)
        other.portal = client.portal  # the same event loop
        if name is not None:
            post(other, "/api/me", name=name)
        return other

    return made


def post(client: TestClient, path: str, **body: Any) -> Any:
    answer = client.post(path, json=body)
    assert answer.status_code < 300, answer.text
    return answer.json()


def sit_down(client: TestClient, address: str, name: str = "Bruno") -> None:
    post(client, f"{address.replace('/table', '/api/tables')}/join", name=name)


def seats(player: Any) -> list[tuple[str, str, str | None]]:
    table = [m["table"] for m in player.heard if "table" in m][-1]
    return [(seat["name"], seat["kind"], seat["substitute"]) for seat in table["seats"]]


def delete(client: TestClient, name: str = "Anna") -> None:
    assert post(client, "/api/me/delete", name=name) == {"done": True}


def hear_names(player: Any, *names: str) -> None:
    """Receive messages until the seats have these names."""
    while [name for name, *_ in seats(player)] != list(names):
        player.hear("welcome", "table")


def hear_the_end(player: Any) -> None:
    while player.view["result"] is None:
        player.hear()


def closing_code(player: Any) -> int:
    """Receive messages to the end, and return the close code."""
    with pytest.raises(WebSocketDisconnect) as ended:
        player.hear("nothing of this kind")
    code: int = ended.value.code
    return code


def test_the_file(client: TestClient, another: Any, table_at: Make):
    post(client, "/api/me", name="Anna")
    address = table_at(client, ANNA, OPEN)
    sit_down(another("Bruno"), address)
    token = post(client, "/api/bot-accounts", name="Argo")["token"]
    answer = client.get("/api/me/data")
    assert answer.headers["content-type"] == "application/json"
    disposition = answer.headers["content-disposition"]
    assert disposition == 'attachment; filename="ducato-data.json"'
    assert answer.headers["cache-control"] == "no-store"
    kept = answer.json()
    assert kept["name"] == "Anna"
    (table,) = kept["tables"]
    assert table["id"] == address.rpartition("/")[2]
    assert [(s["name"], s["own"]) for s in table["seats"]] == [("Anna", True), ("Bruno", False)]
    assert [bot["name"] for bot in kept["bot_accounts"]] == ["Argo [bot]"]
    assert token not in answer.text
    assert client.cookies.get("ducato") not in answer.text
    assert another().get("/api/me/data").status_code == 403
    assert another(token=token).get("/api/me/data").status_code == 403


def test_nobody_goes_by_mistake(client: TestClient, another: Any):
    post(client, "/api/me", name="Anna")
    token = post(client, "/api/bot-accounts", name="Argo")["token"]
    for wrong in ("Bruno", "anna", ""):
        answer = client.post("/api/me/delete", json={"name": wrong})
        assert (answer.status_code, answer.json()["field"]) == (422, "name")
    assert client.post("/api/me/delete", json={}).status_code == 422
    foreign = {"Origin": "https://elsewhere.example"}
    answer = client.post("/api/me/delete", json={"name": "Anna"}, headers=foreign)
    assert answer.status_code == 403
    assert another().post("/api/me/delete", json={"name": "Anna"}).status_code == 403
    bot = another(token=token).post("/api/me/delete", json={"name": "Argo [bot]"})
    assert bot.status_code == 403
    assert client.get("/api/me").json()["name"] == "Anna"


def test_nobody_is_known_afterwards(client: TestClient, another: Any, url: str):
    post(client, "/api/me", name="Anna")
    page = post(client, "/api/me/preferences", public=True)["url"]
    token = post(client, "/api/bot-accounts", name="Argo")["token"]
    cookie = client.cookies.get("ducato")
    answer = client.post("/api/me/delete", json={"name": " Anna "})
    assert answer.json() == {"done": True}
    assert "Max-Age=0" in answer.headers["set-cookie"]
    again = another()
    again.cookies.set("ducato", str(cookie))
    for browser in (client, again):
        me = browser.get("/api/me").json()
        assert (me["name"], me["email"], me["has_name"]) == (None, None, False)
    assert again.get(page).status_code == 404
    assert another(token=token).get("/api/me").status_code == 401
    database = Database(url)
    with database.reading() as connection:
        for table in ("persons", "sessions", "bot_accounts"):
            assert connection.scalar(text(f"SELECT count(*) FROM {table}")) == 0
    database.close()


def test_a_game_of_two_ends_by_resignation(
    client: TestClient, another: Any, sit: Any, table_at: Make
):
    bruno = another("Bruno")
    post(client, "/api/me", name="Anna")
    for browser in (client, bruno):
        post(browser, "/api/me/preferences", rated=True)
    address = table_at(client, ANNA, OPEN)
    sit_down(bruno, address)
    mine, other = sit(client, address), sit(bruno, address)
    delete(client)
    hear_the_end(other)
    assert other.view["result"]["ranks"] == [2, 1]
    hear_names(other, "a former player", "Bruno")
    assert seats(other)[0] == ("a former player", "person", None)
    assert closing_code(mine) == 1012
    (rating,) = bruno.get("/api/me/profile").json()["ratings"]
    assert rating["points"] > 1500  # the departure decided the game
    stranger = sit(client, address)  # anyone who comes back can only watch
    assert stranger.view["seat"] is None
    record = bruno.get(f"{address}/record").text
    assert "Anna" not in record
    assert json.loads(record.splitlines()[0])["names"] == [FORMER, "Bruno"]


def test_the_substitute_plays_on_in_a_game_of_three(
    client: TestClient, another: Any, sit: Any, table_at: Make
):
    bruno, carla = another("Bruno"), another("Carla")
    address = table_at(client, ANNA, OPEN, OPEN, **BUILDERS, time_control=SLOW, substitute="random")
    for browser, name in ((bruno, "Bruno"), (carla, "Carla")):
        sit_down(browser, address, name)
    other = sit(bruno, address)
    other.begin()
    delete(client)
    assert other.hear("announcement")["text"] == "Anna resigned: a bot takes over."
    hear_names(other, "a former player", "Bruno", "Carla")
    assert seats(other)[0] == ("a former player", "person", "resigned")
    both = [other, sit(carla, address)]
    until = other.view["seq"] + 30
    while other.view["seq"] < until and other.view["result"] is None:  # the game goes on
        mover = next((player for player in both if player.view["legal"]), None)
        seq = other.view["seq"] + 1 if mover is None else mover.act()["seq"]
        for player in both:
            while player.view["seq"] < seq:
                player.hear()
    assert "Anna" not in str(both[1].heard)
    late = another("Dario")
    answer = late.post(f"{address.replace('/table', '/api/tables')}/join", json={"name": "Dario"})
    assert answer.status_code == 409  # the seat is not open


def test_what_nobody_else_played_is_deleted(
    client: TestClient, another: Any, sit: Any, url: str, table_at: Make
):
    """Bots do not play on alone, and no record is kept in which no other person took part."""
    alone = [
        table_at(client, ANNA, RANDOM),
        table_at(client, ANNA, ANNA, time_control=SLOW),
        table_at(client, ANNA, RANDOM, RANDOM, **BUILDERS),
    ]
    kept = table_at(client, ANNA, OPEN)
    sit(client, alone[0]).say(type="resign", id="r")
    watching = sit(another("Bruno"), alone[2])
    delete(client)
    assert closing_code(watching) == 1012
    with pytest.raises(WebSocketDisconnect) as ended:
        sit(another(), alone[2])
    assert ended.value.code == 4404
    assert [client.get(address).status_code for address in (*alone, kept)] == [404] * 3 + [200]
    database = Database(url)
    with database.reading() as connection:
        for name in ("seats", "steps", "tables"):
            column = "id" if name == "tables" else "table_id"
            found = connection.scalars(text(f"SELECT DISTINCT {column} FROM {name}"))
            assert set(found) == ({kept.rpartition("/")[2]} if name != "steps" else set())
    database.close()


def test_open_seats_are_stood_up_from(client: TestClient, another: Any, sit: Any, table_at: Make):
    address = table_at(client, ANNA, OPEN, OPEN, **BUILDERS, public=True)
    spectator = sit(another("Bruno"), address)
    delete(client)
    hear_names(spectator, *["Open seat"] * 3)
    assert [kind for _, kind, _ in seats(spectator)] == ["open"] * 3
    assert another().get("/api/tables").json()[0]["open"] == 3


def test_all_tables_are_left_at_once(client: TestClient, another: Any, sit: Any, table_at: Make):
    bruno = another("Bruno")
    for _ in range(3):
        address = table_at(client, ANNA, OPEN)
        sit_down(bruno, address)
        sit(client, address)
        sit(bruno, address)
    delete(client)
    tables = bruno.get("/api/me/profile").json()["tables"]
    assert [table["finished"] for table in tables] == [True] * 3


@pytest.mark.parametrize("language", LANGUAGES)
def test_finished_tables_keep_their_record_and_not_the_name(
    client: TestClient, another: Any, sit: Any, table_at: Make, language: str
):
    bruno = another("Bruno")
    address = table_at(client, ANNA, OPEN)
    sit_down(bruno, address)
    sit(client, address)
    other = sit(bruno, address, f"lang={language}")
    other.say(type="resign", id="r")
    other.hear("accepted")
    hear_the_end(other)
    assert "Anna" in other.view["result"]["headline"]
    delete(client)
    hear_names(other, WORDS[language], "Bruno")  # current viewers are told of it
    assert WORDS[language] in other.view["result"]["headline"]
    other.leave()
    later = sit(bruno, address, f"lang={language}")
    assert "Anna" not in str(later.heard)
    assert WORDS[language] in str(later.heard[0]["view"])
    (table,) = bruno.get(f"/api/me/profile?lang={language}").json()["tables"]
    assert [s["name"] for s in table["seats"]] == [WORDS[language], "Bruno"]
    assert [s["rank"] for s in table["seats"]] == [1, 2]
    (line,) = bruno.get(f"/api/tables?lang={language}").json()
    assert (line["names"], line["open"]) == ([WORDS[language], "Bruno"], 0)
    new = post(bruno, f"{address.replace('/table', '/api/tables')}/rematch")["url"]
    assert ("Open seat", "open", None) in seats(sit(bruno, new))


def test_what_they_said_is_gone_from_every_screen(
    client: TestClient, another: Any, sit: Any, table_at: Make
):
    bruno = another("Bruno")
    address = table_at(client, ANNA, OPEN, OPEN, **BUILDERS)
    sit_down(bruno, address)
    elsewhere = table_at(bruno, {"kind": "person", "name": "Bruno"}, OPEN)
    mine, other, watching = sit(client, address), sit(bruno, address), sit(client, elsewhere)
    there = sit(bruno, elsewhere)
    for player, words in ((mine, "from Anna"), (other, "from Bruno"), (watching, "watching Anna")):
        player.say(type="chat", id="c", text=words)
        player.hear("accepted")
    while "from Bruno" not in str(other.heard):
        other.hear("chat_line")
    delete(client)
    for player in (other, there):
        player.heard.clear()
    talk = other.hear("chat")
    while [line["text"] for line in talk["lines"]] != ["from Bruno"]:
        talk = other.hear("chat")
    other.say(type="chat", id="d", text="still here")
    assert other.hear("chat_line")["line"]["text"] == "still here"
    there.leave()
    assert "watching Anna" not in str(sit(bruno, elsewhere).heard)


def test_their_bots_go_with_them(client: TestClient, another: Any, sit: Any, table_at: Make):
    bruno = another("Bruno")
    post(client, "/api/me", name="Anna")
    argo = another(token=post(client, "/api/bot-accounts", name="Argo")["token"])
    address = table_at(bruno, {"kind": "person", "name": "Bruno"}, OPEN)
    post(argo, f"{address.replace('/table', '/api/tables')}/join")
    program, other = sit(argo, address), sit(bruno, address)
    delete(client)
    assert closing_code(program) == 1012
    hear_the_end(other)
    assert other.view["result"]["ranks"] == [1, 2]
    hear_names(other, "Bruno", "a former player")
    with pytest.raises(WebSocketDisconnect) as refused:
        sit(argo, address)
    assert refused.value.code == 4401


def test_what_was_begun_is_finished_after_a_crash(
    client: TestClient, another: Any, url: str, opened: Any, table_at: Make
):
    bruno = another("Bruno")
    address = table_at(client, ANNA, OPEN)
    sit_down(bruno, address)
    begin_game(address, client, bruno)
    database = Database(url)
    person = Tables(database).load(address.rpartition("/")[2]).seats[0]["person"]
    PersonalData(database).begin_leaving(person).result()  # then the process dies
    opened(jar=CookieJar())
    until(lambda: PersonalData(database).of(person) is None)
    stored = Tables(database).load(address.rpartition("/")[2])
    assert stored.seats[0]["name"] == FORMER
    assert stored.finished is not None
    database.close()


def test_what_fails_is_tried_again(
    opened: Any, another: Any, url: str, table_at: Make, monkeypatch: pytest.MonkeyPatch
):
    """A full disk at the last step: nobody can log in any more, and the deletion is tried again."""
    monkeypatch.setattr(AccountDeletion, "interval", 0.05)
    client = opened(jar=CookieJar())
    address = table_at(client, ANNA, OPEN)
    database = Database(url)
    person = Tables(database).load(address.rpartition("/")[2]).seats[0]["person"]

    def full(*_: object) -> Any:
        raise StoreError("here", StorageFailure.FULL, "full")

    with monkeypatch.context() as patched:
        patched.setattr(PersonalData, "finish_leaving", full)
        assert post(client, "/api/me/delete", name="Anna") == {"done": False}
        assert client.get("/api/me").json()["name"] is None
        assert (
            Tables(database).load(address.rpartition("/")[2]).seats[0]["person"] is None
        )  # vacated
        assert PersonalData(database).leaving() == [person]
    until(lambda: PersonalData(database).of(person) is None)
    database.close()


def test_what_cannot_be_begun_changes_nothing(
    client: TestClient, table_at: Make, monkeypatch: pytest.MonkeyPatch
):
    table_at(client, ANNA, OPEN)

    def full(*_: object) -> Any:
        raise StoreError("here", StorageFailure.FULL, "full")

    monkeypatch.setattr(PersonalData, "begin_leaving", full)
    assert client.post("/api/me/delete", json={"name": "Anna"}).status_code == 503
    assert client.get("/api/me").json()["name"] == "Anna"


def test_a_table_that_cannot_be_opened_holds_nobody(
    client: TestClient, another: Any, url: str, table_at: Make
):
    """A table that cannot be opened, e.g. for lack of its rules, does not prevent a deletion."""
    address = table_at(client, ANNA, OPEN)
    bruno = another("Bruno")
    sit_down(bruno, address)
    begin_game(address, client, bruno)
    database = Database(url)
    database.write(
        lambda connection: connection.execute(text("UPDATE tables SET rules_version = 99"))
    ).result()
    delete(client)
    seat = Tables(database).load(address.rpartition("/")[2]).seats[0]
    assert (seat["name"], seat["person"], seat["substitute"]) == (FORMER, None, "resigned")
    database.close()
