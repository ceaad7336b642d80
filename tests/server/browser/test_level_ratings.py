"""Bots' ratings in the catalogue and at tables, and the level suggested to a person."""

from __future__ import annotations

from collections.abc import Callable
from http.cookiejar import CookieJar
from typing import TYPE_CHECKING, Any

import pytest
from msgspec.structs import astuple
from starlette.testclient import TestClient
from tests.server.browser.test_access import axe, findings
from tests.support.live_server import ANNA, DESK, GREEDY, PHONE, LiveServer, OpenTable, played

from ducato.core.game import Game, find_game
from ducato.core.game.measured_ratings import MeasuredRating
from ducato.server.kit.database.engine import Database
from ducato.server.kit.http.sessions import PLAIN_COOKIE, session_cookie
from ducato.server.subjects.people.storage import People
from ducato.server.subjects.suggested_levels.storage import BotGames
from ducato.server.subjects.tables.storage import Tables
from ducato.table.seats import TableSeat
from ducato.table.setup.lessons import lesson_of
from ducato.table.setup.level_ratings import bot_ratings
from ducato.table.setup.levels import level_title
from ducato.table.time_control import TurnState

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.own_server  # one that has not yet listed the games

__all__ = ["axe"]  # a fixture

MAGNATE = find_game("magnate")
FIRST, SECOND, *_ = MAGNATE.levels.values()
LAST = list(MAGNATE.levels.values())[-1]
APART = 250
"""The points between two levels in these tests."""


