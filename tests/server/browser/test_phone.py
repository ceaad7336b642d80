"""The table on a phone: the room of each part follows from the room that there is."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import TYPE_CHECKING

import pytest
from tests.support.live_server import WAITING, LiveServer, box, create_table, expect, frames, played

from ducato.core.game import all_games

if TYPE_CHECKING:
    from playwright.sync_api import Page, ViewportSize

UPRIGHT: list[ViewportSize] = [{"width": 390, "height": 844}, {"width": 360, "height": 640}]
SIDEWAYS: list[ViewportSize] = [{"width": 844, "height": 390}, {"width": 640, "height": 360}]
DOCK = 0.35
"""The greatest part of an upright screen for the question, its answers and one's own things."""


@pytest.fixture
def phone(new_screen: Callable[..., Page]) -> Page:
    """Return a page that is touched."""
    return new_screen(has_touch=True, is_mobile=True, viewport=UPRIGHT[0])


def sits(
    page: Page, server: LiveServer, game: str, share: float, prefers: str = "", least: bool = False
) -> None:
    """Open a table this far into a game, with the most players it allows, or with the least."""
    match = played(game, all_games()[game].players[0 if least else -1], share, prefers)
    page.goto(create_table(server, match, page, bot="random"))
    page.wait_for_selector(WAITING)


OWN_NAME = """() => {
    const name = document.querySelector("#own .seat-name");
    const { left, top, width, height } = name.getBoundingClientRect();
    const range = document.createRange();
    range.selectNodeContents(name);
    const whole = range.getBoundingClientRect().height <= height;
    const corners = [[1, 1], [width - 1, height - 1]].map(([x, y]) => [left + x, top + y]);
    return [corners.every(([x, y]) => document.elementFromPoint(x, y) === name),
        whole && name.title === name.textContent];
}"""
"""Whether the reader's own name is in view, and whole."""
SCROLLED = """() => [own, others, dock, ...document.querySelectorAll("#board > .layout-grid")]
    .filter((pane) => pane.checkVisibility() && pane.scrollHeight > pane.clientHeight + 4)
    .map((pane) => `${pane.id} ${pane.scrollHeight - pane.clientHeight}`)"""
"""What the players have and what can be bought, where it is not whole in view."""


@pytest.mark.parametrize("game", [*all_games()])
def test_sideways_the_board_has_the_full_height(phone: Page, server: LiveServer, game: str):
    """All else stands beside it, with the question in view, and the page does not scroll."""
    for share in (0.15, 0.8):
        phone.set_viewport_size(SIDEWAYS[0])
        sits(phone, server, game, share)
        for size in SIDEWAYS:
            phone.set_viewport_size(size)
            frames(phone)
            board = box(phone.locator("#board"))
            assert (board["y"], board["height"]) == (0, size["height"])
            # A square board needs no more than its height.
            assert board["width"] >= min(size["width"] * 0.55, size["height"] * 1.1)
            for part in (".top", "#others", "#dock", "#prompt"):
                beside = box(phone.locator(part))
                assert beside["x"] >= board["width"] - 1
                assert beside["y"] + beside["height"] <= size["height"] + 1
            assert phone.evaluate("document.documentElement.scrollHeight") <= size["height"] + 1
            assert phone.evaluate("board.scrollWidth - board.clientWidth") <= 0
            assert phone.evaluate(SCROLLED) == [], (size, share)
            assert phone.evaluate(OWN_NAME) == [True, True], (size, share)
            own = box(phone.locator("#own"))["y"]
            for button in phone.locator("#buttons:not(:has(.series)) > button:visible").all():
                assert sum(box(button)[side] for side in ("y", "height")) <= own + 1, size


HIDDEN_PARTS = """() => [...document.querySelectorAll("#prompt, #buttons button")]
    .filter((part) => {
        const { left, right, top, bottom } = part.getBoundingClientRect();
        return ![[left + 3, top + 6], [right - 3, top + 6], [left + 3, bottom - 6],
            [right - 3, bottom - 6]].every(([x, y]) => {
            const there = document.elementFromPoint(x, y);
            return there && (part.contains(there) || there.contains(part));
        });
    }).map((part) => part.textContent)"""
"""The words of the question and its answers that something covers, or that are out of view."""


