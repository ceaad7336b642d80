"""Keys of the table are only those that no field, menu, dialog or command of the browser takes."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any

import pytest
from tests.support.live_server import (
    ANNA,
    DESK,
    GREEDY,
    WAITING,
    OpenTable,
    click_something,
    expect,
)

if TYPE_CHECKING:
    from playwright.sync_api import Page

FIELDS = {
    "input": "<input>",
    "search": "<input type=search>",
    "number": "<input type=number>",
    "checkbox": "<input type=checkbox>",
    "select": "<select><option>rude</option><option>light</option></select>",
    "textarea": "<textarea></textarea>",
    "contenteditable": "<div contenteditable></div>",
    "plain text": "<div contenteditable=plaintext-only></div>",
    "within an editable": "<div contenteditable><b tabindex=0>words</b></div>",
    "role": "<div role=textbox tabindex=0></div>",
}
RUDE = "rudehlwz?"


@pytest.fixture
def sent(screen: Page) -> list[dict[str, Any]]:
    """Return what the page has sent to its table."""
    messages: list[dict[str, Any]] = []

    def note(frame: Any) -> None:
        message = json.loads(frame)
        if message["type"] not in ("ping", "entropy", "log"):
            messages.append(message)

    screen.on("websocket", lambda socket: socket.on("framesent", note))
    return messages


@pytest.fixture
def own_turn(screen: Page, sent: list[dict[str, Any]], open_table: OpenTable) -> None:
    """Play until the last action can be taken back; what is sent is noted from the beginning."""
    screen.set_viewport_size(DESK)
    open_table(ANNA, GREEDY, game="builders")
    rng = random.Random(5)
    while not screen.evaluate("ducato.state.newest.undo"):
        assert click_something(screen, rng)
        screen.wait_for_selector(WAITING)


def nothing_done(screen: Page, sent: list[dict[str, Any]]) -> bool:
    """Return whether nothing was opened, nor sent before that was asked."""
    opened = screen.locator(".replay-bar, .explanation, .callouts:popover-open").count()
    return not opened and sent == []


@pytest.mark.usefixtures("own_turn")
def test_typed_letters_are_no_keys(screen: Page, sent: list[dict[str, Any]]):
    card = screen.locator("#board .piece.kind-card").first
    for kind, field in FIELDS.items():
        screen.evaluate(
            """(field) => {
                document.querySelector("#field")?.remove();
                const box = document.createElement("div");
                box.id = "field";
                box.innerHTML = field;
                document.querySelector("#dock").append(box);
                (box.querySelector("[tabindex]") ?? box.firstChild).focus();
            }""",
            field,
        )
        card.hover()  # W and Z are about what lies under the pointer
        sent.clear()
        screen.keyboard.type(RUDE)
        assert nothing_done(screen, sent), kind
    screen.evaluate(
        """() => {
            const root = document.querySelector("#field").attachShadow({ mode: "open" });
            root.innerHTML = "<textarea></textarea>";
            root.firstChild.focus();
        }"""
    )
    screen.keyboard.type(RUDE)
    inner = "document.querySelector('#field').shadowRoot.firstChild.value"
    assert screen.evaluate(inner) == RUDE
    assert nothing_done(screen, sent)


@pytest.mark.usefixtures("own_turn")
def test_a_held_key_acts_once(screen: Page, sent: list[dict[str, Any]]):
    """Who holds a key sends a press, and repetitions until they let go."""
    sent.clear()
    for key in ("u", "h"):
        screen.evaluate("document.activeElement?.blur()")
        for _ in range(3):
            screen.keyboard.down(key)
        screen.keyboard.up(key)
    screen.wait_for_function("() => !ducato.state.newest.undo")
    assert [one["type"] for one in sent].count("undo") == 1
    seq = screen.evaluate("ducato.state.newest.seq")
    screen.locator("#buttons .action").first.focus()
    sent.clear()
    for _ in range(4):
        screen.keyboard.down("Enter")
    screen.keyboard.up("Enter")
    screen.wait_for_function("(seq) => ducato.state.newest.seq > seq", arg=seq)
    assert [one["type"] for one in sent].count("act") == 1


@pytest.mark.usefixtures("own_turn")
def test_keys_wait_behind_menus_and_questions(screen: Page, sent: list[dict[str, Any]]):
    assert sent, "the moves until here"
    sent.clear()
    screen.locator("#show-table-menu").click()
    resign = screen.locator("#table-menu button", has_text="Resign")
    resign.focus()
    screen.keyboard.type(RUDE)
    assert nothing_done(screen, sent)
    resign.click()
    question = screen.locator(".confirm")
    question.wait_for()
    screen.keyboard.type(RUDE)
    assert nothing_done(screen, sent)
    expect(question).to_be_visible()
    screen.keyboard.press("Escape")
    expect(question).to_have_count(0)
    screen.evaluate("document.querySelector('#help').showModal()")
    screen.keyboard.type(RUDE)
    assert nothing_done(screen, sent)
    screen.keyboard.press("Escape")
    for command in ("Control", "Alt", "Meta"):
        screen.keyboard.press(f"{command}+u")
    assert nothing_done(screen, sent)
    screen.keyboard.press("u")
    screen.wait_for_function("() => !ducato.state.newest.undo")
    assert [message["type"] for message in sent] == ["undo"]


@pytest.mark.usefixtures("own_turn")
def test_a_report_is_written_in_peace(screen: Page, sent: list[dict[str, Any]]):
    """The pointer rests on a piece meanwhile, about which W would ask."""
    screen.evaluate(
        """() => ducato.receive({ type: "chat", phrases: [], can_speak: true, spectator: false,
            longest: 200, lines: [{ number: 1, seat: 1, name: "Bruno", text: "an insult",
            own: false, muted: false, blocked: false }] })"""
    )
    screen.locator("#tab-chat").click()
    screen.locator(".chat-lines [aria-haspopup=dialog]").click()
    screen.locator(".person-menu button", has_text="Report").click()
    field = screen.locator("#report-text")
    field.focus()
    screen.locator(".explains > .explain").first.hover()
    sent.clear()
    words = "He was rude, look here: always wrong."
    screen.keyboard.type(words)
    expect(field).to_have_value(words)
    assert nothing_done(screen, sent)


@pytest.mark.usefixtures("own_turn")
def test_arrows_with_a_command_are_the_browsers(screen: Page):
    """Alt and an arrow go back in the history of the browser, also from a list of tabs."""
    screen.locator("#tabs [aria-selected=true]").focus()
    before = screen.locator("#tabs [aria-selected=true]").get_attribute("id")
    screen.keyboard.press("Shift+Control+ArrowRight")
    assert screen.locator("#tabs [aria-selected=true]").get_attribute("id") == before
    screen.keyboard.press("ArrowRight")
    assert screen.locator("#tabs [aria-selected=true]").get_attribute("id") != before


def test_the_replay_turns_by_its_slider(screen: Page, open_table: OpenTable):
    open_table(ANNA, GREEDY)
    click_something(screen, random.Random(3))
    screen.wait_for_selector(WAITING)
    screen.keyboard.press("l")
    words = screen.locator(".replay-text")
    expect(words).to_contain_text("Step")
    screen.locator(".replay-slider").focus()
    screen.keyboard.press("Home")
    expect(words).to_contain_text("The game begins")
    screen.locator(".replay-viewpoint select").focus()
    screen.keyboard.press("Escape")
    screen.keyboard.press("End")
    expect(words).to_contain_text("The game begins")
    screen.locator(".replay-slider").focus()
    screen.keyboard.press("Escape")
    expect(words).to_have_count(0)
