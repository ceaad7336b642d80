"""The commands of the lab that this folder's studies have: one JSON object, or exit code 2."""

from __future__ import annotations

import json
import re
import tomllib
from importlib import import_module
from pathlib import Path

import pytest
from tests.support.commands import rejected, runner

import ducato
from ducato.core.game import all_games
from ducato.core.match import Match
from ducato.lab.run import RunFolder
from ducato.lab.studies.ladder import ladder, plan_of_ladder
from ducato.server.kit.database.engine import FILE

GAME = min(all_games())
pytestmark = pytest.mark.compiled


@pytest.fixture
def run(capsys, monkeypatch):
    """Return a function that runs a command; it returns exit code, output and error output."""
    return runner(capsys, monkeypatch, "lab")


@pytest.fixture
def played(tmp_path: Path) -> Path:
    """Return the folder of a run with two tables."""
    out = tmp_path / "run"
    game = ducato.load(GAME, 2)
    plan = plan_of_ladder(game, ["random", "greedy"], 0)
    ladder(game, ["random", "greedy"], 4, folder=RunFolder(out, plan))
    return out


def test_watch_lists_the_tables_and_writes_the_record_of_a_game(run, played, tmp_path: Path):
    code, text, _ = run("watch", played)
    assert code == 0
    assert "random, greedy" in text
    tables = json.loads(run("watch", played, "--json")[1])["tables"]
    assert len(tables) > 1
    out = tmp_path / "game.jsonl"
    code, text, _ = run("watch", played, "--game", 1, "--table", 2, "--out", out)
    assert (code, text) == (0, f"{out}\n")
    again = json.loads(run("watch", played, "--game", 1, "--table", 2, "--json")[1])
    assert again["record"] is None
    match = Match.from_lines(out.read_text().splitlines())
    assert (match.ranks(), match.seq) == (again["ranks"], again["steps"])


def test_watch_opens_the_replay(run, played, monkeypatch):
    served = {}

    def serve(host, port, **options):
        served.update(options)
        assert (options["data"] / FILE).exists()

    # The package has a function of the module's name.
    monkeypatch.setattr(import_module("ducato.server.serve"), "serve", serve)
    code, *_ = run("watch", played, "--game", 0, "--table", 1)
    assert code == 0
    assert re.fullmatch(r"/table/[\w-]+#step=0&seat=all", served["path"])
    assert served["open_browser"]
    assert not served["data"].exists()


def test_watch_rejects_what_is_not_there(run, played, tmp_path: Path):
    rejected(run("watch", tmp_path), "no run")
    rejected(run("watch", played, "--game", 0), "--table", "from 1 to")
    rejected(run("watch", played, "--game", 99, "--table", 1), "from 0 to")
    outcome = run("watch", played, "--game", 0, "--table", 1, "--out", tmp_path / "no" / "file")
    rejected(outcome, "cannot be written")


@pytest.mark.parametrize("port", [-1, 65536])
def test_watch_rejects_what_is_no_port(run, played, port: int):
    code, _, err = run("watch", played, "--game", 0, "--table", 1, "--port", port)
    assert code == 2
    assert "'--port'" in err


def test_watch_overwrites_no_file(run, played, tmp_path: Path):
    record = tmp_path / "game.jsonl"
    command = ("watch", played, "--game", 0, "--table", 1, "--out", record)
    assert run(*command)[0] == 0
    before = record.read_bytes()
    rejected(run(*command), "is there already")
    assert record.read_bytes() == before


@pytest.mark.parametrize("name", ["a study #1", "what?", "100%"])
def test_tune_keeps_its_study_in_its_folder_or_refuses_it(run, tmp_path: Path, name: str):
    out = tmp_path / name
    command = ("tune", GAME, "--target", "decisions=300..", "--players", 2, "--games", 20)
    outcome = run(*command, "--trials", 1, "--out", out)
    if name == "a study #1":
        assert outcome[0] == 0
        assert (out / "study.db").stat().st_size > 0
    else:
        rejected(outcome, "without ? and %")
        assert not any(tmp_path.iterdir())


def test_the_name_of_an_edition_is_a_key_of_toml(run, tmp_path: Path):
    command = ("tune", GAME, "--target", "ties", "--players", 2, "--out", tmp_path / "x")
    for name in ("", "a b", 'x"y', "é", "a\nb"):
        rejected(run(*command, "--name", name), "letters, digits")


def test_tune_prints_an_edition_and_goes_on(run, tmp_path: Path):
    out = tmp_path / "tune"
    command = ("tune", GAME, "--target", "decisions=300..", "--players", 2, "--games", 20)
    command += ("--out", out)
    code, text, _ = run(*command, "--trials", 3)
    assert code == 0
    assert "3 editions tried" in text
    assert "[edition.found]" in text
    found = tomllib.loads((out / "editions.toml").read_text())["edition"]
    assert list(found)[:2] == ["found", "found-2"]
    rejected(run(*command, "--trials", 5), "--resume")
    code, text, _ = run(*command, "--trials", 5, "--resume", "--json")
    assert code == 0
    assert json.loads(text)["trials"] == 5


def test_tune_changes_nothing_where_all_targets_are_met(run, tmp_path: Path):
    command = ("tune", GAME, "--target", "minutes=1..90", "--players", 2, "--games", 20)
    code, text, _ = run(*command, "--out", tmp_path / "tune", "--trials", 3)
    assert code == 0
    assert "meets all targets; nothing was tried" in text
    assert "[edition.found]" not in text


def test_tune_rejects_what_is_not_possible(run, tmp_path: Path):
    out = tmp_path / "tune"
    for arguments, word in (
        (("--target", "fun"), "fun"),
        (("--target", "minutes"), "LOW..HIGH"),
        (("--target", "ties", "--free", "speed"), "speed"),
        (("--target", "ties", "--level", "genius"), "genius"),
        (("--target", "ties", "--players", "99"), "99"),
    ):
        rejected(run("tune", GAME, *arguments, "--out", out), word)
    assert not out.exists()
