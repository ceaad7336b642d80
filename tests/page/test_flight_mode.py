"""Every title in an exported page, to its end in flight mode: by mouse, touch and keyboard."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.support.exported import NEEDS, browsing, exported, serving
from tests.support.keyboard_play import by_keyboard
from tests.support.live_server import MOST_MOVES, SEQ, WAITING, click_something

from ducato.core.game import all_games

pytestmark = [*NEEDS, pytest.mark.slow]
WAYS = {"mouse": click_something, "touch": click_something, "keyboard": by_keyboard}
KEPT = "() => document.documentElement.dataset.offline !== undefined"
ANALYSED = 240_000
"""Milliseconds for an analysis on a busy machine."""
BEFORE = 6
"""The number of decisions before the network goes and the page is loaded again."""


@pytest.fixture(scope="module")
def all_titles(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    titles = sorted(all_games())
    with serving(exported(titles, tmp_path_factory.mktemp("all"))) as address:
        yield address


@pytest.mark.timeout(900)
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("title", sorted(all_games()))
def test_a_whole_game_in_flight_mode(
    chromium: Any, all_titles: str, title: str, way: str, tmp_path: Path
):
    rng, choose = random.Random(len(title)), WAYS[way]
    size = {"width": 1280, "height": 720}
    with browsing(chromium, locale="en-US", viewport=size, has_touch=way == "touch") as context:
        page = context.new_page()
        page.goto(all_titles)
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
        assert any(not choose(page, rng) for _ in range(MOST_MOVES))
        _look_at_the_end(page)


def _look_at_the_end(page: Any) -> None:
    """Look at luck and play and at a moment of the game, and play on from there."""
    page.wait_for_selector("#chart .luck p", timeout=ANALYSED)
    finished = page.url.partition("#")[0]
    page.click("#analyse")
    page.get_by_role("button", name="Play on from here").click()
    page.click("[role=menu]:popover-open [role=menuitem]")
    page.wait_for_url(lambda url: url.partition("#")[0] != finished)
    page.wait_for_selector(WAITING)
