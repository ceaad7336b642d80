"""Which test modules a change concerns: `pytest --changed`.

What differs from `origin/main` (or else from HEAD), committed or not, is looked up in the graph of
imports of sources and tests: a test module is concerned if it, or a conftest above it, reaches a
module that changed. A data file, a text or a script of the client counts as its package.

Two kinds of imports cannot be read from a source, or reach too much:

- Games are found when the program runs. So a change within a game concerns the tests that reach it
  and, in the folders `ABOUT_GAMES`, those that name it or go through all games; of the latter only
  the cases of this game run. Elsewhere a game is an example, and any would do.
- Applications are composed in `ROOTS`, through which every test of the server reaches the whole
  server. A change behind such a root concerns the tests that reach it another way, and those whose
  file is named after the module or its folder.

What nothing reaches by an import (the Makefile, documents) concerns the tests of the repository.
The tiers without `--changed` run everything; CI runs those.
"""

from __future__ import annotations

import ast
import re
import subprocess
from collections.abc import Iterable, Iterator
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import pytest
from tests.support.imports import imported_names, package_of

ROOT = Path(__file__).parents[2]
ROOTS = {
    "ducato.server", "ducato.server.app", "ducato.server.serve", "ducato.server.services",
    "ducato.cli",
}  # fmt: skip
"""Where an application is put together: their imports are not followed."""
GENERIC = {
    "__init__", "server", "subjects", "http", "tests", "src", "ducato", "storage", "routes",
    "service", "model",
}  # fmt: skip
"""Names of modules and folders that say nothing of a subject."""
REPOSITORY = ("tests/repository", "tests/test_")
"""Where the tests of the repository as a whole are; they run after any change."""
ABOUT_GAMES = ("tests/bots/", "tests/checks/", "tests/core/", "tests/games/", "tests/table/")
"""Where tests ask something of each game."""
ALL_GAMES = re.compile(r"\b(all_games|available_games|GAMES|game_names)\b")


class NotAGitCheckout(Exception):
    """There is nothing to compare with."""


def changed_files() -> set[str]:
    """Return the paths of all files that differ from `origin/main`, or from HEAD without one.

    Raises:
        NotAGitCheckout: git has no answer.
    """
    try:
        try:
            since = _git("merge-base", "HEAD", "origin/main")[0]
        except subprocess.CalledProcessError:
            since = "HEAD"
        new = _git("ls-files", "--others", "--exclude-standard")
        return {*_git("diff", "--name-only", since), *new}
    except (OSError, subprocess.CalledProcessError) as error:
        raise NotAGitCheckout("--changed compares with git: this is no checkout") from error


