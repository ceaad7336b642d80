"""The administrators' interface: who may use it, what it does, and what it never shows."""

from __future__ import annotations

import time
from typing import Any, get_args, get_type_hints

import pytest
from starlette.testclient import TestClient
from tests.server.subjects.chat.test_chat import says, sits
from tests.server.subjects.moderation.test_blocks_and_reports import (
    TableAt,
    join,
    person_of,
    services,
)
from tests.server.subjects.people.test_profile import ANNA, OPEN, bruno, post, sat_down

from ducato.core.errors import BadValue
from ducato.server.subjects.moderation.admin import access, people
from ducato.server.subjects.moderation.bans import REASONS
from ducato.server.subjects.moderation.reports import KINDS
from ducato.server.subjects.moderation.routes.reports import ReportRequest
from ducato.server.subjects.tables.storage import Tables

__all__ = ["bruno"]  # a fixture

TOKEN = "correct horse battery"
READ = (
    "/api/admin/reports",
    "/api/admin/people",
    "/api/admin/people/nobody",
    "/api/admin/tables",
    "/api/admin/health",
    "/api/admin/words",
    "/api/admin/log",
)
CHANGES = (
    ("POST", "/api/admin/reports/x", {"status": "resolved"}),
    ("POST", "/api/admin/people/x/ban", {"reason": "chat"}),
    ("DELETE", "/api/admin/people/x/ban", None),
    ("POST", "/api/admin/people/x/rename", None),
    ("POST", "/api/admin/words", {"word": "blorb"}),
    ("DELETE", "/api/admin/words/blorb", None),
)


@pytest.fixture
def client(opened: Any) -> TestClient:
    found: TestClient = opened(admin_token=TOKEN)
    return found


@pytest.fixture
def admin(client: TestClient) -> TestClient:
    """A browser in which the token has been entered."""
    other = TestClient(client.app)
    other.portal = client.portal
    assert other.post("/api/admin/session", json={"token": TOKEN}).status_code == 200
    return other


def test_without_a_token_nothing_is_there(opened: Any):
    plain = opened()
    for path in ("/admin", "/api/admin/session", *READ):
        assert plain.get(path).status_code == 404, path
    for method, path, body in (("POST", "/api/admin/session", {"token": ""}), *CHANGES):
        assert plain.request(method, path, json=body).status_code == 404, path


def test_the_token_must_be_long():
    assert access.checked_admin_token(None) is access.checked_admin_token("") is None
    assert access.checked_admin_token(TOKEN) == TOKEN
    with pytest.raises(BadValue, match="at least 16"):
        access.checked_admin_token("short")


def test_nobody_gets_in_without_the_token(client: TestClient, admin: TestClient):
    for path in READ:
        assert client.get(path).status_code == 403, path
    for method, path, body in CHANGES:
        assert client.request(method, path, json=body).status_code == 403, path
    assert client.get("/api/admin/session").json() == {"admin": False}
    assert admin.get("/api/admin/session").json() == {"admin": True}
    for path in READ:
        answer = admin.get(path)
        assert answer.status_code == (404 if path.endswith("nobody") else 200), path
        assert answer.headers["cache-control"] == "no-store"
    for cookie in ("", "x", "9999999999.", f"9999999999.{'0' * 64}", "²." + "0" * 64):
        assert not access.is_valid(cookie, TOKEN)
    ended = str(int(time.time()) - 1)
    assert not access.is_valid(f"{ended}.{access._signature(ended, TOKEN)}", TOKEN)
    later = str(int(time.time()) + 100)
    assert access.is_valid(f"{later}.{access._signature(later, TOKEN)}", TOKEN)
    assert not access.is_valid(f"{later}.{access._signature(later, TOKEN + '!')}", TOKEN)
    assert admin.delete("/api/admin/session").status_code == 200
    assert admin.get("/api/admin/words").status_code == 403


def test_wrong_tokens_are_limited(client: TestClient):
    tried = [client.post("/api/admin/session", json={"token": str(n)}) for n in range(8)]
    burst = int(access.ADMIN_TOKENS_OF_ADDRESS.burst)
    assert [answer.status_code for answer in tried] == [403] * burst + [429] * (8 - burst)
    assert client.post("/api/admin/session", json={"token": TOKEN}).status_code == 429


def test_other_sites_cannot_administer(admin: TestClient):
    for method, path, body in CHANGES:
        answer = admin.request(method, path, json=body, headers={"Origin": "https://evil.example"})
        assert answer.status_code == 403, path


def test_the_cookie_is_for_this_interface_alone(client: TestClient):
    answer = client.post("/api/admin/session", json={"token": TOKEN})
    cookie = answer.headers["set-cookie"].lower()
    for part in ("httponly", "samesite=strict", "path=/api/admin", "max-age="):
        assert part in cookie
    assert TOKEN not in cookie
    page = client.get("/admin")
    assert page.status_code == 200
    assert page.headers["x-robots-tag"] == "noindex, nofollow"
    assert page.headers["cache-control"] == "no-store"
    assert "/admin" not in client.get("/api/openapi.json").text


