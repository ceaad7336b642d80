"""What the numbers mean: callouts beside one number of each kind, on request.

Where they stand is checked in `test_screens`.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from tests.server.browser.test_zoom import DESK, PHONE, press, sits
from tests.support.live_server import LiveServer, expect, frames

if TYPE_CHECKING:
    from playwright.sync_api import Page

LAYER = ".callouts:popover-open"


def press_key(page: Page, seconds: float) -> None:
    """Press the key of the callouts for so long by the browser's clock, and see them meanwhile."""
    session, now = page.context.new_cdp_session(page), time.time()
    key = {"key": "?", "code": "Slash", "text": "?"}
    session.send("Input.dispatchKeyEvent", {"type": "keyDown", "timestamp": now, **key})
    expect(page.locator(LAYER)).to_be_visible()
    session.send("Input.dispatchKeyEvent", {"type": "keyUp", "timestamp": now + seconds, **key})


def test_the_callouts_stay_while_the_key_is_held(screen: Page, server: LiveServer):
    sits(screen, server, "magnate", DESK, 0.3)
    layer = screen.locator(LAYER)
    press_key(screen, seconds=0.7)
    expect(layer).to_have_count(0)
    for close in ("?", "Escape"):
        press_key(screen, seconds=0.1)
        frames(screen)
        expect(layer).to_be_visible()
        assert screen.evaluate(f"document.activeElement.matches('{LAYER}')")
        screen.keyboard.press(close)
        expect(layer).to_have_count(0)


def test_a_button_shows_the_callouts_and_leads_to_the_help(screen: Page, server: LiveServer):
    sits(screen, server, "builders", PHONE, 0.3)
    layer = screen.locator(LAYER)
    press(screen, screen.locator("#show-help"))
    expect(layer).to_be_visible()
    press(screen, screen.locator(".callout-list > li").first)
    expect(layer).to_have_count(0)
    press(screen, screen.locator("#show-help"))
    press(screen, screen.locator(".callout-head button").first)
    expect(screen.locator("#help[open]")).to_be_visible()
    expect(layer).to_have_count(0)


def test_an_enlarged_piece_says_what_its_numbers_mean(screen: Page, server: LiveServer):
    sits(screen, server, "builders", DESK, 0.3)
    screen.locator("#board .piece.kind-card:not(:has(.back))").first.hover()
    expect(screen.locator(".zoom:popover-open")).to_contain_text("Points you score when it is")
