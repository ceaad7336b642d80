"""What the documents say of the repository, as far as it can be looked up."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from tests.plugins.installed import found_in, install

import ducato
from ducato.bots.weights import greedy_weights
from ducato.cli import app
from ducato.core.errors import DucatoError
from ducato.core.game import all_games, available_games
from ducato.core.i18n import render, say

ROOT = Path(__file__).parents[1]
DOCUMENTS = sorted(
    path
    for folder in (ROOT, ROOT / "docs", ROOT / "benchmarks", ROOT / "deploy", ROOT / "examples")
    for path in folder.glob("*.md")
)
LINK = re.compile(r"\]\((?!https?:|#|/)([^)#\s]+)")
FILE = re.compile(r"(?<![\w/.-])(?:src|docs|tests|benchmarks|examples|deploy|\.ci)/[\w./-]*\w")
MADE = {"deploy/.env"}
"""Files that the reader makes."""
PLACEHOLDER = re.compile(r"[<>*{}]")
FENCED = re.compile(r"^```[a-z]*\n(.*?)^```", re.MULTILINE | re.DOTALL)


def row(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_file_that_is_named_is_there(document: Path):
    text = document.read_text("utf-8")
    missing = [link for link in LINK.findall(text) if not (document.parent / link).exists()]
    for found in FILE.finditer(text):
        after = text[found.end() : found.end() + 2]
        if found.group() in MADE or PLACEHOLDER.search(after):
            continue
        if not (ROOT / found.group()).exists():
            missing.append(found.group())
    assert missing == []


def test_the_table_of_games_is_that_of_the_command_line():
    """Every game once, in the order of their titles, with its seats and editions."""
    text = (ROOT / "README.md").read_text("utf-8")
    lines = text.partition("## The games")[2].strip().splitlines()[2:]
    told = {}
    for line in lines:
        if not line.startswith("|"):
            break
        title, seats, editions = row(line)
        name = re.match(r"\*\*(.+)\*\*", title)
        assert name is not None, line
        assert name[1] not in told, f"{name[1]} is there twice"
        told[name[1]] = (seats, re.findall(r"`([a-z-]+)`", editions))
    games = {}
    for game in all_games().values():
        least, most = game.players[0], game.players[-1]
        seats = f"{least} to {most}" if most > least else f"{least}"
        games[render(say("title"), game.package, "en")] = (seats, game.editions)
    assert told == games


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_command_that_is_told_is_understood(document: Path, monkeypatch: pytest.MonkeyPatch):
    """Its options exist, and so do the games, editions and values that it names."""
    ran = []
    for command in app.registered_commands:
        assert command.callback is not None
        name = command.name or command.callback.__name__

        def note(*_: object, name: str = name, **given: object) -> None:
            ran.append((name, given))

        note.__name__, note.__doc__ = command.callback.__name__, command.callback.__doc__
        monkeypatch.setattr(note, "__wrapped__", command.callback, raising=False)
        monkeypatch.setattr(command, "callback", note)
    for block in FENCED.findall(document.read_text("utf-8")):
        for line in block.splitlines():
            words = shlex.split(line.partition(" #")[0].partition("|")[0], comments=False)
            at = max(
                (i for i, word in enumerate(words) if word.split("/")[-1] == "ducato"), default=-1
            )
            if 0 <= at < len(words) - 1 and not PLACEHOLDER.search(line):
                app(words[at + 1 :], standalone_mode=False)
    for _, given in ran:
        if "game" in given and given["game"] is not None:
            changes = dict(one.split("=") for one in given.get("options") or [])
            ducato.load(given["game"], given.get("players"), given.get("edition"), **changes)


def test_every_option_that_is_recommended_exists():
    """Of the one document that recommends some."""
    text = (ROOT / "docs" / "fantasy-market.md").read_text("utf-8")
    named = re.findall(r"`(\w+)=(\w+)`", text)
    assert len(named) >= 5
    for name, value in named:
        ducato.load("fantasy-market", **{name: value})


def needed() -> list[str]:
    """The files that CONTRIBUTING.md says every game has."""
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    rows = map(row, text.partition("## Add a game")[2].partition("Three decisions")[0].splitlines())
    return [cells[0].strip("`") for cells in rows if cells[-1] == "always"]


def test_what_a_game_needs_is_what_the_invented_one_has():
    invented = ROOT / "tests" / "invented"
    assert len(needed()) > 8
    for name in needed():
        assert (invented / name).is_file(), name


@pytest.mark.parametrize("name", needed())
def test_without_any_file_that_it_needs_a_game_is_not_available(tmp_path: Path, name: str):
    """And with these it is: the table is followed literally."""
    word = re.sub(r"[^a-z]", "-", name)
    whole, lacking = f"whole-{word}", f"lacking-{word}"
    install(tmp_path, [whole, lacking])
    for game in (whole, lacking):
        package = tmp_path / game.replace("-", "_")
        for path in sorted(package.rglob("*")):
            told = str(path.relative_to(package))
            if path.is_file() and told not in needed() and told != "data/names.csv":
                path.unlink()
    (package / name).unlink()
    for _ in found_in(tmp_path):
        assert greedy_weights(available_games()[whole]).size
        if lacking in available_games():
            with pytest.raises(DucatoError, match="no weights"):
                greedy_weights(available_games()[lacking])


def test_the_changelog_says_everything_once():
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    for release in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
        kinds = re.findall(r"^### (\w+)", release, re.MULTILINE)
        assert set(kinds) <= {"Added", "Changed", "Rules", "Fixed", "Removed", "Security"}
        assert len(kinds) == len(set(kinds))
        entries = [
            " ".join(entry.split()) for entry in re.split(r"^- ", release, flags=re.MULTILINE)
        ]
        begins = [entry[:60] for entry in entries[1:]]
        assert len(begins) == len(set(begins))