def _git(*words: str) -> list[str]:
    done = subprocess.run(
        ["git", *words], cwd=ROOT, check=True, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    return done.stdout.splitlines()


class Graph:
    """The imports of all sources and tests below a folder, by the names of modules."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.paths = dict(_modules(root))

    @cached_property
    def names(self) -> dict[str, str]:
        """The modules by their paths, relative to the root."""
        return {path.relative_to(self.root).as_posix(): name for name, path in self.paths.items()}

    @cache  # noqa: B019 (one graph a run)
    def imports(self, module: str) -> frozenset[str]:
        """Return the modules that a module imports, those in functions and for types included."""
        path = self.paths[module]
        package = package_of(module, path.name == "__init__.py")
        found = set(imported_names(ast.parse(path.read_text("utf-8")), package, self.paths))
        # Packages run before their modules: those of a name, and those around them.
        for _ in range(2):
            found |= {name.rpartition(".")[0] for name in found}
        return frozenset(name for name in found if name in self.paths)

    def reached(self, modules: Iterable[str]) -> set[str]:
        """Return the modules that are imported on behalf of these, and these themselves."""
        todo, found = list(modules), set[str]()
        while todo:
            module = todo.pop()
            if module in found:
                continue
            found.add(module)
            if module not in ROOTS:
                todo.extend(self.imports(module))
        return found

    def owner(self, path: str) -> str | None:
        """Return the module of a file: itself, or the package around what is not Python.

        Nothing imports the browser's client; tests about it are found by their names.
        """
        if path in self.names:
            return self.names[path]
        if "/client/" in path:
            return None
        for folder in Path(path).parents:
            package = self.names.get((folder / "__init__.py").as_posix())
            if package:
                return package
        return None


def _modules(root: Path) -> Iterator[tuple[str, Path]]:
    for base, folder in ((root / "src", root / "src" / "ducato"), (root, root / "tests"),
                         (root, root / "benchmarks"), (root, root / "docs" / "tools")):  # fmt: skip
        for path in sorted(folder.rglob("*.py")):
            name = ".".join(path.relative_to(base).with_suffix("").parts)
            yield name.removesuffix(".__init__"), path


def game_of(path: str) -> str | None:
    """Return the folder of the game in which a source or a test lies, if any."""
    found = re.match(r"(?:src/ducato|tests)/games/(\w+)/", path)
    return found[1] if found else None


class Concerned:
    """The tests that a change concerns.

    Args:
        changed: paths relative to the root.

    Attributes:
        games: the games in whose folders something changed.
        modules: the paths of the test modules.
    """

    def __init__(self, graph: Graph, changed: set[str]) -> None:
        self._graph, self.names = graph, graph.names
        self._owners = {owner for path in changed if (owner := graph.owner(path))}
        self.games = {game for path in changed if (game := game_of(path))}
        self._inside = bool(changed) and all(map(game_of, changed))
        subjects = {part for path in changed for part in Path(path).with_suffix("").parts[-2:]}
        self._subjects = subjects - GENERIC
        self.modules = {
            path
            for path, name in graph.names.items()
            if path.startswith("tests/") and Path(path).name.startswith("test_")
            and changed and self._is(path, name)
        }  # fmt: skip

    def _is(self, path: str, name: str) -> bool:
        if path.startswith(REPOSITORY):
            return True
        above = [
            f"{'.'.join(folder.parts)}.conftest"
            for folder in Path(path).parents
            if f"{'.'.join(folder.parts)}.conftest" in self._graph.paths
        ]
        if self._graph.reached([name, *above]) & self._owners:
            return True
        stem = Path(path).stem.removeprefix("test_")
        if any(stem in (subject, f"{subject}s") for subject in self._subjects):
            return True
        return bool(self.games) and self._plays_them(path)

    def _plays_them(self, path: str) -> bool:
        if game_of(path):
            return game_of(path) in self.games
        if not path.startswith(ABOUT_GAMES):
            return False
        text = (self._graph.root / path).read_text("utf-8")
        named = any(re.search(rf"\b{game.replace('_', '[-_]')}\b", text) for game in self.games)
        return named or ALL_GAMES.search(text) is not None

    def wants(self, item: pytest.Item, all_games: Iterable[str]) -> bool:
        """Return whether a case runs: not if it is about a game in which nothing changed."""
        if not self._inside:
            return True
        case = item.name.partition("[")[2]
        named = {game for game in all_games if re.search(rf"\b{game.replace('_', '[-_]')}\b", case)}
        return not named or bool(named & self.games)


def add_options(parser: pytest.Parser) -> None:
    """Add the options `--changed` and `--failed`."""
    group = parser.getgroup("ducato")
    group.addoption(
        "--changed", action="store_true",
        help="run what is concerned by what differs from origin/main or HEAD",
    )  # fmt: skip
    group.addoption("--failed", action="store_true", help="run what failed in the run before")


class Selection:
    """The plugin that leaves out, before they are read, the test modules that are not concerned.

    The first process finds out which; those that share the tests with it are told.
    """

    def __init__(self, config: pytest.Config) -> None:
        told = getattr(config, "workerinput", {}).get("changed")
        changed = changed_files() if told is None else set(told)
        self._changed = sorted(changed)
        self._concerned = Concerned(Graph(ROOT), changed)

    def pytest_configure_node(self, node: Any) -> None:
        """Tell a process that shares the tests what has changed."""
        node.workerinput["changed"] = self._changed

    def pytest_report_header(self) -> str:
        """Say what is going to run."""
        modules = len(self._concerned.modules)
        return f"changed: {len(self._changed)} files, which concern {modules} test modules"

    def pytest_ignore_collect(self, collection_path: Path) -> bool | None:
        """Leave out a test module that is not concerned."""
        if collection_path.suffix != ".py" or collection_path.name == "conftest.py":
            return None
        path = collection_path.relative_to(ROOT).as_posix()
        return True if path not in self._concerned.modules else None

    def pytest_collection_modifyitems(
        self, config: pytest.Config, items: list[pytest.Item]
    ) -> None:
        """Leave out the cases of games in which nothing changed."""
        games = {game for path in self._concerned.names if (game := game_of(path))}
        wanted = {item: self._concerned.wants(item, games) for item in items}
        config.hook.pytest_deselected(items=[item for item in items if not wanted[item]])
        items[:] = [item for item in items if wanted[item]]


def prepare(config: pytest.Config) -> None:
    """Set pytest up for `--changed` and `--failed`.

    Raises:
        pytest.UsageError: there is nothing to compare with.
    """
    if config.getoption("--failed"):
        config.option.lf, config.option.last_failed_no_failures = True, "none"
    if config.getoption("--changed"):
        try:
            config.pluginmanager.register(Selection(config), "changed")
        except NotAGitCheckout as error:
            raise pytest.UsageError(str(error)) from error


def excuse(session: pytest.Session) -> None:
    """Take a run that nothing concerns, or in which nothing had failed, for a success."""
    config = session.config
    if session.exitstatus == pytest.ExitCode.NO_TESTS_COLLECTED and (
        config.getoption("--changed") or config.getoption("--failed")
    ):
        session.exitstatus = pytest.ExitCode.OK
