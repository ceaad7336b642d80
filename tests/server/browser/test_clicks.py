"""A click never surprises: menus of hands, questions before the end of a turn, stray clicks."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from benchmarks.browser.stray_clicks import WATCH, monkey
from tests.support.live_server import (
    ANSWERED,
    DESK,
    SEQ,
    SPEED,
    WAITING,
    LiveServer,
    create_table,
    expect,
    frames,
    played,
)

if TYPE_CHECKING:
    from playwright.sync_api import Page

UPRIGHT = {"width": 390, "height": 844}
MENU = "[role=menu]:popover-open"


def test_a_card_in_hand_always_opens_its_menu(screen: Page, server: LiveServer):
    """In the first turn of Magnate, what cannot be bought can only be sold."""
    screen.set_viewport_size(DESK)
    screen.goto(create_table(server, played("magnate", 2, 0), screen, "greedy"))
    screen.wait_for_selector(WAITING)
    cards = screen.locator(".role-hand .act")
    seq = screen.evaluate(SEQ)
    barred = 0
    for number in range(cards.count()):
        cards.nth(number).click(position={"x": 8.0, "y": 8.0})
        expect(screen.locator(MENU)).to_have_count(1)
        kinds = len(screen.locator(f"{MENU} [role=menuitem]").all())
        piece = cards.nth(number).evaluate("(node) => node.closest('[data-piece]').dataset.piece")
        potential = screen.evaluate(
            "(id) => ducato.state.shown.scene.pieces.find((one) => one.id === id).potential.length",
            piece,
        )
        if kinds < potential:
            reasons = screen.locator(f"{MENU} .barred li")
            expect(reasons.first).to_be_visible()
            assert reasons.first.locator("a").count() or reasons.first.inner_text()
            barred += 1
        screen.keyboard.press("Escape")
        assert screen.evaluate(SEQ) == seq
    assert barred


def test_the_second_click_of_a_double_click_takes_nothing_from_the_menu(
    screen: Page, server: LiveServer
):
    screen.set_viewport_size(DESK)
    screen.goto(create_table(server, played("magnate", 2, 0), screen, "greedy"))
    screen.wait_for_selector(WAITING)
    seq = screen.evaluate(SEQ)
    # As if the menu had opened under the pointer.
    screen.evaluate(
        """() => {
            const press = (node, detail) => node.dispatchEvent(
                new MouseEvent("click", { bubbles: true, cancelable: true, detail }));
            press(document.querySelector(".role-hand .act"), 1);
            press(document.querySelector("[role=menu] button"), 2);
        }"""
    )
    frames(screen)
    assert screen.evaluate(SEQ) == seq
    expect(screen.locator(MENU)).to_have_count(1)
    screen.locator(f"{MENU} button").first.click()
    screen.wait_for_function("(seq) => ducato.state.newest.seq > seq", arg=seq)


def test_whoever_hurries_others_takes_nothing_that_then_appears(screen: Page, server: LiveServer):
    screen.set_viewport_size(DESK)
    screen.goto(create_table(server, played("builders", 2, 0), screen, "greedy"))
    screen.wait_for_selector(WAITING)
    goes_on = screen.evaluate(
        """() => {
            const how = { bubbles: true, cancelable: true, detail: 1, pointerType: "mouse" };
            const press = (node) => ["pointerdown", "click"]
                .map((type) => node.dispatchEvent(new PointerEvent(type, how))).at(-1);
            document.body.classList.remove("my-turn");
            press(board);
            document.body.classList.add("my-turn");
            return press(document.querySelector("#buttons .action"));
        }"""
    )
    assert not goes_on


def test_what_cannot_be_undone_is_asked_for(screen: Page, server: LiveServer):
    """In The Builders, whoever recruits a worker sees the next one."""
    screen.set_viewport_size(DESK)
    screen.goto(create_table(server, played("builders", 2, 0.2), screen, bot="greedy"))
    screen.wait_for_selector(WAITING)
    card = screen.locator("#board .can.kind-card:not(:has([aria-haspopup=menu])) > .act").first
    seq = screen.evaluate(SEQ)
    card.click(position={"x": 8.0, "y": 8.0})
    screen.wait_for_function(ANSWERED, arg=seq)
    expect(screen.locator(MENU)).to_have_count(1)
    assert screen.evaluate(SEQ) == seq
    screen.locator(f"{MENU} [role=menuitem]").click()
    screen.wait_for_function("(seq) => ducato.state.newest.seq > seq", arg=seq)


def test_a_crowded_button_asks_only_before_what_cannot_be_undone(
    new_screen: Callable[..., Page], server: LiveServer
):
    """It says on a phone no more than what is done, so that a menu says what that brings."""
    phone = new_screen(has_touch=True, is_mobile=True, viewport=UPRIGHT)
    phone.goto(create_table(server, played("builders", 2, 0.2), phone, bot="greedy"))
    phone.wait_for_selector(WAITING)
    buttons = phone.locator("#buttons .action")
    assert buttons.count() >= 4
    expect(buttons.first.locator(".action-hint")).to_be_hidden()
    expect(buttons.first).to_have_accessible_description(re.compile("."))
    seq = phone.evaluate(SEQ)
    buttons.last.tap()  # ends the turn
    expect(phone.locator(MENU)).to_have_count(1)
    assert phone.evaluate(SEQ) == seq
    phone.keyboard.press("Escape")
    buttons.first.tap()  # takes a coin
    phone.wait_for_function("(seq) => ducato.state.newest.seq > seq", arg=seq)
    expect(phone.locator(MENU)).to_have_count(0)


def test_a_monkey_that_clicks_anywhere_makes_no_move(screen: Page, server: LiveServer):
    """`benchmarks.browser.stray_clicks` does so for a thousand turns of each game."""
    screen.add_init_script(SPEED % "fast")
    screen.add_init_script(WATCH)
    screen.set_viewport_size(DESK)
    screen.goto(create_table(server, played("magnate", 2, 0.1), screen, bot="greedy"))
    screen.wait_for_selector(WAITING)
    done = monkey(screen, random.Random(2), turns := 6)
    assert done.clicks >= 2 * turns  # a slow machine leaves less time for more
    assert screen.evaluate("stray") == []


def test_several_tokens_are_put_on_a_deed_at_once(screen: Page, server: LiveServer):
    screen.set_viewport_size(DESK)
    screen.goto(create_table(server, played("magnate", 2, 0.52), screen))
    screen.wait_for_selector(WAITING)
    seq = screen.evaluate(SEQ)
    screen.locator("[data-piece='card:the-cave'] .act").click(position={"x": 8.0, "y": 8.0})
    screen.locator(f"{MENU} [data-times='2']").click()
    screen.wait_for_function(f"(seq) => ({SEQ}) >= seq + 2", arg=seq)
    expect(screen.locator(MENU)).to_have_count(0)