@pytest.mark.parametrize("sizes", [SIDEWAYS, UPRIGHT], ids=["sideways", "upright"])
@pytest.mark.parametrize("share", [0.02, 0.6])
def test_no_button_covers_another(
    phone: Page, server: LiveServer, sizes: list[ViewportSize], share: float
):
    """Here several stand beside a row of numbers, or there are many bids; none is to be sought."""
    phone.set_viewport_size(sizes[0])
    sits(phone, server, "manifest-destiny", share)
    for size in sizes:
        phone.set_viewport_size(size)
        frames(phone)
        lying = [box(one) for one in phone.locator(".buttons button.action:visible").all()]
        assert len(lying) > 4
        if sizes is SIDEWAYS:
            assert phone.evaluate(HIDDEN_PARTS) == [], size
        for one, other in combinations(lying, 2):
            assert (
                min(one["x"] + one["width"], other["x"] + other["width"])
                <= max(one["x"], other["x"]) + 1
                or min(one["y"] + one["height"], other["y"] + other["height"])
                <= max(one["y"], other["y"]) + 1
            ), (size, one, other)


def test_sideways_many_open_sites_are_in_view(phone: Page, server: LiveServer):
    """There is one opponent, whose strip says more than those of several."""
    sits(phone, server, "builders", 0.4, "open:", least=True)
    for size in SIDEWAYS:
        phone.set_viewport_size(size)
        frames(phone)
        assert phone.evaluate(SCROLLED) == [], size


def test_sideways_the_page_is_never_larger_than_the_screen(phone: Page, server: LiveServer):
    """A phone would widen it for whatever sticks out, and choices would leave the screen."""
    width, height = SIDEWAYS[1].values()
    phone.set_viewport_size(SIDEWAYS[1])
    sits(phone, server, "manifest-destiny", 0.15)
    phone.evaluate(
        """([width, height]) => {
            const out = document.createElement("div");
            out.style.cssText = "position: absolute; width: 80px; height: 80px";
            out.style.left = `${width - 36}px`;
            out.style.top = `${height - 55}px`;
            document.body.append(out);
        }""",
        [width, height],
    )
    frames(phone)
    page = "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
    assert phone.evaluate(page) == [width, height]


@pytest.mark.parametrize("game", [*all_games()])
def test_upright_the_dock_leaves_room_for_the_board(phone: Page, server: LiveServer, game: str):
    for share in (0.15, 0.5, 0.8):
        sits(phone, server, game, share)
        for size in UPRIGHT:
            phone.set_viewport_size(size)
            frames(phone)
            assert box(phone.locator("#dock"))["height"] <= DOCK * size["height"] + 1
            if size == UPRIGHT[0]:
                assert phone.evaluate(SCROLLED) == [], share


NAMED = """() => [...document.querySelectorAll("#own .kind-tile")].map((tile) =>
    [...tile.querySelectorAll(".name")].filter((one) => one.getBoundingClientRect().width > 0)
        .map((one) => [...one.querySelectorAll("text")].map((line) => line.textContent).join(" "))
        .join())"""
"""The names that one's own tiles show."""


def test_upright_long_names_of_own_goods_are_narrow_and_not_left_out(
    phone: Page, server: LiveServer
):
    phone.set_viewport_size({"width": 390, "height": 844})
    phone.goto(create_table(server, played("fantasy-market", 2, 0.4), phone))
    phone.wait_for_selector(WAITING)
    names = phone.evaluate(NAMED)
    assert "Everburning Torch" in names
    assert all(names)


def test_upright_nothing_moves_when_others_play(phone: Page, server: LiveServer):
    """The buttons leave, and what stands above and below them stays where it is."""
    sits(phone, server, "builders", 0)

    def positions() -> list[dict[str, float]]:
        parts = ("#dock", "#prompt", "#own .seat", "#board")
        return [box(phone.locator(part)) for part in parts]

    before = positions()
    assert box(phone.locator("#buttons"))["height"] > 44
    phone.evaluate("buttons.replaceChildren(), document.body.classList.remove('my-turn')")
    assert positions() == before


OVER = {
    "side panel": ("#show-side-panel", "#side-panel"),
    "settings": ("[popovertarget=settings]", "#settings"),
    "menu of the table": ("#show-table-menu", "#table-menu"),
    "callouts": ("#show-help", ".callouts"),
    "menu of a card": ("#own > .role-hand .can .act", ".menu"),
    "replay": ("#replay", ".replay-bar"),
}
"""What opens over a table, each with what opens it."""


