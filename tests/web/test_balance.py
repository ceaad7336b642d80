"""The lab's reports about the games, as pages of the server."""

from __future__ import annotations

import re

import pytest
from starlette.testclient import TestClient

from ducato.core.editions.data import has_file, read_text
from ducato.core.game import all_games, find_game
from ducato.store import Store
from ducato.web import create_app
from ducato.web.http.pages import REPORT, report_policy

LARGEST = 1_500_000  # promised
WITH_REPORT = [n for n, game in all_games().items() if has_file(game.package, REPORT)]


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    url = f"sqlite:///{tmp_path_factory.mktemp('data') / 'tables.sqlite3'}"
    with TestClient(create_app(Store(url))) as found:
        yield found


@pytest.mark.parametrize("name", WITH_REPORT)
def test_a_report_is_one_file_that_needs_no_other(name: str):
    text = read_text(find_game(name).package, REPORT)
    assert len(text.encode()) < LARGEST
    assert not re.search(r"(src|href)=\"(?!#)|url\(|@import|fetch\(", text)
    for language in ("en", "it", "es"):
        assert f'lang="{language}"' in text


@pytest.mark.parametrize("name", WITH_REPORT)
def test_a_report_tells_of_every_table(name: str):
    game = find_game(name)
    text = read_text(game.package, REPORT)
    assert set(re.findall(r'<article id="([^"]+)"', text)) == {
        f"{edition}-{players}" for edition in game.editions for players in game.players
    }


def test_the_page_allows_its_own_style_and_script_and_nothing_else(client):
    response = client.get(f"/balance/{WITH_REPORT[0]}")
    assert response.status_code == 200
    policy = response.headers["content-security-policy"]
    assert policy == report_policy(response.text)
    assert re.fullmatch(
        r"default-src 'none'; base-uri 'none'; frame-ancestors 'self'; "
        r"style-src 'sha256-\S{44}'; script-src 'sha256-\S{44}'",
        policy,
    )
    assert response.headers["x-content-type-options"] == "nosniff"


def test_a_game_without_a_report_has_no_page_and_no_link(client, monkeypatch):
    assert client.get("/balance/chess").status_code == 404
    monkeypatch.setattr("ducato.web.http.pages.data.has_file", lambda *_: False)
    assert client.get(f"/balance/{WITH_REPORT[0]}").status_code == 404


def test_the_catalog_and_the_rules_lead_to_the_report(client):
    games = {game["name"]: game["balance"] for game in client.get("/api/games").json()}
    assert [name for name, has_report in games.items() if has_report] == WITH_REPORT
    rules = client.get(f"/rules/{WITH_REPORT[0]}?lang=it").text
    assert f'href="/balance/{WITH_REPORT[0]}?lang=it"' in rules
    assert "Equilibrio di questo gioco" in rules
