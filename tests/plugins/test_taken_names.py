"""Games called like others that are installed: only the first of a name is available."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from ducato.checks.contract import game_is_registered
from ducato.core.game import available_games, find_game, isolated, unavailable_games
from ducato.core.game.folder import game_from
from ducato.server import create_app
from ducato.server.kit.database.engine import Database

from .installed import SOUND, TAKEN, edited, found_in, install, run


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    made: Path = tmp_path_factory.mktemp("taken")
    install(made, [SOUND, *TAKEN])
    return made


@pytest.fixture
def plugins(folder: Path) -> Iterator[Path]:
    yield from found_in(folder)


def listed() -> set[tuple[str, str]]:
    return {(game.name, game.distribution) for game in unavailable_games()}


def test_the_first_stays_available_and_the_second_is_listed(plugins):
    assert set(TAKEN.values()) < set(available_games())
    assert available_games()["builders"].package == "ducato.games.builders"
    ((_, builders), (_, sound)) = sorted(listed())
    assert builders == "ducato-taken-builders"
    assert sound in ("ducato-taken-sound", f"ducato-{SOUND}")
    assert [game.reason.partition(":")[0] for game in unavailable_games()] == [
        f"the game {name!r} is there already" for name in TAKEN.values()
    ]


def test_the_first_may_still_fail(plugins):
    with isolated(find_game("builders")):
        raise ZeroDivisionError
    assert "builders" not in available_games()
    assert {("builders", "ducato"), ("builders", "ducato-taken-builders")} < listed()


@pytest.mark.slow
def test_both_are_listed_and_the_first_is_checked(folder):
    done = run(folder, "games", "--json")
    found = json.loads(done.stdout)
    assert set(TAKEN.values()) < {game["name"] for game in found["games"]}
    assert [game["name"] for game in found["unavailable"]] == list(TAKEN.values())
    assert "unavailable: builders (ducato-taken-builders): " in run(folder, "games").stdout
    assert run(folder, "check", SOUND, "--quick").returncode == 0


def test_a_table_of_the_first_is_opened(plugins, tmp_path):
    seats = [{"kind": "person", "name": "Anna"}, {"kind": "bot", "bot": "random"}]
    with TestClient(create_app(Database(f"sqlite:///{tmp_path}/tables.sqlite3"))) as client:
        answer = client.post("/api/tables", json={"game": "builders", "seats": seats})
        assert answer.status_code == 201, answer.text


def test_the_check_finds_a_name_that_is_taken(plugins):
    (found,) = game_is_registered(game_from(plugins / "taken_builders"), range(1))
    assert "ducato.games.builders, which is installed, has that name" in str(found)


@pytest.mark.parametrize("name", ["../x y", "terraces@2", "terrazás", "Silk", "a--b", 65 * "a"])
def test_a_name_that_is_no_name_is_refused(tmp_path, name: str):
    install(tmp_path, ["misnamed"])
    edited("__init__.py", '"misnamed"', f'"{name}"')(tmp_path / "misnamed")
    for _ in found_in(tmp_path):
        (wrong,) = unavailable_games()
        assert name not in available_games()
        assert "it must be lower-case words joined by hyphens" in wrong.reason
        (found,) = game_is_registered(game_from(tmp_path / "misnamed"), range(1))
        assert found.advice.startswith("A name must be lower-case words joined by hyphens")


@pytest.mark.parametrize("name", ["builders", SOUND])
def test_an_installed_game_does_not_take_its_own_name(plugins, name: str):
    assert list(game_is_registered(find_game(name), range(1))) == []
