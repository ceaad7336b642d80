"""The analysis room of a finished game: all beside the board, or in tabs on a phone."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from tests.server.browser.test_access import axe, findings
from tests.support.live_server import (
    PATIENCE,
    THEME,
    LiveServer,
    box,
    create_table,
    expect,
    frames,
    overlap,
    played,
)

from ducato.core.game import all_games
from ducato.core.position import Position
from ducato.server.kit.database.engine import Database
from ducato.server.kit.http.sessions import session_cookie
from ducato.server.subjects.moderation.reports import Reports
from ducato.server.subjects.people.storage import People

if TYPE_CHECKING:
    from playwright.sync_api import Page, ViewportSize

__all__ = ["axe"]

LAPTOP: ViewportSize = {"width": 1280, "height": 720}
PHONE: ViewportSize = {"width": 390, "height": 844}
DESKS: list[ViewportSize] = [
    LAPTOP,
    {"width": 1440, "height": 900},
    {"width": 1920, "height": 1080},
]
SMALL_DESK: ViewportSize = {"width": 1100, "height": 800}
OVER = "(n) => [n.scrollWidth - n.clientWidth, n.scrollHeight - n.clientHeight]"
"""How many pixels of a part are out of view, across and down."""
MARKED = "() => document.querySelector('.log-mark') !== null"


def finished(screen: Page, server: LiveServer, game: str = "magnate") -> str:
    """Open the room of a finished game, wait for its analysis, and return its address."""
    address = create_table(server, played(game, 2, 1), screen)
    screen.goto(f"{address}#step=10")
    screen.wait_for_function(MARKED, timeout=3 * PATIENCE)
    return address


def test_all_stands_beside_the_board(screen: Page, server: LiveServer, axe: str):
    screen.set_viewport_size(LAPTOP)
    finished(screen, server)
    card = screen.locator(".choice-card")
    card.get_by_role("button", name="Next mistake").click()
    expect(card.locator(".better b")).to_contain_text("Better was")
    expect(screen.locator(".line-number").first).to_have_text("1")
    ringed = screen.locator(".line-better").first
    assert overlap(box(ringed), box(screen.locator(".line-number").first))
    parts = ["#board", "#room-chart .chart-figure", "#log", ".choice-card", ".replay-bar"]
    boxes = [box(screen.locator(part)) for part in parts]
    for number, one in enumerate(boxes):
        assert one["y"] + one["height"] <= LAPTOP["height"], parts[number]
        assert not any(overlap(one, other) for other in boxes[:number]), parts[number]
    assert findings(screen, axe) == []
    screen.locator("#tab-room-luck").click()
    expect(screen.locator(".luck dd b")).to_have_count(4)
    assert findings(screen, axe, ".side-panel") == []


@pytest.mark.parametrize("game", [*all_games()])
def test_nothing_of_the_table_is_out_of_view(screen: Page, server: LiveServer, game: str):
    match = played(game, all_games()[game].players[-1], 1)
    screen.goto(f"{create_table(server, match, screen)}#step=10")
    screen.wait_for_selector(".replay-bar button")
    found = {}
    for window in [*DESKS, SMALL_DESK]:
        screen.set_viewport_size(window)
        frames(screen)
        for pane in ("board", "others", "own", "side-panel"):
            over = screen.locator(f"#{pane}").evaluate(OVER)
            found[window["width"], pane] = 0 if max(over) <= 1 else over
    assert set(found.values()) == {0}, found
    boxes = [box(screen.locator(part)) for part in ("#others", "#board", ".replay-bar", "#own")]
    tops = [one["y"] for one in boxes]
    assert tops == sorted(tops)
    assert all(one["y"] + one["height"] <= SMALL_DESK["height"] for one in boxes)


def test_a_sign_in_the_log_shows_what_was_better(screen: Page, server: LiveServer):
    screen.set_viewport_size(LAPTOP)
    finished(screen, server)
    worst = screen.locator(".log-mark", has_text="??").first
    worst.focus()
    screen.keyboard.press("Enter")
    expect(screen.locator(".choice-card .judgement b")).to_have_text("Blunder")
    expect(screen.locator(".replay-text")).to_contain_text("?? Blunder")
    screen.locator(".replay-bar").get_by_role("button", name="Back to the table").click()
    expect(screen.locator(".choice-card, .log-mark, #tab-room-luck, .line-layer")).to_have_count(0)


def test_a_stranger_reads_a_shared_moment(
    new_screen: Callable[..., Page], screen: Page, server: LiveServer
):
    address = finished(screen, server).partition("?")[0]
    stranger = new_screen(viewport=LAPTOP)
    stranger.goto(f"{address}#step=25&seat=1")
    stranger.wait_for_function(MARKED, timeout=PATIENCE)
    expect(stranger.locator(".replay-text")).to_contain_text("Step 25 of")
    assert stranger.context.cookies() == []


def test_a_branch_is_compared_and_kept(screen: Page, server: LiveServer, axe: str):
    screen.set_viewport_size(LAPTOP)
    address = finished(screen, server)
    game = address.partition("?")[0].rpartition("/")[2]
    route = f"{server.address}/api/tables/{game}/branches"
    match = played("magnate", 2, 1)
    several = (
        seq
        for seq, step in enumerate(match.steps)
        if step.actor >= 0 and len(Position(match.game, match.state_at(seq)).legal_actions()) > 1
    )
    first = next(several)
    seat, taken = match.steps[first].actor, match.steps[first].action
    made = screen.request.post(route, data={"seq": first, "seat": seat, "bot": "random"})
    screen.goto(f"{server.address}{made.json()['url']}")
    screen.wait_for_selector("body.ready.my-turn")
    other = f"() => ducato.state.newest.legal.find(({{ action }}) => action !== {taken}).label"
    screen.locator("#all-actions summary").click()
    screen.get_by_role("button", name=screen.evaluate(other)).first.click()
    screen.wait_for_function("(seq) => ducato.state.newest.seq > seq", arg=first)
    screen.goto(f"{address}#step=10")
    screen.locator("#tab-room-study").click()
    screen.get_by_role("button", name="Compare with the game").click()
    expect(screen.locator(".branches dd").nth(1)).to_contain_text("±")
    screen.locator(".branches summary").click()
    screen.locator(".branches input[type=text]").fill("Another way")
    assert findings(screen, axe, ".side-panel") == []
    screen.locator(".branches").get_by_role("button", name="Save").click()
    expect(screen.locator(".branches a")).to_have_text("Another way")
    expect(screen.locator(".branches li > small")).to_contain_text("kept for you")


def test_a_record_from_elsewhere_opens_its_room(screen: Page, server: LiveServer, axe: str):
    screen.goto(f"{server.address}/watch")
    screen.wait_for_selector("#watch[aria-busy=false]")
    record = {"name": "record.jsonl", "mimeType": "application/jsonl"}
    content = "\n".join(played("magnate", 2, 1).to_lines()).encode()
    assert findings(screen, axe, "#records") == []
    screen.set_input_files("#record", {**record, "buffer": content})
    screen.wait_for_url("**/table/*#step=0")
    expect(screen.locator(".choice-card")).to_be_visible()
    expect(screen.locator("#table-status")).to_contain_text("opened from a record")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_phone_has_tabs(
    new_screen: Callable[..., Page], server: LiveServer, axe: str, theme: str
):
    phone = new_screen(viewport=PHONE, has_touch=True)
    phone.add_init_script(THEME % theme)
    finished(phone, server)
    expect(phone.locator("#board")).to_be_visible()
    for tab, shown in (
        ("room-chart", "#room-chart .chart-figure"),
        ("log", ".choice-card"),
        ("room-luck", ".luck"),
    ):
        phone.locator(f"#tab-{tab}").tap()
        expect(phone.locator(shown)).to_be_visible()
        expect(phone.locator("#board")).to_be_hidden()
        wide = "() => document.documentElement.scrollWidth"
        assert phone.evaluate(wide) <= PHONE["width"]
        assert findings(phone, axe) == []
    phone.locator("#tab-room-board").tap()
    expect(phone.locator("#board")).to_be_visible()


@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["desk", "phone"])
def test_what_another_shares_is_reported(
    new_screen: Callable[..., Page],
    screen: Page,
    server: LiveServer,
    axe: str,
    size: ViewportSize,
):
    address = create_table(server, played("magnate", 2, 1), screen).partition("?")[0]
    game = address.rpartition("/")[2]
    api = f"{server.address}/api/tables/{game}"
    point = {"seq": 10, "seat": 0, "bot": "random"}
    branch = screen.request.post(f"{api}/branches", data=point).json()["id"]
    words = {"branch": branch, "name": "Mine", "comment": "an insult", "shared": True}
    assert screen.request.post(f"{api}/study", data=words).ok
    reader = new_screen(viewport=size)
    database = Database(server.url)
    token = People(database).welcome("Bruno").result()[1]
    reader.context.add_cookies([session_cookie(server.address, token)])
    reader.goto(f"{address}#step=10")
    reader.locator("#tab-room-study").click()
    report = reader.locator(".branches").get_by_role("button", name="Report Anna")
    report.click()
    form = reader.locator(".person-menu")
    reader.keyboard.press("Tab")
    reader.keyboard.type("It hurts.")
    send = form.get_by_role("button", name="Send report")
    colour = "(button) => getComputedStyle(button).backgroundColor"
    before = send.evaluate(colour)
    send.hover()
    assert send.evaluate(colour) == before  # its words are written for this one
    assert findings(reader, axe, ".person-menu") == []
    place = box(form)
    assert place["x"] >= 0
    assert place["x"] + place["width"] <= size["width"]
    send.click()
    expect(form).to_contain_text("Thank you")
    found = [one for one in Reports(database).list() if one.table_id == branch]
    database.close()
    assert [(one.kind, one.evidence, one.text) for one in found] == [
        ("comment", "Mine\nan insult", "It hurts.")
    ]
