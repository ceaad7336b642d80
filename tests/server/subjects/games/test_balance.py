"""The lab's reports about the games, as pages of the server."""

from __future__ import annotations

import json
import logging
import re
from functools import cache
from typing import Any

import pytest
from starlette.testclient import TestClient

from ducato.core.editions.data_files import has_file, read_bytes
from ducato.core.game import all_games, find_game
from ducato.lab.report.render import render
from ducato.lab.report.report_data import FILE, UnreadableReport, read_report
from ducato.server import create_app
from ducato.server.kit.database.engine import Database
from ducato.server.pages import report_policy

LARGEST = 1_500_000  # promised
WITH_REPORT = [n for n, game in all_games().items() if has_file(game.package, FILE)]
NAME = "magnate"
SOUND = json.loads(read_bytes(find_game(NAME).package, FILE))


@cache
def page_of(name: str) -> str:
    game = find_game(name)
    return render(game, read_report(game))


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    url = f"sqlite:///{tmp_path_factory.mktemp('data') / 'tables.sqlite3'}"
    with TestClient(create_app(Database(url))) as found:
        yield found


@pytest.mark.parametrize("name", WITH_REPORT)
def test_a_report_is_one_file_that_needs_no_other(name: str):
    text = page_of(name)
    assert len(text.encode()) < LARGEST
    assert not re.search(r"(src|href)=\"(?!#)|url\(|@import|fetch\(", text)
    for language in ("en", "it", "es"):
        assert f'lang="{language}"' in text


@pytest.mark.parametrize("name", WITH_REPORT)
def test_a_report_tells_of_every_table(name: str):
    game = find_game(name)
    assert set(re.findall(r'<article id="([^"]+)"', page_of(name))) == {
        f"{edition}-{players}" for edition in game.editions for players in game.players
    }


def test_the_page_allows_its_own_style_and_script_and_nothing_else(client):
    response = client.get(f"/balance/{WITH_REPORT[0]}")
    assert response.status_code == 200
    policy = response.headers["content-security-policy"]
    assert policy == report_policy(response.content)
    assert re.fullmatch(
        r"default-src 'none'; base-uri 'none'; frame-ancestors 'self'; "
        r"style-src 'sha256-\S{44}'; script-src 'sha256-\S{44}'",
        policy,
    )
    assert response.headers["x-content-type-options"] == "nosniff"


def test_a_game_without_a_report_has_no_page_and_no_link(client, monkeypatch):
    assert client.get("/balance/chess").status_code == 404
    monkeypatch.setattr("ducato.lab.report.report_data.data_files.has_file", lambda *_: False)
    vars(client.app.state.services).pop("files", None)  # what is cached already
    assert client.get(f"/balance/{WITH_REPORT[0]}").status_code == 404


def altered(**changes: Any) -> str:
    return json.dumps({**SOUND, **changes})


def altered_table(**changes: Any) -> str:
    first, *others = SOUND["tables"]
    return altered(tables=[{**first, **changes}, *others])


DAMAGED = {
    "nothing": "",
    "a part of the file": json.dumps(SOUND)[:-5000],
    "another form": "[1, 2]",
    "bytes that are no text": "\udcff",
    "the report of another game": altered(game="builders"),
    "no table": altered(tables=[]),
    "a table for too many": altered_table(players=3),
    "a level too many": altered(levels=["random", "greedy", "ismcts"]),
    "an entry too many": altered(size=3),
    "a number out of range": json.dumps(SOUND).replace('"seed": 0', '"seed": 0, "games": 1e999'),
    "a metric too few": altered(metrics={}),
    "no shares of wins": altered_table(order=[[], []]),
    "a seat that is not there": altered_table(
        findings=[["seat", "3", [0.5, 0.4, 0.6], 0.5, [[0.5, 0.4, 0.6]]]]
    ),
    "a target that is none": altered_table(findings=[["target", "fun", [0, 0, 0], None, []]]),
    "a share of a third level": altered_table(open=[{"values": [1, 0]}] * 3),
    "a curve without points": altered_table(choices={"forced": [{"values": []}] * 2}),
    "a band with other points": altered_table(
        series={"sum": [{"values": [1, 2], "width": [1, 2, 3]}] * 2}
    ),
    "a histogram without games": altered_table(
        histograms={"lead": {"low": 0, "high": 1, "counts": [[0], [0]]}}
    ),
    "a histogram without width": altered_table(
        histograms={"lead": {"low": 1, "high": 1, "counts": [[1], [1]]}}
    ),
    "histograms with other bins": altered_table(
        histograms={"lead": {"low": 0, "high": 1, "counts": [[1], [1, 2]]}}
    ),
}


