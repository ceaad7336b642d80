"""Web Push: subscribing, what is sent when, and to whom nothing is ever sent."""

from __future__ import annotations

import base64
import json
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from starlette.testclient import TestClient
from tests.server.player import Player, begin_game
from tests.support.live_server import (
    ANNA,
    WAITING,
    LiveServer,
    click_something,
    create_table,
    played,
)
from tests.support.push_service import PushServer, encoded

from ducato.server import app
from ducato.server.kit.database.engine import now
from ducato.server.subjects.push import push_reminders
from ducato.server.subjects.push.delivery import DAY, FACTOR, FIRST_RETRY, MOST_ATTEMPTS, Delivery
from ducato.server.subjects.push.endpoints import is_valid, leads_outside
from ducato.server.subjects.push.push_reminders import PushReminders
from ducato.server.subjects.push.sender import PushMessage, PushSender, PushSettings, new_key
from ducato.server.subjects.push.service import PushService
from ducato.server.subjects.push.storage import PushSubscription, PushSubscriptions
from ducato.server.subjects.reminders.storage import GRACE

if TYPE_CHECKING:
    from playwright.sync_api import Page

OPEN = {"kind": "open"}
SLOW = {"kind": "correspondence", "days": 2}
SLACK = 10_000
"""Milliseconds more than a test takes between two steps."""
CONTACT = "mailto:operator@example.org"
POINT, SECRET = encoded(b"\x04" + bytes(64)), encoded(bytes(16))
TESTING = PushSettings(CONTACT, private=True)
MESSAGE = PushMessage("Your turn", "Magnate", "/table/abc", "abc")


@pytest.fixture
def push_server() -> Iterator[PushServer]:
    service = PushServer()
    yield service
    service.close()


class Town:
    """A slow table of Anna and Bruno; the one who is to move has subscribed a browser."""

    def __init__(
        self,
        opened: Any,
        table_at: Callable[..., str],
        push_server: PushServer,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        self.made: list[PushReminders] = []

        def kept(services: Any) -> PushReminders:
            self.made.append(PushReminders(services))
            return self.made[-1]

        services = [kept if service is PushReminders else service for service in app.BACKGROUND]
        monkeypatch.setattr(app, "BACKGROUND", services)
        monkeypatch.setattr(PushReminders, "interval", 3600)  # it looks when a test says so
        self.later = GRACE + 1
        monkeypatch.setattr(push_reminders, "now", lambda: now() + self.later)
        self.service = push_server
        self.anna: TestClient = opened(push=replace(TESTING, daily=1))
        bruno = TestClient(self.anna.app)
        bruno.portal = self.anna.portal
        self.address = table_at(self.anna, ANNA, OPEN, time_control=SLOW)
        path = self.address.replace("/table", "/api/tables")
        assert bruno.post(f"{path}/join", json={"name": "Bruno"}).is_success
        begin_game(self.address, self.anna, bruno)
        listed = {table["id"]: table for table in self.anna.get("/api/tables").json()}
        mine = listed[self.address.rpartition("/")[2]]["your_turn"]
        self.mover = self.anna if mine else bruno

    def wait(self, milliseconds: int) -> None:
        """Let time pass for the reminders."""
        self.later += milliseconds

    def look(self) -> list[dict[str, Any]]:
        """Return the messages that are sent now."""
        assert self.anna.portal is not None
        self.anna.portal.call(self.made[0].run_once)
        sent, self.service.messages = self.service.messages, []
        return sent


@pytest.fixture
def town(
    opened: Any,
    table_at: Callable[..., str],
    push_server: PushServer,
    monkeypatch: pytest.MonkeyPatch,
) -> Town:
    return Town(opened, table_at, push_server, monkeypatch)


def test_a_turn_is_pushed_once_in_the_language_of_the_browser(town: Town):
    assert town.look() == []  # nobody has asked
    answer = town.mover.post("/api/push?lang=it", json=town.service.subscription())
    assert answer.json() == {"subscribed": True}
    table_id = town.address.rpartition("/")[2]
    assert town.look() == [
        {
            "title": "Tocca a te",
            "body": "Magnate",
            "url": f"/table/{table_id}",
            "tag": table_id,
        }
    ]
    assert town.look() == []


def test_a_message_is_signed_with_the_key_that_browsers_are_given(town: Town):
    town.mover.post("/api/push", json=town.service.subscription())
    assert len(town.look()) == 1
    (headers,) = town.service.headers
    assert headers["content-encoding"] == "aes128gcm"
    scheme, _, parts = headers["authorization"].partition(" ")
    assert scheme == "vapid"
    given = dict(part.strip().split("=", 1) for part in parts.split(","))
    assert given["k"] == town.anna.get("/api/push").json()["key"]
    payload = given["t"].split(".")[1]
    claims = json.loads(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))
    assert claims["sub"] == CONTACT
    assert town.service.subscription()["endpoint"].startswith(claims["aud"])


