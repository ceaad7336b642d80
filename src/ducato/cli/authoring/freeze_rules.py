"""``ducato freeze-rules``: a copy of a game that keeps the present version of its rules."""

from __future__ import annotations

import ast
import importlib
import json
import shutil
import sys
from codecs import BOM_UTF8
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ducato.cli.options import Json
from ducato.cli.output import print_json
from ducato.core.errors import FAULTS, DucatoError

if TYPE_CHECKING:
    from ducato.core.game import Game

CACHE = "__pycache__"
"""The folders with Python's compiled files."""
COPY = "a copy of its folder, without the modules of the original,"
"""What is compared with the original."""
LONGEST = 200
"""The maximum length of what an error shows of a record's line, in characters."""
NEXT = """\
{game}: rules version {frozen} is frozen in {copy}, a copy of {files} files that nobody changes any
more. The newest version is {newest}: change its rules in {folder}.

Then
- replay a recorded game of version {frozen} in the tests, and record one of version {newest}
  ("Download game" at a table, or Match.to_lines);
- write into the changelog what changed.
{shared}"""
SHARED = """
These modules lie outside the folder, so all versions of the rules share them: {modules}.
Change nothing in them that alters an older version, or copy them into {copy}.
"""


class NotFrozen(DucatoError):
    """An error raised if a game's rules cannot be frozen as they are; nothing has changed.

    Attributes:
        game: the game's name.
        problem: the obstacle, and what would be right, in English.
    """

    def __init__(self, game: str, problem: str) -> None:
        self.game, self.problem = game, problem
        super().__init__(f"the rules of {game} cannot be frozen: {problem}")


@dataclass(frozen=True)
class Frozen:
    """A frozen version of a game's rules.

    Attributes:
        game: the game's name.
        frozen: the number of the frozen version.
        newest: the number of the version that now is the newest.
        folder: the game's folder, with the newest version.
        copy: the folder of the frozen version.
        files: the number of files copied.
        shared: the modules of the same distribution that the game imports from outside its folder.
    """

    game: str
    frozen: int
    newest: int
    folder: Path
    copy: Path
    files: int
    shared: tuple[str, ...]


def freeze_rules(
    game: Annotated[
        str,
        typer.Argument(metavar="GAME|PATH", help="An installed game, or the folder of a package."),
    ],
    as_json: Json = False,
) -> None:
    """Keep the present rules of a game as a version of their own, before you change them."""
    from ducato.core.game.folder import game_from

    done = freeze(game_from(game))
    if as_json:
        paths = {"folder": str(done.folder), "copy": str(done.copy)}
        print_json({**vars(done), **paths, "shared": list(done.shared)})
        return
    modules = ", ".join(done.shared)
    shared = SHARED.format(modules=modules, copy=done.copy) if done.shared else ""
    typer.echo(NEXT.format(**{**vars(done), "shared": shared}).rstrip())


def freeze(game: Game) -> Frozen:
    """Copy a game into its folder ``v<number>`` and raise the version of the original.

    The copy is a package of its own, byte for byte the same: inside a game, imports are relative.
    It is compared with the original over one random game, which the copy must play by itself.

    Raises:
        BrokenGame: the game cannot be loaded.
        NotFrozen: the version is frozen already, the game does not play, or the copy would not be
            independent or not the same.
    """
    number, package = game.rules_version, game.package
    folder = Path(importlib.import_module(package).__file__ or "").parent
    copy = folder / f"v{number}"
    _check_version(game, folder)
    paths = list(_files(game, folder, folder))
    sources = {path: _parsed(game, path) for path in paths if path.suffix == ".py"}
    raised = _raised(game, folder / "__init__.py", sources[folder / "__init__.py"])
    shared = sorted({m for path in sources for m in _outside(game, folder, path, sources[path])})
    modules = {_module(package, path.relative_to(folder)) for path in sources}
    before = _recorded(game, "it")
    try:
        for path in paths:
            target = copy / path.relative_to(folder)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)
        with _hidden(modules - {package}):
            _compare(game, f"{package}.v{number}", before)
        (folder / "__init__.py").write_bytes(raised)
    except BaseException as error:
        shutil.rmtree(copy, ignore_errors=True)
        if isinstance(error, OSError):
            raise NotFrozen(game.name, str(error)) from error
        raise
    return Frozen(game.name, number, number + 1, folder, copy, len(paths), tuple(shared))


def _check_version(game: Game, folder: Path) -> None:
    """Check that a game's version can be frozen, and that nothing is in the way.

    Raises:
        NotFrozen: it cannot.
    """
    from ducato.core.game.registered_game import FROZEN

    number = game.rules_version
    if game.full_name != game.name:
        raise NotFrozen(game.full_name, "this is a frozen version")
    if type(number) is not int or number < 1:
        raise NotFrozen(game.name, f"rules_version={number!r} must be a whole number from 1")
    for path in sorted(folder.iterdir()):
        frozen = FROZEN.fullmatch(path.name.removesuffix(".py"))
        if frozen and int(frozen[1]) >= number:
            problem = f"but only versions older than rules_version={number} are frozen: move it"
            raise NotFrozen(game.name, f"{path} exists already, {problem}")


def _files(game: Game, top: Path, folder: Path) -> Iterator[Path]:
    """Yield the files of a game's newest version, without hidden and compiled ones.

    Raises:
        NotFrozen: a link does not lead to a file.
    """
    from ducato.core.game.registered_game import FROZEN

    for path in sorted(folder.iterdir()):
        if path.name.startswith(".") or path.name == CACHE:
            continue
        if path.is_file():
            yield path
        elif path.is_symlink():
            raise NotFrozen(game.name, f"{path} is a link, but not to a file that exists")
        elif path.is_dir() and not (folder == top and FROZEN.fullmatch(path.name)):
            yield from _files(game, top, path)


