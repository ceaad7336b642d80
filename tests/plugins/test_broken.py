"""Broken games of other packages: reported once each, and harmless to everything else."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

import ducato
from ducato.bots.warmup import COMPILED
from ducato.core.errors import DucatoError
from ducato.core.game import all_games, available_games, discovery, unavailable_games
from ducato.core.i18n import LANGUAGES
from ducato.server import create_app
from ducato.server.kit.database.engine import Database
from ducato.server.kit.workers.warm_up import WarmUp

from .installed import BROKEN, SOUND, found_in, install, run

OWN = ["builders", "fantasy-market", "magnate", "manifest-destiny"]
NO_NUMBERS = ["no-import", "bad-syntax", "that-leaves", "no-game", "no-attribute", "bad-toml",
              "no-editions", "bad-range", "bad-edition", "bad-players", "frozen-late"]  # fmt: skip
"""These cannot even be loaded; the others lack only what a table needs."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    """A folder with a sound plugin and all the broken ones."""
    made: Path = tmp_path_factory.mktemp("plugins")
    install(made, [SOUND, *BROKEN])
    return made


@pytest.fixture
def plugins(folder: Path) -> Iterator[Path]:
    """They are installed while the test runs."""
    yield from found_in(folder)


def reports(text: str, name: str) -> list[str]:
    """The lines about one game."""
    return [line for line in text.splitlines() if f"game {name!r}" in line]


@pytest.mark.slow
def test_the_command_line_lists_them_with_their_reasons(folder):
    done = run(folder, "games", "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert [game["name"] for game in found["games"]] == sorted([*OWN, SOUND])
    assert [game["name"] for game in found["unavailable"]] == sorted(BROKEN)
    for game in found["unavailable"]:
        assert game["distribution"] == f"ducato-{game['name']}"
        assert BROKEN[game["name"]][1] in game["reason"]
        assert "\n" not in game["reason"]
        (line,) = reports(done.stderr, game["name"])
        assert game["distribution"] in line
        assert game["reason"] in line
    assert "Traceback" not in done.stderr
    listed = run(folder, "games").stdout
    for name in BROKEN:
        assert f"unavailable: {name} (ducato-{name}): " in listed


@pytest.mark.slow
def test_other_games_are_simulated_with_several_processes(folder):
    """Each is reported by the first process only."""
    done = run(folder, "simulate", SOUND, "--games", "3", "--jobs", "2", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["game"] == SOUND
    for name in NO_NUMBERS:
        assert len(reports(done.stderr, name)) == 1


@pytest.mark.slow
def test_what_is_asked_of_a_broken_game_ends_in_one_line(folder):
    done = run(folder, "simulate", "bad-hook", "--games", "2", "--json")
    assert (done.returncode, done.stdout) == (2, "")
    assert "Traceback" not in done.stderr
    assert done.stderr.splitlines()[-1].startswith("ducato: the game 'bad-hook' cannot be loaded")


@pytest.mark.parametrize("name", BROKEN)
def test_a_designer_may_simulate_before_there_are_texts_and_pictures(plugins, name: str):
    """What is broken at its root is refused in words."""
    if name in [*NO_NUMBERS, "bad-hook", "no-verb"]:
        with pytest.raises(DucatoError, match=name if name in NO_NUMBERS else BROKEN[name][1]):
            ducato.load(name)
    else:
        assert ducato.load(name).new_initial_state().is_chance_node()


def test_they_are_reported_once_in_a_process(plugins, caplog):
    with caplog.at_level(logging.WARNING, "ducato.core.game.unavailable"):
        for _ in range(3):
            assert [game.name for game in unavailable_games()] == sorted(BROKEN)
    for name in BROKEN:
        assert len([r for r in caplog.records if f"{name!r}" in r.getMessage()]) == 1


def test_a_sound_game_of_another_package_is_available(plugins):
    assert SOUND in available_games()
    assert list(available_games()) == sorted([*OWN, SOUND])
    assert ducato.load(SOUND).new_initial_state().is_chance_node()


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_lobby_offers_all_others(plugins, tmp_path, language: str):
    with TestClient(create_app(Database(f"sqlite:///{tmp_path}/tables.sqlite3"))) as client:
        offered = client.get(f"/api/games?lang={language}").json()
        assert [g["name"] for g in offered] == [*sorted([*OWN, SOUND]), *sorted(BROKEN)]
        for game in offered:
            name = game["name"]
            assert game["unavailable"] == (f"ducato-{name}" if name in BROKEN else None)
            assert bool(game["players"]) == (name not in BROKEN)
            assert game["rules"] == (name in OWN)
        seats = [{"kind": "person", "name": "Anna"}, {"kind": "bot", "bot": "random"}]
        for name in BROKEN:
            answer = client.post("/api/tables", json={"game": name, "seats": seats})
            assert (answer.status_code, answer.json()["field"]) == (422, "game")
            assert name not in answer.json()["choices"]
            assert client.post("/api/lessons", json={"game": name, "name": "A"}).status_code == 422
        for name in (SOUND, "builders"):
            answer = client.post("/api/tables", json={"game": name, "seats": seats})
            assert answer.status_code == 201, answer.text
            assert client.get(answer.json()["url"]).status_code == 200
        assert len(client.get("/api/tables").json()) == 2


def test_nobody_is_sent_to_a_file_that_a_game_has_not(plugins, tmp_path):
    seats = [{"kind": "person", "name": "Anna"}, {"kind": "bot", "bot": "random"}]
    with TestClient(create_app(Database(f"sqlite:///{tmp_path}/tables.sqlite3"))) as client:
        pages = {}
        for name in (SOUND, "builders"):
            url = client.post("/api/tables", json={"game": name, "seats": seats}).json()["url"]
            pages[name] = client.get(url).text
    for name, text in pages.items():
        body = next(line for line in text.splitlines() if line.startswith("<body"))
        link = next(line for line in text.splitlines() if 'id="tab-rules"' in line)
        assert ("data-rules" in body) == ("data-glyphs" in body) == (name != SOUND)
        assert (" hidden" in link) == (name == SOUND)


def test_a_table_of_a_game_that_broke_meanwhile_harms_no_other(plugins, tmp_path, monkeypatch):
    """It was opened while the game was sound; then an update of its package was installed."""
    seats = [{"kind": "person", "name": "Anna"}, {"kind": "bot", "bot": "random"}]
    with TestClient(create_app(Database(f"sqlite:///{tmp_path}/tables.sqlite3"))) as client:
        for name in (SOUND, "builders"):
            client.post("/api/tables", json={"game": name, "seats": seats})
        own = [one for one in discovery.entry_points(group=discovery.GROUP) if one.name != SOUND]
        monkeypatch.setattr(discovery, "entry_points", lambda group: own)
        all_games.cache_clear()
        titles = {line["game"]: line["title"] for line in client.get("/api/tables").json()}
        assert titles[SOUND] == SOUND
        assert titles["builders"] != "builders"
        assert client.get("/").status_code == 200


def test_the_server_compiles_the_others(plugins, monkeypatch):
    """From its start on, beside everything else."""
    compiled = []
    monkeypatch.setattr(
        "ducato.server.kit.workers.warm_up.warm_up", lambda kind, game: compiled.append(game.name)
    )
    warming = WarmUp()
    warming.queue_all()
    for kind in COMPILED:
        warming.ensure_compiled(ducato.load(SOUND), kind).result(20)
    warming.queue_all()
    for name in available_games():
        for kind in COMPILED:
            warming.ensure_compiled(ducato.load(name), kind).result(20)
    warming.close()
    assert sorted(set(compiled)) == list(available_games())
