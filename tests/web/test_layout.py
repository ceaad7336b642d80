"""The layout of the table: nothing that a player needs is hidden, cut off or covered."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from tests.support.live_server import (
    ANNA,
    MOST_MOVES,
    SPEED,
    WAITING,
    LiveServer,
    click_something,
    create_table,
    expect,
    played,
)

from ducato.core.game import all_games

if TYPE_CHECKING:
    from playwright.sync_api import Page

LAPTOP, TABLET = {"width": 1280, "height": 720}, {"width": 900, "height": 640}
DESK, PHONE = {"width": 1600, "height": 900}, {"width": 390, "height": 844}
SIZES = {"laptop": LAPTOP, "tablet": TABLET, "desk": DESK}
CHAT = """() => ducato.receive({
    type: "chat", can_speak: true, spectator: false, longest: 300,
    phrases: ["Hello!", "Good luck!", "It is your turn."].map((label) => ({ name: label, label })),
    lines: [...Array(9).keys()].map((number) => ({
        number, seat: 1, name: "Bruno", own: false, muted: false, text: "a line", at: 0 })),
})"""
"""Tell the page that there is chat at this table."""
WAITS = """() => {
    const { table } = ducato.state;
    const [open, ...others] = [...table.seats].reverse();
    const seats = [{ ...open, kind: "open" }, ...others].reverse();
    const next = { ...table, status: "waiting", seats };
    return ducato.receive({ type: "table", table: next });
}"""
"""Tell the page that a player is missing, to whom the address is to be sent."""


def sits(page: Page, server: LiveServer, game: str, share: float, size: dict[str, int]) -> None:
    """Open a table with the most players the game allows, this far into a game."""
    page.set_viewport_size(size)
    page.goto(
        create_table(server, played(game, all_games()[game].players[-1], share), page, bot="random")
    )
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
    """The first of them is in full view, and there is room for more."""
    sits(screen, server, game, 0.3, size)
    if happens == "talk":
        screen.evaluate(CHAT)
        if screen.locator("#show-side-panel").is_visible():
            screen.locator("#show-side-panel").click()
        screen.locator("#tab-chat").click()
        expect(screen.locator(".chat-form input")).to_be_in_viewport(ratio=1)
        expect(screen.locator(".chat-lines li").last).to_be_in_viewport()
    elif happens == "an open seat":
        screen.evaluate(WAITS)
        expect(screen.locator("#table-status")).to_be_visible()
    room = screen.evaluate(OTHERS)
    assert room["above"] <= 1
    assert room["below"] <= 1
    assert room["clientHeight"] >= min(room["scrollHeight"], 150)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", all_games())
def test_what_scrolls_shows_that_there_is_more(
    screen: Page, server: LiveServer, game: str, size: str
):
    """A sign is shown at the lower edge until the element has been scrolled to there."""
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
    const { scene, ...view } = ducato.state.shown;
    const { area } = scene.pieces.find(({ kind }) => kind === "die");
    const face = { title: "6", shape: "d6" };
    const die = { id: "die", kind: "die", area, order: 99, label: "a 6", face };
    const put = [[scene.pieces.length, die]];
    const next = { ...view, seq: view.seq + 1, legal: [], changes: { pieces: { put } } };
    const step = { seq: next.seq, actor: -1, texts: ["a die"], view: next };
    await ducato.receive({ type: "steps", steps: [step] });
}"""
"""Tell the page of a roll with a die that was not there before."""
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
    """The die keeps its size while it rolls, and nothing beside it changes size."""
    screen.context.add_init_script(SPEED % "slow")
    sits(screen, server, "magnate", 0.3, {**SIZES, "phone": PHONE}[size])
    before = screen.evaluate(DICE)
    screen.evaluate(ROLLS)
    screen.wait_for_function(STILL_ROLLS)
    after = screen.evaluate(DICE)
    assert after["new"]
    assert set(after["sizes"]) == set(before["sizes"])
    assert after["aside"] == before["aside"]


