"""The thumbnails of tables on the first page, and the scenes that they show."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from http.cookiejar import CookieJar
from typing import TYPE_CHECKING, Any

import pytest
from starlette.testclient import TestClient
from tests.server.player import Player
from tests.support.live_server import ANNA, LiveServer, click_something, create_table, played

from ducato.core.game import all_games
from ducato.core.i18n import render
from ducato.core.match import Match
from ducato.core.scene import write
from ducato.core.visibility import SPECTATOR, redact
from ducato.server import create_app
from ducato.server.kit.database.engine import Database
from ducato.server.kit.http.middleware.request_rate_limit import REQUESTS_OF_ADDRESS
from ducato.server.kit.http.sessions import PLAIN_COOKIE
from ducato.server.subjects.people.storage import People
from ducato.server.subjects.tables.storage import Tables
from ducato.table.seats import TableSeat
from ducato.table.table import LiveTable
from ducato.table.time_control import TurnState

if TYPE_CHECKING:
    from playwright.sync_api import Page

Opened = Callable[..., TestClient]
PHONE, LAPTOP = {"width": 360, "height": 640}, {"width": 1280, "height": 800}
DRAWN = "#own-tables .thumbnail.drawn"
SHIFTS = """
globalThis.shifted = 0;
globalThis.moved = [];
new PerformanceObserver((list) => {
  for (const { value, sources } of list.getEntries()) {
    shifted += value;
    moved.push(...sources.map(({ node }) => node?.parentNode?.outerHTML.slice(0, 200)));
  }
}).observe({ type: "layout-shift", buffered: true });
"""


def known_to(match: Match, seat: int) -> Any:
    """Return the scene of what a seat knows."""
    game = match.game
    state = redact(match.position.state, seat)
    scene = game.presentation.scene(state, game.edition, seat, [])
    return json.loads(write(scene, lambda m: render(m, game.game.package, "it", match.names)))


def stored(url: str, match: Match, people: list[int]) -> tuple[str, list[str]]:
    """Store a match with these people, each given by number, in its seats.

    Return the table's address and the session token of each person, followed by a stranger's.
    """
    database = Database(url)
    known = [People(database).welcome(f"#{n}").result() for n in range(max(people) + 2)]
    seats = [
        TableSeat(n, name, person=known[one][0].id)
        for n, (name, one) in enumerate(zip(match.names, people, strict=True))
    ]
    turn = TurnState(to_move=tuple(match.seats_to_move()))
    table = (
        Tables(database).create(match, [seat.to_row() for seat in seats], turn_state=turn).result()
    )
    database.close()
    return f"/table/{table}", [token for _, token in known]


def shown_to(opened: Opened, token: str, address: str) -> Any:
    """Return the scene that the server sends to the owner of a token."""
    client = opened(CookieJar())
    client.cookies.set(PLAIN_COOKIE, token)
    answer = client.get(f"{address}/scene.json?lang=it")
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "no-store"  # another reader's would be wrong
    return answer.json()


@pytest.mark.parametrize("share", [0.4, 1])
@pytest.mark.parametrize("game", all_games())
def test_everybody_sees_what_their_seat_knows(opened: Opened, url: str, game: str, share: float):
    players = all_games()[game].players[0]
    match = played(game, players, share)
    address, (*own, stranger) = stored(url, match, list(range(players)))
    scenes = [shown_to(opened, token, address) for token in own]
    assert scenes == [known_to(match, seat) for seat in range(players)]
    assert len({json.dumps(scene) for scene in scenes}) == players
    assert shown_to(opened, stranger, address) == known_to(match, SPECTATOR)


def test_who_has_several_seats_sees_none_of_their_secrets(opened: Opened, url: str):
    """Another of those who share the screen may be looking at it."""
    match = played("magnate", 2, 0.4)
    address, (owner, _) = stored(url, match, [0, 0])
    assert shown_to(opened, owner, address) == known_to(match, SPECTATOR)


def test_before_the_game_there_is_nothing_to_see(client: TestClient, table_at: Callable[..., str]):
    address = table_at(client, ANNA, {"kind": "open"})
    scene = client.get(f"{address}/scene.json").json()
    assert not [piece for piece in scene["pieces"] if piece["area"].startswith("hand")]


@pytest.mark.parametrize("path", ["thumbnail", "scene.json"])
def test_there_is_no_thumbnail_without_a_table(client: TestClient, path: str):
    assert client.get(f"/table/nowhere/{path}").status_code == 404


def test_a_thumbnail_offers_nothing(client: TestClient, table_at: Callable[..., str], sit: Any):
    """Not even to the player who is to move."""
    address = table_at(client)
    player: Player = sit(client, address)
    assert player.view["legal"]
    scene = client.get(f"{address}/scene.json").json()
    assert scene["pieces"]
    assert not any(piece.get("actions") or piece.get("path") for piece in scene["pieces"])


@pytest.mark.browser
@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
@pytest.mark.parametrize("game", all_games())
def test_the_first_page_shows_a_table_as_it_is(
    screen: Page, server: LiveServer, game: str, size: dict[str, int]
):
    """It fills its picture, moves nothing, and nobody stumbles over it by keyboard."""
    screen.set_viewport_size(size)
    screen.add_init_script(SHIFTS)
    match = played(game, all_games()[game].players[-1], 0.4)
    open_page(screen, server, match)
    assert screen.evaluate("shifted") < 0.1, screen.evaluate("moved")
    thumbnail = screen.locator(DRAWN)
    frame = thumbnail.locator("iframe")
    shown, around = frame.bounding_box(), thumbnail.bounding_box()
    assert shown is not None
    assert around is not None
    assert shown["width"] == pytest.approx(around["width"], abs=1)
    pieces = frame.content_frame.locator("[data-piece]")
    assert pieces.count() == len(known_to(match, 0)["pieces"])
    whole = (
        "() => document.body.scrollWidth <= innerWidth && document.body.scrollHeight <= innerHeight"
    )
    assert frame.content_frame.locator("body").evaluate(whole)
    link = screen.locator("#own-tables a")
    link.focus()
    screen.keyboard.press("Tab")
    assert screen.evaluate("document.activeElement.id") == "find-opponents"
    link.click(position={"x": 20, "y": 20})  # in the picture
    screen.wait_for_url("**/table/*")


@pytest.mark.browser
def test_a_thumbnail_follows_the_game(new_screen: Callable[[], Page], server: LiveServer):
    """It is drawn again, in the same frame, once the list says that the table has changed."""
    home, table = new_screen(), new_screen()
    address = open_page(home, server, played("magnate", 2, 0.4))
    home.locator("#own-tables iframe").evaluate("frame => { frame.dataset.known = 'yes'; }")
    before = home.locator("#own-tables iframe").content_frame.locator("main").inner_html()
    table.context.add_cookies(home.context.cookies())
    table.goto(address)
    assert click_something(table, random.Random(4))
    table.wait_for_selector("#undo:visible, body.my-turn")
    home.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    changed = """before => document.querySelector("#own-tables iframe").contentDocument
        .querySelector("main").innerHTML !== before"""
    home.wait_for_function(changed, arg=before)
    assert home.locator("#own-tables iframe").get_attribute("data-known") == "yes"


def open_page(screen: Page, server: LiveServer, match: Match) -> str:
    """Open the first page for somebody who plays this match; return the table's address."""
    address = create_table(server, match, screen, "greedy")
    screen.goto(server.address)
    screen.wait_for_selector(DRAWN)
    return address


