"""``ducato ladder``: ratings of bots, in a table, in a folder and beside the game."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.support.commands import rejected, runner

from ducato.core.game import all_games

GAME = min(all_games())
pytestmark = pytest.mark.compiled


@pytest.fixture
def run(capsys, monkeypatch):
    """Return a function that runs the command; it returns exit code, output and error output."""
    return runner(capsys, monkeypatch, "ladder")


def test_it_prints_ratings_and_keeps_its_games(run, tmp_path: Path):
    out = tmp_path / "ladder"
    command = (GAME, "--players", 2, "--bots", "random,greedy", "--games", 10, "--out", out)
    code, text, err = run(*command)
    assert code == 0
    assert "greedy" in text
    assert "wins a single game" in text
    assert "with 2 players" in err
    files = [out / "ladder-2.csv", out / "ladder-2.parquet"]
    assert files[0].read_text().startswith("level,elo,low,high\nrandom,")
    first = [file.read_bytes() for file in files]
    rejected(run(*command), "--resume")
    code, text, _ = run(*command, "--resume", "--json")
    assert code == 0
    assert [file.read_bytes() for file in files] == first
    (found,) = json.loads(text)["ladders"]
    assert found["games"] == 10
    code, text, _ = run(*command[:-4], "--games", 12, "--out", out, "--resume", "--json")
    assert code == 0
    assert json.loads(text)["ladders"][0]["games"] == 12


def test_it_rates_a_level_by_its_name_with_every_number_of_players(run):
    level, bot = next(iter(all_games()[GAME].levels.items()))
    code, text, _ = run(GAME, "--bots", f"greedy,{level}", "--games", 2, "--json")
    assert code == 0
    ladders = json.loads(text)["ladders"]
    assert [found["players"] for found in ladders] == list(all_games()[GAME].players)
    for found in ladders:
        assert [level["name"] for level in found["levels"]] == ["greedy", bot]
        assert found["levels"][0]["elo"] == {"value": 1000, "low": 1000, "high": 1000}


def test_it_installs_what_it_found(run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("ducato.learn.install.check_installable", lambda game: tmp_path)
    command = (GAME, "--players", 2, "--bots", "random,greedy", "--games", 4, "--install")
    code, _, err = run(*command)
    assert code == 0
    assert f"written: {tmp_path / 'ladder.json'}" in err
    found = json.loads((tmp_path / "ladder.json").read_text())["players"]["2"]
    assert found["bots"]["greedy"]["elo"] == 1000
    assert found["bots"]["random"]["games"] == 4


def test_it_rejects_what_is_not_possible(run, tmp_path: Path):
    out = tmp_path / "out"
    rejected(run(GAME, "--bots", "greedy", "--out", out), "two different players")
    assert not out.exists()
    rejected(run(GAME, "--bots", "greedy,genius"), "genius", "softmax")
    rejected(run(GAME, "--bots", "random,softmax", "--install"), "greedy")
    edition = all_games()[GAME].editions[-1]
    rejected(run(GAME, "--edition", edition, "--install"), all_games()[GAME].editions[0])
    rejected(run(GAME, "--players", 99), "99")