@pytest.mark.parametrize(("status", "kept"), [(404, 0), (410, 0), (429, 1), (500, 1), (307, 1)])
def test_only_a_subscription_that_has_ended_is_removed(town: Town, status: int, kept: int):
    """A redirect is not followed, since it could lead anywhere."""
    town.mover.post("/api/push", json=town.service.subscription())
    town.service.status = status
    assert len(town.look()) == 1
    exported = town.mover.get("/api/me/data").json()
    assert len(exported["push_subscriptions"]) == kept
    assert len(exported["push_reminders"]) == 1


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_message_that_is_not_taken_is_repeated_ever_more_rarely(town: Town, status: int):
    town.mover.post("/api/push", json=town.service.subscription())
    town.service.status = status
    assert len(town.look()) == 1
    for attempts in range(1, MOST_ATTEMPTS):
        pause = FIRST_RETRY * FACTOR ** (attempts - 1)
        town.wait(pause - SLACK)
        assert town.look() == []
        town.wait(SLACK)
        assert len(town.look()) == 1
    town.wait(DAY)
    assert town.look() == []  # it was tried often enough


def test_a_message_that_arrives_at_last_is_not_repeated(town: Town):
    town.mover.post("/api/push", json=town.service.subscription())
    town.service.status = 503
    first = town.look()
    town.service.status = 201
    town.wait(FIRST_RETRY)
    assert town.look() == first
    town.wait(DAY)
    assert town.look() == []
    topics = {headers["topic"] for headers in town.service.headers}
    assert len(topics) == 1  # so that a browser that was off shows the last one only
    assert re.fullmatch("[A-Za-z0-9_-]{32}", topics.pop())


def test_a_push_service_says_when_to_try_again(town: Town):
    town.mover.post("/api/push", json=town.service.subscription())
    town.service.status, town.service.retry_after = 429, "3600"
    assert len(town.look()) == 1
    town.wait(3600_000 - SLACK)
    assert town.look() == []
    town.service.status, town.service.retry_after = 410, ""
    town.wait(SLACK)
    assert len(town.look()) == 1
    assert town.mover.get("/api/me/data").json()["push_subscriptions"] == []


def test_nothing_is_repeated_for_a_browser_that_unsubscribes(town: Town):
    subscription = town.service.subscription()
    town.mover.post("/api/push", json=subscription)
    town.service.status = 503
    assert len(town.look()) == 1
    town.wait(FIRST_RETRY)
    town.mover.post("/api/push/end", json={"endpoint": subscription["endpoint"]})
    assert town.look() == []


def test_nobody_is_told_of_more_turns_a_day_than_the_limit(town: Town):
    """Here the limit is one turn; the second one is told when a day has passed."""
    town.mover.post("/api/push", json=town.service.subscription())
    assert len(town.look()) == 1
    services = town.anna.app.state.services  # type: ignore[attr-defined]
    (turn,) = PushSubscriptions(services.database).awaited(now() + town.later, again=True)
    PushSubscriptions(services.database).begin(replace(turn, number=turn.number - 1)).result()
    assert town.look() == []
    town.wait(DAY - SLACK)
    assert town.look() == []
    town.wait(SLACK)
    assert len(town.look()) == 1


def test_a_browser_that_unsubscribes_is_left_alone(town: Town):
    subscription = town.service.subscription()
    town.mover.post("/api/push", json=subscription)
    answer = town.mover.post("/api/push/end", json={"endpoint": subscription["endpoint"]})
    assert answer.json() == {"subscribed": False}
    assert town.look() == []


