"""Games from folders, which need not be installed."""

from __future__ import annotations

import importlib
from pathlib import Path

from ducato.core.editions import data_files
from ducato.core.errors import BadValue, BrokenGame
from ducato.core.game.card_folder import assembled, is_card_folder
from ducato.core.game.discovery import (
    GROUP,
    REGISTRY,
    all_games,
    available_games,
    find_game,
    game_in,
    unavailable_games,
)
from ducato.core.game.registered_game import Game
from ducato.core.game.unavailable import reason

FROM_FOLDERS: dict[str, str] = {}
"""The folders of the games that are offered in this process alone, by the names of the games."""


def game_from(name_or_path: str | Path) -> Game:
    """Return an installed game by its name, or the game in a folder.

    The folder is a game's package, or a project that contains one: directly, in ``src``, or as its
    ``pyproject.toml`` says; or it has other cards for an installed game (see `card_folder`).

    Raises:
        BrokenGame: the game cannot be imported; the error names the reason.
        UnknownName: there is neither such a game nor such a folder.
        BadValue: it is a path to nothing.
    """
    text, folder = str(name_or_path), Path(name_or_path)
    if len(folder.parts) > 1 and not folder.is_dir():
        raise BadValue("folder", text, f"a folder that exists, as seen from {Path.cwd()}")
    if text in all_games() or not folder.is_dir():
        for game in () if text in available_games() else unavailable_games():
            if game.name == text:
                raise BrokenGame(text, f"cannot be used: {game.reason}")
        return find_game(text)
    folder = folder.resolve()
    package = assembled(folder) if is_card_folder(folder) else package_in(folder)
    importlib.invalidate_caches()
    try:
        found = game_in(package)
    except SystemExit as error:
        raise BrokenGame(package.name, f"cannot be loaded: {reason(error)}") from error
    imported = Path(importlib.import_module(found.package).__file__ or "").parent
    if imported != package:
        raise BrokenGame(found.package, f"is hidden by another package of that name, {imported}")
    return found


def playable_from(name_or_path: str | Path) -> Game:
    """Return a game as `game_from` does, and offer it in this process like an installed one.

    Raises:
        BrokenGame: another game has its name; see `game_from` for other errors.
    """
    found = game_from(name_or_path)
    if all_games().setdefault(found.name, found) != found:
        raise BrokenGame(found.name, "is there already: an installed game has that name")
    REGISTRY.distributions.setdefault(found.name, str(name_or_path))
    if Path(name_or_path).is_dir():
        FROM_FOLDERS[found.name] = str(Path(name_or_path).resolve())
    return found


def package_in(folder: Path) -> Path:
    """Return the folder of the only game's package in a folder.

    Raises:
        BrokenGame: there is none, or more than one.
    """
    if (folder / "__init__.py").exists():
        return folder
    roots = [folder, folder / "src"]
    if (project := folder / "pyproject.toml").exists():
        declared = data_files.parse_toml(data_files.read_file(project), str(project)).get(
            "project", {}
        )
        points = declared.get("entry-points", {}).get(GROUP, {})
        names = [str(point).partition(":")[0].replace(".", "/") for point in points.values()]
        found = [root / name for root in roots for name in names if (root / name).is_dir()]
        if len(found) == 1:
            return found[0]
    found = [
        path.parent
        for root in roots
        for path in sorted(root.glob("*/__init__.py"))
        if b"GAME" in path.read_bytes()
    ]
    if len(found) != 1:
        many = f"holds {len(found)} games" if found else "holds no game's package"
        raise BrokenGame(folder.name, f"{many}: name the folder with GAME in its __init__.py")
    return found[0]