def _module(package: str, path: Path) -> str:
    """Return the full name of the module in a file of a package."""
    inside = path.with_suffix("").parts
    return ".".join([package, *(inside[:-1] if inside[-1] == "__init__" else inside)])


def _parsed(game: Game, path: Path) -> ast.Module:
    """Return the syntax tree of a file.

    Raises:
        NotFrozen: it is not Python, or not UTF-8.
    """
    try:
        return ast.parse(path.read_text("utf-8-sig"))
    except UnicodeDecodeError:
        raise NotFrozen(game.name, f"{path} is not UTF-8") from None
    except (SyntaxError, ValueError) as error:  # a null byte is a ValueError before Python 3.12
        line, words = getattr(error, "lineno", None) or 1, getattr(error, "msg", error)
        raise NotFrozen(game.name, f"{path}:{line} is not Python: {words}") from None


def _raised(game: Game, path: Path, tree: ast.Module) -> bytes:
    """Return the contents of a game's ``__init__.py`` with the next rules version declared."""
    number, lines = game.rules_version, path.read_bytes().splitlines(keepends=True)
    given = {n.arg: n.value for n in ast.walk(tree) if isinstance(n, ast.keyword)}
    value, package = given.get("rules_version"), given.get("package")
    there: ast.expr
    if isinstance(value, ast.Constant) and value.value == number:
        there, old, new = value, str(number), str(number + 1)
    elif value is None and package is not None:  # the version by default, the first one
        there, old, new = package, "", f", rules_version={number + 1}"
    else:
        problem = f"{path} must contain rules_version={number} once, as a number"
        raise NotFrozen(game.name, problem)
    end, line = there.end_col_offset or 0, (there.end_lineno or 1) - 1
    if line == 0 and lines[0].startswith(BOM_UTF8):
        end += len(BOM_UTF8)
    lines[line] = lines[line][: end - len(old)] + new.encode() + lines[line][end:]
    return b"".join(lines)


def _outside(game: Game, folder: Path, path: Path, tree: ast.Module) -> Iterator[str]:
    """Yield the modules of the same distribution that a file imports from outside the folder.

    ducato itself is not counted, since it is not part of a game.

    Raises:
        NotFrozen: the file names the game's package, or imports something outside it in a way
            that would be wrong in a copy.
    """
    package, root = game.package, game.package.partition(".")[0]
    depth = len(path.relative_to(folder).parts)
    for node in ast.walk(tree):
        match node:
            case ast.Import():
                found = [alias.name for alias in node.names]
            case ast.ImportFrom(module=module, level=0) if module:
                found = [module, *(f"{module}.{alias.name}" for alias in node.names)]
            case ast.ImportFrom(module=module, level=level) if level > depth:
                named = "." * level + (module or "")
                problem = f"{path}:{node.lineno} imports from {named}: write its full name"
                raise NotFrozen(game.name, problem)
            case ast.Constant(value=str(text)) if "." in text and _holds(package, text):
                found = [text]
            case _:
                continue
        for module in found:
            if _holds(package, module):
                problem = f"{path}:{node.lineno} names {module}: inside a game, import relatively"
                raise NotFrozen(game.name, f"{problem}, and write __package__ for the package")
        outside = found[:1] if isinstance(node, ast.ImportFrom) else found
        yield from (m for m in outside if root != "ducato" and _holds(root, m))


def _holds(package: str, module: str) -> bool:
    """Return whether a module is a package or lies in it."""
    return module == package or module.startswith(f"{package}.")


@contextmanager
def _hidden(modules: set[str]) -> Iterator[None]:
    """Make the import of these modules fail in this context."""
    kept = {name: sys.modules.get(name) for name in modules}
    sys.modules.update(dict.fromkeys(modules))  # type: ignore[arg-type]  # None forbids the import
    try:
        yield
    finally:
        for name, module in kept.items():
            sys.modules.pop(name)
            if module is not None:
                sys.modules[name] = module


def _compare(game: Game, package: str, lines: list[str]) -> None:
    """Check that the game in a package plays these lines, as the original did."""
    importlib.invalidate_caches()
    with _playing(game, COPY):
        copied: Game | None = getattr(importlib.import_module(package), "GAME", None)
    if copied is None or copied.package != package:
        problem = "its __init__.py must contain GAME = Game(..., package=__name__)"
        raise NotFrozen(game.name, problem)
    found = _recorded(copied, COPY)
    for number, (old, new) in enumerate(zip_longest(lines, found, fillvalue="{}"), start=1):
        if old != new:
            was, now = json.loads(old), json.loads(new)
            keys = [key for key in was | now if was.get(key) != now.get(key) and key != "check"]
            problem = f"line {number} of the record of a random game has {_parts(now, keys)}"
            problem += f", not {_parts(was, keys)}"
            raise NotFrozen(game.name, f"a copy of its folder plays another game: {problem}")


def _parts(entry: dict[str, Any], keys: list[str]) -> str:
    """Return some keys of a record's line with their values, in one line."""
    return ", ".join(f"{key} = {entry.get(key)!r}" for key in keys)[:LONGEST]


def _recorded(game: Game, what: str) -> list[str]:
    """Return the record of one random game.

    Raises:
        NotFrozen: the game fails.
    """
    from ducato.checks.walks import random_match

    with _playing(game, what):
        return random_match(game.load(), 0).to_lines()


@contextmanager
def _playing(game: Game, what: str) -> Iterator[None]:
    """Raise errors of a game's own code in this context as `NotFrozen`."""
    from ducato.core.game.unavailable import reason

    try:
        yield
    except FAULTS as error:
        raise NotFrozen(game.name, f"{what} does not play: {reason(error)}") from error
