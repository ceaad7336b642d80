"""A piece is enlarged by the pointer, by a finger and by the keyboard, with all its words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.support.live_server import (
    WAITING,
    LiveServer,
    box,
    create_table,
    expect,
    frames,
    overlap,
    played,
)

from ducato.core.game import all_games

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

DESK, LAPTOP, PHONE = (
    {"width": 1600, "height": 900},
    {"width": 1280, "height": 720},
    {"width": 360, "height": 640},
)
ZOOM = ".zoom:popover-open"
REST = 250
"""Milliseconds for which the pointer has to rest on a piece."""
CARD = "#own .piece.kind-card:not(.turned) > :is(.act, .explain)"
SMALLEST = """(box) => {
    const drawn = box.querySelector(".body > svg.drawing");
    const texts = [...box.querySelectorAll("*")].filter((node) =>
        !(node instanceof SVGElement) && node.firstChild instanceof Text);
    return { wide: drawn?.getBoundingClientRect().width ?? 0,
        text: Math.min(...texts.map((node) => parseFloat(getComputedStyle(node).fontSize))) };
}"""
"""Return the width of the enlarged face, and the smallest text beside it."""
UNCOVERED = """(piece) => {
    const { x, y } = piece.getBoundingClientRect();
    return piece.contains(document.elementFromPoint(x + 6, y + 6));
}"""


NAMED = """() => {
    const titles = ducato.state.shown.scene.pieces
      .filter(({ kind, face }) => kind === "card" && !face.back).map(({ face }) => face.title);
    for (const line of [...document.querySelectorAll("#log-list li")].reverse()) {
        const text = line.firstChild;
        const title = titles.find((one) => one && text.data?.includes(one));
        if (!title) continue;
        const range = document.createRange();
        range.setStart(text, text.data.indexOf(title));
        range.setEnd(text, text.data.indexOf(title) + title.length);
        const { x, y, width, height } = range.getClientRects()[0];
        return { title, x: x + width / 2, y: y + height / 2, width: 1, height: 1 };
    }
}"""
"""Return the name of a card in the log, and where it stands."""


def sits(page: Page, server: LiveServer, game: str, size: dict[str, int], share: float = 0) -> None:
    """Open a table with the most players the game allows, this far into a game."""
    page.set_viewport_size(size)
    match = played(game, all_games()[game].players[-1], share)
    page.goto(create_table(server, match, page))
    page.wait_for_selector(WAITING)


def press(page: Page, thing: Locator, shows: Locator | None = None) -> None:
    """Put a finger on something, and lift it at once or when something is shown."""
    at = box(thing)
    touch = {"x": at["x"] + at["width"] / 2, "y": at["y"] + at["height"] / 2}
    session = page.context.new_cdp_session(page)
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [touch]})
    if shows is not None:
        shows.wait_for()
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@pytest.mark.parametrize("game", all_games())
def test_the_pointer_enlarges_a_card_beside_it(screen: Page, server: LiveServer, game: str):
    screen.clock.install()
    sits(screen, server, game, LAPTOP, 0.25)
    screen.clock.pause_at(screen.evaluate("Date.now() + 1000"))
    zoom = screen.locator(ZOOM)
    pieces = screen.locator(".piece:is(.kind-card, .kind-tile):not(.bare):visible")
    seen = 0
    for piece in pieces.all()[::3]:
        if seen == 4:
            break
        screen.mouse.move(2, 2)
        expect(zoom).to_have_count(0)
        piece.scroll_into_view_if_needed()
        at = box(piece)
        if not piece.evaluate(UNCOVERED):
            continue
        screen.mouse.move(at["x"] + 6, at["y"] + 6)
        screen.clock.run_for(REST - 30)
        assert zoom.count() == 0, "it has to rest there first"
        screen.clock.run_for(60)
        zoom.wait_for()
        assert not overlap(box(zoom), box(piece))
        shown, window = box(zoom), screen.viewport_size or LAPTOP
        assert shown["x"] >= 0
        assert shown["x"] + shown["width"] <= window["width"]
        assert shown["y"] >= 0
        assert shown["y"] + shown["height"] <= window["height"]
        sizes = zoom.evaluate(SMALLEST)
        assert sizes["text"] >= 14
        if sizes["wide"]:
            assert sizes["wide"] >= 240
            seen += 1
    assert seen
    screen.mouse.move(2, 2)
    expect(zoom).to_have_count(0)


def test_what_an_action_costs_stands_beside_the_piece(screen: Page, server: LiveServer):
    sits(screen, server, "builders", LAPTOP)
    card = screen.locator("#board .piece:not(:has([aria-haspopup=menu])) > .act").first
    label = card.get_attribute("aria-label") or ""
    hint = screen.evaluate(
        "(label) => { const { legal, scene } = ducato.state.shown;"
        "const piece = scene.pieces.find((one) => one.label === label);"
        "return legal.find(({ action }) => action === piece.actions[0]).hint; }",
        label,
    )
    assert hint
    assert hint in (card.get_attribute("aria-description") or "")
    card.hover()
    expect(screen.locator(ZOOM)).to_contain_text(hint)
    card.click(button="right")
    assert screen.locator(ZOOM).count() == 0, "a press is answered without it"


def test_the_key_z_enlarges_what_has_the_focus(screen: Page, server: LiveServer):
    sits(screen, server, "magnate", DESK)
    zoom = screen.locator(ZOOM)
    card = screen.locator("#own .act").first
    card.focus()
    assert zoom.count() == 0, "what the page focuses is not explained"
    screen.keyboard.press("Shift+Tab")
    screen.keyboard.press("Tab")
    expect(card).to_be_focused()
    expect(zoom).to_be_visible()
    assert zoom.locator("svg.drawing").count() == 0
    for close in ("z", "Escape"):
        screen.keyboard.press("z")
        expect(zoom.locator("svg.drawing")).to_be_visible()
        assert zoom.evaluate(SMALLEST)["wide"] >= 240
        screen.keyboard.press(close)
        expect(zoom).to_have_count(0)
    screen.keyboard.press("z")
    screen.keyboard.press("Tab")
    expect(zoom.locator("svg.drawing")).to_have_count(0)


def test_a_card_named_in_the_log_is_enlarged(screen: Page, server: LiveServer):
    sits(screen, server, "builders", DESK, 0.3)
    zoom = screen.locator(f"{ZOOM} .zoom-title")
    at = screen.evaluate(NAMED)
    screen.mouse.move(at["x"], at["y"])
    expect(zoom).to_have_text(at["title"])
    assert not overlap(box(screen.locator(ZOOM)), at)
    screen.mouse.move(2, 2)
    expect(zoom).to_have_count(0)


def test_hover_zoom_can_be_switched_off(screen: Page, server: LiveServer):
    sits(screen, server, "magnate", DESK)
    screen.locator("[popovertarget=settings]").click()
    screen.locator("#zoom").select_option("no")
    screen.keyboard.press("Escape")
    screen.locator(CARD).first.hover()
    expect(screen.locator(ZOOM)).to_be_visible()
    assert screen.locator(f"{ZOOM} svg.drawing").count() == 0
    screen.keyboard.press("z")
    expect(screen.locator(f"{ZOOM} svg.drawing")).to_be_visible()


@pytest.mark.parametrize("game", ["magnate", "builders"])
def test_a_long_press_enlarges_and_a_tap_asks(screen: Page, server: LiveServer, game: str):
    page = screen
    sits(page, server, game, PHONE)
    seq = page.evaluate("ducato.state.shown.seq")
    zoom, menu = page.locator(ZOOM), page.locator(".menu:popover-open")
    card = page.locator(".piece.kind-card > .act").first
    card.scroll_into_view_if_needed()
    press(page, card, zoom.locator("svg.drawing"))
    frames(page)  # a click may follow
    assert zoom.evaluate(SMALLEST)["wide"] >= 240
    assert menu.count() == 0, "the click that ends the press does nothing"
    press(page, page.locator("#title"))
    expect(zoom).to_have_count(0)
    press(page, card)
    expect(menu.locator(".action-hint").first).to_be_visible()
    assert page.evaluate("ducato.state.shown.seq") == seq, "nothing was done yet"
    press(page, menu.get_by_role("menuitem").first)
    page.wait_for_function("(seq) => ducato.state.newest.seq > seq", arg=seq)
