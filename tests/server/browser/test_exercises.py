"""Exercises in a real browser: from the room of a game to the answer and the next one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.server.browser.test_access import axe, findings
from tests.server.browser.test_tried_line import choose
from tests.support.live_server import DESK, PHONE, WAITING, LiveServer, box, expect

if TYPE_CHECKING:
    from playwright.sync_api import Page

__all__ = ["axe"]


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_an_exercise_is_solved_on_the_board(
    screen: Page, server: LiveServer, axe: str, size: dict[str, int]
):
    screen.set_viewport_size(size)  # type: ignore[arg-type]
    screen.goto(f"{server.address}/games/magnate?lang=en")
    screen.get_by_role("link", name="Exercises").click()
    screen.wait_for_selector(WAITING)
    panel = screen.locator(".exercise")
    expect(panel).to_contain_text("one choice is far better")
    expect(screen.locator("#ask-hint")).to_be_hidden()
    assert findings(screen, axe) == []
    if size == PHONE:
        screen.locator("#show-side-panel").click()
    place = box(screen.locator("#others"))
    choose(screen)
    expect(panel).to_contain_text("Best:")
    expect(panel).to_contain_text("The usual mistake")
    if size == DESK:
        assert box(screen.locator("#others")) == place
    assert findings(screen, axe) == []
    before = screen.url
    panel.get_by_role("button", name="Next exercise").press("Enter")
    screen.wait_for_url(lambda url: "/table/" in url and url != before)
    expect(panel).to_contain_text("one choice is far better")
