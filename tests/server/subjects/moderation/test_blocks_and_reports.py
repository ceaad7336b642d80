"""Blocks and reports at tables: what they do, and that nobody learns of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from tests.server.subjects.chat.test_chat import carla, says, sits, texts
from tests.server.subjects.people.test_profile import ANNA, OPEN, bruno, post, resign, sat_down

from ducato.server.kit.database.engine import now
from ducato.server.subjects.moderation.bans import Bans
from ducato.server.subjects.moderation.forbidden_words import ForbiddenWords
from ducato.server.subjects.moderation.reports import MOST_A_DAY, Report, Reports
from ducato.server.subjects.people.session_rows import DAY
from ducato.server.subjects.people.storage import People
from ducato.server.subjects.tables import routes as tables
from ducato.server.subjects.tables.storage import Tables

__all__ = ["bruno", "carla"]  # fixtures
TableAt = Callable[..., str]


def block(player: Any, **whom: int) -> dict[str, Any]:
    player.say(type="block", id=f"block {whom}", **whom)
    answer: dict[str, Any] = player.hear("accepted", "rejected")
    return answer


def services(client: TestClient) -> Any:
    return client.app.state.services  # type: ignore[attr-defined]


def person_of(client: TestClient) -> str:
    token = client.cookies["ducato"]
    person: str = People(services(client).database).of_session(token).id
    return person


def join(client: TestClient, address: str, **body: Any) -> Any:
    wanted = {"name": "Bruno", **body}
    return client.post(f"{address.replace('/table', '/api/tables')}/join", json=wanted)


def test_a_block_silences_both(
    client: TestClient, bruno: TestClient, carla: TestClient, sit: Any, table_at: TableAt
):
    address = sat_down(client, bruno, table_at)
    anna, other = sits(client, sit, address), sits(bruno, sit, address)
    second, spectator = sits(client, sit, address), sits(carla, sit, address)
    says(other, "first insult")
    line = anna.hear("chat_line")["line"]["number"]
    says(anna, "please stop")
    assert other.hear("chat_line")["line"]["text"] == "first insult"
    assert other.hear("chat_line")["line"]["text"] == "please stop"
    heard = len(other.heard)
    assert block(anna, line=line)["type"] == "accepted"
    for screen in (anna, second):
        chat = screen.hear("chat")
        assert [(one["blocked"], one["text"]) for one in chat["lines"]] == [
            (True, None),
            (False, "please stop"),
        ]
    says(other, "second insult")
    assert anna.hear("chat_line")["line"]["text"] is None
    says(anna, "peace at last")
    assert anna.hear("chat_line")["line"]["text"] == "peace at last"
    while spectator.hear("chat_line")["line"]["text"] != "peace at last":
        pass  # the others read both
    # Who is blocked gets nothing but their own line, and no sign of the rest.
    assert other.hear("chat_line")["line"]["text"] == "second insult"
    other.say(type="explain", id="end", piece="none")
    other.hear("explanation")
    assert [m["type"] for m in other.heard[heard:] if m["type"].startswith("chat")] == ["chat_line"]
    again = sits(bruno, sit, address).chat
    assert texts(again) == ["first insult", "please stop", "second insult"]
    assert not any(line["muted"] or line["blocked"] for line in again["lines"])


def test_blocking_by_seat_and_unblocking(
    client: TestClient, bruno: TestClient, sit: Any, table_at: TableAt
):
    address = sat_down(client, bruno, table_at)
    anna = sits(client, sit, address)
    for wrong in ({"seat": 0}, {"seat": 7}, {"line": 1}, {}):
        assert block(anna, **wrong)["type"] == "rejected"
    assert block(anna, seat=1)["type"] == "accepted"
    (entry,) = client.get("/api/me/blocks").json()
    assert entry["name"] == "Bruno"
    assert bruno.get("/api/me/blocks").json() == []
    assert person_of(bruno) not in str(entry)
    assert bruno.delete(f"/api/me/blocks/{entry['id']}").status_code == 404
    assert client.delete(f"/api/me/blocks/{entry['id']}").status_code == 200
    assert client.get("/api/me/blocks").json() == []


def everything_seen(client: TestClient, sit: Any, address: str) -> tuple[Any, ...]:
    """Return all that a person can request about themselves and a table."""
    data = client.get("/api/me/data").json()
    for session in data["sessions"]:
        session.pop("used")
    return (
        data,
        client.get("/api/me").json(),
        client.get("/api/me/ban").json(),
        client.get("/api/me/blocks").json(),
        client.get("/api/me/profile").json(),
        texts(sits(client, sit, address).chat),
    )


def test_nobody_learns_that_they_are_blocked_or_reported(
    client: TestClient, bruno: TestClient, sit: Any, table_at: TableAt
):
    address = sat_down(client, bruno, table_at)
    anna, other = sits(client, sit, address), sits(bruno, sit, address)
    says(other, "an insult")
    line = anna.hear("chat_line")["line"]["number"]
    before = everything_seen(bruno, sit, address)
    heard = len(other.heard)
    assert block(anna, line=line)["type"] == "accepted"
    api = address.replace("/table", "/api/tables")
    for kind in ("line", "name", "cheating"):
        answer = client.post(f"{api}/reports", json={"kind": kind, "line": line, "text": "rude"})
        assert (answer.status_code, answer.json()) == (202, {})
    assert everything_seen(bruno, sit, address) == before
    other.say(type="explain", id="end", piece="none")
    other.hear("explanation")
    assert {m["type"] for m in other.heard[heard:]} <= {
        "explanation",
        "chat_line",
        "accepted",
        "table",
    }


def test_who_is_blocked_cannot_join_a_waiting_table(
    client: TestClient, bruno: TestClient, carla: TestClient, sit: Any, table_at: TableAt
):
    address = sat_down(client, bruno, table_at)
    assert block(sits(client, sit, address), seat=1)["type"] == "accepted"
    three = {"game": "builders", "options": {}, "public": True}
    waiting = table_at(client, ANNA, OPEN, OPEN, **three)
    taken = table_at(carla, {"kind": "person", "name": "Carla"}, OPEN, OPEN, **three)
    assert join(client, taken, name="Anna").status_code == 200
    for table in (waiting, taken):
        answer, other = join(bruno, table, seat=2), join(carla, table, seat=0, name="Carla")
        assert answer.status_code == 409
        assert answer.json() == other.json()  # as if the seat were taken
        assert join(bruno, table).status_code == 409
    ids = [table["id"] for table in bruno.get("/api/tables").json()]
    assert not {waiting.rpartition("/")[2], taken.rpartition("/")[2]} & set(ids)
    assert waiting.rpartition("/")[2] in [t["id"] for t in carla.get("/api/tables").json()]
    (entry,) = client.get("/api/me/blocks").json()
    client.delete(f"/api/me/blocks/{entry['id']}")
    assert join(bruno, waiting).status_code == 200


def test_of_two_who_come_at_once_the_blocked_one_finds_no_seat(
    client: TestClient,
    bruno: TestClient,
    carla: TestClient,
    sit: Any,
    table_at: TableAt,
    monkeypatch: pytest.MonkeyPatch,
):
    address = sat_down(client, bruno, table_at)
    assert block(sits(client, sit, address), seat=1)["type"] == "accepted"
    waiting = table_at(
        carla, {"kind": "person", "name": "Carla"}, OPEN, OPEN, game="builders", options={}
    )
    change_table = tables.change_table

    async def after_anna(services: Any, table_id: str, what: Any, *full: str) -> None:
        """Let Anna sit down between Bruno's look at the table and his arrival."""
        monkeypatch.setattr(tables, "change_table", change_table)
        anna = await services.workers.run_blocking(Tables(services.database).head, of_anna)
        person = anna.seats[0]["person"]
        await change_table(services, table_id, lambda table: table.join(person, "Anna", None))
        await change_table(services, table_id, what, *full)

    of_anna = address.rpartition("/")[2]
    monkeypatch.setattr(tables, "change_table", after_anna)
    assert join(bruno, waiting).status_code == 409


