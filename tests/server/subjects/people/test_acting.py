"""Who acts where others see it: nobody without a name, and nobody who is banned."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args

import pytest
from sqlalchemy import update
from starlette.testclient import TestClient
from tests.server.subjects.chat.test_chat import says, sits
from tests.server.subjects.people.test_profile import OPEN, bruno, post, resign, sat_down

from ducato.server.kit.database import schema
from ducato.server.kit.http.dependencies import ACTS, NOT_BANNED
from ducato.server.subjects.moderation.bans import Bans
from ducato.server.subjects.people.storage import People
from ducato.table import protocol

__all__ = ["bruno"]  # a fixture

TABLE = {"game": "magnate", "seats": [OPEN, OPEN]}
ACTING = {
    "/api/tables/{table_id}/study",
    "/api/tables/{table_id}/rematch",
    "/api/me/friends",
    "/api/me/friends/{person_handle}/tables",
    "/api/tables/{table_id}/invite",
    "/api/groups",
    "/api/groups/{group_id}",
    "/api/groups/{group_id}/members/{person_handle}",
    "/api/groups/{group_id}/tables",
    "/api/daily/{game}/game",
    "/api/tournaments",
    "/api/tournaments/{tournament_id}/entry",
    "/api/tournaments/{tournament_id}/start",
    "/api/tournaments/{tournament_id}/cancel",
}
"""The paths of requests that act among others; a person must have a name before."""
NAMING: dict[str, dict[str, Any]] = {
    "/api/me": {"name": "Somebody"},
    "/api/tables": TABLE,
    "/api/tables/{table_id}/join": {},
    "/api/me/opponent-search": {"game": "magnate"},
    "/api/challenges": {"table": TABLE},
    "/api/challenges/{challenge_id}/accept": {},
    "/api/groups/{group_id}/join": {},
    "/api/tournaments/{tournament_id}/enter": {},
}
"""Those that may give the person a name, each with a body that does not, where there is one."""
PARTLY = {
    "/api/lessons",
    "/api/exercises",
    "/api/daily/{game}/position",
    "/api/me/friends/{person_handle}",
}
"""Lessons and exercises give a name and are open to all; only who accepts a friend acts."""
OWN = {
    "/api/records",
    "/api/positions",
    "/api/tables/{table_id}/branches",
    "/api/tables/{table_id}/leave",
    "/api/tables/{table_id}/position",
    "/api/tables/{table_id}/reports",
    "/api/tables/{table_id}/end-abandoned",
    "/api/me/email",
    "/api/me/email/verify",
    "/api/me/email/code",
    "/api/me/preferences",
    "/api/me/delete",
    "/api/me/invitations/{table_id}/decline",
    "/api/logout",
    "/api/logout/everywhere",
    "/api/bot-accounts",
    "/api/bot-accounts/{bot_id}/token",
    "/api/push",
    "/api/push/end",
    "/api/groups/{group_id}/leave",
    "/api/tournaments/{tournament_id}/leave",
    "/api/tournaments/{tournament_id}/remove",
    "/api/tournaments/{tournament_id}/end-round",
    "/unsubscribe/{token}",
}
"""Those that concern the person alone, or end something: open even to who is banned."""
ACTING_MESSAGES = {protocol.Chat}
OWN_MESSAGES = {
    *get_args(protocol.Request),
    *get_args(protocol.Query),
    *{protocol.Mute, protocol.Block, protocol.ShowState, protocol.SetLanguage},
    *{protocol.CatchUp, protocol.ShowLog, protocol.Ping},
}
"""The messages of a game, which everybody may finish, and those that concern a screen alone."""


def routes(router: Any) -> Iterator[Any]:
    """Yield all routes that change something by POST, but those of administrators."""
    for route in router.routes:
        if hasattr(route, "original_router"):
            yield from routes(route.original_router)
        elif "POST" in (getattr(route, "methods", None) or ()):
            if not route.path.startswith("/api/admin/"):
                yield route


def checked_by(client: TestClient, check: Any) -> set[str]:
    return {
        route.path
        for route in routes(client.app.router)  # type: ignore[attr-defined]
        if any(one.call is check.dependency for one in route.dependant.dependencies)
    }


def test_every_request_and_message_is_known_to_act_or_not(client: TestClient):
    paths = [route.path for route in routes(client.app.router)]  # type: ignore[attr-defined]
    assert sorted(paths) == sorted([*ACTING, *NAMING, *PARTLY, *OWN])
    assert checked_by(client, ACTS) == ACTING
    others = {"/api/push", "/api/records", "/api/positions"}
    assert checked_by(client, NOT_BANNED) == {*NAMING, *others}
    every = {*get_args(protocol.ClientMessage), *get_args(protocol.ChatMessage)}
    assert every == ACTING_MESSAGES | OWN_MESSAGES
    assert not ACTING_MESSAGES & OWN_MESSAGES


def services(client: TestClient) -> Any:
    return client.app.state.services  # type: ignore[attr-defined]


def lose_name(client: TestClient, email: str | None = "new@example.org") -> str:
    """Make the person of a browser one without a name; return their id."""
    database = services(client).database
    person: str = People(database).of_session(client.cookies["ducato"]).id
    values = {"name": "", "email": email}
    this = update(schema.persons).where(schema.persons.c.id == person)
    database.write(lambda connection: connection.execute(this.values(values))).result()
    return person


@pytest.mark.parametrize("email", [None, "new@example.org"], ids=["guest", "account"])
def test_who_has_no_name_chooses_one_before_they_act(
    client: TestClient, bruno: TestClient, email: str | None
):
    post(bruno, "/api/me", name="Bruno")
    table = post(bruno, "/api/tables", **TABLE)["id"]
    group = post(bruno, "/api/groups", name="Club", entry="open")["id"]
    two = [{"kind": "person", "name": "Bruno"}, OPEN]
    challenge = post(bruno, "/api/challenges", table={"game": "magnate", "seats": two})["id"]
    post(client, "/api/me", name="Anna")
    person = lose_name(client, email)
    known = {"table_id": table, "group_id": group, "challenge_id": challenge, "game": "magnate"}
    bodies = {path: NAMING.get(path, {}) for path in [*ACTING, *NAMING]}
    if email is None:
        del bodies["/api/tables"]  # a guest who takes no seat needs no name
    for path, body in bodies.items():
        if path in ("/api/tournaments/{tournament_id}/enter", "/api/me"):
            continue  # there is no tournament yet; the other one only gives a name
        place = path.format_map({"person_handle": "x", "tournament_id": "x", **known})
        answer = client.post(place, json=body)
        assert answer.json()["field"] == "name", path
        assert answer.status_code == (422 if path.endswith("{table_id}/join") else 403), path
    bans = Bans(services(client).database)
    assert bans.add(person, "chat", None, "").result()
    for path, body in {path: NAMING.get(path, {}) for path in [*ACTING, *NAMING]}.items():
        place = path.format_map({"person_handle": "x", "tournament_id": "x", **known})
        answer = client.post(f"{place}?lang=en", json=body)
        assert (answer.status_code, answer.json()["field"]) == (403, None), path
        assert "not acceptable" in answer.json()["error"], path


def test_who_has_no_name_neither_chats_nor_asks_for_a_rematch(
    client: TestClient, bruno: TestClient, sit: Any, table_at: Any
):
    address = sat_down(client, bruno, table_at)
    anna = sits(client, sit, address)
    lose_name(client)
    for said in ({"text": "Hello"}, {"phrase": "thanks"}):
        answer = says(anna, **said)
        assert (answer["type"], answer["reason"]) == (
            "rejected",
            "Choose a name on your account page first.",
        )
    anna.say(type="explain", id="e", piece="none")  # the game goes on
    assert anna.hear("explanation")
    resign(client, sit, address)
    api = address.replace("/table", "/api/tables")
    assert client.post(f"{api}/rematch").json()["field"] == "name"
    post(client, "/api/me", name="Anna")
    assert says(anna, "Hello")["type"] == "accepted"
    assert post(client, f"{api}/rematch")


def test_who_has_no_name_declines_a_friend_but_accepts_none(client: TestClient, bruno: TestClient):
    post(client, "/api/me", name="Anna")
    lose_name(client)
    for accept, status in ((True, 403), (False, 404)):
        answer = client.post("/api/me/friends/x", json={"accept": accept})
        assert answer.status_code == status


def test_an_account_without_a_name_gives_one_with_its_request(client: TestClient):
    post(client, "/api/me", name="Anna")
    lose_name(client)
    assert post(client, "/api/me/opponent-search", game="magnate", name="Paola")["searching"]
    assert client.get("/api/me").json()["name"] == "Paola"
