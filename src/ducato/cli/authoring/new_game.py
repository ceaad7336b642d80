"""``ducato new-game``: a package with a small game that can be played and changed at once."""

from __future__ import annotations

import os
import re
import shutil
from importlib.util import find_spec
from keyword import iskeyword
from pathlib import Path
from typing import Annotated

import typer

import ducato
from ducato.core.errors import BadValue

SHAPES = {"cards": "caravan", "board": "terraces", "market": "bazaar"}
"""The example that a new game is copied from, by shape."""
CALLED = (
    ('name="', '"'),
    ('name = "', '"'),
    ("\n", ' = "'),
    ("ducato play ", ""),
    ("simulate ", ""),
)
"""What stands before and after a game's own name, as opposed to that of its package."""
PLAYERS = re.compile("([2-4])(?:-([2-4]))?")


def new_game(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Such as silk-road.")],
    shape: Annotated[
        str, typer.Option("--shape", metavar="cards|board|market", help="What lies on the table.")
    ] = "cards",
    players: Annotated[
        str, typer.Option("--players", help="From 2 to 4, such as 2, 3-4 or 2-4.")
    ] = "2-4",
    folder: Annotated[
        Path | None, typer.Option("--in", help="Where to make the folder; by default, here.")
    ] = None,
) -> None:
    """Make a package with a small game, which can be played at once."""
    made = write_game(name, shape, players, folder or Path())
    typer.echo(
        f"Made {made}. Next:\n"
        f"  cd {made}\n"
        "  pip install --editable .\n"
        f"  ducato play {name}\n"
        f"Then open {made / 'README.md'}."
    )


def write_game(name: str, shape: str, players: str, folder: Path) -> Path:
    """Write the project of a new game into a new folder, and return that folder.

    Raises:
        BadValue: an argument is not possible, the folder exists, or it cannot be written.
    """
    target = folder / name
    _check_name(name, target)
    if shape not in SHAPES:
        raise BadValue("--shape", shape, " or ".join(SHAPES))
    seats = _seats(players)
    try:
        _write(target, SHAPES[shape], name, seats)
    except OSError as error:
        shutil.rmtree(target, ignore_errors=True)
        raise BadValue("--in", str(folder), f"a folder that can be written: {error}") from error
    return target


def _write(target: Path, model: str, name: str, seats: list[int]) -> None:
    """Write the files of an example into a folder, under another name."""
    source, module = examples() / model, name.replace("-", "_")
    for path in sorted(source.rglob("*")):
        inside = path.relative_to(source)
        if path.is_dir() or any(part.startswith((".", "__py")) for part in inside.parts):
            continue
        written = target / inside.as_posix().replace(model, module)
        written.parent.mkdir(parents=True, exist_ok=True)
        written.write_text(_renamed(path.read_text("utf-8"), model, name, seats), "utf-8")


def examples() -> Path:
    """Return the folder with the example games: in a wheel inside the package, else beside src."""
    package = Path(ducato.__file__).parent
    inside = package / "examples"
    return inside if inside.is_dir() else package.parents[1] / "examples"


def _check_name(name: str, target: Path) -> None:
    """Check that a game can have a name, and can be written into a folder.

    Raises:
        BadValue: the name is not possible, or the folder exists.
    """
    from ducato.core.game import all_games
    from ducato.core.game.registered_game import POSSIBLE_NAME, is_possible_name

    module = name.replace("-", "_")
    if not is_possible_name(name):
        raise BadValue("NAME", name, POSSIBLE_NAME)
    if os.path.lexists(target):
        raise BadValue("NAME", name, f"a folder that does not exist yet, unlike {target}")
    if iskeyword(module):
        raise BadValue("NAME", name, "a name that is not a keyword of Python")
    if name in all_games():
        raise BadValue("NAME", name, "a name that no installed game has")
    if (spec := find_spec(module)) is not None:
        where = next(iter(spec.submodule_search_locations or ()), spec.origin)
        taken = f"{module} is a Python package already, in {where}"
        raise BadValue("NAME", name, f"a name that is free: {taken}")


def _seats(players: str) -> list[int]:
    """Return the numbers of players in a text such as ``2-4``."""
    match = PLAYERS.fullmatch(players)
    if match is None or (match[2] and match[2] < match[1]):
        raise BadValue("--players", players, "a number or a range from 2 to 4, such as 2-4")
    return list(range(int(match[1]), int(match[2] or match[1]) + 1))


def _renamed(text: str, model: str, name: str, seats: list[int]) -> str:
    """Return the text of a file with another name of the game and other numbers of players."""
    module, title = name.replace("-", "_"), name.replace("-", " ").title()
    text = text.replace("players=(2, 3, 4)", f"players={tuple(seats)}")
    text = re.sub(r"^(SEATS(?:, RANKS)? =) 4", rf"\1 {seats[-1]}", text, flags=re.MULTILINE)
    words = {model: module, model.title(): title}
    for before, after in CALLED:
        words[f"{before}{model}{after}"] = f"{before}{name}{after}"
    longest_first = sorted(words, key=len, reverse=True)
    pattern = "|".join(map(re.escape, longest_first))
    return re.sub(pattern, lambda match: words[match[0]], text)
