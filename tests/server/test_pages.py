from __future__ import annotations

import json
import re
from collections.abc import Callable
from itertools import count, cycle, islice
from typing import TYPE_CHECKING, Any

import pytest
from starlette.testclient import TestClient
from tests.support.live_server import LiveServer

from ducato.core.game import all_games, find_game
from ducato.core.i18n import LANGUAGE_NAMES, LANGUAGES
from ducato.server.kit.http.client_files import FOLDER as CLIENT
from ducato.server.kit.http.rate_limits import Limits, changed_limits
from ducato.server.kit.http.templates import FOLDER

if TYPE_CHECKING:
    from playwright.sync_api import Page

Make = Callable[..., str]
Opened = Callable[..., TestClient]
GOOD: dict[str, Any] = {
    "game": "magnate",
    "edition": "current",
    "options": {},
    "seats": [{"kind": "person", "name": "Anna"}, {"kind": "bot", "bot": "greedy"}],
}


@pytest.mark.parametrize(
    "path", ["/", "/table/nobody", "/nowhere", "/api/games", "/static/css/base.css"]
)
def test_every_answer_forbids_foreign_scripts(client: TestClient, path: str):
    policy = client.get(path).headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy


@pytest.mark.parametrize("language", LANGUAGES)
def test_games_are_offered_in_every_language(client: TestClient, language: str):
    (game,) = (
        g for g in client.get(f"/api/games?lang={language}").json() if g["name"] == "magnate"
    )
    assert game["players"] == [2]
    assert all(game[key] for key in ("title", "about", "credit", "editions", "options", "bots"))
    assert all(edition["title"] and edition["about"] for edition in game["editions"])
    for option in game["options"]:
        assert option["about"]
        assert option["type"] in ("bool", "int", "choice")
        assert (option["type"] == "choice") == bool(option["choices"])
        assert (option["type"] == "int") == bool(option["range"])


@pytest.mark.parametrize("path", ["/", "/table/nobody", "/account", "/nowhere"])
def test_every_page_has_all_languages_under_their_own_names(client: TestClient, path: str):
    found = re.search(r"<body [^>]*data-languages='([^']+)'", client.get(path).text)
    assert found, path
    assert json.loads(found[1]) == LANGUAGE_NAMES


def test_what_is_offered_can_be_had(opened: Opened, monkeypatch: pytest.MonkeyPatch):
    # More tables than one address may open at once: a second passes with every request.
    monkeypatch.setattr(
        "ducato.server.app.Limits", lambda changes: Limits(count().__next__, changes)
    )
    # Nor do bots stop playing at the earlier tables in time, on a busy machine.
    changes = changed_limits(
        f"bot-tables-{of}=1000" for of in ("of-person", "of-address", "in-all")
    )
    client = opened(limits=changes)
    for game in client.get("/api/games").json():
        editions, bots = game["editions"], game["bots"]
        pairs = zip(cycle(editions), cycle(bots))
        for edition, bot in islice(pairs, max(len(editions), len(bots))):
            seats = [{"kind": "person", "name": f"#{n}"} for n in range(game["players"][0] - 1)]
            wanted = {
                "game": game["name"],
                "edition": edition["name"],
                "options": edition["by_players"][str(game["players"][0])],
                "seats": [*seats, {"kind": "bot", "bot": bot["name"]}],
            }
            answer = client.post("/api/tables", json=wanted)
            assert answer.status_code == 201, answer.text


def test_a_table_has_a_page(client: TestClient, table_at: Make):
    address = table_at(client)
    page = client.get(f"{address}?seat=0&lang=it")
    assert page.status_code == 200
    assert f'data-table="{address.rpartition("/")[2]}"' in page.text
    assert 'data-seat="0"' in page.text
    assert '<html lang="it">' in page.text
    assert f'data-cloth="{find_game("magnate").facts.cloth}"' in page.text
    assert 'data-seat=""' in client.get(f"{address}?seat=<script>").text