@pytest.fixture(autouse=True)
def rated(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give the levels of Magnate ratings 250 points apart; no other game has any."""

    def ratings(game: Game, players: int) -> dict[str, MeasuredRating]:
        if game.name != "magnate":
            return {}
        rated = {
            bot: MeasuredRating(
                1000.4 + APART * n, 990 + APART * n, 1012 + APART * n, 0.0317 + 2 * n
            )
            for n, bot in enumerate(game.levels.values())
        }
        return {"greedy": MeasuredRating(1000, 1000, 1000, 0.0001), **rated}

    for module in ("table.setup.level_ratings", "server.subjects.suggested_levels.suggestion"):
        monkeypatch.setattr(f"ducato.{module}.ratings", ratings)


def finish(database: Database, person: str, bot: str, *ranks: int, left: bool = False) -> None:
    """Store a finished game of Magnate of a person at the first seat against a bot."""
    match = played("magnate", 2, 0)
    substitute = "resigned" if left else None
    seats = [
        TableSeat(0, "Anna", person=person, substitute=substitute),
        TableSeat(1, "Cosimo", bot=bot),
    ]
    table_id = Tables(database).create(match, [seat.to_row() for seat in seats]).result()
    Tables(database).append(table_id, [], match.seq, TurnState(), ranks=ranks).result()


def known(client: TestClient) -> tuple[Database, str]:
    """Make the client a guest; return the store and the guest's id."""
    assert client.post("/api/me", json={"name": "Anna"}).status_code == 200
    services: Any = client.app.state.services  # type: ignore[attr-defined]
    (token,) = [cookie.value for cookie in client.cookies.jar if cookie.name == PLAIN_COOKIE]
    person = People(services.database).of_session(token)
    assert person is not None
    return services.database, person.id


def title_of(bot: str) -> str:
    level = next(level for level, name in MAGNATE.levels.items() if name == bot)
    return level_title(level, MAGNATE, "en")


def suggested(client: TestClient) -> dict[str, Any]:
    (two,) = client.get("/api/me/suggested-levels?game=magnate").json()
    return dict(two)


def test_the_catalogue_has_the_ratings_of_levels(client: TestClient):
    games = {game["name"]: game for game in client.get("/api/games").json()}
    first = games["magnate"]["bots"][0]
    assert first["ratings"] == {"2": {"rating": 1000, "low": 990, "high": 1012, "seconds": 0.032}}
    assert all(bot["ratings"] == {} for bot in games["builders"]["bots"])


def test_a_table_has_the_ratings_of_its_bots(
    client: TestClient, sit: Any, table_at: Callable[..., str]
):
    anna = sit(client, table_at(client, ANNA, {"kind": "bot", "bot": SECOND}))
    anna.say(type="resign", id="r")
    table = anna.hear("table")["table"]
    person, bot = table["seats"]
    assert person["bot_rating"] is None
    assert bot["bot_rating"]["rating"] == 1000 + APART
    others = {other["name"]: other for other in table["other_levels"]}
    assert others["weaker"]["bot_rating"]["rating"] == 1000
    assert others["weaker"]["bot"] != bot["bot"]


def test_a_bot_without_a_rating_has_none(
    client: TestClient, sit: Any, table_at: Callable[..., str]
):
    anna = sit(client, table_at(client, ANNA, {"kind": "bot", "bot": "random"}))
    (table, *_) = [told["table"] for told in anna.heard if "table" in told]
    assert [seat["bot_rating"] for seat in table["seats"]] == [None, None]


def test_a_stranger_is_suggested_the_weakest_level(client: TestClient):
    answer = client.get("/api/me/suggested-levels?game=magnate")
    expected = {"players": 2, "bot": FIRST, "games": 0, "won": 0, "against": None}
    assert answer.json() == [expected]
    assert "set-cookie" not in answer.headers


def test_nothing_is_suggested_without_ratings(client: TestClient):
    assert client.get("/api/me/suggested-levels?game=builders").json() == []
    assert client.get("/api/me/suggested-levels?game=nothing").status_code == 404
    assert client.get("/api/me/suggested-levels").status_code == 422


def test_own_results_lead_to_another_level(client: TestClient):
    database, anna = known(client)
    for rank in (1, 1, 2, 1):
        finish(database, anna, FIRST, rank, 3 - rank)
    found = {"players": 2, "bot": SECOND, "games": 4, "won": 3, "against": FIRST}
    assert suggested(client) == found
    for _ in range(9):
        finish(database, anna, LAST, 1, 2)
    assert suggested(client) == {**found, "bot": LAST, "games": 13, "won": 12, "against": None}


def test_who_resigns_has_lost(client: TestClient):
    database, anna = known(client)
    finish(database, anna, FIRST, 1, 2, left=True)
    assert suggested(client)["bot"] == FIRST
    assert suggested(client)["won"] == 0


def test_the_results_of_others_count_for_nobody_else(
    client: TestClient, opened: Callable[..., TestClient]
):
    database, anna = known(client)
    finish(database, anna, FIRST, 1, 2)
    bruno = opened(CookieJar())
    known(bruno)
    assert suggested(bruno)["games"] == 0
    assert suggested(client)["games"] == 1


def test_a_lesson_does_not_count(client: TestClient, monkeypatch: pytest.MonkeyPatch):
    lesson = lesson_of(MAGNATE)
    assert lesson is not None
    known(client)
    asked: list[dict[str, Any]] = []
    monkeypatch.setattr(BotGames, "of", lambda *_, **named: asked.append(named) or [])
    assert suggested(client)["games"] == 0
    assert asked == [{"lesson": lesson.seed}]


def guest(server: LiveServer, page: Page, *games: tuple[str, int]) -> None:
    """Make the reader of a page a guest who has finished games: each a bot and the own rank."""
    database = Database(server.url)
    person, token = People(database).welcome("Anna").result()
    for bot, rank in games:
        finish(database, person.id, bot, rank, 3 - rank)
    database.close()
    page.context.add_cookies([session_cookie(server.address, token)])


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_a_new_table_tells_ratings_and_suggests_a_level(
    screen: Page, server: LiveServer, axe: str, size: dict[str, int]
):
    guest(server, screen, (FIRST, 1), (FIRST, 2), (FIRST, 1))
    screen.set_viewport_size(size)
    screen.goto(f"{server.address}/?lang=en")
    screen.locator(".game[data-game=magnate] .more").click()
    words = screen.locator(".suggestion")
    words.filter(has_text=f"You won 2 of 3 games against “{title_of(FIRST)}”.").wait_for()
    level = screen.locator(".level-field select")
    assert level.input_value() == SECOND
    chosen = level.locator("option:checked").inner_text()
    assert chosen.endswith(" · 1250 · suggested")
    note = screen.locator(".level-note")
    assert note.inner_text() == "rating 1250 · thinks about 2 s"
    assert level.get_attribute("aria-describedby") == note.get_attribute("id")
    assert note.get_attribute("title") == "with 95 % certainty between 1240 and 1262"
    level.select_option(FIRST)
    assert note.inner_text() == "rating 1000 · plays at once"
    screen.locator(".about-levels summary").click()
    screen.get_by_text("1000 is the quick bot").wait_for()
    # Nothing is wider than the sheet, and the page is accessible.
    sheet = screen.locator(".setup-fields")
    assert sheet.evaluate("node => node.scrollWidth <= node.clientWidth")
    assert findings(screen, axe) == []


def test_a_chosen_level_stays_chosen(screen: Page, server: LiveServer):
    guest(server, screen, (FIRST, 1))
    screen.goto(f"{server.address}/?lang=it")
    more = screen.locator(".game[data-game=magnate] .more")
    more.click()
    screen.locator(".suggestion").filter(has_text="Hai vinto la tua partita").wait_for()
    level = screen.locator(".level-field select")
    level.select_option(LAST)
    screen.keyboard.press("Escape")
    screen.locator("#setup").wait_for(state="hidden")
    with screen.expect_response("**/api/me/suggested-levels*"):
        more.click()
    screen.locator(".suggestion").filter(has_text="Hai vinto la tua partita").wait_for()
    assert level.input_value() == LAST


def test_games_without_ratings_show_none(screen: Page, server: LiveServer):
    screen.goto(f"{server.address}/?lang=en")
    with screen.expect_response("**/api/me/suggested-levels*"):
        screen.locator(".game[data-game=builders] .more").click()
    title = screen.locator(".level-field option:checked").inner_text()
    assert title.isalpha()
    assert screen.locator(".level-note").inner_text() == ""
    assert screen.locator(".about-levels").count() == 0


def test_one_click_asks_for_the_suggested_level(screen: Page, server: LiveServer):
    guest(server, screen, (FIRST, 1))
    screen.goto(f"{server.address}/?lang=en")
    screen.route("**/api/tables?lang=en", lambda route: route.fulfill(json=[]))
    with screen.expect_request(lambda request: request.method == "POST") as asked:
        screen.locator(".game[data-game=magnate] .play-now").click()
    assert asked.value.post_data_json["seats"][1] == {"kind": "bot", "bot": SECOND}


def test_the_rating_of_a_bot_is_told_at_the_table(screen: Page, open_table: OpenTable):
    open_table(ANNA, GREEDY)
    title = screen.locator("#others .seat").get_attribute("title") or ""
    rating = bot_ratings(MAGNATE, 2)["greedy"].rating
    assert f" · rating {rating} · " in title
    screen.locator("#show-table-menu").click()
    screen.locator("#table-menu").get_by_text(title).wait_for()


def test_ratings_are_rounded_for_people():
    assert astuple(bot_ratings(MAGNATE, 2)[SECOND]) == (1250, 1240, 1262, 2.0)
