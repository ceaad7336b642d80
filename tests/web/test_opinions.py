"""What a bot thinks of a decision: the hint at a table, and the decisions of a finished game."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tests.support.live_server import (
    DESK,
    PATIENCE,
    WAITING,
    LiveServer,
    create_table,
    expect,
    played,
)

if TYPE_CHECKING:
    from playwright.sync_api import Page

CHANCE = re.compile(r"^\d+% ± \d+$")
POINTS = re.compile(r"[+−]\d+$")


def test_a_hint_has_chances_with_margins_and_grounds(screen: Page, server: LiveServer):
    screen.set_viewport_size(DESK)
    screen.goto(create_table(server, played("builders", 2, 0.5), screen, "greedy"))
    screen.wait_for_selector(WAITING)
    screen.locator("#ask-hint").click()
    hint = screen.locator("#advice")
    choices = hint.locator("button.choice")
    expect(choices.nth(1)).to_be_visible(timeout=3 * PATIENCE)  # it may be compiled first
    assert all(CHANCE.match(text) for text in hint.locator(".choice-wins").all_inner_texts())
    grounds = hint.locator(".grounds dd").all_inner_texts()
    assert grounds
    assert all(POINTS.search(text) for text in grounds)
    marked = "() => [...document.querySelectorAll('.advised')].map((one) => one.textContent)"
    first = screen.evaluate(marked)
    choices.nth(1).focus()
    screen.wait_for_function(f"(first) => `${{({marked})()}}` !== `${{first}}`", arg=first)
    hint.locator(".close").focus()
    assert screen.evaluate(marked) == first
    screen.keyboard.press("Enter")
    expect(hint).to_be_hidden()
    expect(screen.locator("#ask-hint")).to_be_focused()


def test_the_decisions_of_a_finished_game(screen: Page, server: LiveServer):
    screen.set_viewport_size(DESK)
    screen.goto(create_table(server, played("magnate", 2, 1), screen))
    screen.locator("#show-result").click()
    decisions = screen.locator("#chart .decisions")
    options = decisions.locator("option")
    expect(options.nth(1)).to_be_attached(timeout=PATIENCE)
    expect(decisions.locator(".choice", has_text="(played)")).to_have_count(1)
    assert all(CHANCE.match(text) for text in decisions.locator(".choice-wins").all_inner_texts())
    decisions.get_by_role("button", name="Next decision").focus()
    screen.keyboard.press("Enter")
    select = decisions.locator("select")
    second = options.nth(1).get_attribute("value")
    expect(select).to_have_value(second)
    expect(decisions.locator(".choice").nth(1)).to_be_visible()  # there was a choice
    decisions.get_by_role("button", name="Show on the board").click()
    screen.wait_for_function("(seq) => location.hash.startsWith(`#step=${seq}`)", arg=second)
