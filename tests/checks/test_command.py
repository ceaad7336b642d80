"""``ducato check``: an installed game or a folder, in words or as JSON, with its exit code."""

from __future__ import annotations

import json

import pytest
from tests.checks.sabotage import Sabotage, rules, spoilt
from tests.plugins.installed import INVENTED, edited
from typer.testing import CliRunner

from ducato.checks import Broken
from ducato.cli import app
from ducato.core.errors import UnknownName
from ducato.core.game import all_games
from ducato.table.game_checks import check_game

LAST = Sabotage("never-first", (rules("out[seat] = 1", "out[seat] = 2"),), "", "")


@pytest.fixture(autouse=True)
def interpreted(monkeypatch):
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")


def check(*arguments: str):
    return CliRunner().invoke(app, ["check", *arguments])


@pytest.mark.compiled
def test_a_sound_game():
    done = check(str(INVENTED), "--seeds", "1")
    assert done.exit_code == 0
    assert "rules: legal_lists passed (3 games)\n" in done.stdout
    assert done.stdout.endswith("checks, 1 of them skipped; 0 errors, 0 warnings\n")


def test_a_spoilt_one_says_where_and_what_to_do(tmp_path):
    with spoilt(tmp_path, LAST) as package:
        done = check(str(package), "--quick")
        assert done.exit_code == 1
        with pytest.raises(Broken, match="nobody is first"):
            check_game(package, quick=True)
    words = done.stdout
    assert "rules: legal_lists failed (1 game)\n  error: legal_lists, seed 0, step " in words
    assert ", rules.py:" in words
    assert ", 2 players, edition plain\n      nobody is first in [" in words
    assert "ranking writes 1 for the best seat or seats." in words
    assert "secrecy: secrets_are_kept looked at 1 game, found nothing\n" in words
    assert "a quick run: it looked at 1 game of one variant" in words
    assert "secrets_are_kept passed" not in words


def test_json(tmp_path):
    with spoilt(tmp_path, LAST) as package:
        done = check(str(package), "--quick", "--players", "3", "--set", "worth=2", "--json")
    found = json.loads(done.stdout)
    assert done.exit_code == 1
    assert "rules: legal_lists failed" in done.stderr
    assert found["errors"] == 1
    failed = [one for one in found["checks"] if one["status"] == "failed"]
    assert [one["check"] for one in failed] == ["legal_lists"]
    assert failed[0]["findings"][0]["variant"] == "3 players, edition plain, worth=2"
    assert failed[0]["findings"][0]["seed"] == 0


def test_what_a_game_prints_does_not_spoil_the_json(tmp_path):
    talking = edited("narration.py", "def prompt(", "print('HELLO')\n\n\ndef prompt(")
    with spoilt(tmp_path, Sabotage("talking", (talking,), "", "")) as package:
        done = check(str(package), "--quick", "--json")
    assert json.loads(done.stdout)["errors"] == 0
    assert "HELLO" in done.stderr


def test_what_cannot_be_imported_is_a_finding(tmp_path):
    package = tmp_path / "unfinished"
    package.mkdir()
    package.joinpath("__init__.py").write_text("import lost_wheel\n")
    done = check(str(tmp_path / "unfinished"))
    assert done.exit_code == 1
    assert "lost_wheel" in done.stdout
    assert "Traceback" not in done.output


def test_rules_that_cannot_be_imported_skip_the_games(tmp_path):
    broken = Sabotage("no-rules", (rules("import Any", "import Everything"),), "", "")
    with spoilt(tmp_path, broken) as package:
        done = check(str(package), "--json")
    found = json.loads(done.stdout)
    skipped = {one["skipped"] for one in found["checks"] if one["subject"] == "rules"}
    assert skipped == {"the game cannot be loaded"}
    (complete,) = [one for one in found["checks"] if one["check"] == "modules_are_complete"]
    assert "Everything" in complete["findings"][0]["problem"]


def test_unknown_names():
    with pytest.raises(UnknownName):
        CliRunner().invoke(app, ["check", "no-such-game"], catch_exceptions=False)
    name = next(iter(all_games()))
    with pytest.raises(UnknownName):
        CliRunner().invoke(app, ["check", name, "--edition", "none"], catch_exceptions=False)
