"""Positions set up by hand from a moment of a finished game: tried, refused and played on."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.support.local_page import Page, request

from ducato.server.kit.database.engine import Database
from ducato.server.live.persistence import to_live_table
from ducato.server.subjects.tables.storage import Tables

Edits = list[tuple[str, int]]
DECK, HAND = 1, 5
"""Zones of Magnate's cards, which the tables of these tests play."""


def as_sent(edits: Edits) -> list[dict[str, str | int]]:
    return [{"id": name, "value": value} for name, value in edits]


def form(client: TestClient, game: str, edits: Edits = [], seq: int = 0) -> Any:  # noqa: B006
    wanted = {"seq": seq, "seat": 0, "edits": as_sent(edits)}
    return client.post(f"/api/tables/{game}/position", json=wanted)


def in_zone(sent: Any, zone: int) -> list[str]:
    """Return the cards in a zone."""
    cards = (item for item in sent["items"] if item["id"].startswith("zone."))
    return [item["id"] for item in cards if item["value"] == zone]


def exchange(sent: Any) -> Edits:
    """Return edits that exchange a card of seat 0 for one of the deck."""
    return [(in_zone(sent, HAND)[0], DECK), (in_zone(sent, DECK)[0], HAND)]


def test_a_lawful_position_is_shown_and_played_on(
    client: TestClient, sit: Any, game: str, database: Database
):
    sent = form(client, game).json()
    assert (sent["reason"], sent["view"]["legal"] is not None) == (None, True)
    assert {item["seat"] for item in sent["items"]} == {None, 0, 1}
    edits = [*exchange(sent), ("tokens.0.0", 9)]
    shown = form(client, game, edits).json()
    assert shown["reason"] is None
    assert shown["view"]["scene"] != sent["view"]["scene"]
    wanted = {"seq": sent["seq"], "seat": 0, "bot": "random", "edits": as_sent(edits)}
    made = client.post(f"/api/tables/{game}/branches", json=wanted)
    assert made.status_code == 201, made.text
    branch = made.json()["id"]
    (entry,) = client.get(f"/api/tables/{game}/study").json()
    assert entry["id"] == branch
    table = to_live_table(Tables(database).load(branch))
    assert table.match.start is not None
    state = table.match.state_at(0)
    assert state["tokens"][0, 0] == 9
    assert state["zone"][int(edits[1][0].removeprefix("zone."))] == HAND
    player = sit(client, made.json()["url"])
    player.wait_for_turn()
    assert player.act()["type"] == "accepted"
    again = to_live_table(Tables(database).load(branch))
    assert again.match.seq > table.match.seq
    assert again.match.state_at(0) == state
    assert client.get(f"/api/tables/{branch}/comparison").status_code == 409


def test_a_new_game_is_set_up_and_played_on(client: TestClient, sit: Any, database: Database):
    seats = [{"kind": "person", "name": f"Player {number}"} for number in (1, 2)]
    wanted = {"game": "magnate", "edition": "italian", "seats": seats}
    made = client.post("/api/positions", json=wanted)
    assert made.status_code == 201, made.text
    new = made.json()["id"]
    stranger = TestClient(client.app)
    table = sit(stranger, made.json()["url"]).heard[0]["table"]
    assert (table["status"], table["own"], table["branch_of"]) == ("over", [], "position")
    assert [seat["name"] for seat in table["seats"]] == ["Player 1", "Player 2"]
    sent = form(stranger, new).json()
    assert (sent["reason"], sent["seq"], sent["of"] > sent["first"]) == (None, sent["first"], True)
    edits = exchange(sent)
    point = {"seq": 0, "seat": 1, "bot": "random", "edits": as_sent(edits)}
    branch = stranger.post(f"/api/tables/{new}/branches", json=point).json()["id"]
    match = to_live_table(Tables(database).load(branch)).match
    assert (match.game.edition_name, match.start is not None) == ("italian", True)
    (entry,) = stranger.get(f"/api/tables/{new}/study").json()
    assert (entry["id"], entry["own"]) == (branch, True)
    nobody = {**wanted, "seats": [{"kind": "person", "name": "http://a.example"}] * 2}
    assert client.post("/api/positions", json=nobody).status_code == 422
    assert client.post("/api/positions", json={**wanted, "edition": "none"}).status_code == 422


def test_a_page_without_a_server_answers_alike(client: TestClient):
    page = Page(language="it")
    page.post("/api/positions", request("magnate", people=2))
    record = page.host.record(page.table)
    made = client.post("/api/records", json={"record": record}).json()["id"]
    client.headers["accept-language"] = "it"
    exchanged = exchange(form(client, made).json())
    for edits in ([], exchanged, exchanged[:1], [("nothing", 1)]):
        wanted = {"seq": 40, "seat": 1, "edits": as_sent(edits)}
        answer = client.post(f"/api/tables/{made}/position", json=wanted)
        here = page.post(f"/api/tables/{page.table}/position", wanted)
        assert (here["status"], here["data"]) == (answer.status_code, answer.json())
    refused = client.post(f"/api/tables/{made}/position", json={"seq": 10**6, "seat": 1})
    here = page.post(f"/api/tables/{page.table}/position", {"seq": 10**6, "seat": 1})
    assert (here["status"], here["data"]["error"]) == (422, refused.json()["error"])


def test_an_unlawful_position_changes_nothing_and_says_why(client: TestClient, game: str):
    sent = form(client, game).json()
    for language, words in (("en", "must hold 3 cards"), ("it", "deve avere 3 carte")):
        client.headers["accept-language"] = language
        refused = form(client, game, exchange(sent)[:1]).json()
        assert words in refused["reason"]["text"]
        assert (refused["reason"]["clause"], refused["view"]) == ("2.3", None)
        (wanted,) = (i for i in refused["items"] if i["id"] == exchange(sent)[0][0])
        assert wanted["value"] == DECK
    point = {"seq": sent["seq"], "seat": 0, "bot": "random"}
    point["edits"] = as_sent(exchange(sent)[:1])
    answer = client.post(f"/api/tables/{game}/branches", json=point)
    assert (answer.status_code, answer.json()["field"]) == (422, "edits")
    assert client.get(f"/api/tables/{game}/study").json() == []


def test_a_game_that_goes_on_shows_no_cards(client: TestClient, sit: Any, table_at: Any):
    address = table_at(client)
    sit(client, address).play(2)
    wanted = {"seq": 0, "seat": 0}
    table = address.rpartition("/")[2]
    assert client.post(f"/api/tables/{table}/position", json=wanted).status_code == 409


@pytest.mark.parametrize(
    "wrong",
    [
        {"seq": 10**6},
        {"seat": 7},
        {"edits": as_sent([("tokens.0.0", 2**40)])},
        {"edits": as_sent([("tokens.0.0", 1)] * 401)},
        {"edits": as_sent([("x" * 101, 1)])},
        {"edits": [["tokens.0.0", 1]]},
    ],
)
def test_what_cannot_be_meant_is_refused(client: TestClient, game: str, wrong: Any):
    wanted = {"seq": 0, "seat": 0, **wrong}
    assert client.post(f"/api/tables/{game}/position", json=wanted).status_code == 422


@pytest.mark.parametrize("edit", [["nothing", 1], ["tokens.0.0", -(2**62)]])
def test_a_strange_edit_is_unlawful(client: TestClient, game: str, edit: Any):
    assert form(client, game, [edit]).json()["reason"]["text"]