def test_an_unknown_table_has_a_page_that_says_so(client: TestClient):
    for path in ("/table/nobody", "/table/nobody/record"):
        page = client.get(path, headers={"Accept-Language": "it"})
        assert page.status_code == 404
        assert "Questo tavolo non esiste" in page.text
    assert client.get("/nowhere").status_code == 404
    assert client.get("/api/nowhere").json()["error"]


def test_the_language_asked_for_is_kept(client: TestClient):
    assert '<html lang="es">' in client.get("/?lang=es").text
    assert '<html lang="es">' in client.get("/", headers={"Accept-Language": "it"}).text
    client.cookies.clear()
    assert '<html lang="it">' in client.get("/", headers={"Accept-Language": "fr, it;q=0.5"}).text
    assert '<html lang="en">' in client.get("/?lang=tlh").text


@pytest.mark.parametrize(
    ("changes", "field", "choice"),
    [
        ({"game": "chess"}, "game", "magnate"),
        ({"edition": "of 1900"}, "edition", "spanish"),
        ({"options": {"hand": 3}}, "options.hand", "hand_size"),
        ({"options": {"ending": "never"}}, "options.ending", "last_drawn"),
        ({"options": {"hand_size": 99}}, "options.hand_size", None),
        ({"seats": GOOD["seats"][:1]}, "players", "2"),
        ({"seats": [GOOD["seats"][0], {"kind": "bot", "bot": "clever"}]}, "seats.1", "greedy"),
        ({"seats": []}, None, None),
        ({"seats": "Anna"}, None, None),
        ({"seats": [{"kind": "cat"}]}, None, None),
        ({"options": {"hand_size": [3]}}, None, None),
    ],
)
def test_what_is_wrong_with_a_table_is_said(
    client: TestClient, changes: dict[str, Any], field: str | None, choice: str | None
):
    answer = client.post("/api/tables", json={**GOOD, **changes})
    assert answer.status_code == 422
    wrong = answer.json()
    assert wrong["error"]
    assert wrong["field"] == field
    assert (choice in wrong["choices"]) if choice else wrong["choices"] == []
    assert client.get("/api/tables").json() == []


@pytest.mark.parametrize("body", [b"", b"{", b"\xff", b"[]", b"null"])
def test_what_is_no_request_is_refused(client: TestClient, body: bytes):
    assert client.post("/api/tables", content=body).status_code == 422


def test_too_large_a_request_is_refused(client: TestClient):
    assert client.post("/api/tables", content=b" " * 100_000).status_code == 413


def test_other_sites_cannot_open_tables(client: TestClient):
    elsewhere = {"Origin": "http://elsewhere.example"}
    assert client.post("/api/tables", json=GOOD, headers=elsewhere).status_code == 403
    here = {"Origin": "http://testserver"}
    assert client.post("/api/tables", json=GOOD, headers=here).status_code == 201


def test_a_foreign_name_for_this_server_is_refused(opened: Any):
    client = opened(hosts=["ducato.example"])
    for host, status in [
        ("ducato.example", 200),
        ("ducato.example:8000", 200),
        ("127.0.0.1:8000", 200),
        ("[::1]:8000", 200),
        ("localhost", 200),
        ("elsewhere.example", 421),
        ("", 421),
    ]:
        assert client.get("/", headers={"Host": host}).status_code == status


def test_a_table_has_the_texts_that_its_modules_name(client: TestClient):
    paths = {path.stem: path for path in (CLIENT / "js").rglob("*.js")}
    needed, later = ["table"], "analysis_room"  # which fetches all texts
    for name in needed:  # grows during the loop
        source = paths[name].read_text("utf-8")
        found = re.findall(r'(?:from|import\() ?"\.[./\w]*/(\w+)\.js"', source)
        needed += [other for other in dict.fromkeys(found) if other not in [*needed, later]]
    sources = [paths[name].read_text("utf-8") for name in needed]
    page = "".join([*sources, (FOLDER / "templates" / "table.html").read_text("utf-8")])
    every = client.get("/strings/en.json").json()
    given = client.get("/strings/en/table.json").json()
    assert len(needed) > 30
    assert given.items() < every.items()
    named = {key for key in every if re.search(rf'["`]{re.escape(key)}["`]', page)}
    assert len(named) > 100
    assert named <= given.keys()


