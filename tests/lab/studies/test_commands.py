"""The commands of the lab that this folder's studies have: one JSON object, or exit code 2."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from ducato import cli
from ducato.core.game import all_games

GAME = min(all_games())
pytestmark = pytest.mark.compiled


@pytest.fixture
def run(capsys, monkeypatch):
    """Return a function that runs a command; it returns exit code, output and error output."""

    def run(*arguments: object) -> tuple[int, str, str]:
        monkeypatch.setenv("COLUMNS", "200")
        monkeypatch.setattr(sys, "argv", ["ducato", "lab", *map(str, arguments)])
        capsys.readouterr()
        code: Any = 0
        try:
            cli.main()
        except SystemExit as stopped:
            code = stopped.code or 0
        out, err = capsys.readouterr()
        return int(code), out, err

    return run


def rejected(outcome: tuple[int, str, str], *words: str) -> None:
    """Assert that a command ended with exit code 2 and one sentence with these words."""
    code, out, err = outcome
    assert (code, out) == (2, ""), outcome
    assert err.count("\n") == 1
    assert all(word in err for word in words), err


def test_ladder_prints_ratings_and_keeps_its_games(run, tmp_path: Path):
    out = tmp_path / "ladder"
    command = ("ladder", GAME, "--levels", "random,greedy", "--games", 10, "--out", out)
    code, text, _ = run(*command)
    assert code == 0
    assert "greedy" in text
    assert "wins a single game" in text
    assert (out / "ladder.csv").read_text().startswith("level,elo,low,high,seconds\nrandom,0.0")
    rejected(run(*command), "--resume")
    code, text, _ = run(*command, "--resume", "--json")
    assert code == 0
    assert json.loads(text)["games"] >= 10


def test_ladder_rejects_levels_that_are_not_possible(run):
    rejected(run("ladder", GAME, "--levels", "greedy"), "two different players")
    rejected(run("ladder", GAME, "--levels", "greedy,genius"), "genius", "softmax")
