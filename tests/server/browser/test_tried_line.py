"""A line that is tried during a game: set apart from the board, dropped or taken over."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from tests.server.browser.test_access import axe, findings
from tests.support.live_server import (
    CHOICES,
    SEQ,
    THEME,
    WAITING,
    LiveServer,
    create_table,
    expect,
    played,
)

if TYPE_CHECKING:
    from playwright.sync_api import Page

__all__ = ["axe"]

SHOWN = "() => document.querySelectorAll('.tried-steps li').length > 0"


def choose(page: Page) -> None:
    """Choose the first of all actions, by its button in the list."""
    summary = page.locator("#all-actions summary")
    if page.locator("#all-actions[open]").count() == 0:
        summary.click()
    page.locator("#all-actions .action").first.click()


def test_a_line_is_dropped_or_taken_over(screen: Page, server: LiveServer, axe: str):
    screen.set_viewport_size({"width": 1280, "height": 720})
    screen.goto(create_table(server, played("builders", 2, 0.5), screen, "greedy"))
    screen.wait_for_selector(WAITING)
    seq = screen.evaluate(SEQ)
    choices = screen.locator(CHOICES)
    expect(choices.first).to_be_visible()
    legal = "() => JSON.stringify(ducato.state.shown.legal)"
    real = screen.evaluate(legal)
    screen.locator("#try-line").click()
    bar = screen.locator(".trying-bar")
    expect(bar).to_be_visible()
    assert screen.evaluate("() => document.body.classList.contains('trying')")
    assert screen.evaluate(legal) == real
    expect(bar.get_by_role("button", name="Do this")).to_be_disabled()
    choose(screen)
    screen.wait_for_function(SHOWN)
    assert screen.evaluate(SEQ) == seq  # the game has not moved
    assert findings(screen, axe) == []
    screen.keyboard.press("Escape")
    expect(bar).to_have_count(0)
    assert (screen.evaluate(SEQ), screen.evaluate(legal)) == (seq, real)
    screen.locator("#try-line").click()
    expect(bar).to_be_visible()
    screen.go_back()
    expect(bar).to_have_count(0)
    assert screen.evaluate(SEQ) == seq  # at the same table
    screen.locator("#try-line").click()
    expect(bar.get_by_role("button", name="Do this")).to_be_disabled()
    choose(screen)
    screen.wait_for_function(SHOWN)
    bar.get_by_role("button", name="Do this").click()
    expect(bar).to_have_count(0)
    screen.wait_for_function("(seq) => ducato.state.newest.seq > seq", arg=seq)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_line_on_a_phone(
    new_screen: Callable[..., Page], server: LiveServer, axe: str, theme: str
):
    size = {"width": 390, "height": 844}
    phone = new_screen(viewport=size, has_touch=True)
    phone.add_init_script(THEME % theme)
    phone.goto(create_table(server, played("magnate", 2, 0.5), phone, "greedy"))
    phone.wait_for_selector(WAITING)
    phone.locator("#show-side-panel").tap()
    phone.locator("#try-line").tap()
    expect(phone.locator(".trying-bar")).to_be_visible()
    expect(phone.locator("#side-panel")).to_be_hidden()
    assert phone.evaluate("() => document.documentElement.scrollWidth") <= size["width"]
    assert findings(phone, axe) == []
    phone.locator(".trying-bar").get_by_role("button", name="Drop it").tap()
    expect(phone.locator(".trying-bar")).to_have_count(0)