def test_the_next_person_at_a_browser_ends_its_subscription(town: Town):
    subscription = town.service.subscription()
    town.mover.post("/api/push", json=subscription)
    next_one = TestClient(town.anna.app)
    next_one.portal = town.anna.portal
    next_one.post("/api/me", json={"name": "Carla"})
    answer = next_one.post("/api/push/end", json={"endpoint": subscription["endpoint"]})
    assert answer.json() == {"subscribed": False}
    assert town.look() == []


def test_who_logged_out_is_told_nothing(town: Town):
    town.mover.post("/api/push", json=town.service.subscription())
    town.mover.post("/api/logout")
    assert town.look() == []


def test_a_table_on_the_screen_is_not_pushed(town: Town):
    town.mover.post("/api/push", json=town.service.subscription())
    player = Player(town.mover.websocket_connect(f"{town.address}/socket"))
    player.come()
    assert town.look() == []
    player.leave()
    assert len(town.look()) == 1


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example.org/a",
        "https://127.0.0.1/a",
        "https://10.0.0.8/a",
        "https://[::1]/a",
        "https://2130706433/a",
        "https://127.1/a",
        "https://localhost/a",
        "https://database/a",
        "https://push.example.org:8443/a",
        "https://user:password@push.example.org/a",
        "https://push.example.org:x/a",
        "https:///a",
        "file:///etc/passwd",
        "https://push.example.org/" + "a" * 1000,
        "https://püsh.example.org/a",
        "",
    ],
)
def test_an_endpoint_that_could_lead_inside_is_refused(opened: Any, endpoint: str):
    client = opened(push=PushSettings(CONTACT))
    client.post("/api/me", json={"name": "Anna"})
    wanted = {"endpoint": endpoint, "keys": {"p256dh": POINT, "auth": SECRET}}
    assert client.post("/api/push", json=wanted).status_code == 422
    good = {**wanted, "endpoint": "https://push.example.org/a"}
    assert client.post("/api/push", json=good).status_code == 200


@pytest.mark.parametrize(
    ("p256dh", "auth"),
    [(POINT[:-4], SECRET), (encoded(bytes(65)), SECRET), (POINT, SECRET[:-2]), ("é", SECRET)],
)
def test_keys_of_another_form_are_refused(p256dh: str, auth: str):
    endpoint = "https://push.example.org/a"
    assert is_valid(PushSubscription(endpoint, POINT, SECRET, "en"))
    assert not is_valid(PushSubscription(endpoint, p256dh, auth, "en"))


@pytest.mark.parametrize("address", ["127.0.0.1", "10.1.2.3", "169.254.169.254", "::1", "fd00::1"])
def test_a_name_that_leads_inside_gets_nothing(monkeypatch: pytest.MonkeyPatch, address: str):
    def found(*_: object, **__: object) -> list[Any]:
        return [(0, 0, 0, "", ("93.184.215.14", 443)), (0, 0, 0, "", (address, 443))]

    monkeypatch.setattr("socket.getaddrinfo", found)
    assert not leads_outside("https://push.example.org/a")
    sender = PushSender(PushSettings(CONTACT), new_key())
    browser = PushSubscription("https://push.example.org/a", POINT, SECRET, "en")
    assert sender.send(browser, MESSAGE).delivery is Delivery.FAILED


def test_a_name_with_public_addresses_leads_outside(monkeypatch: pytest.MonkeyPatch):
    place = (0, 0, 0, "", ("93.184.215.14", 443))
    monkeypatch.setattr("socket.getaddrinfo", lambda *_, **__: [place])
    assert leads_outside("https://push.example.org/a")


def test_a_service_that_is_down_or_a_wrong_key_stops_nothing(push_server: PushServer):
    sender = PushSender(TESTING, new_key())
    keys = push_server.subscription()["keys"]
    nowhere = PushSubscription("http://127.0.0.1:1/a", keys["p256dh"], keys["auth"], "en")
    assert sender.send(nowhere, MESSAGE).delivery is Delivery.FAILED
    wrong = PushSubscription("http://127.0.0.1:1/a", POINT, SECRET, "en")  # no point of the curve
    assert sender.send(wrong, MESSAGE).delivery is Delivery.EXPIRED


