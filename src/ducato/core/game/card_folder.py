"""Folders with other cards for an installed game: ``game.toml`` and a CSV file or more.

``game.toml`` says ``game = "chess"``, and ``pieces.csv`` has the cards that are different.
The package of the game, with those cards in it, is put together inside of the folder.
"""

from __future__ import annotations

import hashlib
import re
import shutil
from importlib.resources import files
from pathlib import Path

from ducato.core.editions import data_files
from ducato.core.errors import BrokenGame, UnreadableFile
from ducato.core.game.card_tables import as_csv, merged, named, read_csv, table_names
from ducato.core.game.discovery import all_games, find_game
from ducato.core.game.registered_game import FROZEN, POSSIBLE_NAME, Game, is_possible_name

DESCRIPTION = "game.toml"
BUILT = ".ducato"
"""The folder, inside of that with the cards, in which the package is put together."""
STAMP = "stamp"
TITLE = re.compile(r'^("?title"? *= *")(.*)"', re.MULTILINE)


def is_card_folder(folder: Path) -> bool:
    """Return whether a folder holds cards for an installed game, and no game of its own."""
    if (folder / "__init__.py").exists() or (folder / "pyproject.toml").exists():
        return False
    return (folder / DESCRIPTION).is_file() or bool(tables_in(folder))


def tables_in(folder: Path) -> list[Path]:
    """Return the CSV files in a folder."""
    return sorted(path for path in folder.glob("*.csv") if path.is_file())


def base_of(folder: Path) -> Game:
    """Return the game whose cards a folder changes.

    Raises:
        UnreadableFile: the folder does not say it, and its tables fit no game or several.
        UnknownName: there is no such game.
    """
    described = folder / DESCRIPTION
    if described.is_file():
        given = data_files.parse_toml(data_files.read_file(described), str(described)).get("game")
        if not isinstance(given, str):
            raise UnreadableFile(str(described), 'it lacks a line such as game = "chess"')
        return find_game(given)
    names = {path.stem for path in tables_in(folder)}
    fitting = [game for game in all_games().values() if names <= set(table_names(game))]
    if len(fitting) == 1:
        return fitting[0]
    several = " or ".join(game.name for game in fitting) or "none"
    problem = f'it needs a {DESCRIPTION} with a line such as game = "chess"'
    raise UnreadableFile(str(folder), f"{problem}; its tables fit {several}")


def assembled(folder: Path) -> Path:
    """Return the package of a game with the cards in a folder, put together anew if need be.

    Raises:
        BrokenGame: the name of the folder cannot be that of a game, or the game cannot be copied.
        UnreadableFile: a cell is not possible; see `card_tables.merged`.
    """
    base = base_of(folder)
    tables = {path.stem: read_csv(path) for path in tables_in(folder)}
    given = named(tables, base, str(folder))
    whole = {
        name: as_csv(merged(base, name, rows, str(folder / f"{name}.csv")))
        for name, rows in given.items()
    }
    name = _name(folder, base)
    source = Path(str(files(base.package)))
    package = folder / BUILT / f"cards_{name.replace('-', '_')}"
    stamp = _stamp(base, source, name, whole)
    kept = package / STAMP
    if kept.is_file() and kept.read_text("utf-8") == stamp:
        return package
    shutil.rmtree(package, ignore_errors=True)
    shutil.copytree(source, package, ignore=_left_out)
    for table, text in whole.items():
        (package / "data" / f"{table}.csv").write_text(text, "utf-8")
    _rename(package, base, name)
    kept.write_text(stamp, "utf-8")
    return package


def _name(folder: Path, base: Game) -> str:
    """Return the name of the game in a folder: that of the folder, unless a game has it already."""
    name = re.sub(r"[\s_]+", "-", folder.name.lower())
    if name in all_games():
        name = f"{name}-cards"
    if not is_possible_name(name):
        raise BrokenGame(base.name, f"cannot be called {folder.name!r}: use {POSSIBLE_NAME}")
    return name


def _left_out(folder: str, names: list[str]) -> list[str]:
    return [name for name in names if name == "__pycache__" or FROZEN.fullmatch(name)]


def _stamp(base: Game, source: Path, name: str, tables: dict[str, str]) -> str:
    """Return what changes when the package must be put together anew."""
    found = hashlib.sha256(repr((base.full_name, name, sorted(tables.items()))).encode())
    for path in sorted(source.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            found.update(f"{path}{path.stat().st_mtime_ns}".encode())
    return found.hexdigest()


def _rename(package: Path, base: Game, name: str) -> None:
    """Give a copied game another name, and show it in its title."""
    init = package / "__init__.py"
    old = re.compile(rf"name=(['\"]){re.escape(base.name)}\1")
    text, found = old.subn(f'name="{name}"', init.read_text("utf-8-sig"), count=1)
    if not found:
        raise BrokenGame(base.name, f"cannot be copied: its __init__.py lacks name={base.name!r}")
    init.write_text(text, "utf-8")
    for path in (package / "locale").glob("*.toml"):
        text = data_files.read_file(path)
        path.write_text(TITLE.sub(rf'\1\2 – {name}"', text, count=1), "utf-8")
