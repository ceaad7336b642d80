"""Games in an exported page after the network has gone."""

from __future__ import annotations

import random
from typing import Any

from tests.support.exported import browsing
from tests.support.keyboard_play import by_keyboard
from tests.support.live_server import MOST_MOVES, SEQ, WAITING, click_something

WAYS = {"mouse": click_something, "touch": click_something, "keyboard": by_keyboard}
KEPT = "() => document.documentElement.dataset.offline !== undefined"
ANALYSED = 240_000
"""Milliseconds for an analysis on a busy machine."""
BEFORE = 6
"""The number of decisions before the network goes and the page is loaded again."""


def play_in_flight_mode(
    chromium: Any, address: str, title: str, way: str, decisions: int = MOST_MOVES
) -> bool:
    """Play in flight mode after a reload, with a hint; return whether the game has ended.

    After its end there is a look at luck and play and at a moment, and the game is played on there.
    """
    rng, choose = random.Random(len(title)), WAYS[way]
    size = {"width": 1280, "height": 720}
    with browsing(chromium, locale="en-US", viewport=size, has_touch=way == "touch") as context:
        page = context.new_page()
        page.goto(address)
        page.evaluate("() => localStorage.setItem('ducato.speed', 'off')")
        page.click(f'[data-game="{title}"] .play-now')
        for _ in range(BEFORE):
            assert choose(page, rng)
        page.wait_for_function(KEPT)
        context.set_offline(True)
        seq = page.evaluate(SEQ)
        page.reload()
        recap = page.locator("dialog.recap[open]")  # where others have moved since
        page.add_locator_handler(recap, lambda: page.keyboard.press("Escape"))
        page.wait_for_selector(WAITING)
        assert page.evaluate(SEQ) >= seq
        page.click("#ask-hint")
        page.wait_for_selector("#advice:not([hidden])")
        page.keyboard.press("Escape")
        ended = any(not choose(page, rng) for _ in range(decisions))
        if ended:
            _look_at_the_end(page)
        return ended


def _look_at_the_end(page: Any) -> None:
    page.wait_for_selector("#chart .luck p", timeout=ANALYSED)
    finished = page.url.partition("#")[0]
    page.click("#analyse")
    page.get_by_role("button", name="Play on from here").click()
    page.click("[role=menu]:popover-open [role=menuitem]")
    page.wait_for_url(lambda url: url.partition("#")[0] != finished)
    page.wait_for_selector(WAITING)
