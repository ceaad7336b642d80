"""Names written from right to left turn nothing round: measured in a browser, and in texts."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from starlette.testclient import TestClient
from tests.server.subjects.people.test_profile import OPEN, post
from tests.server.subjects.tables.test_link_previews import preview
from tests.support.live_server import DESK, WAITING, LiveServer, create_table, expect, played

from ducato.core.i18n import LANGUAGES, isolated
from ducato.server.subjects.reminders.service import compose
from ducato.server.subjects.reminders.storage import ReminderEmail, Turn
from ducato.table.views.full_log import game_log

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

DAVID, SARAH = "\u05d3\u05d5\u05d3", "\u05e9\u05e8\u05d4"
SEEN = """(node) => {
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    const chars = [];
    while (walker.nextNode()) {
        const { data } = walker.currentNode;
        for (let at = 0; at < data.length; at += 1) {
            if (/[\\u2066-\\u2069]/.test(data[at])) continue;
            range.setStart(walker.currentNode, at);
            range.setEnd(walker.currentNode, at + 1);
            const { left, top, width } = range.getBoundingClientRect();
            if (width) chars.push({ left, line: Math.round(top / 12), char: data[at] });
        }
    }
    chars.sort((a, b) => a.line - b.line || a.left - b.left);
    return chars.map(({ char }) => char).join("");
}"""
"""Return the characters of a node as they stand from left to right."""


def words(text: str) -> str:
    """Return a text without spaces, which have no width where a line is broken."""
    return "".join(text.split())


def seen(part: Locator) -> str:
    """Return a part's words from left to right, with the Hebrew names turned back."""
    text: str = part.evaluate(SEEN)
    for name in (DAVID, SARAH):
        text = text.replace(name[::-1], name)
    return words(text)


@pytest.fixture
def table(screen: Page, server: LiveServer) -> Page:
    """Open a game between two people with Hebrew names."""
    screen.set_viewport_size(DESK)
    match = played("magnate", 2, 0.5)
    match.names[:] = [DAVID, SARAH]
    screen.goto(create_table(server, match, screen))
    screen.wait_for_selector(WAITING)
    return screen


@pytest.mark.own_server
@pytest.mark.usefixtures("unbundled")
def test_moments_and_the_chat_are_read_in_their_order(table: Page):
    table.evaluate(
        """async ([david, sarah]) => {
            const { momentsView } = await import("/static/js/analysis/moments.js");
            const moment = { seq: 3, until: 4, seat: 1, chance: false, taken: null, best: null,
              from: 38, to: 0, margin: 1 };
            const luck = { ...moment, seat: 0, chance: true, from: 37, to: 47 };
            const view = momentsView([moment, luck], ducato.state.table, [], () => {});
            const box = document.createElement("div");
            box.id = "moments";
            box.popover = "manual";
            box.append(view);
            document.body.append(box);
            box.showPopover();
            const line = { number: 1, seat: 1, name: sarah, text: "3 Suns for 2?", own: false,
              muted: false, blocked: false };
            const lines = [line, { ...line, text: `${david} 3`, number: 2 },
              { ...line, number: 3, seat: null }];
            await ducato.receive({ type: "chat", lines, phrases: [], can_speak: true,
              spectator: false, longest: 200 });
        }""",
        [DAVID, SARAH],
    )
    moments = table.locator("#moments button b")
    assert seen(moments.nth(0)) == words(f"{SARAH}: 38% → 0% ± 1")
    assert seen(moments.nth(1)) == words(f"Chance – {DAVID}: 37% → 47% ± 1")
    table.locator("#tab-chat").click()
    lines = table.locator(".chat-lines p")
    assert seen(lines.nth(0)) == words(f"{SARAH} 3 Suns for 2?")
    assert seen(lines.nth(1)) == words(f"{SARAH} 3 {DAVID}")  # a sentence from right to left
    assert seen(lines.nth(2)) == words(f"{SARAH} (spectator) 3 Suns for 2?")
    table.evaluate("document.querySelector('#moments').remove()")


def test_the_log_is_read_in_its_order(table: Page):
    """The sentences of a game come from the server."""
    lines = table.locator("#log-list li").filter(has_text=DAVID)
    assert lines.count() > 3
    for line in lines.all():
        text = (line.text_content() or "").replace("\u2068", "").replace("\u2069", "")
        assert seen(line) == words(text)


def test_the_first_page_keeps_the_order_of_seats(table: Page, server: LiveServer):
    table.goto(server.address)
    names = table.locator(".table-words span").filter(has_text=DAVID)
    expect(names).to_be_visible()
    assert seen(names) == words(f"{DAVID} – {SARAH}")


@pytest.mark.parametrize("language", LANGUAGES)
def test_previews_and_letters_isolate_names(
    client: TestClient, table_at: Callable[..., str], language: str
):
    address = table_at(client, {"kind": "person", "name": DAVID}, OPEN)
    title = preview(client, f"{address}?lang={language}")["og:title"]
    assert f"\u2068{DAVID}\u2069" in title
    assert isolated(title) == title
    seats = [{"seat": n, "name": name, "person": None} for n, name in enumerate((DAVID, SARAH))]
    turn = Turn("p", "t", "magnate", 0, 10**9, 0, 1, False, seats)
    letter = ReminderEmail(DAVID, "anna@example.org", language, [turn], "token")
    _, text = compose(letter, language, "https://ours.example", "https://ours.example/x", 0)
    assert text.count(DAVID) == text.count(f"\u2068{DAVID}\u2069") > 0
    assert isolated(text) == text


def test_a_record_is_retold_with_isolated_names():
    match = played("magnate", 2, 1)
    plain = list(game_log(match, "en"))
    assert "\u2068" not in "".join(plain)
    first = match.names[0]
    match.names[0] = DAVID
    assert list(game_log(match, "en")) == [
        sentence.replace(first, f"\u2068{DAVID}\u2069") for sentence in plain
    ]


def test_a_name_brings_no_marks_of_its_own_and_may_be_copied(client: TestClient):
    """An override would turn round all that follows, and the end of an isolate would end ours."""
    post(client, "/api/me", name=f"\u202e\u2069{DAVID}\u2068")
    assert client.get("/api/me").json()["name"] == DAVID
    wrong = client.post("/api/me/delete", json={"name": "Bruno"})
    assert f"\u2068{DAVID}\u2069" in wrong.json()["error"]
    assert post(client, "/api/me/delete", name=f"\u2068{DAVID}\u2069") == {"done": True}
