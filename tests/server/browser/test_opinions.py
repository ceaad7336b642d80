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
    from playwright.sync_api import Locator, Page

    from ducato.core.match import Match

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


def analysed(screen: Page, server: LiveServer, match: Match) -> Locator:
    """Open the result of a finished game, and wait for its analysis."""
    screen.goto(create_table(server, match, screen))
    screen.locator("#show-result").click()
    chart = screen.locator("#chart")
    expect(chart.locator(".turning h4")).to_be_visible(timeout=3 * PATIENCE)
    return chart


def test_the_decisions_of_a_finished_game(screen: Page, server: LiveServer):
    screen.set_viewport_size(DESK)
    decisions = analysed(screen, server, played("magnate", 2, 1)).locator(".decisions")
    options = decisions.locator("option")
    expect(decisions.locator(".choice", has_text="(played)")).to_have_count(1)
    assert all(CHANCE.match(text) for text in decisions.locator(".choice-wins").all_inner_texts())
    select = decisions.locator("select")
    costliest = options.nth(select.evaluate("(one) => one.selectedIndex")).inner_text()
    assert "??" in costliest  # between random players
    expect(decisions.locator(".judgement b")).to_have_text("Blunder")
    select.select_option(index=0)
    decisions.get_by_role("button", name="Next decision").focus()
    screen.keyboard.press("Enter")
    second = options.nth(1).get_attribute("value")
    expect(select).to_have_value(second)
    expect(decisions.locator(".choice").nth(1)).to_be_visible()  # there was a choice
    decisions.get_by_role("button", name="Show on the board").click()
    screen.wait_for_function("(seq) => location.hash.startsWith(`#step=${seq}`)", arg=second)


def test_what_decided_a_finished_game_and_how_well_everybody_chose(
    screen: Page, server: LiveServer
):
    screen.set_viewport_size(DESK)
    chart = analysed(screen, server, played("magnate", 2, 1))
    expect(chart.locator(".line")).to_have_count(2)
    expect(chart.locator("progress")).to_be_hidden()
    parts = chart.locator(".luck dd b")
    expect(parts).to_have_count(4)
    first = parts.all_inner_texts()
    chart.locator(".luck select").select_option(index=1)
    expect(parts.first).not_to_have_text(first[0])
    rows = chart.locator(".accuracy tbody tr")
    expect(rows).to_have_count(2)
    expect(rows.first.locator(".choice-mark")).to_have_text(["✓", "?!", "?", "??"])
    moments = chart.locator(".turning li button")
    expect(moments).to_have_count(3)
    moments.first.click()
    expect(screen.locator("#result")).to_be_hidden()
    strip, room = screen.locator(".replay-bar"), screen.locator("#side-panel")
    room.locator("#tab-room-luck").click()
    worst = room.locator(".turning li button", has_not_text="Chance").last
    worst.click()
    expect(strip.locator(".replay-text")).to_contain_text("(−")
    screen.reload()  # the replay opens by itself, and asks for the analysis
    expect(room.locator(".turning li button")).to_have_count(3)