@pytest.mark.parametrize("asks", ["blocker", "blocked"])
def test_a_rematch_seats_nobody_with_whom_they_blocked(
    client: TestClient, bruno: TestClient, sit: Any, table_at: TableAt, asks: str
):
    address = sat_down(client, bruno, table_at)
    assert block(sits(client, sit, address), seat=1)["type"] == "accepted"
    resign(client, sit, address)
    asker = client if asks == "blocker" else bruno
    made = post(asker, f"{address.replace('/table', '/api/tables')}/rematch")
    seats = Tables(services(client).database).load(made["id"]).seats
    assert [seat["person"] for seat in seats if seat["person"]] == [person_of(asker)]


def reports(client: TestClient) -> list[Report]:
    found: list[Report] = Reports(services(client).database).list()
    return found


def test_reports_keep_their_evidence(
    client: TestClient, bruno: TestClient, carla: TestClient, sit: Any, table_at: TableAt
):
    address = sat_down(client, bruno, table_at)
    api = f"{address.replace('/table', '/api/tables')}/reports"
    anna, other = sits(client, sit, address), sits(bruno, sit, address)
    spectator = sits(carla, sit, address)
    says(other, "an insult")
    line = anna.hear("chat_line")["line"]["number"]
    says(spectator, "a hint for Bruno")
    secret = spectator.hear("chat_line")["line"]["number"]
    assert secret != line
    wanted = {"kind": "line", "line": line, "text": "\u202eHe is\x07 rude.\n"}
    for _ in range(2):  # the second time changes nothing, and looks the same
        answer = client.post(api, json=wanted)
        assert (answer.status_code, answer.json()) == (202, {})
    (report,) = reports(client)
    assert (report.evidence, report.text, report.name) == ("an insult", "He is rude.", "Bruno")
    assert (report.reporter, report.reported) == (person_of(client), person_of(bruno))
    assert client.post(api, json={"kind": "stalling", "seat": 1}).status_code == 202
    for wrong in (
        {"kind": "line", "seat": 1},
        {"kind": "name", "seat": 0},  # oneself
        {"kind": "name", "seat": 9},
        {"kind": "name"},
        {"kind": "rude", "seat": 1},
        {"kind": "line", "line": 99},
        {"kind": "line", "line": secret},  # a spectator's, which players do not read yet
        {"kind": "name", "seat": 1, "text": "x" * 501},
    ):
        assert client.post(api, json=wrong).status_code == 422, wrong
    stranger = TestClient(client.app)
    stranger.portal = client.portal
    assert stranger.post(api, json=wanted).status_code == 403
    assert client.post("/api/tables/nowhere/reports", json=wanted).status_code == 404
    assert len(reports(client)) == 2


