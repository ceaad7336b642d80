"""Choices at a table by keyboard alone: by Tab, arrows and Enter from the focus."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from tests.support.live_server import ANSWERED, SEQ, WAITING, focus_settles, focused

if TYPE_CHECKING:
    from playwright.sync_api import Page

MOST_STOPS = 600
"""Stops of the Tab key on the way to a choice; the rules, when they show, have many links."""
STATE = """() => JSON.stringify({
    body: document.body.className,
    focus: document.activeElement.outerHTML.slice(0, 300),
    open: [...document.querySelectorAll("dialog[open], :popover-open")]
      .map((box) => box.outerHTML.slice(0, 300)),
    choices: [...document.querySelectorAll(".act, #buttons .action")]
      .map((button) => [button.outerHTML.slice(0, 120), button.tabIndex, button.checkVisibility()]),
})"""
"""State of the page, for the message when no choice can be reached."""
FOCUSED_CHOICES = ".act, #buttons .action, #pass-screen button"
NEARER = """(choices) => {
    const stops = [...document.querySelectorAll("a, button, input, select, summary, [tabindex]")]
      .filter((node) => node.tabIndex >= 0 && !node.disabled && node.checkVisibility());
    const here = stops.indexOf(document.activeElement);
    const ways = stops.flatMap((node, n) => node.matches(choices) ? [n - here] : []);
    const ahead = Math.min(...ways.filter((way) => way >= 0));
    const behind = Math.min(...ways.filter((way) => way < 0).map((way) => -way));
    return ahead <= behind ? "Tab" : "Shift+Tab";
}"""
"""Return the key that leads to a choice with fewer stops: people see where the choices are."""


def by_keyboard(page: Page, rng: random.Random) -> bool:
    """Make one choice by Tab, arrows and Enter from the focus; return False if the game is over."""
    page.wait_for_selector(WAITING)
    focus_settles(page)
    if page.locator("#result[open]").count():
        return False
    keyboard = page.keyboard
    for _ in range(rng.randrange(4)):
        keyboard.press(rng.choice(["Tab", "ArrowRight", "ArrowLeft", "End"]))
    step = page.evaluate(NEARER, FOCUSED_CHOICES)
    for _ in range(MOST_STOPS):
        if focused(page) in ("choice", "pass screen"):
            break
        keyboard.press(step)
    where = focused(page)
    assert where in ("choice", "pass screen"), page.evaluate(STATE)
    seq = page.evaluate(SEQ)
    keyboard.press("Enter")
    if where == "pass screen":
        page.wait_for_selector("#pass-screen", state="hidden")
        return True
    page.wait_for_function(ANSWERED, arg=seq)
    if focused(page) == "menu":
        for _ in range(rng.randrange(4)):
            keyboard.press(rng.choice(["ArrowDown", "ArrowUp", "End"]))
        keyboard.press("Enter")
    return True