def test_back_closes_what_is_open(phone: Page, server: LiveServer):
    phone.goto(f"{server.address}/")
    sits(phone, server, "magnate", 0.5)
    table = phone.url
    for opener, cover in OVER.values():
        phone.locator(opener).first.tap()
        expect(phone.locator(cover)).to_be_visible()
        phone.go_back()
        expect(phone.locator(cover)).not_to_be_visible()
        assert phone.url == table
    phone.locator("#show-table-menu").tap()
    phone.locator("#show-table-menu").tap()  # closed otherwise: one step leads away all the same
    expect(phone.locator("#table-menu")).not_to_be_visible()
    phone.go_back()
    phone.wait_for_url(f"{server.address}/")


def test_back_closes_a_dialog_and_what_lies_over_it(phone: Page, server: LiveServer):
    phone.goto(f"{server.address}/leaderboards")
    phone.goto(f"{server.address}/?game=magnate")
    sheet = phone.locator("dialog[open]")
    expect(sheet).to_be_visible()
    phone.go_back()
    expect(sheet).to_have_count(0)
    assert phone.url == f"{server.address}/?game=magnate"
    phone.go_back()
    phone.wait_for_url(f"{server.address}/leaderboards")


def test_back_ends_an_enlarged_card(phone: Page, server: LiveServer):
    sits(phone, server, "magnate", 0.5)
    card = box(phone.locator("#own > .role-hand [data-piece]").first)
    tools = phone.context.new_cdp_session(phone)
    spot = [{"x": card["x"] + 12, "y": card["y"] + 12}]
    tools.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": spot})
    expect(phone.locator(".zoom.kept")).to_be_visible()
    tools.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    phone.go_back()
    expect(phone.locator(".zoom")).not_to_be_visible()
    assert "/table/" in phone.url


SMALL = """() => {
    const found = [];
    const parts = "button, a, select, summary, input:not([type=radio], [type=checkbox])";
    for (const part of document.querySelectorAll(parts)) {
        const { left, top, width, height } = part.getBoundingClientRect();
        if (!part.checkVisibility({ visibilityProperty: true }) || width < 2) continue;
        if (part.closest(".layout-map, .unseen, .rule, .skip-link")) continue;
        const after = getComputedStyle(part, "::after");
        const more = after.content === "none" || after.position !== "absolute" ? [0, 0]
            : [parseFloat(after.width) || 0, parseFloat(after.height) || 0];
        const size = [Math.max(width, more[0]), Math.max(height, more[1])].map(Math.round);
        if (Math.min(...size) < 44) found.push(`${part.outerHTML.slice(0, 80)}: ${size}`);
    }
    return found;
}"""
"""What is touched and narrower or lower than a finger; the squares of a map are as they can be."""


@pytest.mark.parametrize("game", [*all_games()])
def test_everything_that_is_touched_is_as_large_as_a_finger(
    phone: Page, server: LiveServer, game: str
):
    sits(phone, server, game, 0.5)
    for size in [*UPRIGHT, *SIDEWAYS]:
        phone.set_viewport_size(size)
        frames(phone)
        assert phone.evaluate(SMALL) == [], size
    for opener in ("#show-table-menu", "[popovertarget=settings]"):
        phone.locator(opener).tap()
        assert phone.evaluate(SMALL) == [], opener
        phone.go_back()


LARGER = "document.documentElement.style.fontSize = '130%'"
LOST = """() => [...document.querySelectorAll(".top *, #prompt, #buttons *, .tools *")]
    .filter((part) => part.checkVisibility() && !part.closest(".unseen"))
    .filter((part) => [...part.childNodes].some((n) => n.nodeType === 3 && n.data.trim()))
    .filter((part) => {
        const range = document.createRange();
        range.selectNodeContents(part);
        const text = range.getBoundingClientRect(), frame = part.getBoundingClientRect();
        const shown = getComputedStyle(part).clipPath === "none";
        const outside = text.right > innerWidth + 1 || text.bottom > innerHeight + 1;
        return shown && text.width > 1 && (text.width > frame.width + 2 || outside);
    }).map((part) => part.outerHTML.slice(0, 120))"""
