"""Favourite openings on profiles: counted once, and shown where the profile is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from starlette.testclient import TestClient
from tests.lab.test_openings import GAME, match_with
from tests.server.browser.test_access import axe, findings, look, small_targets
from tests.support.live_server import PHONE, LiveServer

from ducato.server.kit.database.engine import Database
from ducato.server.kit.http.sessions import PLAIN_COOKIE, session_cookie
from ducato.server.subjects.openings.service import Openings
from ducato.server.subjects.people.profiles import Profiles
from ducato.server.subjects.people.storage import People
from ducato.server.subjects.tables.storage import Tables
from ducato.table.time_control import TurnState

if TYPE_CHECKING:
    from playwright.sync_api import Page

__all__ = ["axe"]  # a fixture

HABIT = "deed"
GAMES = 14


def play_openings(database: Database) -> tuple[str, str]:
    """Store games in which Anna has a habit, and games of others. Return her id and token."""
    (anna, token), (bruno, _), (carla, _) = (
        People(database).welcome(name).result() for name in ("Anna", "Bruno", "Carla")
    )
    for seed in range(2 * GAMES):
        first = anna if seed < GAMES else carla
        match = match_with(seed, HABIT if seed < GAMES else None)
        rows = [
            {"seat": n, "name": one.name, "person": one.id} for n, one in enumerate((first, bruno))
        ]
        table_id = Tables(database).create(match, rows).result()
        Tables(database).append(table_id, [], match.seq, TurnState(), ranks=[1, 2]).result()
    return anna.id, token


def test_a_habit_is_found_and_games_are_replayed_once(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
):
    services = client.app.state.services  # type: ignore[attr-defined]
    anna, token = play_openings(services.database)
    replayed: list[str] = []
    replay = Openings._replayed

    def counted(self: Openings, table_id: str, game: Any) -> Any:
        replayed.append(table_id)
        return replay(self, table_id, game)

    monkeypatch.setattr(Openings, "_replayed", counted)
    assert client.get("/api/me/openings").status_code == 403
    client.cookies.set(PLAIN_COOKIE, token)
    found = client.get("/api/me/openings").json()
    (game,) = found["games"]
    assert (game["game"], game["title"]) == ("magnate", GAME.game.text("title", "en"))
    favourite = game["favourites"][0]
    assert 0 < favourite["lift"]["low"] <= favourite["lift"]["value"] <= favourite["lift"]["high"]
    assert favourite["own"]["value"] > favourite["others"]["value"]
    assert favourite["result"]["value"] == 1.0
    assert len(replayed) == len(set(replayed)) == 2 * GAMES
    assert client.get("/api/me/openings").json() == found
    assert len(replayed) == 2 * GAMES
    names = {
        client.get(f"/api/me/openings?lang={language}").json()["games"][0]["favourites"][0]["name"]
        for language in ("en", "it", "es")
    }
    assert len(names) == 3
    # On the public page while there is one, without any id.
    chosen = Profiles(services.database).choose(anna, public=True).result()
    public = client.get(f"/api/people/{chosen.public_id}/openings")
    assert public.json() == found
    assert not [secret for secret in (anna, *replayed) if secret in public.text]
    Profiles(services.database).choose(anna, public=False).result()
    assert client.get(f"/api/people/{chosen.public_id}/openings").status_code == 404


def test_a_game_that_cannot_be_replayed_is_left_out(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
):
    services = client.app.state.services  # type: ignore[attr-defined]
    _, token = play_openings(services.database)
    client.cookies.set(PLAIN_COOKIE, token)

    def broken(*_: object) -> None:
        raise ValueError("the rules fail")

    monkeypatch.setattr("ducato.server.subjects.openings.service.openings_of", broken)
    assert client.get("/api/me/openings").json()["games"] == []


@pytest.mark.own_server
def test_openings_are_for_everybody(server: LiveServer, screen: Page, axe: str):
    database = Database(server.url)
    _, token = play_openings(database)
    database.close()
    cookie = session_cookie(server.address, token)
    screen.context.add_cookies([cookie])  # type: ignore[list-item]
    look(screen, "dark")
    screen.set_viewport_size(PHONE)
    screen.goto(f"{server.address}/account/results?lang=it")
    screen.wait_for_selector("#openings .preference")
    assert findings(screen, axe) == []
    assert small_targets(screen) == []
