"""Rules about the repository as a whole: its contents, and which module may import which.

The names of hosts are assembled from parts, so that this file passes its own checks.
"""

from __future__ import annotations

import ast
import doctest
import importlib
import re
import subprocess
import tomllib
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from graphlib import CycleError, TopologicalSorter
from importlib.util import find_spec
from pathlib import Path
from sys import stdlib_module_names

import pytest
from tests.support.conditions import until
from tests.support.imports import imported_names, package_of

from ducato.compile.source_fingerprint import OWN_SOURCES

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "ducato"
GAMES = sorted(path.parent.name for path in PACKAGE.glob("games/*/__init__.py"))
MODULES = {
    ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__"): path
    for path in sorted(PACKAGE.rglob("*.py"))
}

ORDER = [
    *("core", "compile", "games", "bots", "checks", "table", "runs", "lab", "learn", "research"),
    *("printing", "server", "page", "workbench", "cli", "__main__"),
]
"""The parts of the package: each imports only from itself and from those before it."""
MUTUAL = [
    ("ducato.core.position", "ducato.core.game"),
    ("ducato.core.game.loaded_game", "ducato.core.game.registered_game"),
    ("ducato.core.observation.recall", "ducato.core.game"),
    ("ducato.research.openspiel.spiel_states", "ducato.research.openspiel.spiel_games"),
]
"""Imports for types alone that close a circle: a game creates positions, and a position names its
game, as a loaded game does; and so it is with OpenSpiel's games and states."""
NOT_FOR_RULES = {"asyncio", "http", "random", "scene", "socket", "narration", "threading", "urllib"}
HOSTS = [
    ".".join(parts)
    for parts in (
        ("pypi", "org"),
        ("pythonhosted", "org"),
        ("npmjs", "(org|com)"),
        ("yarnpkg", "com"),
        ("(deb|security|ftp|archive)", "(debian|ubuntu)", "(org|com)"),
        ("anaconda", "(org|com)"),
        ("crates", "io"),
        ("proxy", "golang", "org"),
        ("rubygems", "org"),
        ("jsdelivr", "net"),
        ("unpkg", "com"),
    )
]
A_HOST = re.compile("|".join(host.replace(".", r"\.") for host in HOSTS))
MACHINE_PATHS = {"/".join(("", "work", "")), "/".join(("", "root", ""))} | {
    f"{path}/" for path in (ROOT.as_posix(), Path.home().as_posix()) if path.count("/") > 1
}
A_MACHINE_PATH = re.compile(r"(?<![\w.)}\]])(" + "|".join(map(re.escape, MACHINE_PATHS)) + ")")


@cache
def texts() -> tuple[tuple[str, str], ...]:
    """Return path and content of every text file that is in the repository or about to be added."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    try:
        listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("not a git checkout")
    paths = {name: ROOT / name for name in filter(None, listed.stdout.split("\0"))}
    contents = {name: path.read_bytes() for name, path in paths.items() if path.is_file()}
    return tuple(
        (name, content.decode(errors="replace"))
        for name, content in contents.items()
        if b"\0" not in content
    )


def matches(pattern: re.Pattern[str], name: str, text: str) -> Iterator[str]:
    """Yield each match as `file:line: match`."""
    for found in pattern.finditer(text):
        yield f"{name}:{text.count(chr(10), 0, found.start()) + 1}: {found.group()}"


@cache
def parsed(module: str) -> ast.Module:
    """Return the syntax tree of a module."""
    source = MODULES[module].read_text(encoding="utf-8")

    def tree() -> ast.Module | None:
        # CPython 3.11 and 3.12 count the depth of trees for all threads together, and one that
        # another test has left, as of a server, may parse as well.
        with suppress(RecursionError, SystemError):
            return ast.parse(source)
        return None

    found = until(tree)
    assert found is not None
    return found


@cache
def imports(module: str, for_types: bool = False) -> list[str]:
    """Return the full names of everything a module imports.

    Imports for type checkers only count if `for_types` is set.
    """
    package = package_of(module, MODULES[module].name == "__init__.py")
    return list(imported_names(parsed(module), package, MODULES, for_types))


def part_of(module: str) -> str:
    """Return the part of ducato that a module belongs to: "core", "games", ..."""
    return [*module.split("."), ""][1]


def game_of(module: str) -> str | None:
    """Return the game whose folder a module is in, if any."""
    _, part, name, *_ = [*module.split("."), "", ""]
    return name if part == "games" and name in GAMES else None


def test_no_file_names_a_registry_host():
    assert not [found for name, text in texts() for found in matches(A_HOST, name, text.lower())]


def test_no_file_names_a_path_of_this_machine():
    assert not [found for name, text in texts() for found in matches(A_MACHINE_PATH, name, text)]


LOCKS = ("requirements.lock", "requirements-test.lock", "requirements-dev.lock")
"""What runs a table or a server; what `make test` needs as well; everything."""


def test_each_lock_is_a_part_of_the_next():
    """What is run is what was tested: the same versions, the same hashes.

    Markers may differ: a tool may need everywhere what the server needs on one system only.
    """
    locked = [
        set(re.split(r"\n(?=\S)", re.sub(r" ; .*(?= \\)", "", text.rstrip())))
        for text in ((ROOT / name).read_text("utf-8") for name in LOCKS)
    ]
    assert len(locked[0]) > 20
    assert not locked[0] - locked[1]
    assert not locked[1] - locked[2]
    assert locked[1] - locked[0]
    assert locked[2] - locked[1]


def test_the_locks_hold_what_the_project_needs():
    """After a change of `pyproject.toml`, run `make lock`."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    needs = {
        LOCKS[0]: [
            *project["dependencies"],
            *extras["build"],
            *extras["postgres"],
            *extras["push"],
        ],
        LOCKS[1]: [*extras["lab"], *extras["print"], *extras["research"], *extras["test"]],
        LOCKS[2]: [need for needed in extras.values() for need in needed],
    }
    for lock, wanted in needs.items():
        text = (ROOT / lock).read_text("utf-8").lower()
        for need in wanted:
            name = re.split(r"[\[><=]", need)[0].lower().replace("_", "-")
            assert name == project["name"] or re.search(rf"^{name}(\[.*\])?==", text, re.M), need