"""The words of the question, its answers and the head that are cut or leave the window."""


@pytest.mark.parametrize("game", [*all_games()])
def test_larger_letters_lose_nothing(phone: Page, server: LiveServer, game: str):
    sits(phone, server, game, 0.5)
    before = phone.evaluate("parseFloat(getComputedStyle(dock.querySelector('#prompt')).fontSize)")
    phone.evaluate(LARGER)
    for size in [*UPRIGHT, *SIDEWAYS]:
        phone.set_viewport_size(size)
        frames(phone)
        assert phone.evaluate("document.documentElement.scrollWidth") <= size["width"]
        assert phone.evaluate(LOST) == [], size
    phone.set_viewport_size(UPRIGHT[0])
    assert (
        phone.evaluate("parseFloat(getComputedStyle(dock.querySelector('#prompt')).fontSize)")
        > before * 1.29
    )
    adjust = "getComputedStyle(document.documentElement).textSizeAdjust"
    assert phone.evaluate(adjust) == "auto"  # else Android's own setting would do nothing


def test_what_can_be_done_after_a_game_is_one_row(phone: Page, server: LiveServer):
    phone.goto(create_table(server, played("magnate", 2, 1), phone))
    phone.locator("#show-result").tap()
    buttons = phone.locator("#result form :is(a, button)")
    expect(phone.locator("#rematch button").first).to_be_visible()
    for size in [*UPRIGHT, *SIDEWAYS]:
        phone.set_viewport_size(size)
        frames(phone)
        sides = [box(button) for button in buttons.all()]
        row = box(phone.locator("#result form"))
        assert all(side["y"] >= row["y"] for side in sides)
        assert row["y"] + row["height"] <= size["height"] + 1
        assert len({side["y"] + side["height"] / 2 for side in sides}) == 1
        assert all(side["x"] + side["width"] <= size["width"] + 1 for side in sides)
        last = box(phone.locator("#result .ranking li").last)
        assert last["y"] + last["height"] <= min(side["y"] for side in sides)


def test_against_bots_only_one_passes_by_itself(phone: Page, server: LiveServer):
    """Nobody could be deceived; it can be switched off."""
    sits(phone, server, "manifest-destiny", 0.3)
    phone.locator("[popovertarget=settings]").tap()
    passes = phone.locator("#auto-response-list [value=pass]")
    expect(passes).to_be_checked()
    passes.uncheck()
    phone.reload()
    phone.wait_for_selector(WAITING)
    phone.locator("[popovertarget=settings]").tap()
    expect(passes).not_to_be_checked()


@pytest.mark.parametrize("game", [*all_games()])
def test_who_watches_sees_the_whole_board(
    phone: Page, new_screen: Callable[..., Page], server: LiveServer, game: str
):
    """Its lower edge stands above what is said; a map with all its names can be moved."""
    match = played(game, all_games()[game].players[-1], 0.5)
    watching = new_screen(has_touch=True, is_mobile=True, viewport=UPRIGHT[0])
    watching.goto(create_table(server, match, phone, bot="random").partition("?")[0])
    watching.wait_for_selector("#board [data-piece]")
    for size in (UPRIGHT[0], SIDEWAYS[0]):
        watching.set_viewport_size(size)
        frames(watching)
        sideways = size["width"] > size["height"]
        lower = size["height"] if sideways else box(watching.locator("#dock"))["y"]
        for part in watching.locator("#board > .area:not(.lettered):visible").all():
            assert sum(box(part)[side] for side in ("y", "height")) <= lower + 1, size
        assert watching.evaluate(CUT_STRIPS) == []
        assert watching.evaluate("document.documentElement.scrollWidth") <= size["width"]


CUT_STRIPS = """() => [...document.querySelectorAll("#others .seat-name, #others .score-number")]
    .filter((part) => part.checkVisibility())
    .filter((part) => {
        const { left, right } = part.closest(".seat-panel").getBoundingClientRect();
        const at = part.getBoundingClientRect();
        const cut = part.matches(".seat-name") && part.scrollWidth > part.clientWidth + 1;
        return cut || at.left < left || at.right > right + 1;
    })
    .map((part) => part.textContent)"""
"""The names and scores of the players that are cut or leave their strip."""
