"""Leaderboards and results: who is in them, who sees what, and pages that are for everybody."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import Connection, insert
from starlette.testclient import TestClient
from tests.server.browser.test_access import axe, findings, look, small_targets
from tests.server.subjects.ratings.test_ratings import begun, end
from tests.support.live_server import DESK, PHONE, LiveServer, expect, played

from ducato.core.i18n import LANGUAGES
from ducato.server.kit.database import schema
from ducato.server.kit.database.engine import Database, now
from ducato.server.kit.http.sessions import PLAIN_COOKIE, session_cookie
from ducato.server.subjects.people.profiles import Profiles
from ducato.server.subjects.people.storage import People
from ducato.server.subjects.ratings import LEAST_GAMES, Season
from ducato.server.subjects.ratings.leaderboards import Seasons
from ducato.server.subjects.ratings.service import ClosingSeasons

if TYPE_CHECKING:
    from playwright.sync_api import Page

__all__ = ["axe"]  # a fixture

BOARD = "/api/leaderboards/magnate"


class Club:
    """People who have finished enough rated games for a rank, the first better than the second."""

    def __init__(self, database: Database, *names: str, **preferences: Any) -> None:
        self.database, self.match = database, played("magnate", 2, 0.2)
        self.tokens: list[str] = []
        self.people: list[str] = []
        for name in names:
            person, token = People(database).welcome(name).result()
            chosen = {"rated": True, "shown": True, "public": True, **preferences}
            Profiles(database).choose(person.id, **chosen).result()
            self.people.append(person.id)
            self.tokens.append(token)

    def play(self, games: int = LEAST_GAMES) -> None:
        for _ in range(games):
            table_id = begun(self.database, self.match, *self.people[:2])
            end(self.database, self.match, table_id, 1, 2)

    def page(self, number: int) -> str:
        return f"/people/{Profiles(self.database).preferences(self.people[number]).public_id}"

    def rank_earlier(self) -> None:
        """Store final ranks of the season at the end of 2025."""

        def job(connection: Connection) -> None:
            season = {"season": "2025-4"}
            connection.execute(insert(schema.closed_seasons).values(**season, closed=now()))
            row = {**season, "game": "magnate", "ranked": 2, "mu": 30.0, "sigma": 2.0, "games": 9}
            rows = [{**row, "person": who, "rank": n} for n, who in enumerate(self.people[:2], 1)]
            connection.execute(insert(schema.season_ranks), rows)

        self.database.write(job).result()


def as_person(client: TestClient, token: str) -> TestClient:
    client.cookies.set(PLAIN_COOKIE, token)
    return client


@pytest.fixture
def club(client: TestClient) -> Club:
    return Club(client.app.state.services.database, "Anna", "Bruno")  # type: ignore[attr-defined]


def names(client: TestClient, query: str = "") -> list[tuple[int, str]]:
    entries = client.get(BOARD + query).json()["entries"]
    return [(entry["rank"], entry["name"]) for entry in entries]


def test_people_are_ranked_after_enough_games(client: TestClient, club: Club):
    club.play(LEAST_GAMES - 1)
    assert names(client) == []
    own = as_person(client, club.tokens[0]).get(BOARD).json()["own"]
    assert own == {"games": LEAST_GAMES - 1, "visible": True, "rank": None}
    club.play(1)
    board = client.get(BOARD).json()
    first, second = board["entries"]
    assert (first["rank"], first["name"], first["own"]) == (1, "Anna", True)
    assert (second["rank"], second["name"], second["own"]) == (2, "Bruno", False)
    assert first["score"] == pytest.approx(first["points"] - first["spread"], abs=1)
    assert first["url"] == club.page(0)
    assert board["own"] == {"games": LEAST_GAMES, "visible": True, "rank": 1}
    assert (board["final"], board["season"]) == (False, Season.at(now()).name)
    assert board["seasons"] == [board["season"]]
    games = client.get("/api/leaderboards").json()["games"]
    assert games[0]["game"] == "magnate"
    assert [entry["name"] for entry in games[0]["entries"]] == ["Anna", "Bruno"]
    assert all(one["entries"] == [] for one in games[1:])
    client.cookies.clear()
    assert client.get(BOARD).json()["own"] is None


@pytest.mark.parametrize("withdrawn", [{"shown": False}, {"public": False}])
def test_who_withdraws_vanishes_everywhere_at_once(
    client: TestClient, club: Club, withdrawn: dict[str, bool]
):
    club.play()
    club.rank_earlier()
    page = club.page(1)
    everywhere = ["/api/leaderboards", BOARD, f"{BOARD}?season=2025-4"]
    assert all("Bruno" in client.get(path).text for path in everywhere)
    assert len(client.get(f"/api{page}/results").json()["seasons"]) == 1
    as_person(client, club.tokens[1]).post("/api/me/preferences", json=withdrawn)
    for path in everywhere:
        answer = client.get(path)
        assert "Bruno" not in answer.text
        assert page not in answer.text
        assert "Anna" in answer.text
    assert client.get(BOARD).json()["own"] == {
        "games": LEAST_GAMES,
        "visible": False,
        "rank": None,
    }
    results = client.get(f"/api{page}/results")
    if "public" in withdrawn:
        assert results.status_code == 404
    else:
        assert results.json()["seasons"] == []


def test_no_answer_has_an_id_that_others_must_not_see(client: TestClient, club: Club):
    club.play()
    club.rank_earlier()
    tables = [table.id for table in Profiles(club.database).history(club.people[0])]
    client.cookies.clear()
    paths = ["/api/leaderboards", BOARD, f"/api{club.page(0)}/results", club.page(0)]
    for path in paths:
        text = client.get(path).text
        assert [secret for secret in (*club.people, *tables) if secret in text] == []
    assert "Bruno" not in client.get(f"/api{club.page(0)}/results").text


def test_unknown_games_and_seasons_are_not_there(client: TestClient):
    assert client.get("/leaderboards").status_code == 200
    assert client.get("/leaderboards/magnate").status_code == 200
    for path in ("/leaderboards/nothing", "/api/leaderboards/nothing"):
        assert client.get(path).status_code == 404
    for season in ("", "2026", "2026-0", "9999-4", "0000-1", "2026-1%00"):
        assert client.get(f"{BOARD}?season={season}").status_code == 404
    early = client.get(f"{BOARD}?season=1970-1").json()
    assert (early["entries"], early["final"]) == ([], False)


def test_an_earlier_season_is_final(client: TestClient, club: Club):
    club.rank_earlier()
    board = client.get(f"{BOARD}?season=2025-4").json()
    assert (board["final"], board["season"]) == (True, "2025-4")
    assert board["seasons"] == [Season.at(now()).name, "2025-4"]
    assert names(client, "?season=2025-4") == [(1, "Anna"), (2, "Bruno")]


def test_results_are_the_own_ones_or_those_against_the_reader(client: TestClient, club: Club):
    club.play(3)
    stranger = Club(club.database, "Carla")
    assert client.get("/api/me/results").status_code == 403
    own = as_person(client, club.tokens[0]).get("/api/me/results").json()
    assert own["own"] is True
    (curve,) = own["ratings"]
    assert (curve["game"], curve["before"], curve["before_spread"]) == ("magnate", 1500, 1000)
    points = [point["points"] for point in curve["curve"]]
    assert len(points) == 3
    assert points == sorted(points)
    (game,) = own["games"]
    assert (game["played"], game["won"], game["beaten"]) == (3, 3, 1.0)
    (opponent,) = own["opponents"]
    assert opponent == {
        "name": "Bruno",
        "url": club.page(1),
        "played": 3,
        "ahead": 3,
        "level": 0,
        "behind": 0,
    }
    assert client.get(f"/api{club.page(0)}/results").json() == own  # one's own page
    other = client.get(f"/api{club.page(1)}/results").json()
    (against,) = other["against"]
    assert (against["two"], against["ahead"], against["behind"]) == (True, 3, 0)
    assert other["opponents"] == []
    for token in (None, stranger.tokens[0]):
        client.cookies.clear()
        if token:
            as_person(client, token)
        seen = client.get(f"/api{club.page(1)}/results").json()
        assert (seen["against"], seen["opponents"], seen["own"]) == ([], [], False)
        assert seen["games"] == other["games"]


def test_opponents_without_a_public_page_are_not_linked(client: TestClient):
    database = client.app.state.services.database  # type: ignore[attr-defined]
    club = Club(database, "Anna", "Bruno", public=False)
    club.play(1)
    (opponent,) = as_person(client, club.tokens[0]).get("/api/me/results").json()["opponents"]
    assert (opponent["name"], opponent["url"]) == ("Bruno", None)


def test_the_service_closes_seasons_that_are_over(client: TestClient, club: Club):
    services = client.app.state.services  # type: ignore[attr-defined]
    club.play()
    following = Season.at(now()).following

    def later(connection: Connection) -> None:
        season = Season.at(now())
        change = schema.rating_changes.update().values(at=season.start - 86_400_000)
        connection.execute(change)

    club.database.write(later).result()
    for _ in range(2):  # the second time as another process
        client.portal.call(ClosingSeasons(services).run_once)  # type: ignore[union-attr]
    (closed,) = Seasons(club.database).closed("magnate")
    assert Season.named(closed).following.following == following  # type: ignore[union-attr]
    assert names(client) == []
    assert names(client, f"?season={closed}") == [(1, "Anna"), (2, "Bruno")]


@pytest.mark.own_server
@pytest.mark.parametrize("language", LANGUAGES)
def test_leaderboards_are_for_everybody(server: LiveServer, screen: Page, axe: str, language: str):
    database = Database(server.url)
    club = Club(database, "Anna", "Bruno")
    club.play()
    club.rank_earlier()
    database.close()
    cookie = session_cookie(server.address, club.tokens[0])
    screen.context.add_cookies([cookie])  # type: ignore[list-item]
    look(screen, "dark" if language == "it" else "light")
    screen.set_viewport_size(DESK if language == "en" else PHONE)
    screen.goto(f"{server.address}/leaderboards?lang={language}")
    screen.wait_for_selector(".leaders")
    check(screen, axe)
    screen.locator(".leaders h2 a").focus()
    screen.keyboard.press("Enter")
    screen.wait_for_selector(".leaderboard tbody tr.own")
    assert screen.locator(".leaderboard tbody tr").count() == 2
    assert "1" in (screen.locator("#own-rank").text_content() or "")
    check(screen, axe)
    screen.locator("#season").select_option("2025-4")
    screen.wait_for_url("**season=2025-4")
    expect(screen.locator("#season")).to_have_value("2025-4")
    check(screen, axe)
    screen.reload()  # the address holds the season
    expect(screen.locator("#season")).to_have_value("2025-4")


@pytest.mark.own_server
@pytest.mark.parametrize("language", LANGUAGES)
def test_results_are_for_everybody(server: LiveServer, screen: Page, axe: str, language: str):
    database = Database(server.url)
    club = Club(database, "Anna", "Bruno")
    club.play(15)
    club.rank_earlier()
    page = club.page(1)
    database.close()
    cookie = session_cookie(server.address, club.tokens[0])
    screen.context.add_cookies([cookie])  # type: ignore[list-item]
    look(screen, "light" if language == "it" else "dark")
    screen.set_viewport_size(DESK if language == "it" else PHONE)
    screen.goto(f"{server.address}/account/results?lang={language}")
    screen.wait_for_selector("#opponents tbody tr")
    screen.wait_for_selector("#season-marks a")
    check(screen, axe)
    screen.locator(".rating-table summary").focus()
    screen.keyboard.press("Enter")
    screen.wait_for_selector(".rating-table tbody tr")
    assert screen.locator(".rating-table tbody tr").count() == 15
    assert screen.locator("#tables > li").count() == 12
    screen.locator("#more").press("Enter")
    assert screen.locator("#tables > li").count() == 15
    check(screen, axe)
    screen.goto(f"{server.address}{page}")
    screen.wait_for_selector("#against .balance")
    screen.wait_for_selector(".rating-figure svg")
    check(screen, axe)


def check(screen: Page, axe: str) -> None:
    assert findings(screen, axe) == []
    assert small_targets(screen) == []
    wider = "document.documentElement.scrollWidth > innerWidth"
    assert not screen.evaluate(wider)


@pytest.mark.own_server
def test_nobody_has_no_results(server: LiveServer, screen: Page):
    screen.goto(f"{server.address}/leaderboards")
    screen.wait_for_selector("#leaderboard > p")
    assert screen.locator(".other-games a").count() > 1
