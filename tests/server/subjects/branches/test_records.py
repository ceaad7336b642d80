"""Records of games that were played elsewhere, opened as tables."""

from __future__ import annotations

import json
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.support.live_server import played

from ducato.core.game_record import RESIGN, GameRecord
from ducato.core.match import Match
from ducato.server.kit.http.locale import server_text
from ducato.server.kit.http.rate_limits import slow_down
from ducato.server.subjects.branches.records import LARGEST, RECORDS_OF_ADDRESS
from ducato.table.setup.from_record import MOST_LINES


@pytest.fixture(scope="module")
def record() -> list[str]:
    return played("magnate", 2, 1).to_lines()


def post(client: TestClient, lines: list[str]) -> Any:
    return client.post("/api/records", json={"record": "\n".join(lines)})


def test_a_finished_game_is_read_by_anybody(client: TestClient, sit: Any, record: list[str]):
    made = post(client, [*record, ""])
    assert made.status_code == 201, made.text
    table = sit(TestClient(client.app), made.json()["url"]).heard[0]["table"]
    assert (table["status"], table["own"], table["branch_of"]) == ("over", [], "record")
    assert [seat["name"] for seat in table["seats"]] == ["Anna", "Bruno"]
    (again,) = (client.get(f"{made.json()['url']}/record").text,)
    assert again.splitlines() == record
    assert client.get("/api/me/results").status_code in (200, 403)  # it counts nowhere


def changed(record: list[str], number: int, **entry: Any) -> list[str]:
    lines = list(record)
    lines[number] = json.dumps({**json.loads(lines[number]), **entry})
    return lines


def test_what_is_no_record_is_refused_with_a_reason(client: TestClient, record: list[str]):
    unfinished = played("magnate", 2, 0.5).to_lines()
    for lines, words in (
        (["nothing"], "line 1"),
        ([], "line 1"),
        (changed(record, 5, action="pass"), "line 6"),
        (unfinished, "not over"),
        (["{}"] * (MOST_LINES + 1), "more than"),
    ):
        refused = post(client, lines)
        assert refused.status_code == 422, lines[:1]
        assert (refused.json()["field"], words in refused.json()["error"]) == ("record", True)
    assert post(client, ["x" * LARGEST]).status_code == 413


def test_a_record_is_opened_however_it_was_saved(client: TestClient):
    match = Match.from_lines(played("magnate", 2, 1).to_lines())
    match.names[0] = "Ada\u2028Anna"  # which `str.splitlines` takes for the end of a line
    text = "\ufeff" + "\r\n".join([*match.to_lines(), "", ""])
    made = client.post("/api/records", json={"record": text})
    assert made.status_code == 201, made.text


def test_who_opens_too_many_is_told_as_everywhere(client: TestClient):
    there = TestClient(client.app, client=("203.0.113.7", 50_000))
    answers = [post(there, ["nothing"]) for _ in range(int(RECORDS_OF_ADDRESS.burst) + 1)]
    *before, last = answers
    assert {answer.status_code for answer in before} == {422}
    assert last.status_code == 429
    wait = slow_down(int(last.headers["Retry-After"]))
    assert last.json()["error"] == server_text(wait, "en")


def test_nobody_gets_a_name_by_a_record(client: TestClient, sit: Any):
    match = played("magnate", 2, 1)
    named = Match.from_lines(match.to_lines())
    named.names = ["www.example.org", "\u202eAnna"]
    made = post(client, named.to_lines())
    assert made.status_code == 201, made.text
    table = sit(client, made.json()["url"]).heard[0]["table"]
    assert [seat["name"] for seat in table["seats"]] == ["#1", "Anna"]


def test_nobody_takes_a_seat_where_a_record_was_opened(
    client: TestClient, sit: Any, record: list[str]
):
    client.post("/api/me", json={"name": "Clara"})
    url = post(client, record).json()["url"]
    path = f"/api/tables/{url.rpartition('/')[2]}"
    for seat in (None, 0):
        assert client.post(f"{path}/join", json={"name": "Dora", "seat": seat}).status_code == 409
    table = sit(client, url).heard[0]["table"]
    assert [(seat["name"], seat["kind"]) for seat in table["seats"]] == [
        ("Anna", "person"),
        ("Bruno", "person"),
    ]
    assert client.get(f"{path}/comparison").status_code == 409
    again = client.post(f"{path}/rematch").json()["url"]
    table = sit(client, again).heard[0]["table"]
    assert {seat["kind"] for seat in table["seats"]} == {"open"}


@pytest.mark.parametrize("seat", [True, 1.0])
def test_numbers_of_another_kind_are_not_taken(client: TestClient, record: list[str], seat: Any):
    entries = GameRecord.from_lines(record).entries
    first = next(n for n, entry in enumerate(entries) if "action" in entry)
    end = {"ranks": [1, 2], "seed": entries[-1]["seed"]}
    resigned = [*entries[:first], {"seat": seat, "action": RESIGN}, end]
    refused = post(client, GameRecord(resigned).to_lines())
    assert refused.status_code == 422
    resigned[first] = {"seat": 1, "action": RESIGN}
    assert post(client, GameRecord(resigned).to_lines()).status_code == 201
