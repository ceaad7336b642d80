"""Banned people: nothing brings them to new tables, and nobody gets the ban of another."""

from __future__ import annotations

import re
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.server.subjects.friends.test_community import TABLE, post
from tests.server.subjects.friends.test_community import People as Browsers
from tests.server.subjects.people.test_email_verification import People as Accounts

from ducato.server.subjects.matchmaking.service import OpponentSearch
from ducato.server.subjects.moderation.bans import Bans
from ducato.server.subjects.people.storage import People


@pytest.fixture
def people(client: TestClient) -> Browsers:
    return Browsers(client)


def ban(people: Browsers, name: str) -> None:
    bans = Bans(people.anna.app.state.services.database)  # type: ignore[attr-defined]
    assert bans.add(people.ids()[name], "cheating", None, "").result()


def test_a_search_ends_with_a_ban(people: Browsers):
    for browser in (people.anna, people.bruno):
        post(browser, "/api/me/opponent-search", game="magnate")
    ban(people, "Bruno")
    assert not people.bruno.get("/api/me/opponent-search").json()["searching"]
    people.run(OpponentSearch)
    state = people.anna.get("/api/me/opponent-search").json()
    assert (state["searching"], state["waiting"]) == (True, 1)


def test_nobody_accepts_a_challenge_of_a_banned_person(people: Browsers):
    made = post(people.bruno, "/api/challenges", table=TABLE, once=False)
    path = f"/api/challenges/{made['id']}"
    assert people.anna.get(path).status_code == 200
    ban(people, "Bruno")
    assert people.anna.get(path).status_code == 404
    assert people.anna.post(f"{path}/accept", json={}).status_code == 404


def test_a_banned_friend_is_not_invited(people: Browsers):
    bruno, _ = people.befriend()
    made = post(people.anna, "/api/tables", **TABLE)
    ban(people, "Bruno")
    invite = people.anna.post(f"/api/tables/{made['id']}/invite", json={"person": bruno})
    table = people.anna.post(f"/api/me/friends/{bruno}/tables", json=TABLE)
    assert (invite.status_code, table.status_code) == (404, 404)
    assert people.bruno.get("/api/me/invitations").json() == []


MAIL = "anna@example.org"


@pytest.fixture
def accounts(opened: Any) -> Accounts:
    return Accounts(opened)


def ban_guest(accounts: Accounts) -> None:
    """Ban the guest who has yet to log in."""
    post(accounts.guest, "/api/me", name="Guest")
    database = accounts.account.app.state.services.database  # type: ignore[attr-defined]
    guest = People(database).of_session(accounts.guest.cookies["ducato"])
    assert Bans(database).add(guest.id, "chat", None, "").result()


def is_banned(browser: TestClient) -> bool:
    return browser.get("/api/me/ban").json()["message"] is not None


@pytest.mark.parametrize("asks", ["guest", "other"])
def test_a_banned_guest_neither_gives_an_account_the_ban_nor_loses_it(
    accounts: Accounts, asks: str
):
    ban_guest(accounts)
    post(getattr(accounts, asks), "/api/me/email", email=MAIL)
    token = accounts.emails[-1].partition("#")[2].split()[0]
    for _ in range(2):
        answer = accounts.guest.post("/api/me/email/verify?lang=en", json={"token": token})
        assert answer.status_code == 403
        assert "log the guest out" in answer.json()["error"]
    if asks == "guest":
        code = re.findall(r"\b\d{6}\b", accounts.emails[-1])[0]
        assert accounts.guest.post("/api/me/email/code", json={"code": code}).status_code == 403
    assert accounts.guest.get("/api/me").json()["name"] == "Guest"
    assert is_banned(accounts.guest)
    assert not is_banned(accounts.account)
    # Who is somebody else logs the guest out, and leaves behind what the guest had.
    (session,) = accounts.guest.get("/api/me/sessions").json()
    assert accounts.guest.delete(f"/api/me/sessions/{session['id']}").status_code == 200
    me = post(accounts.guest, "/api/me/email/verify", token=token)
    assert (me["email"], me["tables_taken_over"]) == (MAIL, 0)
    assert not is_banned(accounts.guest)


def test_a_banned_guest_who_becomes_an_account_stays_banned(accounts: Accounts):
    ban_guest(accounts)
    accounts.verify(accounts.guest, accounts.guest, "new@example.org")
    assert is_banned(accounts.guest)
    accounts.verify(accounts.guest, accounts.guest)  # an account logs in to another one
    assert not is_banned(accounts.guest)
    accounts.verify(accounts.other, accounts.other, "new@example.org")
    assert is_banned(accounts.other)


def test_a_banned_guest_gets_no_new_account_by_another_browsers_mail(accounts: Accounts):
    ban_guest(accounts)
    post(accounts.other, "/api/me", name="Otto")
    post(accounts.other, "/api/me/email", email="new@example.org")
    token = accounts.emails[-1].partition("#")[2].split()[0]
    answer = accounts.guest.post("/api/me/email/verify", json={"token": token})
    assert answer.status_code == 403
    assert post(accounts.other, "/api/me/email/verify", token=token)["name"] == "Otto"