def test_a_scene_is_drawn_once_for_each_state_and_reader(
    opened: Opened, url: str, monkeypatch: pytest.MonkeyPatch
):
    drawn: list[str | None] = []
    picture = LiveTable.picture

    def counted(self: LiveTable, person: str | None, language: str) -> Any:
        drawn.append(person)
        return picture(self, person, language)

    monkeypatch.setattr(LiveTable, "picture", counted)
    address, (owner, _, stranger) = stored(url, played("magnate", 2, 0.4), [0, 1])
    client = opened(CookieJar())

    def shown(token: str, language: str = "en") -> bytes:
        client.cookies.set(PLAIN_COOKIE, token)
        return client.get(f"{address}/scene.json?lang={language}").content

    mine = shown(owner)
    assert shown(owner) == mine
    assert len(drawn) == 1
    assert shown(stranger) == shown("unknown") != mine
    assert drawn[1:] == [None]  # all who have no seat see the same
    shown(owner, "it")
    database = Database(url)
    table = address.rpartition("/")[2]
    kept = Tables(database).load(table)
    Tables(database).seat(table, [{**kept.seats[0], "name": "Anne"}], kept.turn_state).result()
    database.close()
    shown(owner)
    assert len(drawn) == 4


def test_drawing_a_scene_costs_more_than_showing_it_again(opened: Opened, url: str):
    address, _ = stored(url, played("magnate", 2, 0.4), [0, 1])
    opened(CookieJar())
    with TestClient(create_app(Database(url)), client=("203.0.113.7", 1)) as client:
        limits = client.app.state.services.limits  # type: ignore[attr-defined]
        assert limits.take(REQUESTS_OF_ADDRESS, "203.0.113.7", REQUESTS_OF_ADDRESS.burst - 50)
        codes = [client.get(f"{address}/scene.json").status_code for _ in range(4)]
        assert codes == [200] * 4
        assert client.get(f"{address}/scene.json?lang=it").status_code == 429
