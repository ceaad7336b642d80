"""Branches: another way on from a moment of a finished game, against bots."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from starlette.testclient import TestClient

Make = Callable[..., str]


def api(address: str) -> str:
    return f"{address.replace('/table', '/api/tables')}/branches"


def test_anybody_goes_on_from_a_finished_game(client: TestClient, sit: Any, table_at: Make):
    address = table_at(client)
    anna = sit(client, address)
    anna.play(2)
    wanted = {"seq": 4, "seat": 1, "bot": "random"}
    assert client.post(api(address), json=wanted).status_code == 409
    anna.say(type="resign", id="r")
    while anna.view["result"] is None:
        anna.hear("steps")
    stranger = TestClient(client.app)
    stranger.portal = client.portal  # the same event loop
    made = stranger.post(api(address), json=wanted)
    assert made.status_code == 201, made.text
    player = sit(stranger, made.json()["url"])
    table = player.heard[0]["table"]
    assert (table["branch_of"], table["own"]) == (address.rpartition("/")[2], [1])
    assert [seat["kind"] for seat in table["seats"]] == ["bot", "person"]
    player.wait_for_turn()
    assert player.act()["type"] == "accepted"
    registry = client.app.state.services.registry  # type: ignore[attr-defined]
    assert client.portal is not None
    client.portal.call(registry.remove_deleted, [], [table["branch_of"]])
    while (told := player.hear("table")["table"])["branch_of"] != "":
        assert told["branch_of"] == table["branch_of"]


def test_a_branch_from_nowhere_is_refused(client: TestClient, sit: Any, table_at: Make):
    address = table_at(client)
    anna = sit(client, address)
    anna.say(type="resign", id="r")
    while anna.view["result"] is None:
        anna.hear("steps")
    for field, wrong in (("seq", 10**6), ("seat", 7), ("bot", "nobody")):
        wanted = {"seq": 0, "seat": 0, "bot": "random", field: wrong}
        answer = client.post(api(address), json=wanted)
        assert (answer.status_code, answer.json()["field"]) == (422, field), answer.text
        assert answer.json()["error"]
