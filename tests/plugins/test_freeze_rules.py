"""``ducato freeze-rules`` on packages: what is copied, and what is refused."""

from __future__ import annotations

import json
import re
import shutil
from codecs import BOM_UTF8
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from tests.examples.projects import EXAMPLES

from ducato.checks.walks import random_match
from ducato.cli.authoring.new_game import examples
from ducato.core.errors import BrokenGame
from ducato.core.game import game_in
from ducato.core.match import Match

from .installed import added, edited, failing, garbled, install, run

FIRST = "rules_version=1"


def linked(name: str) -> Callable[[Path], None]:
    """Spoil a package by a link to nothing."""
    return lambda package: (package / name).symlink_to("nowhere")


def named(file: str, line: str) -> Callable[[Path], None]:
    """Add a line that names the package to a file."""

    def spoil(package: Path) -> None:
        text = line.format(f"{package.parent.name}.{package.name}")
        edited(file, "from typing import Any\n", f"from typing import Any\n{text}\n")(package)

    return spoil


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A game in a package that is not installed, in a folder of a larger one."""
    install(tmp_path, ["plain-game"])
    shutil.rmtree(tmp_path / "ducato_plain_game-1.0.dist-info")
    outer = tmp_path / f"games_{tmp_path.name.replace('-', '_')}"
    outer.mkdir()
    (outer / "__init__.py").touch()
    (outer / "common.py").write_text("ONE = 1\n")
    return (tmp_path / "plain_game").rename(outer / "cards")


@pytest.mark.slow
def test_a_package_is_frozen_where_it_lies(package: Path):
    """The copy is the same, byte for byte; what lies outside is shared and named."""
    full = f"{package.parent.name}.cards"
    edited("narration.py", "from .state import", f"import {package.parent.name}.common\n"
           "from .state import")(package)  # fmt: skip
    done = run(package.parents[1], "freeze-rules", str(package))
    assert done.returncode == 0, done.stderr
    assert f"rules version 1 is frozen in {package / 'v1'}" in done.stdout
    assert f"share them: {package.parent.name}.common." in done.stdout
    for name in ("scene.py", "state.py", "narration.py"):
        assert (package / "v1" / name).read_bytes() == (package / name).read_bytes()
    assert "rules_version=2" in (package / "__init__.py").read_text()
    frozen = game_in(package).version(1).load()
    assert (frozen.game.package, frozen.game.full_name) == (f"{full}.v1", "plain-game@1")
    again = run(package.parents[1], "freeze-rules", str(package))
    assert again.returncode == 0, again.stderr
    assert sorted(path.name for path in package.glob("v*")) == ["v1", "v2"]
    assert not list((package / "v2").glob("v*"))


@pytest.mark.slow
def test_files_of_other_editors_are_frozen_as_they_are(package: Path):
    """A byte order mark stands first, also where the version is declared in the first line."""
    for path in package.rglob("*.py"):
        path.write_bytes(BOM_UTF8 + path.read_bytes().replace(b"\n", b"\r\n"))
    done = run(package.parents[1], "freeze-rules", str(package))
    assert done.returncode == 0, done.stderr
    assert (package / "v1" / "state.py").read_bytes() == (package / "state.py").read_bytes()
    assert game_in(package).rules_version == 2


@pytest.mark.slow
def test_the_first_version_need_not_be_declared(package: Path):
    edited("__init__.py", "    rules_version=1,\n", "")(package)
    done = run(package.parents[1], "freeze-rules", str(package))
    assert done.returncode == 0, done.stderr
    assert "package=__name__, rules_version=2,\n" in (package / "__init__.py").read_text()
    assert game_in(package).version(1).rules_version == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("spoil", "problem"),
    [
        (added("v1/notes.txt", ""), "v1 exists already, but only versions older than rules_ver"),
        (added("v3/notes.txt", ""), "v3 exists already, but only versions older than rules_ver"),
        (added("v1.py", ""), r"v1\.py exists already"),
        (edited("__init__.py", FIRST, "rules_version=int(1)"), "must contain rules_version=1 once"),
        (edited("__init__.py", FIRST, "rules_version=0"), "rules_version=0 must be a whole number"),
        (edited("__init__.py", FIRST, "rules_version=True"), "rules_version=True must be a whole"),
        (added("sketch.py", "one = 1\ndef def"), r"sketch\.py:2 is not Python: invalid syntax"),
        (added("sketch.py", "\0"), r"sketch\.py:1 is not Python: .*null bytes"),
        (garbled("sketch.py"), r"sketch\.py is not UTF-8"),
        (linked("rulebook"), "rulebook is a link, but not to a file that exists"),
        (failing("setup", "setup(", "1 // 0"), r"it does not play: ZeroDivisionError: .*py:\d+"),
        (
            edited(
                "state.py",
                "CARDS = len(NAMES)",
                "import importlib\nCARDS = len(NAMES)\n"
                'importlib.import_module(__name__.replace(".v1", ""))',
            ),
            r"does not play: ModuleNotFoundError: import of games_.*\.cards\.state halted",
        ),
        (
            edited("scene.py", "from .state", "from ..cards.state"),
            r"scene.py:\d+ imports from \.\.",
        ),
        (edited("scene.py", "from .state", "from ..state"), r"imports from \.\.state"),
        (named("scene.py", "import {0}.state"), r"scene.py:\d+ names games_.*state: inside a game"),
        (named("scene.py", "from {0} import state"), r"scene.py:\d+ names games_.*cards: inside"),
        (named("scene.py", "MODULE = '{0}.state'"), r"scene.py:\d+ names games_.*state: inside"),
        (
            edited(
                "state.py",
                "CARDS = len(NAMES)",
                'CARDS = len(NAMES)\nNAMES = [name + "x" * ("v1" in __name__) for name in NAMES]',
            ),
            r"plays another game: line \d+ of the record of a random game has .*x', not ",
        ),
    ],
)
def test_what_would_not_be_independent_is_not_frozen(package: Path, spoil, problem: str):
    for name in ("v1", "v3"):
        (package / name).mkdir() if f"{name} exists" in problem else None
    spoil(package)
    before = sorted(path for path in package.rglob("*") if "__pycache__" not in path.parts)
    done = run(package.parents[1], "freeze-rules", str(package))
    assert (done.returncode, done.stdout) == (2, "")
    assert before == sorted(p for p in package.rglob("*") if "__pycache__" not in p.parts)
    assert re.search(problem, done.stderr)
    assert "Traceback" not in done.stderr


def test_a_folder_that_is_no_game(tmp_path: Path):
    with pytest.raises(BrokenGame, match=r"has no __init__\.py"):
        game_in(tmp_path)
    named = tmp_path / f"empty_{tmp_path.name.replace('-', '_')}"
    named.mkdir()
    (named / "__init__.py").touch()
    with pytest.raises(BrokenGame, match="GAME"):
        game_in(named)


@pytest.mark.slow
def test_a_frozen_version_is_older_than_the_newest(package: Path):
    done = run(package.parents[1], "freeze-rules", str(package))
    assert done.returncode == 0
    edited("__init__.py", "rules_version=2", "rules_version=1")(package)
    with pytest.raises(BrokenGame, match="has a frozen version 1: its rules_version must be gre"):
        _ = game_in(package).rules


@pytest.mark.slow
def test_hidden_and_compiled_files_are_not_copied(package: Path):
    for name in (".git", "__pycache__", "data/.cache"):
        (package / name).mkdir(exist_ok=True)
        (package / name / "hook.py").write_text("def def")
    done = run(package.parents[1], "freeze-rules", str(package))
    assert done.returncode == 0, done.stderr
    assert not list((package / "v1").rglob("hook.py"))


@pytest.mark.slow
def test_a_comment_declares_no_version(package: Path):
    edited("__init__.py", "GAME =", "# rules_version=1, as in rules_version=0\nGAME =")(package)
    done = run(package.parents[1], "freeze-rules", str(package))
    assert done.returncode == 0, done.stderr
    text = (package / "__init__.py").read_text()
    assert "# rules_version=1, as in rules_version=0\n" in text
    assert "rules_version=2," in text


@pytest.mark.slow
@pytest.mark.parametrize(
    ("spoil", "words", "file"),
    [
        (edited("v1/rules.py", "@rule", "def def\n@rule"), "SyntaxError", "rules.py"),
        (failing("setup", "setup(", "1 // 0"), "ZeroDivisionError", "rules.py"),
        (edited("v1/__init__.py", "GAME =", "exit(3)\nGAME ="), "SystemExit", "__init__.py"),
        (edited("v1/__init__.py", FIRST, "rules_version=7"), "is not version 1 of plain-game", ""),
    ],
)
def test_a_broken_frozen_version_is_found_with_its_line(package: Path, spoil, words, file):
    done = run(package.parents[1], "freeze-rules", str(package))
    assert done.returncode == 0, done.stderr
    spoil(package / "v1" if words == "ZeroDivisionError" else package)
    done = run(package.parents[1], "check", str(package), "--quick", "--json")
    (check,) = (c for c in json.loads(done.stdout)["checks"] if c["check"] == "versions_play")
    (found,) = check["findings"]
    assert done.returncode == 1
    assert words in found["problem"]
    assert re.fullmatch(rf"v1/{file}.*:\d+" if file else "v1/", found["file"])


@pytest.mark.slow
def test_a_record_of_a_broken_version_blames_the_game(package: Path):
    lines = random_match(game_in(package).load(), 0).to_lines()
    done = run(package.parents[1], "freeze-rules", str(package))
    assert done.returncode == 0, done.stderr
    edited("v1/rules.py", "@rule", "def def\n@rule")(package)
    game = replace(game_in(package), rules_version=2)
    problem = r"'plain-game@1' cannot be loaded: SyntaxError: .* \(rules.py, line \d+\)$"
    with pytest.raises(BrokenGame, match=problem):
        Match.from_lines(lines, game)


# ------------------------------------------------------------------------------- what is copied


@pytest.mark.slow
@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_is_frozen(tmp_path: Path, name: str):
    """Its name is also that of its package."""
    shutil.copytree(examples() / name, tmp_path / name)
    done = run(tmp_path / name, "freeze-rules", str(tmp_path / name))
    assert done.returncode == 0, done.stderr
    package = tmp_path / name / name
    assert f'name="{name}"' in (package / "v1/__init__.py").read_text()
    assert (package / "v1/rules.py").read_text() == (package / "rules.py").read_text()


@pytest.mark.slow
def test_a_package_whose_name_is_also_a_good_and_a_variable(tmp_path: Path):
    shutil.copytree(examples() / "caravan", tmp_path / "silk")
    package = (tmp_path / "silk/caravan").rename(tmp_path / "silk/silk")
    edited("rules.py", "winner", "silk")(package)
    done = run(tmp_path / "silk", "freeze-rules", str(package))
    assert done.returncode == 0, done.stderr
    for name in ("rules.py", "state.py"):
        assert (package / "v1" / name).read_bytes() == (package / name).read_bytes()