IMPORT = re.compile(r"(?:^ *(?:import|from) |(?:needed|find_spec)\(\")(\w+)", re.M)
"""How a package is imported, or looked for."""
IMPORTED_AS = {
    "fonttools": "fontTools",
    "mini-racer": "py_mini_racer",
    "open_spiel": "pyspiel",
    "pillow": "PIL",
}
TOOLS = {
    "pytest-cov": "--cov", "pytest-xdist": "--dist", "hatchling": "hatchling",
    "pre-commit": "pre-commit",
    "mkdocs-material": "mkdocs build", "pytest-timeout": "--timeout ",
}  # fmt: skip
"""How what is not imported is called."""
FOR_OTHERS = ("psycopg", "httpx2")
"""SQLAlchemy imports the one by the URL of a database, Starlette the other for its test client."""


def test_every_extra_is_of_some_use():
    """Code imports each of its packages, or a tool calls it."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    folders = [ROOT / name for name in ("src", "tests", "benchmarks")]
    known = {
        name
        for folder in folders
        for path in folder.rglob("*.py")
        for name in IMPORT.findall(path.read_text("utf-8"))
    }
    calls = "\n".join(
        (ROOT / name).read_text("utf-8")
        for name in (
            "Makefile",
            ".ci/wheel_check.py",
            ".pre-commit-config.yaml",
            "tests/conftest.py",
        )
    )
    unused = []
    for extra, needs in project["optional-dependencies"].items():
        for need in needs:
            name = re.split(r"[\[><=]", need)[0]
            imported = IMPORTED_AS.get(name, name.replace("-", "_"))
            used = (
                imported in known
                or name in (project["name"], *FOR_OTHERS)
                or TOOLS.get(name, f"/{name} ") in calls
            )
            if not used:
                unused.append(f"{need} of [{extra}]")
    assert unused == []


def test_every_module_says_what_it_is_for():
    assert [module for module in MODULES if not ast.get_docstring(parsed(module))] == []


LIBRARIES = {
    "ducato.research.gymnasium": "gymnasium",
    "ducato.research.openspiel": "pyspiel",
    "ducato.research.pettingzoo": "pettingzoo",
    "ducato.research.seen": "gymnasium",
}
"""The libraries without which some modules cannot be imported."""


def test_every_module_can_be_imported():
    missing = {library for library in LIBRARIES.values() if find_spec(library) is None}
    failed = []
    for module in MODULES:
        if any(module.startswith(name) and LIBRARIES[name] in missing for name in LIBRARIES):
            continue
        try:
            importlib.import_module(module)
        except Exception as error:  # whatever it is, the others are still tried
            failed.append(f"{module}: {error!r}")
    assert failed == []
    if missing:
        pytest.skip(f"all but those of the extra [research], as {sorted(missing)} are missing")


def test_examples_in_docstrings_are_true():
    """Only modules that hold any are imported for it."""
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    attempted, failed = 0, []
    for module, path in MODULES.items():
        if ">>> " in path.read_text("utf-8"):
            try:
                found = doctest.testmod(importlib.import_module(module), optionflags=flags)
            except ImportError:  # of an extra
                continue
            attempted += found.attempted
            failed += [module] * found.failed
    assert failed == []  # what is wrong stands in the captured output
    assert attempted > 40


def wrong_imports(module: str) -> Iterator[str]:
    """Yield what a module imports from a later part, or from a particular game."""
    part, game = part_of(module), game_of(module)
    if not part:  # ducato itself is the front door: it names what is behind
        return
    if part not in ORDER:
        yield f"{module}: say in ORDER where ducato.{part} stands"
        return
    for imported in imports(module, for_types=True):
        if imported.split(".")[0] != "ducato" or not part_of(imported):
            continue
        if ORDER.index(part_of(imported)) > ORDER.index(part):
            yield f"{module} imports {imported}, which comes later"
        if game_of(imported) not in (None, game):
            yield f"{module} imports {imported}, a particular game"


KNOWLEDGE = (["bot"], ["measures"], ["narration"], ["scene"])


def wrong_imports_of_a_game(module: str) -> Iterator[str]:
    """Yield what the rules of a game import from what bots, charts or readers know of it."""
    if module.split(".")[3:4] == ["rules"]:
        for imported in imports(module, for_types=True):
            if game_of(imported) and imported.split(".")[3:4] in KNOWLEDGE:
                yield f"{module} imports {imported}"


def test_imports_run_downwards():
    assert [wrong for module in MODULES for wrong in wrong_imports(module)] == []


def test_rules_know_nothing_of_bots_and_readers():
    assert [wrong for module in MODULES for wrong in wrong_imports_of_a_game(module)] == []


def test_a_game_names_its_own_modules_relatively():
    """So that a frozen version of its rules is a copy of its folder."""
    wrong = [
        f"{module}:{node.lineno} names {node.module}"
        for module in MODULES
        for node in ast.walk(parsed(module))
        if isinstance(node, ast.ImportFrom) and node.level == 0 and game_of(node.module or "")
    ]
    assert wrong == []


def test_rules_need_nothing_but_records_and_numbers():
    rules = [module for module in MODULES if module.split(".")[3:4] == ["rules"]]
    wrong = []
    for module in rules:
        for imported in imports(module):
            top, last = imported.split(".")[0], imported.split(".")[-1]
            allowed = top in stdlib_module_names | {"ducato", "numpy"}
            if not allowed or {top, last} & NOT_FOR_RULES:
                wrong.append(f"{module} imports {imported}")
    assert len(rules) > 10
    assert wrong == []


@pytest.mark.parametrize("for_types", [False, True])
def test_no_imports_run_in_a_circle(for_types: bool):
    graph = {m: {i for i in imports(m, for_types) if i in MODULES and i != m} for m in MODULES}
    if for_types:
        for module, imported in MUTUAL:
            graph[module].remove(imported)
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(" -> ".join(reversed(error.args[1])), pytrace=False)


def test_what_is_compiled_is_in_the_name_of_the_cache():
    """Otherwise a kernel would be taken from the cache although a rule that it calls has changed.

    Numba itself looks at the file of a kernel.
    """
    marked = re.compile(r"^@(rule|inlined_rule)\b", re.MULTILINE)
    assert [
        module
        for module, path in MODULES.items()
        if marked.search(path.read_text("utf-8"))
        and not any(path.is_relative_to(folder) for folder in OWN_SOURCES)
    ] == []


def test_tests_and_benchmarks_import_in_no_circle():
    """Tests import benchmarks; what both need is in `tests.support`, which imports neither."""
    imported = re.compile(r"^\s*(?:from|import) ((?:tests|benchmarks)\b[\w.]*)", re.MULTILINE)
    allowed = {"benchmarks": ("benchmarks", "tests.support"), "tests/support": ("tests.support",)}
    assert [
        f"{path} imports {name}"
        for folder, packages in allowed.items()
        for path in sorted((ROOT / folder).rglob("*.py"))
        for name in imported.findall(path.read_text("utf-8"))
        if not name.startswith(packages)
    ] == []


def test_nothing_outside_its_folder_names_a_game():
    house = "src/ducato/"
    sources = [(name, text) for name, text in texts() if name.startswith(house)]
    found = []
    for game in GAMES:
        word = game.replace("_", "[ _-]?")
        a_name = re.compile(r"(?<![a-z])" + word + r"(?![a-z])", re.IGNORECASE)
        for name, text in sources:
            if not name.startswith(f"{house}games/{game}/"):
                found.extend(matches(a_name, name, f"{name}\n{text}"))
    assert found == []