def test_kinds_and_reasons_are_those_of_the_store():
    assert get_args(get_type_hints(ReportRequest)["kind"]) == KINDS
    assert get_args(get_type_hints(people.BanRequest)["reason"]) == REASONS


def test_a_report_leads_to_a_ban_and_a_new_name(
    client: TestClient, admin: TestClient, bruno: TestClient, sit: Any, table_at: TableAt
):
    address = sat_down(client, bruno, table_at)
    anna, other = sits(client, sit, address), sits(bruno, sit, address)
    says(other, "an insult")
    line = anna.hear("chat_line")["line"]["number"]
    api = f"{address.replace('/table', '/api/tables')}/reports"
    assert client.post(api, json={"kind": "line", "line": line}).status_code == 202
    (report,) = admin.get("/api/admin/reports").json()
    assert (report["evidence"], report["reporter_name"]) == ("an insult", "Anna")
    path = f"/api/admin/people/{report['reported']}"
    assert admin.post(f"{path}/ban", json={"reason": "chat", "days": 7, "note": "n"}).is_success
    assert bruno.get("/api/me/ban").json()["message"] is not None
    assert admin.post(f"{path}/ban", json={"reason": "rudeness"}).status_code == 422
    assert admin.post(f"{path}/ban", json={"reason": "chat", "days": 0}).status_code == 422
    details = admin.get(path).json()
    assert details["person"]["banned"]
    assert [ban["reason"] for ban in details["bans"]] == ["chat"]
    assert [one["evidence"] for one in details["about"]] == ["an insult"]
    name = admin.post(f"{path}/rename").json()["name"]
    assert bruno.get("/api/me").json()["name"] == name
    seats = Tables(services(client).database).load(address.rpartition("/")[2]).seats
    assert sorted(seat["name"] for seat in seats) == sorted(["Anna", name])
    assert "Bruno" not in str(anna.hear("welcome"))
    assert [one["name"] for one in sits(client, sit, address).chat["lines"]] == [name]
    assert admin.post(f"/api/admin/reports/{report['id']}", json={"status": "resolved"}).is_success
    assert admin.get("/api/admin/reports").json() == []
    assert len(admin.get("/api/admin/reports?status=resolved").json()) == 1
    assert admin.delete(f"{path}/ban").status_code == 200
    assert admin.delete(f"{path}/ban").status_code == 404
    assert bruno.get("/api/me/ban").json() == {"message": None}
    done = [entry["action"] for entry in admin.get("/api/admin/log").json()]
    assert sorted(done) == sorted(["ban", "rename", "report_resolved", "lift_ban"])
    for missing in ("/api/admin/people/nobody/rename", "/api/admin/people/nobody/ban"):
        assert admin.post(missing, json={"reason": "chat"}).status_code == 404
    assert admin.post("/api/admin/reports/x", json={"status": "open"}).status_code == 404


def test_words_are_administered(client: TestClient, admin: TestClient):
    assert admin.post("/api/admin/words", json={"word": " Blörb* "}).status_code == 201
    assert admin.get("/api/admin/words").json() == ["blorb*"]
    assert client.post("/api/me", json={"name": "Blorbina"}).status_code == 422
    for wrong in ("x", "two words", "***"):
        assert admin.post("/api/admin/words", json={"word": wrong}).status_code == 422
    assert admin.delete("/api/admin/words/blorb*").status_code == 200
    assert admin.delete("/api/admin/words/blorb*").status_code == 404
    post(client, "/api/me", name="Blorbina")


def test_nothing_hidden_is_shown_to_administrators(
    client: TestClient, admin: TestClient, bruno: TestClient, sit: Any, table_at: TableAt
):
    """Neither seeds nor hands, nor the keys to private tables, nor tokens of any kind."""
    private = sat_down(client, bruno, table_at)
    public = table_at(client, ANNA, OPEN, public=True)
    anna = sits(client, sit, private)
    person = person_of(bruno)
    api = f"{private.replace('/table', '/api/tables')}/reports"
    assert client.post(api, json={"kind": "cheating", "seat": 1}).status_code == 202
    everything = "".join(admin.get(path).text for path in (*READ, f"/api/admin/people/{person}"))
    database = services(client).database
    stored = Tables(database).load(private.rpartition("/")[2])
    assert private.rpartition("/")[2] not in everything
    assert public.rpartition("/")[2] in everything
    for secret in (stored.seed.hex(), stored.seats[0]["entropy"], client.cookies["ducato"]):
        assert secret not in everything
    for word in ("seed", "entropy", "legal", "hand", "state", "action_number", "token_hash"):
        assert f'"{word}"' not in everything
    tables = admin.get("/api/admin/tables").json()
    (running,) = (table for table in tables if not table["public"])
    assert (running["id"], running["open"], running["waiting"]) == (None, True, False)
    assert [seat["name"] for seat in running["seats"]] == ["Anna", "Bruno"]
    assert anna


def test_health_is_shown(client: TestClient, admin: TestClient):
    client.get("/api/tables/nowhere")
    join(client, "/table/nowhere")
    health = admin.get("/api/admin/health").json()
    assert health["database"] == "ok"
    assert health["counts"]["people"] >= 0
    assert isinstance(health["rejections"], dict)
