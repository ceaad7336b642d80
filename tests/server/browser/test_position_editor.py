"""The editor of a position in the analysis room: with the keyboard, on a laptop and on a phone."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from tests.server.browser.test_access import axe, findings
from tests.server.browser.test_analysis_room import LAPTOP, PHONE
from tests.support.live_server import LiveServer, box, create_table, expect, played

if TYPE_CHECKING:
    from playwright.sync_api import Page

__all__ = ["axe"]

LAWFUL = (
    "() => document.querySelector('.position-reason:not(.wrong)')?.textContent.includes('lawful')"
)


def opened(page: Page, server: LiveServer, game: str = "magnate") -> None:
    page.goto(f"{create_table(server, played(game, 2, 1), page)}#step=10")
    page.locator("#tab-room-study").wait_for()
    # Else it would lie over the tabs, which stand above the dock.
    assert box(page.locator(".replay-bar"))["y"] >= box(page.locator("#dock"))["y"] - 1
    page.locator("#tab-room-study").click()
    page.get_by_role("button", name="Set up a position").click()
    expect(page.locator(".position summary").first).to_be_visible()
    expect(page.locator(".position h3")).to_be_focused()


def test_a_position_is_set_up_and_played_on(screen: Page, server: LiveServer, axe: str):
    screen.set_viewport_size(LAPTOP)
    opened(screen, server)
    editor = screen.locator(".position")
    before = screen.evaluate("() => JSON.stringify(ducato.state.shown.scene)")
    editor.locator("summary", has_text="Tokens").first.click()
    editor.get_by_role("button", name="one more").first.press("Enter")
    screen.wait_for_function(LAWFUL)
    screen.wait_for_function(
        "(before) => JSON.stringify(ducato.state.shown.scene) !== before", arg=before
    )
    editor.locator("summary", has_text="Hand (Anna)").first.click()
    assert findings(screen, axe, ".side-panel") == []
    editor.locator("details[open] select").first.select_option(label="Draw pile")
    expect(editor.locator(".position-reason.wrong")).to_contain_text("must hold 1 card")
    expect(editor.locator(".position-reason a")).to_be_visible()
    play = editor.get_by_role("button", name="Play on from this position")
    expect(play).to_be_disabled()
    editor.get_by_role("button", name="Undo all changes").click()
    expect(editor.locator(".position-reason")).to_have_text("Nothing is changed yet.")
    editor.locator("summary", has_text="Tokens").first.click()
    editor.locator(".stepper input").first.fill("7")
    editor.locator(".stepper input").first.press("Tab")
    expect(play).to_be_enabled()
    play.click()
    screen.get_by_role("menuitem").first.click()
    screen.wait_for_selector("body.ready.my-turn, body.ready")
    expect(screen.locator("#table-status")).to_contain_text("goes on from a finished game")


def test_another_moment_closes_the_editor(screen: Page, server: LiveServer):
    screen.set_viewport_size(LAPTOP)
    opened(screen, server)
    moment = screen.locator(".position-moment")  # the cards are still being dealt at step 10
    expect(moment).to_contain_text("You are changing the beginning of the game (step 13 of")
    screen.keyboard.press("Escape")
    expect(screen.locator(".position")).to_have_count(0)
    screen.get_by_role("button", name="Set up a position").press("Enter")
    expect(screen.locator(".position summary").first).to_be_visible()
    screen.locator(".replay-bar").get_by_role("button", name="Forward one step").click()
    expect(screen.locator(".position")).to_have_count(0)
    expect(screen.locator(".replay-text")).to_contain_text("Step 14 of")


@pytest.mark.parametrize("game", ["builders", "fantasy-market"])
def test_a_phone_has_room_for_it(
    new_screen: Callable[..., Page], server: LiveServer, axe: str, game: str
):
    phone = new_screen(viewport=PHONE, has_touch=True)
    opened(phone, server, game)
    for summary in phone.locator(".position summary").all():
        summary.tap()
    wide = "() => document.documentElement.scrollWidth"
    assert phone.evaluate(wide) <= PHONE["width"]
    small = """() => [...document.querySelectorAll('.position :is(button, summary, label)')]
        .filter((one) => one.offsetHeight < 43 && !one.closest('.stepper label')).length"""
    assert phone.evaluate(small) == 0
    assert findings(phone, axe) == []
