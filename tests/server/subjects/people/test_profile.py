"""A user's own page and what others see of it: settings, history, ratings."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from starlette.testclient import TestClient
from tests.server.browser.test_access import axe, findings, look, small_targets
from tests.server.player import begin_game
from tests.support.live_server import DESK, PHONE, LiveServer, expect, played
from tests.support.sessions import session_of

from ducato.core.i18n import LANGUAGES
from ducato.server.kit.database.engine import Database
from ducato.server.kit.http.sessions import session_cookie
from ducato.server.subjects.people.email_verification import EmailVerifications
from ducato.server.subjects.people.personal_data import PersonalData
from ducato.server.subjects.people.profiles import Profiles
from ducato.server.subjects.people.storage import People
from ducato.server.subjects.tables.storage import Tables
from ducato.table.seats import TableSeat

if TYPE_CHECKING:
    from playwright.sync_api import Page

__all__ = ["axe"]  # a fixture

ANNA = {"kind": "person", "name": "Anna"}
OPEN = {"kind": "open"}
RANDOM = {"kind": "bot", "bot": "random"}


@pytest.fixture
def bruno(client: TestClient) -> TestClient:
    """Open another browser that reaches the same server."""
    other = TestClient(client.app)
    other.portal = client.portal
    return other


def post(client: TestClient, path: str, **body: Any) -> Any:
    answer = client.post(path, json=body)
    assert answer.status_code < 300, answer.text
    return answer.json()


def sat_down(client: TestClient, bruno: TestClient, table_at: Callable[..., str]) -> str:
    """Open a table with Anna and Bruno, and return its address."""
    address = table_at(client, ANNA, OPEN)
    post(bruno, f"{address.replace('/table', '/api/tables')}/join", name="Bruno")
    begin_game(address, client, bruno)
    return address


def resign(client: TestClient, sit: Any, address: str) -> None:
    player = sit(client, address)
    player.say(type="resign", id="r")
    assert player.hear("accepted", "rejected")["type"] == "accepted"


def test_nobody_has_no_profile(client: TestClient):
    assert client.get("/api/me/profile").json() == {"name": None, "has_name": False}
    assert client.get("/api/me/tables?before=1").status_code == 403
    assert client.post("/api/me/preferences", json={"rated": True}).status_code == 403
    assert "set-cookie" not in client.get("/account").headers


def test_nothing_is_wished_for_anybody(client: TestClient, table_at: Callable[..., str]):
    table_at(client)
    wishes = client.get("/api/me/profile").json()["preferences"]
    assert wishes == {
        "rated": False,
        "shown": False,
        "public": False,
        "url": None,
        "language": None,
        "turn_reminders": "none",
        "visible_online": True,
    }


def test_preferences_are_kept_one_by_one(client: TestClient):
    post(client, "/api/me", name="Anna")
    for wish in ({"rated": True}, {"shown": True}, {"language": "it"}):
        post(client, "/api/me/preferences", **wish)
    wishes = client.get("/api/me/profile").json()["preferences"]
    assert (wishes["rated"], wishes["shown"], wishes["language"]) == (True, True, "it")
    assert not post(client, "/api/me/preferences", rated=False)["rated"]
    for wrong in ({"rated": "yes"}, {"language": "xx"}, {"language": 1}, [], 3):
        assert client.post("/api/me/preferences", json=wrong).status_code == 422
    foreign = {"Origin": "https://elsewhere.example"}
    answer = client.post("/api/me/preferences", json={"rated": True}, headers=foreign)
    assert answer.status_code == 403


def test_a_rated_game_between_two_browsers(
    client: TestClient, bruno: TestClient, sit: Any, table_at: Callable[..., str]
):
    for browser, name in ((client, "Anna"), (bruno, "Bruno")):
        post(browser, "/api/me", name=name)
        post(browser, "/api/me/preferences", rated=True)
    post(bruno, "/api/me/preferences", shown=True)
    address = sat_down(client, bruno, table_at)
    people = f"{address.replace('/table', '/api/tables')}/people"
    seen = {"seat": 1, "points": None, "spread": None, "url": None}
    assert client.get(people).json() == {"rated": True, "seats": [seen]}
    resign(client, sit, address)
    anna, other = (browser.get("/api/me/profile").json() for browser in (client, bruno))
    assert anna["ratings"][0]["points"] < 1500 < other["ratings"][0]["points"]
    assert [one["games"] for one in (*anna["ratings"], *other["ratings"])] == [1, 1]
    (table,) = anna["tables"]
    assert (table["finished"], table["rated"]) == (True, True)
    assert table["seats"] == [
        {"name": "Anna", "rank": 2, "own": True},
        {"name": "Bruno", "rank": 1, "own": False},
    ]
    (shown,) = client.get(people).json()["seats"]  # Anna's is not shown: she did not ask for it
    assert (shown["seat"], shown["points"]) == (1, other["ratings"][0]["points"])


def test_a_table_with_a_bot_is_not_rated(
    client: TestClient, sit: Any, table_at: Callable[..., str]
):
    post(client, "/api/me", name="Anna")
    post(client, "/api/me/preferences", rated=True)
    address = table_at(client, ANNA, RANDOM)
    resign(client, sit, address)
    anna = client.get("/api/me/profile").json()
    assert anna["ratings"] == []
    assert not anna["tables"][0]["rated"]


def test_the_history_can_be_read_on(client: TestClient, url: str, table_at: Callable[..., str]):
    addresses = [table_at(client) for _ in range(3)]
    first = client.get("/api/me/profile").json()["tables"]
    assert {table["id"] for table in first} == {a.rpartition("/")[2] for a in addresses}
    later = client.get(f"/api/me/tables?before={first[0]['updated']}").json()
    assert [t["id"] for t in later] == [
        t["id"] for t in first if t["updated"] < first[0]["updated"]
    ]
    assert client.get("/api/me/tables?before=-1").status_code == 422
    assert client.get(f"/api/me/tables?before={2**64}").status_code == 422


def test_a_public_page_is_there_only_while_it_is_wanted(
    client: TestClient, bruno: TestClient, url: str, sit: Any, table_at: Callable[..., str]
):
    address = sat_down(client, bruno, table_at)
    resign(client, sit, address)
    page = post(client, "/api/me/preferences", public=True)["url"]
    assert post(client, "/api/me/preferences", rated=True)["url"] == page
    assert bruno.get(page).status_code == 200
    told = bruno.get(f"/api{page}")
    assert told.json()["name"] == "Anna"
    assert [(t["rank"], t["players"]) for t in told.json()["tables"]] == [(2, 2)]
    database = Database(url)
    person = Tables(database).load(address.rpartition("/")[2]).seats[0]["person"]
    database.close()
    for secret in (person, "Bruno", address.rpartition("/")[2]):
        assert secret not in told.text + bruno.get(page).text
    people = bruno.get(f"{address.replace('/table', '/api/tables')}/people").json()["seats"]
    assert people == [{"seat": 0, "points": None, "spread": None, "url": page}]
    assert post(client, "/api/me/preferences", public=False)["url"] is None
    for path in (page, f"/api{page}", "/people/nobody", "/api/people/nobody"):
        assert bruno.get(path).status_code == 404
    assert post(client, "/api/me/preferences", public=True)["url"] != page


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pages_are_in_the_readers_language(client: TestClient, language: str):
    post(client, "/api/me", name="Anna")
    page = post(client, "/api/me/preferences", public=True)["url"]
    for path in ("/account", page):
        assert f'lang="{language}"' in client.get(f"{path}?lang={language}").text
    titles = {"en": "Your account", "it": "Il tuo account", "es": "Tu cuenta"}
    assert titles[language] in client.get(f"/account?lang={language}").text


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_page_is_for_everybody(server: LiveServer, screen: Page, axe: str, theme: str):
    database = Database(server.url)
    person, token = People(database).welcome("Anna").result()
    other, _ = People(database).welcome("Bruno").result()
    for one in (person, other):
        Profiles(database).choose(one.id, rated=True).result()
    play_two(database, person.id, other.id)
    database.close()
    screen.context.add_cookies([session_cookie(server.address, token)])
    look(screen, theme)
    screen.set_viewport_size(DESK if theme == "light" else PHONE)
    screen.goto(f"{server.address}/account")
    screen.wait_for_selector("#preferences input")
    assert screen.locator("#ratings tbody tr").count() == 1
    assert findings(screen, axe) == []
    assert small_targets(screen) == []
    # By keys alone: make the page public, and go there.
    screen.locator("#preference-public").focus()
    screen.keyboard.press("Space")
    screen.wait_for_selector("#preferences a")
    assert screen.evaluate("document.activeElement.id") == "preference-public"
    for _ in ("online", "notifications", "language of e-mails", "public page"):
        screen.keyboard.press("Tab")
        if screen.evaluate("document.activeElement.matches('#preferences a')"):
            break
    screen.keyboard.press("Enter")
    screen.wait_for_selector("#who:not(:empty)")
    screen.wait_for_selector("#tables .played")
    assert screen.locator("#who").text_content() == "Anna"
    assert findings(screen, axe) == []


@pytest.mark.own_server
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_wishing_for_letters_and_going_are_for_everybody(
    server: LiveServer, screen: Page, axe: str, theme: str
):
    database = Database(server.url)
    person, token = People(database).welcome("Anna").result()
    screen.context.add_cookies([session_cookie(server.address, token)])
    look(screen, theme)
    screen.set_viewport_size(DESK if theme == "light" else PHONE)
    screen.goto(f"{server.address}/account")
    screen.wait_for_selector("#preference-turn-reminders:disabled")  # there is no address yet
    assert findings(screen, axe) == []
    claim = EmailVerifications(database).begin(person.id, "anna@example.org").result().token
    EmailVerifications(database).open_link(claim, session_of(database, person.id)).result()
    screen.reload()
    screen.wait_for_selector("#preference-turn-reminders:enabled")
    # By keys alone: e-mails once a day, then all data in a file, then no account any more.
    screen.locator("#preference-turn-reminders").focus()
    screen.keyboard.press("End")
    screen.locator("#feedback:not(:empty)").wait_for()
    assert Profiles(database).preferences(person.id).turn_reminders == "daily"
    assert screen.evaluate("document.activeElement.id") == "preference-turn-reminders"
    screen.locator("#personal-data summary").focus()
    screen.keyboard.press("Enter")
    screen.wait_for_selector("#delete")
    assert findings(screen, axe) == []
    assert small_targets(screen) == []
    screen.keyboard.press("Tab")
    with screen.expect_download() as download:
        screen.keyboard.press("Enter")
    assert '"anna@example.org"' in download.value.path().read_text("utf-8")
    screen.keyboard.press("Tab")
    assert screen.evaluate("document.activeElement.id") == "delete-name"
    screen.keyboard.type("Nobody")
    screen.keyboard.press("Enter")
    screen.locator("#personal-data [role=alert]:not(:empty)").wait_for()
    assert PersonalData(database).of(person.id) is not None
    screen.keyboard.press("Control+A")
    screen.keyboard.type("Anna")
    screen.keyboard.press("Enter")
    screen.wait_for_selector("#signed-out:visible")
    assert screen.evaluate("document.activeElement.id") == "signed-out"
    assert not screen.locator("#signed-in").is_visible()
    assert findings(screen, axe) == []
    assert PersonalData(database).of(person.id) is None
    database.close()


@pytest.mark.own_server
def test_who_logs_out_everywhere_is_known_in_no_browser(
    server: LiveServer, new_screen: Callable[[], Page]
):
    database = Database(server.url)
    person, token = People(database).welcome("Anna").result()
    here, there = new_screen(), new_screen()
    for one in (here, there):
        one.context.add_cookies([session_cookie(server.address, token)])
    here.goto(f"{server.address}/account")
    here.wait_for_selector("#account form")  # a guest could not log in again
    assert here.locator("#logout-everywhere").count() == 0
    claim = EmailVerifications(database).begin(person.id, "anna@example.org").result().token
    EmailVerifications(database).open_link(claim, session_of(database, person.id)).result()
    here.reload()
    here.locator("#logout-everywhere").focus()
    here.keyboard.press("Enter")
    here.wait_for_selector("#signed-out:visible")
    there.goto(f"{server.address}/account")
    there.wait_for_selector("#signed-out:visible")
    assert People(database).of_session(token) is None
    there.locator("#log-in input").fill("anna@example.org")
    there.keyboard.press("Enter")
    expect(there.locator("#signed-out")).to_contain_text("anna@example.org")
    expect(there.locator("#log-in input[type=email]")).to_have_count(0)
    expect(there.locator("#log-in input")).to_be_visible()  # for the code
    database.close()


def play_two(database: Database, first: str, second: str) -> None:
    """Store a finished table of these two, and one that goes on."""
    for share in (1.0, 0.5):
        match = played("magnate", 2, share)
        rows = [
            TableSeat(n, match.names[n], person=who).to_row()
            for n, who in enumerate((first, second))
        ]
        Tables(database).create(match, rows).result()


def test_a_guest_has_the_name_given_last(client: TestClient, table_at: Callable[..., str]):
    table_at(client, {"kind": "person", "name": "Player 1"}, {"kind": "bot", "bot": "random"})
    assert client.get("/api/me").json()["name"] == "Player 1"
    address = table_at(client, {"kind": "open"}, {"kind": "bot", "bot": "random"})
    sat = client.post(address.replace("/table", "/api/tables") + "/join", json={"name": "Anna"})
    assert sat.status_code == 200
    assert client.get("/api/me").json()["name"] == "Anna"
    assert client.get("/api/me/profile").json()["name"] == "Anna"
