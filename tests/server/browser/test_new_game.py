"""A new game in the browser: from the first page to the end, with the default presentation."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.examples.projects import installed_new_games
from tests.support.live_server import (
    ANNA,
    DESK,
    GREEDY,
    MOST_MOVES,
    PHONE,
    WAITING,
    LiveServer,
    OpenTable,
    click_something,
)

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.own_server


@pytest.fixture(autouse=True)
def games(tmp_path: Path) -> Iterator[Path]:
    yield from installed_new_games(tmp_path)


def test_the_first_move_of_a_new_card_game(screen: Page, server: LiveServer):
    screen.goto(f"{server.address}/?game=silk-road")
    screen.locator("#start").click()
    screen.wait_for_selector(WAITING)
    assert screen.locator("#own .role-hand .piece.can").count() == 3
    assert click_something(screen, random.Random(1))
    screen.get_by_text("Player 1 plays").first.wait_for()


def test_one_click_leads_from_the_lobby_to_the_board(screen: Page, server: LiveServer):
    """Every game can be played at once, with one request and without scrolling to the first."""
    screen.set_viewport_size({"width": 360, "height": 640})
    screen.goto(server.address)
    buttons = screen.locator(".play-now")
    buttons.first.wait_for()
    assert buttons.count() == screen.locator(".game:not(.unavailable)").count()
    box = buttons.first.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 640
    sent: list[str] = []
    screen.on("request", lambda one: sent.append(one.url) if one.method == "POST" else None)
    buttons.first.click()
    screen.wait_for_selector(WAITING)
    assert len(sent) == 1
    assert "/table/" in screen.url


@pytest.mark.parametrize("size", [{"width": 360, "height": 640}, DESK], ids=["phone", "desk"])
def test_the_start_of_a_described_table_is_always_in_view(
    screen: Page, server: LiveServer, size: dict[str, int]
):
    screen.set_viewport_size(size)
    screen.goto(server.address)
    for game in screen.locator(".game:not(.unavailable)").all():
        game.locator(".more").click()
        screen.locator("#options-part summary").click()
        start = screen.locator("#start").bounding_box()
        assert start is not None
        assert start["y"] + start["height"] <= size["height"]
        screen.keyboard.press("Escape")
        screen.locator("#setup").wait_for(state="hidden")


def test_games_with_facts_show_them(screen: Page, server: LiveServer):
    screen.goto(f"{server.address}/?lang=en")
    card = screen.locator(".game[data-game=manifest-destiny]")
    assert card.locator(".game-facts").inner_text() == "3–5 players · 3 h · heavy"
    assert card.locator(".fan svg.picture").count() == 3
    card.get_by_role("button", name="Learn · 6 min: Manifest Destiny").wait_for()
    made = screen.locator(".game[data-game=silk-road]")
    assert "min" not in made.locator(".game-facts").inner_text()
    assert made.locator(".fan svg").count() == 0


@pytest.mark.parametrize(("name", "option"), [("silk-road", "hand_size"), ("hill-farm", "own")])
def test_a_whole_new_game_on_a_phone(screen: Page, open_table: OpenTable, name: str, option: str):
    screen.set_viewport_size(PHONE)
    open_table(ANNA, GREEDY, game=name, **{option: 3})
    rng = random.Random(2)
    assert any(not click_something(screen, rng) for _ in range(MOST_MOVES))
    assert "Coins" in screen.inner_text("#result")
