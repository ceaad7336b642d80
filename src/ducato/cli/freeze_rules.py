"""``ducato freeze-rules``: a copy of a game that keeps the present version of its rules."""

from __future__ import annotations

import ast
import importlib
import re
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ducato.cli.options import Json
from ducato.cli.output import print_json
from ducato.core.errors import DucatoError
from ducato.core.game.registered import FROZEN

if TYPE_CHECKING:
    from ducato.core.game import Game

PACKAGE = "package=__name__"
"""The declaration of a game's package."""
CACHE = "__pycache__"
"""The folders with Python's compiled files."""
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

    The copy is a package of its own, which imports nothing from the original. It is compared with
    the original over one random game.

    Raises:
        BrokenGame: the game cannot be loaded.
        NotFrozen: the version is frozen already, or the copy would not be independent or not the
            same.
    """
    number, package = game.rules_version, game.package
    folder = Path(importlib.import_module(package).__file__ or "").parent
    copy = folder / f"v{number}"
    if game.full_name != game.name:
        raise NotFrozen(game.full_name, "this is a frozen version")
    if copy.exists():
        raise NotFrozen(game.name, f"{copy} exists already")
    declared = folder / "__init__.py"
    raised = _raised(game, declared)
    sources = {path: path.read_text("utf-8") for path in _python_files(folder)}
    shared = sorted({name for path in sources for name in _outside(game, folder, path)})
    before = _recorded(game)
    try:
        shutil.copytree(folder, copy, ignore=_left_out(folder))
        for path, source in sources.items():
            target = copy / path.relative_to(folder)
            target.write_text(_renamed(source, package, f"{package}.v{number}"), "utf-8")
        _compare(game, f"{package}.v{number}", before)
    except BaseException:
        shutil.rmtree(copy, ignore_errors=True)
        raise
    declared.write_text(raised, "utf-8")
    files = sum(path.is_file() and CACHE not in path.parts for path in copy.rglob("*"))
    return Frozen(game.name, number, number + 1, folder, copy, files, tuple(shared))


def _python_files(folder: Path) -> Iterator[Path]:
    """Yield the Python files of a game's newest version."""
    for path in sorted(folder.rglob("*.py")):
        if not FROZEN.fullmatch(path.relative_to(folder).parts[0]):
            yield path


def _left_out(folder: Path) -> Callable[[str, list[str]], list[str]]:
    """Return a function for `shutil.copytree` that names what is not copied to a frozen version.

    These are the other frozen versions, and compiled files.
    """

    def names(at: str, found: list[str]) -> list[str]:
        top = Path(at) == folder
        return [name for name in found if name == CACHE or (top and FROZEN.fullmatch(name))]

    return names


def _raised(game: Game, path: Path) -> str:
    """Return the contents of a game's ``__init__.py`` with the next rules version declared."""
    source, number = path.read_text("utf-8"), game.rules_version
    declared = re.findall(r"rules_version\s*=\s*(\w+)", source)
    if declared == [str(number)]:
        return re.sub(r"(rules_version\s*=\s*)\w+", rf"\g<1>{number + 1}", source)
    if not declared and source.count(PACKAGE) == 1:  # the version by default, the first one
        return source.replace(PACKAGE, f"{PACKAGE}, rules_version={number + 1}")
    problem = f"{path} must contain rules_version={number} once, as a number"
    raise NotFrozen(game.name, problem)


def _outside(game: Game, folder: Path, path: Path) -> Iterator[str]:
    """Yield the modules of the same distribution that a file imports from outside the folder.

    ducato itself is not counted, since it is no part of a game.

    Raises:
        NotFrozen: the file imports the game, or something outside it, in a way that would be wrong
            in a copy.
    """
    inner, root = game.package, game.package.partition(".")[0]
    parent, _, name = inner.rpartition(".")
    depth = len(path.relative_to(folder).parts)
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        found: list[str] = []
        if isinstance(node, ast.Import):
            found = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            of_parent = node.module == parent and name in [alias.name for alias in node.names]
            if node.level > depth or (node.level == 0 and of_parent):
                line, module = node.lineno, "." * node.level + (node.module or "")
                problem = f"{path}:{line} imports from {module}: write the full name of the module"
                raise NotFrozen(game.name, problem)
            found = [node.module or ""] if node.level == 0 else []
        for module in found:
            own = f"{module}.".startswith(f"{inner}.")
            if not own and root != "ducato" and module.partition(".")[0] == root:
                yield module


def _renamed(source: str, old: str, new: str) -> str:
    """Return Python code with a package, and all modules in it, called by another name."""
    return re.sub(rf"(?<![\w.]){re.escape(old)}(?!\w)", new, source)


def _compare(game: Game, package: str, lines: list[str]) -> None:
    """Check that the game in a package plays these lines, as the original did."""
    importlib.invalidate_caches()
    copied: Game | None = getattr(importlib.import_module(package), "GAME", None)
    if copied is None or copied.package != package:
        problem = "its __init__.py must contain GAME = Game(..., package=__name__)"
        raise NotFrozen(game.name, problem)
    if _recorded(copied) != lines:
        raise NotFrozen(game.name, "a copy of its folder plays another game")


def _recorded(game: Game) -> list[str]:
    """Return the record of one random game."""
    from ducato.core.checks.walks import random_match

    return random_match(game.load(), 0).to_lines()
