"""Blocking and reporting from the table, and what the account page says of it, by keys alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.server.browser.test_access import axe, findings, look, small_targets
from tests.server.subjects.people.test_profile import ANNA, OPEN
from tests.support.live_server import DESK, PHONE, LiveServer, expect
from tests.support.sessions import session_of

from ducato.server.kit.database.engine import Database
from ducato.server.kit.http.sessions import session_cookie
from ducato.server.subjects.chat.storage import ChatLines
from ducato.server.subjects.moderation.bans import Bans
from ducato.server.subjects.moderation.blocks import Blocks
from ducato.server.subjects.moderation.reports import NewReport, Reports
from ducato.server.subjects.people.email_verification import EmailVerifications
from ducato.server.subjects.people.session_list import PersonSessions
from ducato.server.subjects.people.storage import People

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

pytestmark = pytest.mark.own_server

__all__ = ["axe"]  # a fixture


def test_a_person_is_reported_and_blocked_at_the_table(server: LiveServer, screen: Page, axe: str):
    database = Database(server.url)
    bruno, _ = People(database).welcome("Bruno").result()
    screen.set_viewport_size(DESK)
    wanted = {"game": "magnate", "seats": [ANNA, OPEN], "options": {}}
    answer = screen.request.post(f"{server.address}/api/tables", data=wanted).json()
    ChatLines(database).say(answer["id"], bruno.id, 1, "Bruno", text="an insult").result()
    screen.goto(f"{server.address}{answer['url']}")
    screen.wait_for_selector("#tab-chat:visible")
    screen.locator("#tab-chat").press("Enter")
    menu = screen.locator(".chat-lines [aria-haspopup=dialog]")
    menu.press("Enter")
    screen.locator(".person-menu").wait_for()
    assert findings(screen, axe, ".person-menu") == []
    screen.keyboard.press("Tab")
    screen.keyboard.press("Tab")
    screen.keyboard.press("Enter")
    screen.wait_for_selector("#report-kind")
    assert screen.evaluate("document.activeElement.id") == "report-kind"
    assert findings(screen, axe, ".person-menu") == []
    screen.keyboard.press("Tab")
    screen.keyboard.type("He insulted me.")
    screen.locator(".report-form .main").press("Enter")
    screen.locator(".person-menu [role=status]").wait_for()
    screen.keyboard.press("Enter")  # the button that closes it has the focus
    screen.locator(".person-menu").wait_for(state="detached")
    (report,) = Reports(database).list()
    assert (report.kind, report.evidence, report.text) == ("line", "an insult", "He insulted me.")
    menu.press("Enter")
    screen.keyboard.press("Tab")
    screen.keyboard.press("Enter")
    screen.locator(".person-menu [role=status]").wait_for()
    screen.keyboard.press("Escape")
    expect(screen.locator(".chat-lines p span").filter(has_text="an insult")).to_have_count(0)
    assert Blocks(database).blockers_of(bruno.id)
    database.close()


def test_blocks_sessions_and_a_ban_are_on_the_account_page(
    server: LiveServer, screen: Page, axe: str
):
    database = Database(server.url)
    anna, token = People(database).welcome("Anna", "firefox/linux").result()
    bruno, _ = People(database).welcome("Bruno").result()
    Blocks(database).add(anna.id, bruno.id, "Bruno").result()
    Bans(database).add(anna.id, "chat", None, "a note").result()
    claim = EmailVerifications(database).begin(anna.id, "anna@example.org").result().token
    EmailVerifications(database).open_link(
        claim, session_of(database, anna.id), "safari/ios"
    ).result()
    screen.context.add_cookies([session_cookie(server.address, token)])
    screen.set_viewport_size(PHONE)
    screen.goto(f"{server.address}/account")
    screen.locator("#ban:visible").wait_for()
    assert "note" not in (screen.locator("#ban").text_content() or "")
    for part in ("blocks", "sessions"):
        screen.locator(f"#{part} summary").focus()
        screen.keyboard.press("Enter")
        screen.locator(f"#{part} li button").first.wait_for()
    assert findings(screen, axe) == []
    assert small_targets(screen) == []
    devices = screen.locator("#sessions li b").all_text_contents()
    assert sorted(devices) == ["Firefox on Linux", "Safari on iOS"]
    screen.locator("#blocks li button").press("Enter")
    screen.locator("#blocks li").wait_for(state="detached")
    assert screen.evaluate("document.activeElement.parentElement.id") == "blocks"
    assert Blocks(database).of(anna.id) == []
    screen.locator("#sessions li", has_text="Safari").locator("button").press("Enter")
    screen.locator("#sessions li", has_text="Safari").wait_for(state="detached")
    assert len(PersonSessions(database).of(anna.id, token)) == 1
    database.close()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_administration_is_for_everybody_with_the_token(
    server: LiveServer, screen: Page, axe: str, theme: str
):
    look(screen, theme)
    screen.set_viewport_size(DESK if theme == "light" else PHONE)
    database = Database(server.url)
    anna, bruno = (People(database).welcome(name).result()[0].id for name in ("Anna", "Bruno"))
    report = NewReport(
        anna, bruno, "Bruno", "a table", "magnate", "line", 1, "an insult", "He insulted me."
    )
    Reports(database).add(report).result()
    server.app.state.admin_token = "correct horse battery"
    screen.goto(f"{server.address}/admin")
    screen.locator("#token").wait_for()
    assert findings(screen, axe) == []
    screen.locator("#token").fill("correct horse battery")
    screen.keyboard.press("Enter")
    screen.locator("#reports blockquote").wait_for()
    assert findings(screen, axe) == []
    assert small_targets(screen) == []
    lists: list[Route] = []

    def hold(route: Route) -> None:
        lists.append(route)

    screen.route("**/people?q=*", hold)
    screen.locator("#reports .buttons button").last.press("Enter")
    screen.locator("#people h2").wait_for()
    with screen.expect_response("**/people?q=*"):
        lists[0].continue_()  # it comes last, and must not replace the person
    screen.unroute_all()
    assert screen.evaluate("document.activeElement.textContent") == "Bruno"
    screen.locator("#ban-note").fill("a first time")
    screen.keyboard.press("Enter")
    screen.locator("#people li", has_text="a first time").wait_for()
    assert findings(screen, axe) == []
    assert small_targets(screen) == []
    assert Bans(database).active(bruno) is not None
    for part in ("tables", "health", "words", "actions"):
        screen.locator(f"#tab-{part}").focus()
        screen.keyboard.press("Enter")
        screen.locator(f"#{part} > *").first.wait_for()
        assert findings(screen, axe) == [], part
        assert small_targets(screen) == [], part
    screen.locator("#leave").press("Enter")
    screen.locator("#token").wait_for()
    database.close()
