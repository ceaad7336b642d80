"""The first page with a game that cannot be played, and a table of a game without a rulebook."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.plugins.installed import SOUND, found_in, install
from tests.support.live_server import ANNA, BRUNO, WAITING, LiveServer, OpenTable

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.own_server

WORDS = {
    "en": "something is wrong with its package, ducato-bad-scene",
    "it": "c’è un problema nel pacchetto ducato-bad-scene",
    "es": "hay un problema en su paquete, ducato-bad-scene",
}


@pytest.fixture(autouse=True)
def plugins(tmp_path: Path) -> Iterator[Path]:
    """Install a sound game of another package, and a broken one."""
    folder = tmp_path / "plugins"
    folder.mkdir()
    install(folder, [SOUND, "bad-scene"])
    yield from found_in(folder)


@pytest.mark.parametrize("language", WORDS)
def test_a_game_that_cannot_be_played_is_shown_and_not_offered(
    screen: Page, server: LiveServer, language: str
):
    screen.goto(f"{server.address}/?lang={language}")
    broken = screen.locator(".game.unavailable")
    broken.wait_for()
    assert broken.count() == 1
    assert WORDS[language] in broken.inner_text()
    assert broken.locator("button").count() == 0
    assert screen.locator(".game:has(button)").count() == 5
    screen.locator(f".game[data-game={SOUND}] .more").click()
    assert screen.locator("#learn a, #learn button").count() == 0
    screen.locator("#close-setup").click()
    screen.locator(".game[data-game=builders] .more").click()
    assert screen.locator("#learn a[href^='/rules/builders']").count() == 1
    assert screen.locator("#learn a[href^='/balance/builders']").count() == 1


def test_a_table_without_rulebook_and_drawings_asks_for_neither(
    screen: Page, open_table: OpenTable
):
    """The browser would report a missing file in the console."""
    asked: list[str] = []
    screen.on("request", lambda request: asked.append(request.url))
    open_table(ANNA, BRUNO, game=SOUND, worth=2)
    screen.wait_for_selector(WAITING)
    assert not [url for url in asked if "glyphs" in url or "/rules/" in url]
    assert screen.locator("#rules").is_hidden()
    assert [url for url in asked if "/strings/" in url]
