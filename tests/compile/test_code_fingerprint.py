"""Fingerprints of compiled code: whatever changes the code changes them, and nothing else does."""

from __future__ import annotations

import ast
import importlib
import inspect
import random
import re
import shutil
import sys
import textwrap
from collections.abc import Iterator
from enum import Enum, IntEnum, IntFlag
from itertools import product
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, NamedTuple

import numpy as np
import pytest

from ducato.bots.playout import play_games
from ducato.bots.search.simulation import simulate
from ducato.checks.walks import random_match
from ducato.compile.code_fingerprint import Reached, UntoldValue, _instructions, code_fingerprint
from ducato.compile.source_fingerprint import game_fingerprint, source_fingerprint
from ducato.core import verbs
from ducato.core.game import Game, all_games
from ducato.core.game.discovery import game_in
from ducato.research.vector.kernel import advance
from ducato.runs.play.kernel import play

EXAMPLES = Path(__file__).parents[2] / "examples"
FOLDERS = [Path(importlib.import_module(game.package).__path__[0]) for game in all_games().values()]
COMPILED = tuple(verbs.HOMES)
"""The modules, or packages, of a game whose functions are compiled."""
FOLDERS += [path.parent for path in sorted(EXAMPLES.rglob("rules.py"))]
GAMES = pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
WHOLE = (play_games, play, simulate, advance)
"""Kernels that play whole games."""
PER_GAME = 12
"""The changes that are tried for each game."""


@pytest.fixture
def imports() -> Iterator[None]:
    """Forget, after a test, the packages that it has imported from elsewhere."""
    before, path = set(sys.modules), sys.path[:]
    bound = verbs.BOUND[:]
    yield
    for name in set(sys.modules) - before:
        del sys.modules[name]
    sys.path[:] = path
    verbs.BOUND[:] = bound


def copy_of(folder: Path, to: Path) -> Path:
    """Copy a game's package to another folder, under a name that is not taken."""
    copy = to / f"copy_of_{folder.name}"
    shutil.copytree(folder, copy, ignore=shutil.ignore_patterns("__pycache__"))
    for path in copy.rglob("*.py"):
        text = path.read_text("utf-8")
        path.write_text(text.replace(f"ducato.games.{folder.name}", copy.name), "utf-8")
    return copy


def loaded(folder: Path) -> Any:
    """Load the game of a package folder, as it is there now."""
    for name in [name for name in sys.modules if name.partition(".")[0] == folder.name]:
        del sys.modules[name]
    sys.path[:] = [entry for entry in sys.path if not (Path(entry) / folder.name).is_dir()]
    importlib.invalidate_caches()
    for name in [name for name in sys.modules if name.startswith("ducato.core")]:
        for kept in list(vars(sys.modules[name]).values()):
            getattr(kept, "cache_clear", int)()  # files of the package as they were before
    return game_in(folder).load()


def key(game: Any, kernel: Any = play_games) -> str:
    return code_fingerprint(kernel.interpreted, [game.State])


def of_game(game: Any) -> list[FunctionType]:
    """Return the functions of a game's own package that its kernels reach."""
    reached = Reached([game.State])
    for kernel in WHOLE:
        reached.value(kernel.interpreted)
    package = game.game.package
    return [one for one in reached.functions if one.__module__.startswith(f"{package}.")]


# ------------------------------------------------------------------------------ whatever changes


class OneChange(ast.NodeTransformer):
    """Changes the operator or number of that index among those of a function."""

    OTHER = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.Lt: ast.LtE,
             ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq,
             ast.NotEq: ast.Eq, ast.And: ast.Or, ast.Or: ast.And}  # fmt: skip

    def __init__(self, index: int) -> None:
        self.left = index

    def generic_visit(self, node: ast.AST) -> ast.AST:
        number = isinstance(node, ast.Constant) and type(node.value) in (int, float)
        if number or type(node) in self.OTHER:
            self.left -= 1
            if self.left == -1:
                return ast.Constant(node.value + 1) if number else self.OTHER[type(node)]()
        return super().generic_visit(node)


