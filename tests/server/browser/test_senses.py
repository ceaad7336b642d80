"""What a table says beyond its board: sounds, and the title and the icon of its tab."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest
from tests.support.live_server import (
    ANNA,
    GREEDY,
    WAITING,
    LiveServer,
    OpenTable,
    click_something,
    create_table,
    language_cookie,
    played,
)

if TYPE_CHECKING:
    from playwright.sync_api import Page

COUNT_SOUNDS = """(() => {
    globalThis.contexts = 0;
    globalThis.scheduled = 0;
    const Context = globalThis.AudioContext;
    globalThis.AudioContext = class extends Context {
        constructor() { super(); globalThis.contexts += 1; }
    };
    const { start } = AudioScheduledSourceNode.prototype;
    AudioScheduledSourceNode.prototype.start = function (...when) {
        globalThis.scheduled += 1;
        return start.apply(this, when);
    };
})()"""
"""Count the audio contexts and the tones and noises that a page starts."""
TO_WAIT = """() => {
    const { state } = ducato;
    const view = { ...state.newest, legal: [], prompt: "" };
    ducato.receive({ type: "view", view: { ...view, changes: undefined } });
}"""
"""Show the page that someone else has the turn."""
LINE = """() => ducato.receive({ type: "chat_line", line: {
    number: 1, seat: 1, name: "Bruno", own: false, muted: false, text: "hello", at: 0 } })"""


@pytest.fixture
def audible(screen: Page) -> Page:
    """Return a page that counts its sounds."""
    screen.add_init_script(COUNT_SOUNDS)
    return screen


def sounds(page: Page) -> int:
    number = page.evaluate("globalThis.scheduled")
    assert isinstance(number, int)
    return number


def test_sounds_begin_with_a_gesture(audible: Page, open_table: OpenTable):
    open_table(ANNA, GREEDY)
    assert audible.evaluate("globalThis.contexts") == 0
    assert click_something(audible, random.Random(5))
    audible.wait_for_function("() => globalThis.scheduled > 0")
    assert audible.evaluate("globalThis.contexts") == 1


def test_muted_sounds_are_not_made_and_the_choice_is_kept(audible: Page, open_table: OpenTable):
    open_table(ANNA, GREEDY)
    audible.locator("[popovertarget=settings]").click()
    mute = audible.get_by_role("button", name="Mute sounds")
    mute.click()
    assert mute.get_attribute("aria-pressed") == "true"
    audible.reload()
    audible.wait_for_selector(WAITING)
    audible.locator("h1").click()
    audible.evaluate(LINE)
    assert sounds(audible) == 0
    audible.locator("[popovertarget=settings]").click()
    volume = audible.get_by_role("slider", name="Sounds")
    assert volume.input_value() == "40"
    volume.press("ArrowRight")  # a new volume is heard, and ends the silence
    audible.wait_for_function("() => globalThis.scheduled > 0")
    assert mute.get_attribute("aria-pressed") == "false"


def test_a_chat_message_and_a_rejection_are_heard(audible: Page, open_table: OpenTable):
    open_table(ANNA, GREEDY)
    audible.locator("h1").click()
    before = sounds(audible)
    audible.evaluate(LINE)
    audible.wait_for_function(f"() => globalThis.scheduled === {before + 1}")
    audible.evaluate("ducato.receive({ type: 'rejected', id: 'x', reason: 'no', clause: null })")
    audible.wait_for_function(f"() => globalThis.scheduled === {before + 3}")


@pytest.mark.parametrize(
    ("language", "words"), [("en", "Your turn"), ("it", "Tocca a te"), ("es", "Te toca")]
)
def test_the_tab_says_whose_turn_it_is(screen: Page, server: LiveServer, language: str, words: str):
    address = create_table(server, played("magnate", 2, 0.3), screen, bot="random")
    screen.context.add_cookies([language_cookie(server.address, language)])
    screen.goto(address)
    screen.wait_for_selector(WAITING)
    assert screen.title() == f"● {words} – Magnate"
    icon = screen.locator("link[rel=icon]")
    assert icon.get_attribute("href") == "/static/favicon-turn.svg"
    assert screen.request.get(f"{server.address}/static/favicon-turn.svg").ok
    screen.evaluate(TO_WAIT)
    screen.wait_for_function("() => document.title === 'Magnate · ducato'")
    assert icon.get_attribute("href") == "/static/favicon.svg"
