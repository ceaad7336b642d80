"""Blocks that are made while somebody is about to come to a table, or to speak there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.server.subjects.chat.test_chat import says, sits
from tests.server.subjects.friends.test_community import ANNA, OPEN, TABLE, People, known, post
from tests.server.subjects.people.test_profile import resign

from ducato.server.subjects.chat.storage import ChatLines
from ducato.server.subjects.friends.storage import Friends
from ducato.server.subjects.matchmaking.service import OpponentSearch
from ducato.server.subjects.moderation.blocks import Blocks
from ducato.server.subjects.tables.storage import Tables

First = Callable[[type, str, str, str], None]


@pytest.fixture
def people(client: TestClient) -> People:
    return People(client)


@pytest.fixture
def before(people: People, monkeypatch: pytest.MonkeyPatch) -> First:
    """Return a function that has one person block another just before the next call of a method."""
    database = people.anna.app.state.services.database  # type: ignore[attr-defined]

    def block_before(of: type, method: str, who: str, whom: str) -> None:
        usual, ids = getattr(of, method), people.ids()

        def block_first(*wanted: Any, **more: Any) -> Any:
            monkeypatch.setattr(of, method, usual)
            assert Blocks(database).add(ids[who], ids[whom], whom).result()
            return usual(*wanted, **more)

        monkeypatch.setattr(of, method, block_first)

    return block_before


def seated(people: People, table: str) -> list[str]:
    database, ids = people.anna.app.state.services.database, people.ids()  # type: ignore[attr-defined]
    of_person = {person: name for name, person in ids.items()}
    return sorted(of_person[s["person"]] for s in Tables(database).load(table).seats if s["person"])


def three(people: People) -> str:
    """Let Carla open a table for three."""
    seats = [{"kind": "person", "name": "Carla"}, OPEN, OPEN]
    table: str = post(people.carla, "/api/tables", game="builders", seats=seats)["id"]
    return table


def test_who_is_blocked_while_they_join_finds_no_seat(people: People, before: First):
    table = three(people)
    before(Tables, "seat", "Carla", "Bruno")
    answer = people.bruno.post(f"/api/tables/{table}/join", json={"name": "Bruno", "seat": 1})
    other = people.anna.post(f"/api/tables/{table}/join", json={"name": "Anna", "seat": 0})
    assert (answer.status_code, answer.json()) == (409, other.json())  # as if it were taken
    assert seated(people, table) == ["Carla"]
    post(people.anna, f"/api/tables/{table}/join", name="Anna", seat=1)
    assert seated(people, table) == ["Anna", "Carla"]


def test_who_blocks_somebody_may_come_to_them(people: People, before: First):
    table = three(people)
    before(Tables, "seat", "Bruno", "Carla")
    post(people.bruno, f"/api/tables/{table}/join", name="Bruno")
    assert seated(people, table) == ["Bruno", "Carla"]


@pytest.mark.parametrize("pair", [("Carla", "Bruno"), ("Bruno", "Carla")])
def test_nobody_is_invited_to_a_table_of_somebody_apart(
    people: People, before: First, pair: tuple[str, str]
):
    bruno, _ = people.befriend()
    table = three(people)
    post(people.anna, f"/api/tables/{table}/join", name="Anna")
    before(Tables, "seat", *pair)
    answer = people.anna.post(f"/api/tables/{table}/invite", json={"person": bruno})
    assert answer.status_code == 409
    assert seated(people, table) == ["Anna", "Carla"]


def test_a_friend_who_blocks_gets_no_table(people: People, before: First):
    bruno, _ = people.befriend()
    for seats in ([ANNA, OPEN], [OPEN, OPEN]):  # the host sits there, or not
        before(Tables, "create", "Bruno", "Anna")
        wanted = {**TABLE, "seats": seats}
        answer = people.anna.post(f"/api/me/friends/{bruno}/tables", json=wanted)
        assert answer.status_code == 404
        assert people.bruno.get("/api/me/invitations").json() == []
        (entry,) = people.bruno.get("/api/me/blocks").json()
        people.bruno.delete(f"/api/me/blocks/{entry['id']}")


@pytest.mark.parametrize("pair", [("Anna", "Bruno"), ("Bruno", "Anna")])
def test_a_challenge_is_over_for_somebody_apart(
    people: People, before: First, pair: tuple[str, str]
):
    made = post(people.anna, "/api/challenges", table=TABLE)
    before(Tables, "create", *pair)
    path = f"/api/challenges/{made['id']}"
    assert people.bruno.post(f"{path}/accept", json={}).status_code == 404
    assert people.carla.get(path).status_code == 200
    assert post(people.carla, f"{path}/accept")


def test_a_search_brings_nobody_together_who_is_apart(people: People, before: First):
    for browser in (people.anna, people.bruno):
        post(browser, "/api/me/opponent-search", game="magnate")
    before(Tables, "create", "Anna", "Bruno")
    for _ in range(2):
        people.run(OpponentSearch)
        assert people.anna.get("/api/me/opponent-search").json()["searching"]


def test_a_rematch_leaves_out_who_was_just_blocked(people: People, before: First, sit: Any):
    address = people.play()
    resign(people.anna, sit, address)
    before(Tables, "create", "Bruno", "Anna")
    made = post(people.anna, f"{address.replace('/table', '/api/tables')}/rematch")
    assert seated(people, made["id"]) == ["Anna"]


@pytest.mark.parametrize("pair", [("Anna", "Bruno"), ("Bruno", "Anna")])
def test_a_line_is_not_read_by_who_was_just_blocked(
    people: People, before: First, sit: Any, pair: tuple[str, str]
):
    address = people.play()
    anna, bruno = sits(people.anna, sit, address), sits(people.bruno, sit, address)
    watcher = sits(people.carla, sit, address)
    before(ChatLines, "say", *pair)
    assert says(anna, "One")["type"] == "accepted"
    assert watcher.hear("chat_line")["line"]["text"] == "One"
    bruno.say(type="explain", id="end", piece="none")
    bruno.hear("explanation")
    lines = [one["line"]["text"] for one in bruno.heard if one["type"] == "chat_line"]
    assert lines == ([] if pair[0] == "Anna" else [None])


def test_nobody_becomes_a_friend_of_who_was_just_blocked(people: People, before: First):
    people.play()
    (bruno,) = known(people.anna)["opponents"]
    post(people.anna, "/api/me/friends", person=bruno["person"])
    (anna,) = known(people.bruno)["friends"]
    before(Friends, "answer", "Bruno", "Anna")
    answer = post(people.bruno, f"/api/me/friends/{anna['person']}", accept=True)
    assert answer == {"relation": "none"}
