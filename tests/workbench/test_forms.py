"""Games from folders in every command, and forms of a game beside each other."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from tests.support.commands import runner

from ducato.core.errors import BadValue
from ducato.core.game.folder import playable_from
from ducato.workbench.forms import form_of, renamed_copy
from ducato.workbench.kept_versions import KeptVersions


@pytest.fixture
def lab(capsys, monkeypatch):
    """Return a function that runs a command; it returns exit code, output and error output."""
    return runner(capsys, monkeypatch, "lab")


def git(folder: Path, *arguments: str) -> None:
    author = ("-c", "user.name=A", "-c", "user.email=a@example.org")
    subprocess.run(["git", *author, *arguments], cwd=folder, check=True, capture_output=True)


def hand(package: Path, cards: int) -> None:
    """Change how many cards a hand has."""
    path = package / "data/editions.toml"
    text = path.read_text("utf-8")
    before = text[text.index("default = ") :].partition(",")[0]
    path.write_text(text.replace(before, f"default = {cards}"), "utf-8")


def test_a_command_of_the_lab_takes_a_folder(lab, package: Path, tmp_path: Path):
    out = tmp_path / "out"
    games = ("--games", 12, "--level", "random", "--causes", 0)
    code, printed, error = lab("report", package, *games, "--out", out)
    assert (code, error) == (0, "")
    assert str(out / "report.html") in printed
    assert f"ducato lab report {package}" in (out / "report.html").read_text("utf-8")
    assert json.loads((out / "run.json").read_text("utf-8"))["folder"] == str(package)


def test_a_folder_that_holds_no_game_is_told(lab, tmp_path: Path):
    (tmp_path / "empty").mkdir()
    code, _, error = lab("report", tmp_path / "empty", "--out", tmp_path / "out")
    assert code == 2
    assert "'empty' holds no game's package" in error


def test_the_nodes_of_a_cluster_have_no_folder_of_this_machine(lab, package: Path):
    code, _, error = lab("ban", package, "--what", "play", "--ray", "auto")
    assert code == 2
    assert f"the nodes of a cluster do not have {package}" in error


def test_a_commit_is_compared_with_the_files_as_they_are(lab, package: Path):
    git(package, "init", "-q")
    git(package, "add", ".")
    git(package, "commit", "-qm", "First")
    hand(package, 5)
    given = ("--b-from", "commit:HEAD", "--games", 8, "--level", "random", "--json")
    code, printed, error = lab("compare", package, *given)
    assert (code, error) == (0, "")
    found = json.loads(printed)
    assert "-c" in found["b"]
    (options,) = (one for one in found["differences"] if one["metric"] == "widest")
    assert options["a"]["value"] == 5
    assert options["b"]["value"] == 3


def test_two_folders_of_one_package_are_compared(package: Path, tmp_path: Path):
    import shutil

    other = tmp_path / "other" / package.name
    shutil.copytree(package, other)
    hand(other, 4)
    game = playable_from(package)
    form = form_of(game, str(other), tmp_path / "copies")
    assert form.name == f"{game.name}-other"
    assert game.load().values["hand_size"] == 3
    assert form.load().values["hand_size"] == 4


def test_a_module_that_begins_with_a_mark_is_renamed_too(package: Path, tmp_path: Path):
    (package / "more.py").write_text(f"from {package.name} import state\n", "utf-8-sig")
    copy = renamed_copy(package, tmp_path / "copies", "x")
    assert (copy / "more.py").read_text("utf-8") == f"from {copy.name} import state\n"


def test_a_version_that_was_kept_is_a_form(package: Path, tmp_path: Path):
    game = playable_from(package)
    history = KeptVersions.of(package)
    kept = history.keep("three cards", {})
    hand(package, 2)
    assert form_of(game, "version:1", tmp_path / "copies").load().values["hand_size"] == 3
    assert [version.note for version in history.versions()] == ["three cards"]
    assert kept.number == 1
    with pytest.raises(BadValue, match=r"the number of a version in .*: 1"):
        form_of(game, "version:2", tmp_path / "copies")


@pytest.mark.parametrize("form", ["commit:HEAD", "nowhere", "version:1"])
def test_what_is_no_form_is_told(package: Path, tmp_path: Path, form: str):
    with pytest.raises(BadValue):
        form_of(playable_from(package), form, tmp_path / "copies")