COVERED = """() => {
    const box = (node) => node.getBoundingClientRect();
    const all = { opacityProperty: true, visibilityProperty: true };
    const seen = (node) => node.checkVisibility(all);
    const texts = [...document.querySelectorAll(".table > :not(#dock) .drawing text")].filter(seen);
    const found = [];
    for (const act of document.querySelectorAll("#board .can > .act")) {
        const piece = act.closest(".piece"), { left, top, width } = box(act);
        if (piece.closest(".layout-map") || piece.closest(".role-hand")) continue;
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


@pytest.mark.parametrize("size", [*SIZES, "phone"])
@pytest.mark.parametrize("game", all_games())
def test_the_sign_of_a_choice_covers_no_text(
    screen: Page, server: LiveServer, game: str, size: str
):
    """The sign covers no text, neither at rest nor under the pointer."""
    screen.set_viewport_size({**SIZES, "phone": PHONE}[size])
    for share in (0.33, 0.75):  # in Magnate a district is chosen first, then a deed
        match = played(game, all_games()[game].players[-1], share)
        screen.goto(create_table(server, match, screen))
        screen.wait_for_selector(WAITING)
        assert screen.evaluate(COVERED) == []
        choices = screen.locator("#board:not(.with-map) .can")
        if choices.count():
            choices.first.hover(position={"x": 8, "y": 8})
            assert screen.evaluate(COVERED) == []


def box(page: Page, css: str) -> dict[str, float]:
    found = page.locator(css).first.bounding_box()
    assert found is not None, css
    return dict(found)


def overlap(one: dict[str, float], other: dict[str, float]) -> bool:
    return all(
        one[at] < other[at] + other[length] and other[at] < one[at] + one[length]
        for at, length in (("x", "width"), ("y", "height"))
    )


SAYS = """(text) => {
    const { scene, ...view } = ducato.state.shown;
    const next = { ...view, seq: view.seq + 1, changes: {} };
    const step = { seq: next.seq, actor: 1, texts: [text], view: next };
    return ducato.receive({ type: "steps", steps: [step] });
}"""
"""Tell the page that another player acted, after which the reader has the same choices."""
LONG = "Player 1 pays 1 Wave and 1 Wyrm for the deed to the Cave in the Borderland district."


@pytest.mark.parametrize("size", [*SIZES, "phone"])
@pytest.mark.parametrize("game", ["builders", "fantasy-market", "magnate"])
def test_a_caption_covers_nothing_and_moves_nothing(
    screen: Page, server: LiveServer, game: str, size: str
):
    sits(screen, server, game, 0.0, {**SIZES, "phone": PHONE}[size])
    screen.evaluate("localStorage.setItem('ducato.speed', 'slow')")
    dock = "document.getElementById('dock').offsetHeight"
    height = screen.evaluate(dock)
    screen.evaluate(SAYS, LONG)
    screen.wait_for_function("() => narration.matches('.caption')")
    assert screen.evaluate(dock) == height
    covered = """() => {
        const { left, right, top, bottom } = narration.getBoundingClientRect();
        const bar = document.getElementById("status-bar").getBoundingClientRect();
        const outside = top < bar.top || bottom > bar.bottom;
        return outside || [...document.querySelectorAll("#dock :is(.can, button)")].some((node) => {
            const box = node.getBoundingClientRect();
            return left < box.right && box.left < right && top < box.bottom && box.top < bottom;
        });
    }"""
    assert not screen.evaluate(covered)


@pytest.mark.parametrize("size", ["desk", "laptop"])
def test_what_was_told_is_read_to_its_end(screen: Page, server: LiveServer, size: str):
    """The text is shown to its end where the dock has room for it."""
    sits(screen, server, "magnate", 0.3, SIZES[size])
    screen.evaluate(SAYS, LONG)
    expect(screen.locator("#narration")).to_have_text(LONG)
    cut = screen.locator("#narration").evaluate("(node) => node.scrollHeight - node.clientHeight")
    assert cut <= 1


CUT = """() => {
    const head = document.getElementById("title").parentElement;
    return [head.scrollWidth - head.clientWidth, head.scrollHeight - head.clientHeight];
}"""
"""How much of the title is cut off, in pixels."""
NARROW = """() => [...document.querySelectorAll("select")]
    .filter((select) => select.checkVisibility())
    .filter((select) => {
        const whole = select.cloneNode(true);
        Object.assign(whole.style, { position: "fixed", width: "max-content", flex: "none" });
        select.after(whole);
        const { clientWidth } = select.parentElement;
        const { paddingLeft, paddingRight } = getComputedStyle(select.parentElement);
        const room = clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
        const wanted = Math.min(whole.offsetWidth, room);
        whole.remove();
        return select.offsetWidth < wanted - 1;
    }).map((select) => select.outerHTML.slice(0, 200))"""
"""The selects that are narrower than the longest of their choices."""


@pytest.mark.parametrize("lang", ["en", "it", "es"])
@pytest.mark.parametrize("size", ["desk", "phone"])
def test_selects_show_what_is_chosen(screen: Page, server: LiveServer, size: str, lang: str):
    screen.set_viewport_size({**SIZES, "phone": PHONE}[size])
    for game in all_games():
        screen.goto(f"{server.address}/?game={game}&lang={lang}")
        screen.wait_for_selector("#options-part")
        screen.locator("#options-part summary").click()
        screen.locator("[name=time_control]").select_option("days")
        assert screen.evaluate(NARROW) == []
    screen.locator("#close-setup").click()
    screen.locator("[popovertarget=settings]").click()
    expect(screen.locator("#confirm")).to_be_visible()
    assert screen.evaluate(NARROW) == []
    screen.request.post(f"{server.address}/api/me", data={"name": "Anna"})
    screen.goto(f"{server.address}/account?lang={lang}")
    screen.wait_for_selector("#preference-turn-reminders")
    assert screen.evaluate(NARROW) == []


@pytest.mark.parametrize("width", [390, 360])
@pytest.mark.parametrize("game", all_games())
def test_a_phone_says_what_is_played_with_whom_and_whose_turn_it_is(
    screen: Page, server: LiveServer, game: str, width: int
):
    for players in {all_games()[game].players[0], all_games()[game].players[-1]}:
        screen.set_viewport_size({"width": width, "height": 740})
        screen.goto(create_table(server, played(game, players, 0.3), screen, bot="random"))
        screen.wait_for_selector(WAITING)
        title = box(screen, "#title")
        assert title["x"] + title["width"] <= width
        assert screen.evaluate(CUT) == [0, 0]
        names = screen.locator(".seat-name")
        expect(names).to_have_count(players)
        for name in names.all():
            expect(name).to_be_in_viewport(ratio=1)
            shown = name.evaluate("(node) => [node.clientWidth, node.scrollWidth]")
            assert shown[0] >= (shown[1] if players < 4 else 24)
            assert name.evaluate("(node) => getComputedStyle(node).textOverflow") == "ellipsis"
        expect(screen.locator(".seat[aria-current]")).to_be_in_viewport(ratio=1)


def test_who_is_invited_reads_by_whom_and_to_what(
    new_screen: Callable[[], Page], server: LiveServer
):
    anna, bruno = new_screen(), new_screen()
    wanted = {"game": "builders", "seats": [ANNA, {"kind": "open"}]}
    answer = anna.request.post(f"{server.address}/api/tables", data=wanted)
    bruno.set_viewport_size(PHONE)
    bruno.goto(f"{server.address}{answer.json()['url']}?lang=en")
    invitation = bruno.locator("#table-status .invitation")
    expect(invitation).to_have_text("Anna invites you to play The Builders: Middle Ages.")
    expect(invitation).to_be_in_viewport(ratio=1)


def test_a_move_on_its_way_is_seen(screen: Page, server: LiveServer):
    """A pending move is visible on a slow network and while offline; it is read aloud, too."""
    screen.context.add_init_script(
        """(() => {
            const send = WebSocket.prototype.send;
            WebSocket.prototype.send = function (data) {
                window.socket = this;
                if (window.lost && JSON.parse(data).type === "act") return;
                return send.call(this, data);
            };
        })()"""
    )
    sits(screen, server, "builders", 0.0, PHONE)
    state = screen.locator("#connection")
    screen.evaluate("window.lost = true")
    screen.locator("#buttons .action").first.click()
    expect(state).to_have_attribute("data-state", "sending")
    expect(state).to_have_text("Sending your move…")
    expect(state).to_be_in_viewport(ratio=1)
    assert state.get_attribute("aria-live") == "polite"
    screen.context.set_offline(True)
    screen.evaluate("window.socket.close()")
    expect(state).to_have_attribute("data-state", "lost")
    expect(state).to_contain_text("Your move will be sent")
    expect(state).to_be_in_viewport(ratio=1)
    screen.evaluate("window.lost = false")
    screen.context.set_offline(False)
    expect(state).to_have_attribute("data-state", "open")
    screen.wait_for_selector(WAITING)


@pytest.mark.parametrize("lang", ["en", "it", "es"])
def test_the_controls_of_a_replay_fit_into_the_bar(screen: Page, server: LiveServer, lang: str):
    screen.set_viewport_size(LAPTOP)
    screen.goto(f"{create_table(server, played('builders', 2, 0.5), screen)}&lang={lang}")
    screen.wait_for_selector(WAITING)
    screen.keyboard.press("l")
    screen.wait_for_selector(".replay-bar button")
    assert not screen.locator("#prompt").is_visible()
    bar, controls = box(screen, "#status-bar"), box(screen, ".replay-bar")
    assert bar["y"] <= controls["y"]
    assert controls["y"] + controls["height"] <= bar["y"] + bar["height"] + 1


@pytest.mark.parametrize("size", [LAPTOP, DESK], ids=["laptop", "desk"])
def test_a_large_hand_covers_nobody(screen: Page, server: LiveServer, size: dict[str, int]):
    """Two players of Fantasy Market are dealt nine cards each."""
    screen.add_init_script(SPEED % "off")
    screen.set_viewport_size(size)
    screen.goto(create_table(server, played("fantasy-market", 2, 0), screen, "greedy"))
    rng = random.Random(4)
    hand = screen.locator("#own > .role-hand .can")
    for _ in range(MOST_MOVES):
        screen.wait_for_selector(WAITING)
        if hand.count() == 9:
            break
        click_something(screen, rng)
    last, head = hand.last.bounding_box(), screen.locator("#own .seat").bounding_box()
    assert last is not None
    assert head is not None
    assert last["x"] + last["width"] <= head["x"]


def test_the_buttons_of_a_phone_keep_their_room(screen: Page, server: LiveServer):
    """What stands above and below them does not move when others play."""
    sits(screen, server, "builders", 0, PHONE)
    before = box(screen, "#buttons")["height"]
    screen.evaluate("document.getElementById('buttons').replaceChildren()")
    assert box(screen, "#buttons")["height"] == before > 44
    screen.set_viewport_size(LAPTOP)
    screen.evaluate("document.getElementById('buttons').append('')")
    assert box(screen, "#buttons")["height"] < before