def test_without_a_contact_nothing_can_be_subscribed(client: TestClient):
    client.post("/api/me", json={"name": "Anna"})
    assert client.get("/api/push").json() == {"key": None}
    wanted = {
        "endpoint": "https://push.example.org/a",
        "keys": {"p256dh": POINT, "auth": SECRET},
    }
    assert client.post("/api/push", json=wanted).status_code == 409


def test_the_public_address_is_the_contact(opened: Any):
    assert opened(public_url="https://play.example.org").get("/api/push").json()["key"]
    assert opened(public_url="http://play.example.org").get("/api/push").json()["key"] is None


def test_strangers_cannot_subscribe(opened: Any, push_server: PushServer):
    client = opened(push=TESTING)
    assert client.post("/api/push", json=push_server.subscription()).status_code == 403


ALLOWED = """(() => {
    Object.defineProperty(Notification, "permission", { get: () => "granted" });
    Notification.requestPermission = async () => "granted";
    globalThis.shown = [];
    if (!("ServiceWorkerRegistration" in globalThis)) return;
    ServiceWorkerRegistration.prototype.showNotification = async (title, options) => {
        globalThis.shown.push({ title, ...options });
    };
})()"""
"""Stand in for the person's permission, which browsers without a window never give."""


def test_a_hidden_page_notifies_those_who_asked(screen: Page, server: LiveServer):
    screen.add_init_script(ALLOWED)
    screen.goto(create_table(server, played("magnate", 2, 0.3), screen, bot="random"))
    screen.wait_for_selector("body.my-turn")
    screen.locator("[popovertarget=settings]").click()
    button = screen.get_by_role("button", name="Notify me when it’s my turn")
    assert button.get_attribute("aria-pressed") == "false"
    button.click()
    screen.locator("#notifications[aria-pressed=true]").wait_for()
    next_turn(screen)
    assert screen.evaluate("shown") == []
    screen.evaluate(HIDDEN, True)
    next_turn(screen)
    screen.wait_for_function("() => shown.length === 1")
    path = screen.evaluate("location.pathname")
    notice = screen.evaluate("shown.map(({ title, body, data }) => [title, body, data.url])")
    assert notice == [["Your turn", "Magnate", path]]
    screen.evaluate("notifications.click()")
    screen.locator("#notifications[aria-pressed=false]").wait_for(state="attached")
    next_turn(screen)
    assert screen.evaluate("shown.length") == 1
    assert (
        server.app.state.services.own(PushService).settings is None
    )  # here only the page notifies


def test_notifications_are_switched_on_and_off_in_the_account(screen: Page, server: LiveServer):
    """The switch is that of every table in this browser."""
    screen.add_init_script(ALLOWED)
    address = create_table(server, played("magnate", 2, 0.3), screen, bot="random")
    screen.goto(f"{server.address}/account")
    switch = screen.get_by_role("button", name="Notify me when it’s my turn")
    switch.click()
    screen.locator("#notifications[aria-pressed=true]").wait_for()
    screen.goto(address)
    screen.locator("#notifications[aria-pressed=true]").wait_for(state="attached")
    screen.goto(f"{server.address}/account")
    screen.locator("#notifications[aria-pressed=true]").click()
    screen.locator("#notifications[aria-pressed=false]").wait_for()


HIDDEN = """(hidden) => {
    Object.defineProperty(document, "hidden", { configurable: true, value: hidden });
}"""


def next_turn(page: Page) -> None:
    """End the reader's turn, and wait until the bot has made its own."""
    page.keyboard.press("Escape")
    page.evaluate("() => { globalThis.turn = ducato.state.shown.seq; }")
    rng = random.Random(7)
    while "Your turn" in page.title() and not page.evaluate(BOT_MOVED):
        click_something(page, rng)
    page.wait_for_selector(WAITING)


BOT_MOVED = """() => [...document.querySelectorAll("#log-list .by-1")]
    .some((line) => Number(line.dataset.seq) > turn)"""