def test_reports_are_limited_by_day(
    client: TestClient, bruno: TestClient, sit: Any, table_at: TableAt, monkeypatch: Any
):
    assert MOST_A_DAY >= 5
    monkeypatch.setattr("ducato.server.subjects.moderation.reports.MOST_A_DAY", 1)
    api = f"{sat_down(client, bruno, table_at).replace('/table', '/api/tables')}/reports"
    assert client.post(api, json={"kind": "name", "seat": 1}).status_code == 202
    assert client.post(api, json={"kind": "other", "seat": 1}).status_code == 429
    assert bruno.post(api, json={"kind": "name", "seat": 0}).status_code == 202


def test_who_is_banned_keeps_their_data_and_games_only(
    client: TestClient, bruno: TestClient, sit: Any, table_at: TableAt
):
    address = sat_down(client, bruno, table_at)
    other = sits(bruno, sit, address)
    waiting = table_at(client, ANNA, OPEN)
    bans = Bans(services(client).database)
    assert bruno.get("/api/me/ban").json() == {"message": None}
    assert bans.add(person_of(bruno), "chat", now() + DAY, "a secret note").result()
    for language, word in (("en", "chat"), ("it", "accettabile"), ("es", "aceptable")):
        shown = bruno.get(f"/api/me/ban?lang={language}").json()["message"]
        assert word in shown
        assert "secret" not in shown
        assert "24" in shown  # the hours that are left, not a day of the server's clock
    assert join(bruno, waiting).status_code == 403
    wanted = {"game": "magnate", "seats": [ANNA, OPEN]}
    assert bruno.post("/api/tables", json=wanted).status_code == 403
    assert says(other, "hello")["type"] == "rejected"
    assert client.get("/api/me/ban").json() == {"message": None}
    other.say(type="explain", id="e", piece="none")  # the game goes on
    assert other.hear("explanation")
    assert bruno.get("/api/me/data").json()["bans"][0]["reason"] == "chat"
    resign(client, sit, address)
    api = address.replace("/table", "/api/tables")
    assert bruno.post(f"{api}/rematch").status_code == 403
    assert bruno.post("/api/me/delete", json={"name": "Bruno"}).status_code == 200


def test_sessions_are_listed_and_ended_one_by_one(opened: Any):
    client = opened()
    agent = "Mozilla/5.0 (Android 14; Mobile; rv:132.0) Gecko/132.0 Firefox/132.0"
    assert client.post("/api/me", json={"name": "Anna"}, headers={"user-agent": agent}).is_success
    (session,) = client.get("/api/me/sessions").json()
    assert (session["browser"], session["system"], session["current"]) == (
        "firefox",
        "android",
        True,
    )
    assert "132" not in str(client.get("/api/me/data").json()["sessions"])
    assert client.delete("/api/me/sessions/nothing").status_code == 404
    assert client.delete(f"/api/me/sessions/{session['id']}").status_code == 200
    assert client.get("/api/me").json()["name"] is None


def test_a_session_that_ends_closes_its_sockets(client: TestClient, sit: Any, table_at: TableAt):
    address = table_at(client, ANNA, OPEN)
    player = sits(client, sit, address)
    (session,) = client.get("/api/me/sessions").json()
    assert client.delete(f"/api/me/sessions/{session['id']}").status_code == 200
    with pytest.raises(WebSocketDisconnect) as ended:
        player.hear("the end")
    assert ended.value.code == 1012  # come back, as whoever you are then


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/me", {"name": "Adm1n"}),
        (
            "/api/tables",
            {"game": "magnate", "seats": [{"kind": "person", "name": "f.u.c.k"}, OPEN]},
        ),
        ("/api/lessons", {"game": "magnate", "name": "Fück"}),
    ],
)
def test_a_forbidden_name_is_not_repeated(client: TestClient, path: str, body: Any):
    answer = client.post(f"{path}?lang=en", json=body)
    assert answer.status_code == 422
    assert answer.json()["error"] == "Choose another name: this one isn’t allowed here."
    assert client.get("/api/me").json()["name"] is None


def test_words_of_administrators_count_at_once(client: TestClient):
    post(client, "/api/me", name="Blorb")
    assert ForbiddenWords(services(client).database).add("blorb").result()
    assert client.post("/api/me", json={"name": "B1orb"}).status_code == 422
    assert client.post("/api/bot-accounts", json={"name": "Blorb"}).status_code == 422
    post(client, "/api/me", name="Blorbina")