def test_the_clients_texts_and_drawings(client: TestClient):
    keys = [set(client.get(f"/strings/{language}.json").json()) for language in LANGUAGES]
    assert keys[0] == keys[1] == keys[2] != set()
    assert client.get("/strings/tlh.json").status_code == 404
    assert client.get("/strings/tlh/table.json").status_code == 404
    glyphs = client.get("/games/magnate/glyphs.svg")
    assert glyphs.headers["content-type"] == "image/svg+xml"
    assert "<symbol" in glyphs.text
    known = {"If-None-Match": glyphs.headers["etag"]}
    assert client.get("/games/magnate/glyphs.svg", headers=known).status_code == 304
    assert client.get("/games/chess/glyphs.svg").status_code == 404
    assert client.get("/art.svg").text.count("<symbol") > 100


def test_files_are_kept_but_asked_about(client: TestClient):
    style = client.get("/static/css/base.css")
    assert style.headers["cache-control"] == "no-cache"
    known = {"If-None-Match": style.headers["etag"]}
    assert client.get("/static/css/base.css", headers=known).status_code == 304
    assert client.get("/static/../app.py").status_code == 404


def test_answers_are_small(client: TestClient):
    answer = client.get("/api/games")
    assert answer.headers["content-encoding"] == "gzip"
    assert len(json.dumps(answer.json())) < 100_000


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_of_a_game_have_a_page(client: TestClient, language: str):
    page = client.get(f"/rules/magnate?lang={language}")
    assert page.status_code == 200
    assert 'id="3.5"' in page.text
    assert f'<main lang="{language}">' in page.text
    assert f'data-cloth="{find_game("magnate").facts.cloth}"' in page.text
    figure = client.get(f"/rules/magnate/figures/row.json?lang={language}").json()
    assert {"areas", "pieces"} == set(figure)
    assert client.get("/rules/chess").status_code == 404
    assert client.get("/rules/magnate/figures/none.json").status_code == 404


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", all_games())
def test_the_rules_begin_without_a_command_line(client: TestClient, game: str, language: str):
    """Players read the rules; numbers for designers come at the end."""
    body = client.get(f"/rules/{game}?lang={language}").text.partition("<main")[2]
    assert "--set" not in body.partition("<h2")[0]


@pytest.mark.parametrize("path", ["/rules/{}", "/games/{}/glyphs.svg", "/api/games/{}/components"])
@pytest.mark.parametrize(("version", "status"), [("1", 200), ("9", 404), ("x", 404), ("", 404)])
def test_what_belongs_to_a_version_of_the_rules_is_found_by_its_number(
    client: TestClient, path: str, version: str, status: int
):
    """A name without a number asks for the newest version."""
    answer = client.get(path.format(f"magnate@{version}"))
    assert answer.status_code == status
    if status == 200:
        assert (
            answer.text.replace("magnate@1", "magnate") == client.get(path.format("magnate")).text
        )


def test_the_settings_of_the_rules_lie_at_the_right_edge(screen: Page, server: LiveServer):
    screen.set_viewport_size({"width": 1600, "height": 900})
    screen.goto(f"{server.address}/rules/magnate?lang=en")
    box = screen.locator(".top [popovertarget=settings]").bounding_box()
    assert box is not None
    assert box["x"] + box["width"] > 1600 - 30


def test_dates_are_written_as_in_the_readers_country(screen: Page, server: LiveServer):
    screen.goto(server.address)  # the browser is set to British English
    words = screen.evaluate(
        """async () => {
          const { day } = await import("/static/js/ui/format.js");
          return day(Date.UTC(2026, 10, 22, 12));
        }"""
    )
    assert words == "22 Nov 2026"
