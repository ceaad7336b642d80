"""``ducato lab record``: one recorded game, judged by the strongest bot."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.support.commands import runner
from tests.support.live_server import played

from ducato.lab.studies.watch import write_record

pytestmark = pytest.mark.compiled


@pytest.fixture
def record(capsys, monkeypatch):
    """Return a function that runs the command; it returns exit code, output and error output."""
    command = runner(capsys, monkeypatch, "lab")
    return lambda *arguments: command("record", *arguments)


def write(folder: Path, share: float) -> Path:
    """Write the record of a random game of Magnate for two, or of its beginning."""
    file = folder / "game.jsonl"
    write_record(played("magnate", 2, share), file)
    return file


def test_it_tells_luck_from_play(record, tmp_path: Path):
    file, out = write(tmp_path, 1), tmp_path / "analysis.json"
    code, printed, error = record(file, "--simulations", 2, "--all", "--out", out)
    assert code == 0
    assert [line for line in error.splitlines() if "compiling" not in line] == []
    assert "moments that decided" in printed
    assert "average loss" in printed
    found = json.loads(out.read_text("utf-8"))
    assert len(found["accounts"]) == 2
    for account in found["accounts"]:
        parts = [account[part][0] for part in ("chance", "own", "others", "rest")]
        assert account["from"] + sum(parts) == pytest.approx(account["to"], abs=0.3)
    assert all(str(one["seq"]) in printed for one in found["decisions"])


def test_its_numbers_can_be_repeated(record, tmp_path: Path):
    file = write(tmp_path, 1)
    found = [json.loads(record(file, "--simulations", 2, "--json")[1]) for _ in range(2)]
    assert found[0]["decisions"] == found[1]["decisions"]
    assert found[0]["record"] == str(file)


def test_a_game_that_goes_on_is_refused(record, tmp_path: Path):
    code, _, error = record(write(tmp_path, 0.4))
    assert code == 2
    assert "a finished game" in error