@pytest.mark.parametrize("damage", DAMAGED)
def test_a_damaged_or_foreign_file_is_refused(monkeypatch, damage: str):
    content = DAMAGED[damage].encode(errors="surrogateescape")
    monkeypatch.setattr("ducato.lab.report.report_data.data_files.read_bytes", lambda *_: content)
    with pytest.raises(UnreadableReport, match=r"data/balance\.json .*ducato lab report magnate"):
        read_report(find_game(NAME))


def test_names_that_the_game_does_not_know_are_shown_as_words(monkeypatch):
    """A file of earlier rules, or of another version of the game, is no reason to fail."""
    first, *others = SOUND["tables"]
    unknown = {"fun": "metric", "luck_of": "series", "jokes": "counter", "laughs": "rate"}
    measured = {name: {"value": [1, 1, 1]} for name in unknown}
    first = first | {
        "edition": "of-old",
        "options": {"old_rule": True},
        "excesses": [{"thing": "juggle:five-balls", "excess": [0.1, 0, 0.2]}],
        "levels": {},
        "things": [["deed=done", 3, 0.5, 0.5, [0.1, 0, 0.2]], ["", 0, 0, 0, [0, 0, 0]]],
        "findings": [
            ["dead", "juggle", [0, 0, 0.1]],
            ["dominant", "sell:::", [1, 0.9, 1]],
            ["ties", "ties", [0.5, 0.4, 0.6], 0.2, [None]],
        ],
        "series": {"luck": [{"values": [0, 0]}] * 2},
    }
    tables = [table | {"metrics": measured, "levels": {}} for table in (first, *others)]
    sorts = {name: {"unit": "number", "sort": sort} for name, sort in unknown.items()}
    strange = altered(tables=tables, metrics=sorts)
    monkeypatch.setattr(
        "ducato.lab.report.report_data.data_files.read_bytes", lambda *_: strange.encode()
    )
    game = find_game(NAME)
    page = render(game, read_report(game))
    assert all(words in page for words in ("Juggle", "Fun", "Luck of", "Of old"))


def test_a_damaged_report_is_said_to_be_unavailable_and_the_log_says_why(
    client, monkeypatch, caplog
):
    monkeypatch.setattr("ducato.lab.report.report_data.data_files.read_bytes", lambda *_: b"{}")
    vars(client.app.state.services).pop("files", None)  # what is cached already
    with caplog.at_level(logging.WARNING):
        response = client.get(f"/balance/{NAME}?lang=it")
    assert response.status_code == 503
    assert "il rapporto su questo gioco non è disponibile" in response.text
    assert "data/balance.json" in caplog.text
    assert client.get(f"/rules/{NAME}").status_code == 200


def test_the_catalog_and_the_rules_lead_to_the_report(client):
    games = {game["name"]: game["balance"] for game in client.get("/api/games").json()}
    assert [name for name, has_report in games.items() if has_report] == WITH_REPORT
    rules = client.get(f"/rules/{WITH_REPORT[0]}?lang=it").text
    assert f'href="/balance/{WITH_REPORT[0]}?lang=it"' in rules
    assert "Equilibrio di questo gioco" in rules
