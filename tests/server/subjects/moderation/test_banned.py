"""Banned people: nothing that they began before the ban brings them to new tables."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient
from tests.server.subjects.friends.test_community import TABLE, People, post

from ducato.server.subjects.matchmaking.service import OpponentSearch


@pytest.fixture
def people(client: TestClient) -> People:
    return People(client)


def ban(people: People, name: str) -> None:
    bans = people.anna.app.state.services.store.moderation.bans  # type: ignore[attr-defined]
    assert bans.add(people.ids()[name], "cheating", None, "").result()


def test_a_search_ends_with_a_ban(people: People):
    for browser in (people.anna, people.bruno):
        post(browser, "/api/me/opponent-search", game="magnate")
    ban(people, "Bruno")
    assert not people.bruno.get("/api/me/opponent-search").json()["searching"]
    people.run(OpponentSearch)
    state = people.anna.get("/api/me/opponent-search").json()
    assert (state["searching"], state["waiting"]) == (True, 1)


def test_nobody_accepts_a_challenge_of_a_banned_person(people: People):
    made = post(people.bruno, "/api/challenges", table=TABLE, once=False)
    path = f"/api/challenges/{made['id']}"
    assert people.anna.get(path).status_code == 200
    ban(people, "Bruno")
    assert people.anna.get(path).status_code == 404
    assert people.anna.post(f"{path}/accept", json={}).status_code == 404


def test_a_banned_friend_is_not_invited(people: People):
    bruno, _ = people.befriend()
    made = post(people.anna, "/api/tables", **TABLE)
    ban(people, "Bruno")
    invite = people.anna.post(f"/api/tables/{made['id']}/invite", json={"person": bruno})
    table = people.anna.post(f"/api/me/friends/{bruno}/tables", json=TABLE)
    assert (invite.status_code, table.status_code) == (404, 404)
    assert people.bruno.get("/api/me/invitations").json() == []
