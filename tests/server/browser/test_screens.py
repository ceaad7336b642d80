"""The table in windows of all sizes: nothing a player needs is hidden, cut off, covered or moved.

A screen is opened once and all that holds of it is checked there, each as a subtest. Every two of
game, window, language and progress of the game are on a screen together; they say nothing about
the rules, so all seats are the reader's, and no bot moves.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, cycle
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from benchmarks.browser import legibility
from tests.server.browser.test_access import small_targets
from tests.support.live_server import (
    PHONE,
    WAITING,
    LiveServer,
    box,
    create_table,
    expect,
    overlap,
    played,
)
from tests.support.pairwise import pairwise

from ducato.core.game import all_games
from ducato.core.i18n import LANGUAGES

if TYPE_CHECKING:
    from playwright.sync_api import Page

SIZES = legibility.SIZES
SHARES = (0.0, 0.33, 0.55, 0.75, 0.9)
"""How far a game has gone; in Magnate a district is chosen first, and a deed later."""


class Screen(NamedTuple):
    """A page that shows a table, and what it shows.

    Attributes:
        page: the page.
        game: the name of the game.
        players: the number of players.
        width: the width of the window.
        height: the height of the window.
    """

    page: Page
    game: str
    players: int
    width: int
    height: int


Check = Callable[[Screen], Any]


# ------------------------------------------------------------------------------ without a change


def everything_can_be_read(screen: Screen) -> None:
    assert legibility.faults_of(legibility.table_texts(screen.page)) == []


COVERED = """() => {
    const box = (node) => node.getBoundingClientRect();
    const all = { opacityProperty: true, visibilityProperty: true };
    const seen = (node) => node.checkVisibility(all);
    const texts = [...document.querySelectorAll(".table > :not(#dock) .drawing text")].filter(seen);
    const found = [];
    for (const act of document.querySelectorAll("#board .can > .act")) {
        const piece = act.closest(".piece"), { left, top, width } = box(act);
        if (piece.closest(".layout-map") || piece.closest(".role-hand")) continue;
        if (!act.checkVisibility({ visibilityProperty: true })) continue; // in another tab
        const mark = getComputedStyle(act, "::before"), half = parseFloat(mark.borderLeftWidth);
        const middle = left + width / 2, above = top + parseFloat(mark.top);
        const arrow = { left: middle - half, right: middle + half, top: above,
            bottom: above + parseFloat(mark.borderTopWidth) };
        const edge = { left: left - 2, right: left + width + 2, top: top - 2, bottom: top + 1 };
        for (const text of texts) {
            const own = text.closest(".piece") === piece;
            const { left, right, top, bottom } = box(text), air = (bottom - top) / 5; // no letter
            for (const one of own ? [arrow] : [arrow, edge]) {
                if (left < one.right && one.left < right
                    && top + air < one.bottom && one.top < bottom - air) {
                    found.push(`${act.getAttribute("aria-label")}: ${text.textContent}`);
                }
            }
        }
    }
    return found;
}"""
"""The texts that the arrow or the raised edge of a choice covers."""


def the_sign_of_a_choice_covers_no_text(screen: Screen) -> None:
    """Neither at rest nor under the pointer."""
    assert screen.page.evaluate(COVERED) == []
    choices = screen.page.locator("#board:not(.with-map) .can")
    if choices.count():
        choices.first.hover(position={"x": 8, "y": 8})
        covered = screen.page.evaluate(COVERED)
        screen.page.mouse.move(2, 2)
        assert covered == []


STROKES = """() => [...document.querySelectorAll(".kind-region .named")].map((drawing) => {
    const fill = drawing.querySelector(".strokes")?.getAttribute("fill");
    const there = fill && document.querySelector(fill.slice(4, -1));
    return [/tone-\\w+/.exec(drawing.getAttribute("class"))[0], there?.id ?? null];
})"""
"""The tone of each region, and the strokes that it is filled with."""


def strokes_show_who_holds_a_region(screen: Screen) -> None:
    """Each tone of a holder has its own kind of strokes."""
    found = screen.page.evaluate(STROKES)
    strokes = {tone: strokes for tone, strokes in found if tone not in ("tone-paper", "tone-grey")}
    assert None not in strokes.values()
    assert len(set(strokes.values())) == len(strokes)


def all_opponents_are_shown(screen: Screen) -> None:
    hidden = "(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)(others)"
    assert screen.page.evaluate(hidden) <= 1


def targets_fit_a_finger(screen: Screen) -> None:
    """Every target is large enough for a finger.

    What stands on a map is as large as the map allows, and is in the list, too; a piece that only
    explains why it cannot be chosen is as large as it is drawn.
    """
    assert small_targets(screen.page) == []


def a_map_has_half_of_the_screen(screen: Screen) -> None:
    """However many choices there are."""
    if screen.page.locator("#board.with-map").count():
        screen.page.set_viewport_size({"width": screen.width, "height": PHONE["height"]})
        free = screen.page.evaluate("document.getElementById('dock').getBoundingClientRect().top")
        screen.page.set_viewport_size({"width": screen.width, "height": screen.height})
        assert free >= PHONE["height"] / 2 + 50  # and 50 for the head


CUT = """() => {
    const head = document.getElementById("title").parentElement;
    return [head.scrollWidth - head.clientWidth, head.scrollHeight - head.clientHeight];
}"""
"""How much of the title is cut off, in pixels."""


def a_phone_says_what_is_played_with_whom_and_whose_turn_it_is(screen: Screen) -> None:
    page, players = screen.page, screen.players
    title = box(page.locator("#title"))
    assert title["x"] + title["width"] <= screen.width
    assert page.evaluate(CUT) == [0, 0]
    names = page.locator(".seat-name")
    expect(names).to_have_count(players)
    for name in names.all():
        expect(name).to_be_in_viewport(ratio=1)
        shown = name.evaluate("(node) => [node.clientWidth, node.scrollWidth]")
        assert shown[0] >= (shown[1] if players < 4 else 24)
        assert name.evaluate("(node) => getComputedStyle(node).textOverflow") == "ellipsis"
    expect(page.locator(".seat[aria-current]")).to_be_in_viewport(ratio=1)


# ------------------------------------------------------------- something is done and taken back


def what_scrolls_shows_that_there_is_more(screen: Screen) -> None:
    """A sign is shown at the lower edge until the element has been scrolled to there."""
    for area in ("#others", "#board"):
        hidden = screen.page.locator(area).evaluate(
            "(node) => getComputedStyle(node).overflowY === 'visible' ? 0"
            " : node.scrollHeight - node.clientHeight"
        )
        sign = screen.page.locator(f"{area}.more")
        expect(sign).to_have_count(1 if hidden > 4 else 0)
        if hidden > 4:
            assert sign.evaluate("(node) => getComputedStyle(node, '::after').content") != "none"
            sign.evaluate("(node) => { node.scrollTop = node.scrollHeight; }")
            expect(sign).to_have_count(0)
            screen.page.locator(area).evaluate("(node) => { node.scrollTop = 0; }")
            expect(sign).to_have_count(1)


CALLOUTS = ".callouts:popover-open"
MARKS = """() => [...document.querySelectorAll(".callout-marks rect")].map((ring) => {
    const { x, y, width, height } = ring.getBoundingClientRect();
    return { x, y, width, height };
})"""


def each_kind_of_number_has_one_callout(screen: Screen) -> None:
    page = screen.page
    page.locator("#show-help").click()  # a slow machine would seem to hold a key
    page.locator(CALLOUTS).wait_for()
    # Beside the number, or in the list of those out of view.
    told = (
        page.locator(".callout-list > li").evaluate_all(
            "(boxes) => boxes.map((box) => box.lastChild.textContent)"
        )
        + page.locator(".callout-head li").all_text_contents()
    )
    assert len(told) == len(set(told)) > 5
    boxes = [box(one) for one in page.locator(".callout-list > li").all()]
    assert len(boxes) > 1
    marks = page.evaluate(MARKS)
    assert len(marks) == len(boxes)
    assert not [pair for pair in combinations(boxes, 2) if overlap(*pair)]
    for one in boxes:
        assert one["x"] >= 0
        assert one["x"] + one["width"] <= screen.width
        assert one["y"] >= 0
        assert one["y"] + one["height"] <= screen.height
        assert not any(overlap(one, mark) for mark in marks), "the number itself is in view"
    smallest = page.locator(f"{CALLOUTS} :is(li, button, summary)").evaluate_all(
        "(all) => Math.min(...all.map((one) => parseFloat(getComputedStyle(one).fontSize)))"
    )
    assert smallest >= 12
    page.keyboard.press("Escape")
    expect(page.locator(CALLOUTS)).to_have_count(0)


# ------------------------------------------------------------------- something happens, in order

SAYS = """(text) => {
    localStorage.setItem("ducato.speed", "slow");
    const { scene, ...view } = ducato.state.shown;
    const next = { ...view, seq: view.seq + 1, changes: {} };
    const reader = Number(new URLSearchParams(location.search).get("seat"));
    const step = { seq: next.seq, actor: reader ? 0 : 1, texts: [text], view: next };
    return ducato.receive({ type: "steps", steps: [step] });
}"""
"""Tell the page that another player acted, after which the reader has the same choices."""
LONG = "Player 1 pays 1 Wave and 1 Wyrm for the deed to the Cave in the Borderland district."
BELOW_CAPTION = """() => {
    const { left, right, top, bottom } = narration.getBoundingClientRect();
    const bar = document.getElementById("status-bar").getBoundingClientRect();
    const outside = top < bar.top || bottom > bar.bottom ? ["the edge of the bar"] : [];
    const under = [...document.querySelectorAll("#dock :is(.can, button)")].filter((node) => {
        const box = node.getBoundingClientRect();
        return left < box.right && box.left < right && top < box.bottom && box.top < bottom;
    });
    return outside.concat(under.map((node) => node.outerHTML.slice(0, 120)));
}"""
"""What the caption covers."""


def a_caption_covers_nothing_and_moves_nothing(screen: Screen) -> None:
    page, dock = screen.page, "document.getElementById('dock').offsetHeight"
    height = page.evaluate(dock)
    page.evaluate(SAYS, LONG)
    page.wait_for_function("() => narration.matches('.caption')")
    assert page.evaluate(dock) == height
    assert page.evaluate(BELOW_CAPTION) == []


OTHERS = """() => {
    const { clientHeight, scrollHeight } = others;
    const area = others.getBoundingClientRect(), first = others.firstElementChild;
    const { top, bottom } = first.getBoundingClientRect();
    return { clientHeight, scrollHeight, above: area.top - top, below: bottom - area.bottom };
}"""


def the_other_players_never_shrink_away(screen: Screen) -> None:
    """The first of them is in full view, and there is room for more."""
    room = screen.page.evaluate(OTHERS)
    assert room["above"] <= 1
    assert room["below"] <= 1
    assert room["clientHeight"] >= min(room["scrollHeight"], 150)


CHAT = """() => ducato.receive({
    type: "chat", can_speak: true, spectator: false, longest: 300,
    phrases: ["Hello!", "Good luck!", "It is your turn."].map((label) => ({ name: label, label })),
    lines: [...Array(9).keys()].map((number) => ({
        number, seat: 1, name: "Bruno", own: false, muted: false, text: "a line", at: 0 })),
})"""
"""Tell the page that there is chat at this table."""


def the_other_players_do_not_shrink_beside_chat(screen: Screen) -> None:
    page = screen.page
    page.evaluate(CHAT)
    if page.locator("#show-side-panel").is_visible():
        page.locator("#show-side-panel").click()
    page.locator("#tab-chat").click()
    expect(page.locator(".chat-form input")).to_be_in_viewport(ratio=1)
    expect(page.locator(".chat-lines li").last).to_be_in_viewport()
    the_other_players_never_shrink_away(screen)
    if page.locator(".close-sheet").is_visible():
        page.locator(".close-sheet").click()


WAITS = """() => {
    const { table } = ducato.state;
    const [open, ...others] = [...table.seats].reverse();
    const seats = [{ ...open, kind: "open" }, ...others].reverse();
    const next = { ...table, status: "waiting", seats };
    return ducato.receive({ type: "table", table: next });
}"""
"""Tell the page that a player is missing, to whom the address is to be sent."""


def the_other_players_do_not_shrink_below_an_invitation(screen: Screen) -> None:
    screen.page.evaluate(WAITS)
    expect(screen.page.locator("#table-status")).to_be_visible()
    the_other_players_never_shrink_away(screen)


TAKEN = """() => [...document.querySelectorAll(".layout-row.role-market")].map((row) => {
    const size = () => [row.offsetWidth, row.offsetHeight].join(" x ");
    const before = size();
    row.querySelector(".kind-card, .kind-tile")?.remove();
    return [before, size()];
})"""
"""The sizes of the rows of a market, before and after a card is taken away."""


def a_row_of_a_market_keeps_its_room(screen: Screen) -> None:
    for before, after in screen.page.evaluate(TAKEN):
        assert after == before


LARGE, MEDIUM, PHONES = {"desk"}, {"laptop", "tablet"}, {"phone", "small"}
ALL = LARGE | MEDIUM | PHONES
CHECKS: tuple[tuple[Check, set[str]], ...] = (
    (everything_can_be_read, ALL),
    (strokes_show_who_holds_a_region, ALL),
    (all_opponents_are_shown, LARGE),
    (the_other_players_never_shrink_away, MEDIUM),
    (targets_fit_a_finger, PHONES),
    (a_map_has_half_of_the_screen, PHONES),
    (a_phone_says_what_is_played_with_whom_and_whose_turn_it_is, PHONES),
    (the_sign_of_a_choice_covers_no_text, ALL),  # the page is scrolled to it
    (what_scrolls_shows_that_there_is_more, LARGE | MEDIUM),
    (each_kind_of_number_has_one_callout, ALL),
    (a_caption_covers_nothing_and_moves_nothing, ALL),
    (the_other_players_do_not_shrink_beside_chat, MEDIUM),
    (the_other_players_do_not_shrink_below_an_invitation, MEDIUM),
    (a_row_of_a_market_keeps_its_room, LARGE),
)
"""What holds of a screen, and in which windows, in the order in which it is checked."""


def opened(
    page: Page, server: LiveServer, game: str, size: str, lang: str, share: float, players: int
) -> Screen:
    """Open a table in a window of this size."""
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    address = create_table(server, played(game, players, share), page)
    page.goto(f"{address}&lang={lang}")
    page.wait_for_selector(WAITING)
    assert page.locator("html").get_attribute("lang") == lang
    return Screen(page, game, players, width, height)


@pytest.mark.parametrize(
    ("game", "size", "lang", "share"), pairwise([*all_games()], [*SIZES], LANGUAGES, SHARES)
)
def test_a_table_is_laid_out_well(
    screen: Page,
    server: LiveServer,
    subtests: pytest.Subtests,
    game: str,
    size: str,
    lang: str,
    share: float,
):
    """The table of the most players, where room is scarcest."""
    shown = opened(screen, server, game, size, lang, share, all_games()[game].players[-1])
    for check, sizes in CHECKS:
        if size in sizes:
            with subtests.test(check.__name__):
                check(shown)


@pytest.mark.parametrize(("game", "size"), [*zip(all_games(), cycle(sorted(PHONES)), strict=False)])
def test_a_phone_says_it_of_the_fewest_players(
    screen: Page, server: LiveServer, game: str, size: str
):
    fewest = all_games()[game].players[0]
    a_phone_says_what_is_played_with_whom_and_whose_turn_it_is(
        opened(screen, server, game, size, "en", 0.3, fewest)
    )
