"""``ducato new-game``: its projects are those of the examples, renamed, and keep the contract."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.examples.projects import EXAMPLES, installed_examples, installed_new_games

import ducato
from ducato import checks
from ducato.checks import texts
from ducato.cli import app
from ducato.cli.authoring.new_game import SHAPES, examples, write_game
from ducato.core.errors import BadValue
from ducato.core.game import find_game
from ducato.lab.metrics import metrics_of
from ducato.lab.tournament import tournament

IN_PYTHON = Path(json.__file__).parent
MOST_LINES = {"bazaar": 200}
"""The most lines of Python and TOML that a small game may take, if not `FEW_LINES`."""
FEW_LINES = 160


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    yield from installed_new_games(tmp_path_factory.mktemp("new"))


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    yield from installed_examples(tmp_path_factory.mktemp("examples"))


def files(project: Path) -> dict[str, str]:
    return {
        path.relative_to(project).as_posix(): path.read_text("utf-8")
        for path in project.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and "_cache" not in str(path)
    }


def test_what_a_new_game_is_copied_from_is_in_the_wheel():
    project = tomllib.loads((examples().parent / "pyproject.toml").read_text("utf-8"))
    included = project["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    assert included == {f"examples/{name}": f"ducato/examples/{name}" for name in SHAPES.values()}


@pytest.mark.parametrize(("shape", "example"), SHAPES.items())
def test_under_its_own_name_a_project_is_the_example(
    tmp_path: Path, shape: str, example: str, monkeypatch: pytest.MonkeyPatch
):
    # Else the example's own name would be taken.
    monkeypatch.setattr("ducato.cli.authoring.new_game.find_spec", lambda name: None)
    monkeypatch.setattr("ducato.core.game.all_games", dict)
    assert files(write_game(example, shape, "2-4", tmp_path)) == files(examples() / example)


@pytest.mark.parametrize("example", EXAMPLES)
def test_a_small_game_takes_few_lines(example: str):
    package = examples() / example / example
    sources = [path for kind in ("*.py", "data/*.toml") for path in package.rglob(kind)]
    assert len(sources) == 5
    lines = sum(len(path.read_text("utf-8").splitlines()) for path in sources)
    assert lines <= MOST_LINES.get(example, FEW_LINES), lines


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_lacks_no_text(installed: Path, name: str):
    assert list(texts.game_is_described(find_game(name), range(0))) == []


def test_rounds_are_told_only_where_a_game_counts_them(installed: Path, capsys):
    for name, told in (("caravan", False), ("bazaar", True)):
        assert ("rounds" in metrics_of(find_game(name))) == told
        app(["simulate", name, "--games", "2"], standalone_mode=False)
        assert (" rounds a game" in capsys.readouterr().out) == told


@pytest.mark.compiled
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_keeps_the_contract(installed: Path, name: str, players: int):
    checks.check(ducato.load(name, players), seeds=range(2))


@pytest.mark.compiled
@pytest.mark.parametrize(("name", "players"), [("silk-road", (2, 3)), ("hill-farm", (2,))])
def test_a_new_game_keeps_the_contract(games: Path, name: str, players: tuple[int, ...]):
    assert find_game(name).players == players
    assert find_game(name).text("title") == name.replace("-", " ").title()
    for number in players:
        game = ducato.load(name, number)
        assert len(game.State().row("coins")) == players[-1]
        checks.check(game, seeds=range(1))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["silk-road", "hill-farm"])
def test_greedy_beats_random_play(games: Path, name: str):
    result = tournament(ducato.load(name, 2), ["greedy", "random"], 100, seed=1)
    assert result.bots[0].win_rate > 0.7


@pytest.mark.slow
def test_a_new_project_passes_the_usual_tools(games: Path):
    for project in sorted((games.parent / "made").iterdir()):
        for tool in (
            ["ruff", "check", "."],
            ["ruff", "format", "--check", "."],
            ["mypy", "--cache-dir", games.parent / "types"],
        ):
            command = [sys.executable, "-m", *map(str, tool)]
            done = subprocess.run(command, cwd=project, capture_output=True, text=True, check=False)
            assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("name", "shape", "players", "right"),
    [
        ("Silk", "cards", "2", "lower-case words joined by hyphens"),
        ("silk_road", "cards", "2", "lower-case words joined by hyphens"),
        (
            "json",
            "cards",
            "2",
            f"json is a Python package already, in {IN_PYTHON}",
        ),
        ("magnate", "cards", "2", "a name that no installed game has"),
        ("lambda", "cards", "2", "not a keyword of Python"),
        (260 * "a", "cards", "2", "of at most 64 letters"),
        ("terrazás", "cards", "2", "lower-case words joined by hyphens"),
        ("silk", "dice", "2", "cards or board or market"),
        ("silk", "cards", "3-2", "from 2 to 4"),
        ("silk", "cards", "1-5", "from 2 to 4"),
        ("there", "cards", "2", "does not exist yet"),
    ],
)
def test_what_is_not_possible_is_refused(
    tmp_path: Path, name: str, shape: str, players: str, right: str
):
    (tmp_path / "there").mkdir()
    with pytest.raises(BadValue, match=re.escape(right)):
        write_game(name, shape, players, tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["there"]


def test_a_folder_in_the_way_is_named_before_the_package_in_it(tmp_path: Path, monkeypatch):
    """Python would find it as a package if it is in the current folder."""
    (tmp_path / "silk").mkdir()
    (tmp_path / "gone").symlink_to("nowhere")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    for name in ("silk", "gone"):
        with pytest.raises(BadValue, match="a folder that does not exist yet, unlike"):
            write_game(name, "cards", "2", Path())


@pytest.mark.parametrize("folder", ["a-file", "/proc", "x" * 300])
def test_where_nothing_can_be_written(tmp_path: Path, folder: str):
    (tmp_path / "a-file").touch()
    with pytest.raises(BadValue, match=r"it must be a folder that can be written: .*Errno"):
        write_game("silk", "cards", "2", tmp_path / folder)
    assert [path.name for path in tmp_path.iterdir()] == ["a-file"]