def changed(function: FunctionType, index: int) -> CodeType | None:
    """Return a function's code with one change, or None if it has fewer places for one."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    tree.body[0].decorator_list = []
    change = OneChange(index)
    tree = ast.fix_missing_locations(change.visit(tree))
    if change.left >= 0:
        return None
    space: dict[str, Any] = {}
    exec(compile(tree, "changed", "exec"), {}, space)  # noqa: S102
    return space[function.__name__].__code__


@GAMES
def test_any_operator_or_number_of_any_rule_gives_another_key(folder, monkeypatch, imports):
    game = loaded(folder)
    before = {kernel: key(game, kernel) for kernel in WHOLE}
    chance = random.Random(folder.name)
    functions = [one for one in of_game(game) if not one.__code__.co_freevars]
    tried = 0
    for function in chance.sample(functions, len(functions)):
        code = changed(function, chance.randrange(6)) or changed(function, 0)
        if code is None:
            continue
        was, function.__code__ = function.__code__, code
        try:
            assert any(key(game, kernel) != before[kernel] for kernel in WHOLE), function
        finally:
            function.__code__ = was
        tried += 1
        if tried == PER_GAME:
            break
    assert tried >= min(PER_GAME, len(functions) // 2)
    assert {kernel: key(game, kernel) for kernel in WHOLE} == before


@GAMES
def test_any_constant_that_a_rule_loads_gives_another_key(folder, monkeypatch, imports):
    game = loaded(folder)
    before = {kernel: key(game, kernel) for kernel in WHOLE}
    found = []
    for function in of_game(game):
        for name in _instructions(function.__code__)[2]:
            value = function.__globals__.get(name)
            if type(value) in (int, float, np.ndarray):
                found.append((function.__globals__, name, value))
    chance = random.Random(folder.name)
    for space, name, value in chance.sample(found, min(PER_GAME, len(found))):
        with monkeypatch.context() as patched:
            patched.setitem(space, name, value + 1)
            assert any(key(game, kernel) != before[kernel] for kernel in WHOLE), name


@GAMES
def test_whatever_a_game_runs_is_reached(folder, imports):
    """The other way round: what the interpreter calls in a game is part of the fingerprint."""
    game = loaded(folder)
    reached = {one.__code__ for one in of_game(game)}
    rules = sys.modules[f"{game.game.package}.rules"].__name__
    ran: set[CodeType] = set()

    def note(frame: Any, event: str, _: object) -> None:
        inside = str(frame.f_globals.get("__name__", ""))
        if event == "call" and (inside == rules or inside.startswith(f"{rules}.")):
            ran.add(frame.f_code)

    sys.setprofile(note)
    try:
        random_match(game, 7)
    finally:
        sys.setprofile(None)
    assert ran
    assert not {code.co_qualname for code in ran - reached}


@GAMES
def test_any_cell_of_data_gives_another_key_or_another_edition(folder, tmp_path, imports):
    """A number of an edition is an argument of the compiled code, and not a part of it."""
    copy = copy_of(folder, tmp_path)
    before, sources = compiled_from(copy), source_fingerprint([copy])
    chance = random.Random(folder.name)
    tables = [path for path in sorted((copy / "data").glob("*.csv"))
              if path.stem in ("cards", "workers", "characters", "territories")]  # fmt: skip
    path = tables[0] if tables else copy / "data" / "editions.toml"
    text = path.read_text("utf-8")
    pattern = r"(?<=,)[1-8](?=,)" if tables else r"(?<=default = )[1-8]\b"
    place = chance.choice(list(re.finditer(pattern, text)))
    text = f"{text[: place.start()]}{int(place[0]) + 1}{text[place.end() :]}"
    path.write_text(text, "utf-8")
    assert compiled_from(copy) != before
    assert source_fingerprint([copy]) != sources


def compiled_from(copy: Path) -> Any:
    """Return what compiled code is made of, and what it is given at each table."""
    game = loaded(copy)
    tables = product(game.game.editions, game.game.players)
    editions = [game.game.load(players, edition=name).edition.tobytes() for name, players in tables]
    return [key(game, kernel) for kernel in WHOLE], editions


# --------------------------------------------------------------------------- and nothing else does


def with_other_docstrings(text: str) -> str:
    """Return a module with another docstring in each function.

    The lines of its statements are left as they are: Python places jumps by them.
    """
    lines = text.splitlines()
    functions = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef)]
    for node in sorted(functions, key=lambda node: -node.lineno):
        first = node.body[0]
        if first.lineno == node.lineno or isinstance(first, ast.FunctionDef):
            continue
        start = first.lineno - 1
        end = first.end_lineno if ast.get_docstring(node) is not None else start
        lines[start:end] = [" " * first.col_offset + '"""Another docstring."""', "# a comment"]
    return "\n".join(lines) + "\n"


@GAMES
def test_comments_docstrings_narration_scene_and_place_give_the_same_key(folder, tmp_path, imports):
    here = copy_of(folder, tmp_path / "here")
    there = copy_of(folder, tmp_path / "there")
    keys = [key(loaded(here), kernel) for kernel in WHOLE]
    for path in there.rglob("*.py"):
        inside = path.relative_to(there).as_posix()
        text = path.read_text("utf-8")
        text = "# a comment\n\n" + (
            with_other_docstrings(text) if inside.startswith(COMPILED) else text
        )
        if "narration" in inside or "scene" in inside:
            text += "\n\ndef another() -> int:\n    return 1\n"
        path.write_text(text, "utf-8")
    assert [key(loaded(there), kernel) for kernel in WHOLE] == keys


def test_a_rule_of_one_game_leaves_the_keys_of_the_others(monkeypatch):
    first, second = [game.load() for game in list(all_games().values())[:2]]
    before = key(first), key(second)
    monkeypatch.setattr(first.State.rules, "legal_actions", first.State.rules.current_player)
    assert key(first) != before[0]
    assert key(second) == before[1]


# ------------------------------------------------------------------------------- kinds of values


TABLE = np.arange(3)


class Pair(NamedTuple):
    """Two numbers."""

    first: int
    second: int


def asks(number: int) -> int:
    return TABLE[number]


@pytest.mark.parametrize(
    ("value", "other"),
    [
        (1, 2), (1, True), (1, 1.0), (1.0, 1.5), (0.0, -0.0), ("a", "b"), ((1, 2), (2, 1)),
        (np.arange(3), np.arange(1, 4)), (np.arange(3), np.arange(3.0)),
        (np.zeros((2, 3)), np.zeros((3, 2))), (np.ones((2, 2)), np.asfortranarray(np.ones((2, 2)))),
        (np.int8(1), np.int16(1)), (Pair(1, 2), (1, 2)), (abs, len), (np.sin, np.cos),
        (Pair, NamedTuple("Pair", [("second", int), ("first", int)])),
    ],
)  # fmt: skip
def test_each_kind_of_constant_counts(monkeypatch, value, other):
    monkeypatch.setitem(globals(), "TABLE", value)
    before = code_fingerprint(asks)
    assert code_fingerprint(asks) == before
    monkeypatch.setitem(globals(), "TABLE", other)
    assert code_fingerprint(asks) != before


@pytest.mark.parametrize("whole", [True, False], ids=["class", "member"])
def test_the_kind_of_an_enumeration_counts(monkeypatch, whole):
    """Numba compiles the members of an `IntEnum` as numbers, but not those of an `Enum`."""
    keys = set()
    for kind in (Enum, IntEnum, IntFlag):
        made = kind("Colour", {"RED": 1})
        monkeypatch.setitem(globals(), "TABLE", made if whole else made.RED)
        keys.add(code_fingerprint(asks))
    assert len(keys) == 3


def test_a_package_may_be_named_like_a_module_of_the_standard_library(monkeypatch):
    package = ModuleType("turtle")
    package.__file__ = str(EXAMPLES / "turtle" / "__init__.py")
    monkeypatch.setitem(sys.modules, "turtle", package)
    keys = set()
    for added in (1, 2):
        space: dict[str, Any] = {"__name__": "turtle.rules"}
        exec(f"def worth(number):\n    return number + {added}", space)  # noqa: S102
        monkeypatch.setitem(globals(), "TABLE", space["worth"])
        keys.add(code_fingerprint(asks))
    assert len(keys) == 2


def test_what_cannot_be_told_has_no_fingerprint(monkeypatch):
    monkeypatch.setitem(globals(), "TABLE", object())
    with pytest.raises(UntoldValue):
        code_fingerprint(asks)


def test_modules_that_name_each_other():
    first, second = ModuleType("first"), ModuleType("second")
    first.second, second.first, second.number = second, first, 1  # type: ignore[attr-defined]

    def asked() -> Any:
        return first.second.first.second.number  # type: ignore[attr-defined]

    before = code_fingerprint(asked)
    assert code_fingerprint(asked) == before
    second.number = 2  # type: ignore[attr-defined]
    assert code_fingerprint(asked) != before


def test_a_closure_that_is_not_filled_yet_has_no_fingerprint():
    def asked() -> Any:
        return later

    with pytest.raises(UntoldValue):
        code_fingerprint(asked)
    later = 1


def test_defaults_closures_and_functions_within_count():
    def made(inside: int, default: int = 1) -> Any:
        def asked(number: int, more: int = default) -> int:
            return sum(one + inside for one in range(number)) + more

        return asked

    assert len({code_fingerprint(made(*given)) for given in ((1,), (2,), (1, 2), (1, 1))}) == 3


def test_functions_that_call_each_other():
    assert code_fingerprint(even) == code_fingerprint(even) != code_fingerprint(odd)


def even(number: int) -> bool:
    return number == 0 or odd(number - 1)


def odd(number: int) -> bool:
    return number != 0 and even(number - 1)


def test_more_constants_than_a_byte_can_count():
    def made(last: int) -> Any:
        space: dict[str, Any] = {}
        lines = [f"    total += {n * 1000 + 257}" for n in range(300)]
        exec("\n".join(["def f(total):", *lines, f"    return total + {last}"]), space)  # noqa: S102
        return space["f"]

    assert code_fingerprint(made(5_000_001)) != code_fingerprint(made(5_000_002))


# ------------------------------------------------------------------ what belongs to a game's code


@pytest.mark.parametrize("name", ["state.py", "data/editions.toml", "data/numbers.json", "new.bin"])
def test_every_file_of_a_package_belongs_to_the_game(name, tmp_path, imports):
    """Also if its rules are a package of their own."""
    copy = copy_of(EXAMPLES / "appraisal", tmp_path)
    (copy / "rules").mkdir()
    text = (copy / "rules.py").read_text("utf-8").replace("from .state", "from ..state")
    (copy / "rules" / "__init__.py").write_text(text, "utf-8")
    (copy / "rules.py").unlink()
    before = belonging(copy)
    with (copy / name).open("a", encoding="utf-8") as file:
        file.write("\n# more\n")
    assert belonging(copy) != before


@pytest.mark.parametrize("name", ["ladder.json", "balance.json"])
def test_what_was_measured_of_a_game_does_not_belong_to_it(name, tmp_path, imports):
    """A report that is written anew leaves the runs of the lab as they are."""
    copy = copy_of(EXAMPLES / "appraisal", tmp_path)
    before = belonging(copy)
    (copy / "data" / name).write_text("{}", "utf-8")
    assert belonging(copy) == before


def test_rules_of_another_package_belong_to_the_game(tmp_path, imports):
    copy = copy_of(EXAMPLES / "appraisal", tmp_path)
    (tmp_path / "shared_by_two").mkdir()
    (tmp_path / "shared_by_two" / "__init__.py").write_text("")
    shared = tmp_path / "shared_by_two" / "worth.py"
    shared.write_text("def worth(n):\n    return n\n", "utf-8")
    rules = copy / "rules.py"
    text = rules.read_text("utf-8").replace(
        "def current_player(state: Any, edition: Any) -> int:\n",
        "def current_player(state: Any, edition: Any) -> int:\n    worth(1)\n",
    )
    text = text.replace("from typing", "from shared_by_two.worth import worth\nfrom typing", 1)
    rules.write_text(text, "utf-8")
    before, compiled = belonging(copy), key(loaded(copy))
    shared.write_text("def worth(n):\n    return n + 1\n", "utf-8")
    for name in [name for name in sys.modules if name.startswith("shared_by_two")]:
        del sys.modules[name]
    shutil.rmtree(shared.parent / "__pycache__", ignore_errors=True)
    assert belonging(copy) != before
    assert key(loaded(copy)) != compiled


def belonging(copy: Path) -> str:
    """Return the fingerprint of what belongs to the code of a game in a folder."""
    game: Game = loaded(copy).game
    return game_fingerprint(game)
