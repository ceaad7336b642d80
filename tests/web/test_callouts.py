"""What the numbers mean: callouts beside one number of each kind, on request."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import pytest
from tests.support.live_server import LiveServer
from tests.web.test_zoom import DESK, LAPTOP, PHONE, box, expect, overlap, press, sits

from ducato.core.game import all_games

if TYPE_CHECKING:
    from playwright.sync_api import Page

LAYER = ".callouts:popover-open"
MARKS = """() => [...document.querySelectorAll(".callout-marks rect")].map((ring) => {
    const { x, y, width, height } = ring.getBoundingClientRect();
    return { x, y, width, height };
})"""
KINDS = "() => new Set(ducato.state.shown.scene.numbers.map(({ text }) => text)).size"


def texts(page: Page) -> list[str]:
    """Return what is said of each kind of number, beside it or in the list of those out of view."""
    callouts = page.locator(".callout-list > li").evaluate_all(
        "(boxes) => boxes.map((box) => box.lastChild.textContent)"
    )
    return [*callouts, *page.locator(".callout-head li").all_text_contents()]


@pytest.mark.parametrize("size", [DESK, LAPTOP, PHONE], ids=lambda size: str(size["width"]))
@pytest.mark.parametrize("game", all_games())
def test_each_kind_of_number_has_one_callout(
    screen: Page, server: LiveServer, game: str, size: dict[str, int]
):
    sits(screen, server, game, size, 0.3)
    screen.locator("#show-help").click()  # a slow machine would seem to hold a key
    screen.locator(LAYER).wait_for()
    told = texts(screen)
    assert len(told) == len(set(told)) > 5
    boxes = [box(one) for one in screen.locator(".callout-list > li").all()]
    assert len(boxes) > 2
    for one, other in combinations(boxes, 2):
        assert not overlap(one, other)
    marks = screen.evaluate(MARKS)
    assert len(marks) == len(boxes)
    for one in boxes:
        assert one["x"] >= 0
        assert one["x"] + one["width"] <= size["width"]
        assert one["y"] >= 0
        assert one["y"] + one["height"] <= size["height"]
        inner = {"x": one["x"], "y": one["y"], "width": one["width"], "height": one["height"]}
        assert not any(overlap(inner, mark) for mark in marks), "the number itself is in view"
    smallest = screen.locator(f"{LAYER} :is(li, button, summary)").evaluate_all(
        "(all) => Math.min(...all.map((one) => parseFloat(getComputedStyle(one).fontSize)))"
    )
    assert smallest >= 12


def test_the_callouts_stay_while_the_key_is_held(screen: Page, server: LiveServer):
    sits(screen, server, "magnate", DESK, 0.3)
    layer = screen.locator(LAYER)
    screen.keyboard.down("?")
    expect(layer).to_be_visible()
    screen.wait_for_timeout(700)
    screen.keyboard.up("?")
    expect(layer).to_have_count(0)
    for close in ("?", "Escape"):
        screen.keyboard.press("?")
        screen.wait_for_timeout(100)
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
