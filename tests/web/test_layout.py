"""Where things stand at the table: nothing that one needs is hidden, cut off or covered."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from tests.web.live import SPEED, WAITING, LiveServer, lay, played

from ducato.core.game import all_games

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

LAPTOP, TABLET = {"width": 1280, "height": 720}, {"width": 900, "height": 640}
DESK, PHONE = {"width": 1600, "height": 900}, {"width": 390, "height": 844}
SIZES = {"laptop": LAPTOP, "tablet": TABLET, "desk": DESK}
TALK = """() => ducato.hearing.listener.hear({
    type: "talk", speaks: true, watching: false, longest: 300,
    phrases: ["Hello!", "Good luck!", "It is your turn."].map((label) => ({ name: label, label })),
    lines: [...Array(9).keys()].map((number) => ({
        number, seat: 1, name: "Bruno", own: false, muted: false, text: "a line", at: 0 })),
})"""
"""The page hears that people talk here."""
WAITS = """() => ducato.hearing.listener.hear({
    type: "table", table: { ...ducato.now.now.table, stage: "waiting" } })"""
"""The page hears that somebody is missing, who is to be sent the address."""


def expect(locator: Locator) -> Any:
    """Playwright's patient assertions; imported late, since it may not be installed."""
    from playwright.sync_api import expect as patiently

    return patiently(locator)


def sits(page: Page, server: LiveServer, game: str, share: float, size: dict[str, int]) -> None:
    """Go to a table with as many players as there can be, so far into a game."""
    page.set_viewport_size(size)
    page.goto(lay(server, played(game, all_games()[game].players[-1], share), page, bot="random"))
    page.wait_for_selector(WAITING)


OTHERS = """() => {
    const { clientHeight, scrollHeight } = others;
    const area = others.getBoundingClientRect(), first = others.firstElementChild;
    const { top, bottom } = first.getBoundingClientRect();
    return { clientHeight, scrollHeight, above: area.top - top, below: bottom - area.bottom };
}"""


@pytest.mark.parametrize("happens", ["nothing", "talk", "an open seat"])
@pytest.mark.parametrize("size", [LAPTOP, TABLET], ids=["laptop", "tablet"])
@pytest.mark.parametrize("game", all_games())
def test_the_other_players_never_shrink_away(
    screen: Page, server: LiveServer, game: str, size: dict[str, int], happens: str
):
    """The first of them is whole in view, and there is room for more."""
    sits(screen, server, game, 0.3, size)
    if happens == "talk":
        screen.evaluate(TALK)
        if screen.locator("#show-story").is_visible():
            screen.locator("#show-story").click()
        screen.locator("#talk summary").click()
        expect(screen.locator(".talk-form input")).to_be_in_viewport(ratio=1)
        expect(screen.locator(".talk-lines li").last).to_be_in_viewport()
    elif happens == "an open seat":
        screen.evaluate(WAITS)
        expect(screen.locator("#company")).to_be_visible()
    room = screen.evaluate(OTHERS)
    assert room["above"] <= 1
    assert room["below"] <= 1
    assert room["clientHeight"] >= min(room["scrollHeight"], 150)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", all_games())
def test_what_scrolls_shows_that_there_is_more(
    screen: Page, server: LiveServer, game: str, size: str
):
    """A sign at the lower edge, until one has scrolled there."""
    sits(screen, server, game, 0.9, SIZES[size])
    for area in ("#others", "#board"):
        hidden = screen.locator(area).evaluate(
            "(node) => getComputedStyle(node).overflowY === 'visible' ? 0"
            " : node.scrollHeight - node.clientHeight"
        )
        sign = screen.locator(f"{area}.more")
        expect(sign).to_have_count(1 if hidden > 4 else 0)
        if hidden > 4:
            assert sign.evaluate("(node) => getComputedStyle(node, '::after').content") != "none"
            sign.evaluate("(node) => { node.scrollTop = node.scrollHeight; }")
            expect(sign).to_have_count(0)


ROLLS = """async () => {
    const { scene, ...view } = ducato.now.now.shown;
    const { place } = scene.pieces.find(({ kind }) => kind === "die");
    const face = { title: "6", shape: "d6" };
    const die = { id: "die", kind: "die", place, order: 99, label: "a 6", face };
    const put = [[scene.pieces.length, die]];
    const next = { ...view, seq: view.seq + 1, legal: [], changes: { pieces: { put } } };
    const step = { seq: next.seq, actor: -1, texts: ["a die"], view: next };
    await ducato.hearing.listener.hear({ type: "steps", steps: [step] });
}"""
"""The page hears of a roll with a die that did not lie there before."""
DICE = """() => {
    const sizes = [...document.querySelectorAll(".kind-die")].map((die) => die.offsetWidth);
    const found = document.querySelector("[data-piece=die]") !== null;
    return { sizes, aside: aside.offsetHeight, new: found };
}"""
STILL_ROLLS = (
    "() => document.querySelector('[data-piece=die]')?.getAnimations({subtree: true}).length"
)


@pytest.mark.parametrize("size", [*SIZES, "phone"])
def test_a_new_die_is_as_large_as_the_others(screen: Page, server: LiveServer, size: str):
    """While it rolls, and nothing beside it changes its size."""
    screen.context.add_init_script(SPEED % "slow")
    sits(screen, server, "magnate", 0.3, {**SIZES, "phone": PHONE}[size])
    before = screen.evaluate(DICE)
    screen.evaluate(ROLLS)
    screen.wait_for_function(STILL_ROLLS)
    after = screen.evaluate(DICE)
    assert after["new"]
    assert set(after["sizes"]) == set(before["sizes"])
    assert after["aside"] == before["aside"]
