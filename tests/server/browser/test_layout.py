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
    box,
    click_something,
    create_table,
    expect,
    frames,
    played,
)
from tests.support.pairwise import pairwise

from ducato.core.game import all_games
from ducato.core.i18n import LANGUAGES

if TYPE_CHECKING:
    from playwright.sync_api import Page

LAPTOP, TABLET = {"width": 1280, "height": 720}, {"width": 900, "height": 640}
DESK, PHONE = {"width": 1600, "height": 900}, {"width": 390, "height": 844}
SIZES = {"laptop": LAPTOP, "tablet": TABLET, "desk": DESK}


def sits(
    page: Page, server: LiveServer, game: str, share: float, size: dict[str, int], prefers: str = ""
) -> None:
    """Open a table with the most players the game allows, this far into a game."""
    page.set_viewport_size(size)
    match = played(game, all_games()[game].players[-1], share, prefers)
    page.goto(create_table(server, match, page, bot="random"))
    page.wait_for_selector(WAITING)


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


SAYS = """(text) => {
    const { scene, ...view } = ducato.state.shown;
    const next = { ...view, seq: view.seq + 1, changes: {} };
    const step = { seq: next.seq, actor: 1, texts: [text], view: next };
    return ducato.receive({ type: "steps", steps: [step] });
}"""
"""Tell the page that another player acted, after which the reader has the same choices."""
LONG = "Player 1 pays 1 Wave and 1 Wyrm for the deed to the Cave in the Borderland district."


@pytest.mark.parametrize("size", ["desk", "laptop"])
def test_what_was_told_is_read_to_its_end(screen: Page, server: LiveServer, size: str):
    """The text is shown to its end where the dock has room for it."""
    sits(screen, server, "magnate", 0.3, SIZES[size])
    screen.evaluate(SAYS, LONG)
    expect(screen.locator("#narration")).to_have_text(LONG)
    cut = screen.locator("#narration").evaluate("(node) => node.scrollHeight - node.clientHeight")
    assert cut <= 1


WINDOWS = {
    "small": {"width": 1100, "height": 800},
    "low": {"width": 1180, "height": 720},
    "least": {"width": 1100, "height": 720},
}
MUCH = {"builders": (0.4, "open:")}
"""What somebody does who soon has much in front of them, and how far into the game."""
BOARDS = {
    "laptop": LAPTOP,
    "desk": {"width": 1440, "height": 900},
    "large": {"width": 1920, "height": 1080},
}
PARTS = "#board > .area-tabs > [role=tab]"
"""The tabs of the parts of a board that do not fit beside each other."""
OUTSIDE = """() => ["others", "board", "aside", "own"].flatMap((id) => {
    const pane = document.getElementById(id), out = [];
    if (pane.scrollHeight > pane.clientHeight + 4 && id !== "others") out.push(`${id} scrolls`);
    if (pane.scrollWidth > pane.clientWidth + 1) out.push(`${id} scrolls sideways`);
    const frame = pane.getBoundingClientRect();
    const room = { top: Math.max(0, frame.top), bottom: Math.min(innerHeight, frame.bottom),
      left: Math.max(0, frame.left), right: Math.min(innerWidth, frame.right) };
    for (const piece of pane.querySelectorAll("[data-piece]:not(.layout-map *)")) {
        if (!piece.checkVisibility()) continue;
        const { top, bottom, left, right } = piece.getBoundingClientRect();
        const over = Math.max(room.top - top, bottom - room.bottom, room.left - left,
          right - room.right);
        if (over > 4) out.push(`${piece.dataset.piece} leaves ${id} by ${Math.round(over)} px`);
    }
    return out;
})"""
"""The panes that scroll, and the pieces that are not whole in view, those on maps apart."""
OVERLAPS = """() => {
    const boxes = (found) => [...found]
        .filter((node) => node.checkVisibility({ visibilityProperty: true }))
        .map((node) => ({ node, box: node.getBoundingClientRect() }))
        .filter(({ box }) => box.width && box.height);
    const name = ({ dataset, id, className }) =>
        dataset.piece ?? dataset.area ?? (id || className);
    const parts = boxes(document.querySelectorAll(
        "#others > *, #board > .area, #aside > .area, #own > *, .words, #buttons > *, .tools > *"
    ));
    const pieces = boxes(document.querySelectorAll(
        ":is(#others, #board, #aside, #own) [data-piece]:not(.layout-map *)"
    ));
    // Cards of one area may lie over each other.
    const free = ({ node: a }, { node: b }) => a.closest(".area") !== b.closest(".area") ||
        !(a.matches(".kind-card") && b.matches(".kind-card"));
    const pairs = (all, apart) => all.flatMap((one, n) => all.slice(n + 1)
        .filter((other) => apart(one, other) &&
            Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left) > 3 &&
            Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top) > 3)
        .map((other) => `${name(one.node)} and ${name(other.node)} overlap`));
    return [...pairs(parts, () => true), ...pairs(pieces, free)];
}"""
"""The parts of the table and the pieces that lie over each other, those on maps apart."""


@pytest.mark.parametrize("game", [*all_games()])
def test_the_whole_board_is_in_view(screen: Page, server: LiveServer, game: str):
    found = []
    for share, prefers in [(0.15, ""), MUCH.get(game, (0.6, ""))]:
        sits(screen, server, game, share, DESK, prefers)
        for size, window in {**WINDOWS, **BOARDS}.items():
            screen.set_viewport_size(window)
            frames(screen)
            faults = [*screen.evaluate(OUTSIDE), *screen.evaluate(OVERLAPS)]
            for tab in screen.locator(PARTS).all():
                tab.click()
                faults += screen.evaluate(OUTSIDE)
            found += [f"{size}, {share}: {one}" for one in faults]
    assert found == []


@pytest.mark.parametrize("game", [*all_games()])
def test_spectators_see_the_whole_board(
    new_screen: Callable[[], Page], server: LiveServer, game: str
):
    """All pieces are whole, and nothing lies over anything else."""
    player, spectator = new_screen(), new_screen()
    found = []
    for share in (0.15, 0.5, 0.8, 1):
        match = played(game, all_games()[game].players[-1], share)
        spectator.set_viewport_size(DESK)
        spectator.goto(create_table(server, match, player, bot="random").partition("?")[0])
        spectator.wait_for_selector("#board [data-piece]")
        for size, window in {**WINDOWS, **BOARDS}.items():
            if (game, size) == ("fantasy-market", "least"):
                continue  # seven strips leave the characters too little: they scroll
            spectator.set_viewport_size(window)
            frames(spectator)
            faults = [*spectator.evaluate(OUTSIDE), *spectator.evaluate(OVERLAPS)]
            found += [f"{size}, {share}: {one}" for one in faults]
    assert found == []


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


SETTINGS = pairwise(["desk", "phone"], LANGUAGES, [*all_games()])


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("size", ["desk", "phone"])
def test_selects_show_what_is_chosen(screen: Page, server: LiveServer, size: str, lang: str):
    screen.set_viewport_size({**SIZES, "phone": PHONE}[size])
    for game in [one for *here, one in SETTINGS if here == [size, lang]]:
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
    bar, controls = box(screen.locator("#status-bar")), box(screen.locator(".replay-bar"))
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
