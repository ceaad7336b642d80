"""Games that fail only while they are played: nothing is lost, and no other table is harmed."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numba.core.errors
import pytest
from starlette.testclient import TestClient
from tests.server.player import ENTROPY, Player

import ducato
from ducato.core.errors import BrokenGame
from ducato.core.game import all_games, available_games
from ducato.core.game.unavailable import reason
from ducato.server import create_app
from ducato.server.kit.database.engine import Database
from ducato.table.views.texts import say, table_text

from .installed import PARTS, RULES, SOUND, UNDEALT, found_in, install
from .test_broken import run

ANNA = {"kind": "person", "name": "Anna"}
RANDOM = {"kind": "bot", "bot": "random"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    """A folder with a sound plugin and all the failing ones."""
    made: Path = tmp_path_factory.mktemp("failing")
    install(made, [SOUND, UNDEALT, *PARTS, *RULES])
    return made


@pytest.fixture(autouse=True)
def plugins(folder: Path) -> Iterator[Path]:
    """They are installed while the test runs."""
    yield from found_in(folder)


def sit(client: TestClient, game: str, *seats: dict[str, str]) -> tuple[str, Player]:
    answer = client.post("/api/tables", json={"game": game, "seats": seats or [ANNA, RANDOM]})
    assert answer.status_code == 201, answer.text
    address = answer.json()["url"]
    return address, back(client, address)


def back(client: TestClient, address: str, language: str = "en") -> Player:
    player = Player(client.websocket_connect(f"{address}/socket?lang={language}"))
    player.come()
    return player


def reports(caplog: pytest.LogCaptureFixture, name: str) -> list[str]:
    said = [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]
    return [line for line in said if name in line]


def choices(player: Player) -> list[int]:
    return [choice["action"] for choice in player.view["legal"]]


def act_until_rejected(player: Player) -> dict[str, Any]:
    """Play until a move is refused, and return the refusal."""
    for _ in range(20):
        while not choices(player):
            said = player.hear("steps", "undone", "rejected")
            if said["type"] == "rejected":
                return said
        answer = player.act(choices(player)[0])
        if answer["type"] == "rejected":
            return answer
    raise AssertionError("nothing was refused")


@pytest.mark.compiled
@pytest.mark.slow
@pytest.mark.parametrize("name", PARTS)
def test_a_game_is_played_to_its_end_without_the_part_that_fails(
    name: str, url: str, caplog: pytest.LogCaptureFixture
):
    with TestClient(create_app(Database(url))) as client:
        address, anna = sit(client, name)
        anna.wait_for_turn()
        if not anna.view["result"]:
            illegal = next(a for a in range(7) if a not in choices(anna))
            assert anna.act(illegal)["type"] == "rejected"
        anna.play()
        anna.say(type="chart", id="c")
        anna.hear("chart")
        for seq in (0, anna.view["seq"]):
            anna.say(type="replay", id=f"r{seq}", seq=seq)
            assert anna.hear("replay")["step"]["view"]["seq"] == seq
        anna.leave()
        assert client.get(f"{address}/record").status_code == 200
        assert client.get(f"/api/games/{name}/components").status_code == 200
        catalog = {game["name"]: game for game in client.get("/api/games").json()}
        assert catalog[name]["unavailable"] is None
        assert not catalog[name]["lesson"]
        assert client.get("/health").status_code == 200
    (line,) = reports(caplog, f"game {name!r}")
    assert line.startswith(f"ducato-{name} offers")
    assert PARTS[name][1] in line


@pytest.mark.compiled
@pytest.mark.parametrize("name", RULES)
def test_a_fault_in_the_rules_is_told_and_loses_nothing(
    name: str, url: str, caplog: pytest.LogCaptureFixture
):
    with TestClient(create_app(Database(url))) as client:
        other, bruno = sit(client, SOUND)
        address, anna = sit(client, name)
        assert act_until_rejected(anna)["reason"] == table_text(say("rejected.fault"), "en")
        seq = anna.view["seq"]
        bruno.play()  # the other table goes on
        bruno.leave()
        anna.leave()
        assert name not in available_games()
        answer = client.post("/api/tables", json={"game": name, "seats": [ANNA, RANDOM]})
        assert (answer.status_code, answer.json()["field"]) == (422, "game")
        assert name in [game["name"] for game in client.get("/api/games").json()
                        if game["unavailable"]]  # fmt: skip
        assert client.get("/health").status_code == 200
        cookies = client.cookies
    (line,) = reports(caplog, f"game {name!r}")
    assert line.startswith(f"ducato-{name} offers")
    assert RULES[name][1] in line
    with TestClient(create_app(Database(url)), cookies=cookies) as client:
        for language in ("it", "es"):
            anna = back(client, address, language)
            assert anna.view["seq"] >= seq
            if anna.view["legal"]:
                said = act_until_rejected(anna)["reason"]
                assert said == table_text(say("rejected.fault"), language)
            anna.leave()
        back(client, other).leave()


def test_a_game_that_cannot_be_dealt_is_told_to_those_who_wait(
    url: str, caplog: pytest.LogCaptureFixture
):
    with TestClient(create_app(Database(url))) as client:
        address = client.post(
            "/api/tables", json={"game": UNDEALT, "seats": [ANNA, RANDOM]}
        ).json()["url"]
        anna = Player(client.websocket_connect(f"{address}/socket?lang=es"))
        anna.hear("welcome")
        anna.say(type="entropy", id="e", value=ENTROPY)
        assert anna.hear("rejected")["reason"] == table_text(say("rejected.fault"), "es")
        anna.leave()
        _, bruno = sit(client, SOUND)
        bruno.play()
        bruno.leave()
        assert client.get("/health").status_code == 200
    (line,) = reports(caplog, f"game {UNDEALT!r}")
    assert "ZeroDivisionError" in line


@pytest.mark.slow
def test_a_simulation_ends_in_one_line(folder: Path):
    for name in ("rule-apply", "rule-leaves"):
        for command in (["simulate", name, "--games", "3"],
                        ["match", name, "--bots", "random,random", "--games", "2"]):  # fmt: skip
            done = run(folder, *command, "--json")
            assert (done.returncode, done.stdout) == (2, ""), done.stderr
            assert "Traceback" not in done.stderr
            assert RULES[name][1] in done.stderr.splitlines()[-1]


def test_a_fault_names_the_line_of_the_game():
    """Not that of the library, which raises the error."""
    game = ducato.load("part-hint")
    state = game.new_initial_state().state
    with pytest.raises(AttributeError, match="lost") as caught:
        game.presentation.action_hint(state, game.edition, 0)
    assert re.search(r"\(narration\.py:\d+\)$", reason(caught.value))


def test_a_fault_of_the_compiler_is_told_in_a_line():
    unknown = numba.core.errors.TypingError("Failed in nopython mode pipeline\n\nand so on")
    assert reason(unknown) == "its rules cannot be compiled; `ducato check` says where and why"


def test_a_state_that_is_far_too_large_is_refused(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("ducato.core.game.loaded_game.LARGEST_STATE", 8)
    with pytest.raises(BrokenGame, match=r"has a state of \d+ bytes; at most 8 are possible"):
        ducato.load(SOUND)
    assert SOUND in all_games()
