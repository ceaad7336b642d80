"""Learning in a real browser: lessons, the rules with their pictures, and recaps."""

from __future__ import annotations

import json
import random
import re
from typing import TYPE_CHECKING

import pytest
from tests.support.live_server import (
    ANNA,
    ANSWERED,
    CHOICES,
    DESK,
    GREEDY,
    MOST_MOVES,
    PHONE,
    SEQ,
    WAITING,
    LiveServer,
    OpenTable,
    click_something,
)

from ducato.core.game import all_games

if TYPE_CHECKING:
    from playwright.sync_api import Page


def test_a_lesson_shows_one_thing_to_do_at_a_time(screen: Page, server: LiveServer):
    screen.set_viewport_size(DESK)
    screen.goto(f"{server.address}/?lang=en")
    screen.locator(".game[data-game=magnate] .learn-now").click()
    lesson = screen.locator("#lesson")
    told = []
    for _ in range(4):
        screen.wait_for_selector(WAITING)
        told.append(lesson.inner_text())
        assert screen.locator(CHOICES).count() == 1
        points_at_the_choice(screen)
        seq = screen.evaluate(SEQ)
        screen.locator(CHOICES).click()
        screen.wait_for_function(ANSWERED, arg=seq)
        item = screen.locator("[role=menu]:popover-open [role=menuitem]")
        if item.count():
            item.click()
        screen.wait_for_function("(before) => lesson.innerText !== before", arg=told[-1])
    assert [re.findall(r"step (\d+)", words)[0] for words in told] == ["1", "2", "3", "4"]
    assert "The goal:" in told[0]
    assert "The goal:" not in told[1]
    assert "#" in (lesson.locator("a.rule").get_attribute("href") or "")


POINTS = """(choices) => {
    const [act] = document.querySelectorAll(choices);
    const choice = act.closest(".kind-region")?.querySelector(".land") ?? act;
    const light = document.querySelector(".spotlight"), words = document.getElementById("lesson");
    if (!light || light.hidden || !words.dataset.side) return false;
    const [lit, one, box] = [light, choice, words].map((node) => node.getBoundingClientRect());
    const apart = box.left >= one.right || box.right <= one.left
        || box.top >= one.bottom || box.bottom <= one.top;
    return apart && lit.left <= one.left && lit.right >= one.right
        && lit.top <= one.top && lit.bottom >= one.bottom
        && box.left >= 0 && box.right <= innerWidth && box.top >= 0 && box.bottom <= innerHeight;
}"""
"""The light is on the choice, and the words beside it are in full view and do not cover it."""


def points_at_the_choice(page: Page) -> None:
    page.wait_for_function(POINTS, arg=CHOICES)


def test_the_light_follows_a_choice_that_moves(screen: Page, server: LiveServer):
    """A choice can move without the page's scrolling, its size or a transition."""
    screen.set_viewport_size(DESK)
    screen.goto(f"{server.address}/?lang=en")
    screen.locator(".game[data-game=magnate] .learn-now").click()
    screen.wait_for_selector(WAITING)
    points_at_the_choice(screen)
    before = screen.locator(".spotlight").bounding_box()
    screen.locator(CHOICES).evaluate("(choice) => { choice.style.translate = '0 -30px' }")
    points_at_the_choice(screen)
    assert screen.locator(".spotlight").bounding_box() != before


@pytest.mark.slow
@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize("game", sorted(all_games()))
def test_a_whole_lesson_leads_to_a_first_game(
    screen: Page, server: LiveServer, game: str, size: dict[str, int]
):
    screen.set_viewport_size(size)
    screen.goto(f"{server.address}/?lang=en")
    screen.locator(f".game[data-game={game}] .learn-now").click()
    first = screen.locator(".first-game")
    rng = random.Random(3)
    for _ in range(MOST_MOVES):
        screen.wait_for_selector(WAITING)
        if first.count():
            break
        if screen.locator(CHOICES).count() == 1:
            points_at_the_choice(screen)
        assert click_something(screen, rng)
    table = screen.url
    first.click()
    screen.wait_for_url(lambda url: url != table)
    screen.wait_for_selector(WAITING)
    assert not screen.locator("#lesson").is_visible()
    screen.goto(server.address)
    screen.locator(f".game[data-game={game}] .tick").wait_for()


@pytest.mark.parametrize("game", sorted(all_games()))
def test_the_rules_draw_their_pictures(screen: Page, server: LiveServer, game: str):
    screen.goto(f"{server.address}/rules/{game}?lang=es")
    figures = screen.locator("[data-figure]")
    for number in range(figures.count()):
        figures.nth(number).scroll_into_view_if_needed()
        figures.nth(number).locator("[data-piece]").first.wait_for(state="attached")
    assert figures.count()
    screen.goto(f"{server.address}/rules/{game}?lang=es#1.3")
    assert screen.locator(".clause:target").inner_text() == "1.3"


def test_the_rules_stand_beside_the_table(screen: Page, open_table: OpenTable):
    screen.set_viewport_size(DESK)
    open_table(ANNA, GREEDY)
    screen.get_by_role("tab", name="Rules").click()
    rulebook = screen.frame_locator("#rulebook iframe")
    rulebook.get_by_role("heading", name="Setting up").wait_for()
    rulebook.locator(".top").wait_for(state="hidden")
    assert screen.locator("#board [data-piece]").first.is_visible()
    rulebook.locator("nav a").first.focus()
    screen.keyboard.press("Escape")
    screen.locator("#tab-rules:focus").wait_for()


def test_who_comes_back_is_told_what_happened(screen: Page, open_table: OpenTable):
    screen.set_viewport_size(DESK)
    address = open_table(ANNA, GREEDY)
    rng = random.Random(5)
    since = screen.locator("#log-list .since")
    for number in range(MOST_MOVES):
        assert click_something(screen, rng)
        screen.wait_for_selector(WAITING)
        if number > 5 and since.count():
            break
    lines = screen.locator("#log-list .since ~ li").all_inner_texts()
    seen = json.dumps([[address.rsplit("/", 1)[1], 3]])
    # In another window, as if the rest had come meanwhile: this one would note what was seen when
    # it is left, and the browser may do that after the next page was opened.
    again = screen.context.new_page()
    again.add_init_script(f"localStorage.setItem('ducato.seen', '{seen}')")
    again.goto(address)
    recap = again.locator("dialog.recap[open]")
    recap.wait_for()
    assert recap.locator("li").all_inner_texts() == lines
    recap.get_by_text("Watch it step by step").click()
    again.locator(".replay-bar").wait_for()
    assert "#step=" in again.url
    again.close()
