"""The pages around the tables: one bar, the rooms of the games, Watch, and what calls one away."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from tests.server.browser.test_access import axe, findings, look, small_targets
from tests.support.live_server import DESK, PHONE, LiveServer, create_table, played

if TYPE_CHECKING:
    from playwright.sync_api import Page

__all__ = ["axe"]  # a fixture

PAGES = {
    "/": "Play",
    "/games/magnate": "Play",
    "/rules/magnate": "Play",
    "/watch": "Watch",
    "/tournaments": "Tournaments",
    "/people": "People",
    "/leaderboards": "People",
    "/account": "Me",
    "/verify": "",
}
READY = "body:not(:has([aria-busy=true]))"
INVITATION: dict[str, Any] = {
    "id": "a",
    "url": "/table/a",
    "game": "magnate",
    "title": "Magnate",
    "name": None,
    "own": False,
    "names": ["Anna", "Bruno"],
    "time_control": {"kind": "untimed"},
    "updated": 0,
    "tournament": "Cup",
    "round": 2,
}
OPEN = {"kind": "open"}


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_every_page_has_the_same_bar(screen: Page, server: LiveServer, size: dict[str, int]):
    """One row of the same height, with the section in which the page is."""
    screen.set_viewport_size(size)  # type: ignore[arg-type]
    bars = set()
    for path, section in PAGES.items():
        screen.goto(f"{server.address}{path}?lang=en")
        screen.wait_for_selector(READY)
        bar = screen.locator(".top")
        assert bar.locator(".sections a").all_inner_texts() == [
            "Play",
            "Watch",
            "Tournaments",
            "People",
            "Me",
        ]
        assert bar.locator("[aria-current]").all_inner_texts() == [section] * bool(section), path
        shape = bar.evaluate("bar => [bar.offsetHeight, bar.scrollWidth <= innerWidth]")
        assert screen.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
        bars.add(tuple(shape))
    assert bars == {(48, True)}


@pytest.mark.parametrize(("theme", "size"), [("light", DESK), ("dark", PHONE)])
def test_axe_finds_nothing_on_the_pages_around_the_tables(
    screen: Page, server: LiveServer, axe: str, theme: str, size: dict[str, int]
):
    look(screen, theme)
    screen.set_viewport_size(size)  # type: ignore[arg-type]
    seats = [{"kind": "person", "name": "Anna"}, OPEN]
    made = screen.request.post(
        f"{server.address}/api/tables", data={"game": "magnate", "seats": seats, "public": True}
    )
    assert made.status == 201
    for path in ("/watch", "/games/magnate", "/tournaments", "/leaderboards", made.json()["url"]):
        screen.goto(f"{server.address}{path}")
        screen.wait_for_selector(READY if "/table/" not in path else ".about-game")
        assert findings(screen, axe) == [], path
        if "/table/" not in path:
            assert small_targets(screen) == []


def test_who_is_invited_learns_what_it_is(screen: Page, server: LiveServer):
    seats = [{"kind": "person", "name": "Anna"}, OPEN]
    clock = {"kind": "real_time", "minutes": 10, "increment": 5}
    wanted = {"game": "magnate", "seats": seats, "time_control": clock}
    url = screen.request.post(f"{server.address}/api/tables", data=wanted).json()["url"]
    screen.context.clear_cookies()
    screen.goto(f"{server.address}{url}?lang=en")
    told = screen.locator(".about-game")
    told.get_by_text("2 players · 30 min · light · 10 min + 5 s per turn").wait_for()
    assert told.get_by_role("link").all_inner_texts() == [
        "Learn first",
        "Read the rules",
        "About the game",
    ]
    with screen.expect_popup() as opened:
        told.get_by_role("link", name="Learn first").click()
    opened.value.wait_for_url("**/table/*")  # the lesson, while the invitation stays
    assert screen.url.split("?")[0] == f"{server.address}{url}"


def test_watch_offers_to_start_where_nobody_plays(screen: Page, server: LiveServer):
    screen.route("**/api/tables?*", lambda route: route.fulfill(json=[]))
    screen.route("**/api/tournaments?*", lambda route: route.fulfill(json=[]))
    screen.goto(f"{server.address}/watch")
    screen.locator("#nobody").get_by_role("link", name="Magnate").click()
    screen.wait_for_url("**/games/magnate")


def test_a_room_shows_its_games_as_they_are(screen: Page, server: LiveServer):
    create_table(server, played("magnate", 2, 0.4), screen, "greedy")
    screen.goto(f"{server.address}/games/magnate")
    screen.wait_for_selector("#playing .thumbnail.drawn")
    frame = screen.locator("#playing iframe").first
    shown, around = frame.bounding_box(), screen.locator("#playing .thumbnail").first.bounding_box()
    assert shown is not None
    assert around is not None
    assert shown["width"] == pytest.approx(around["width"], abs=3)


@pytest.mark.parametrize("path", ["/", "/rules/magnate", "/account"])
def test_a_round_calls_from_any_page(screen: Page, server: LiveServer, path: str):
    screen.route("**/api/me/invitations*", lambda route: route.fulfill(json=[INVITATION]))
    screen.goto(f"{server.address}{path}?lang=en")
    call = screen.locator("#calls")
    call.get_by_text("Cup, round 2: your table is ready").wait_for()
    assert call.get_by_role("link").get_attribute("href") == "/table/a"
    assert screen.title().startswith("●")
