"""Arguments and options that several commands share."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ducato.core.editions import data_files
from ducato.core.errors import BadValue
from ducato.core.i18n import LANGUAGES

if TYPE_CHECKING:
    from ducato.core.game import LoadedGame

DEFAULT_PORT = 8470
MOST_GAMES = 10_000_000
SEEDS = range(-(2**63), 2**63)


def few_enough(games: int) -> int:
    """Return a number of games.

    Raises:
        BadValue: it is so large that their results do not fit into memory.
    """
    if games > MOST_GAMES:
        raise BadValue("--games", games, f"{MOST_GAMES:,} or fewer")
    return games


def _seed(seed: int) -> int:
    if seed not in SEEDS:
        raise BadValue("--seed", seed, f"from {SEEDS[0]} to {SEEDS[-1]}")
    return seed


def named_game(game: str) -> str:
    """Return the name of a game; one in a folder is offered in this process like an installed one.

    Raises:
        BrokenGame, UnknownName, BadValue: there is no such game, or it is broken.
    """
    from ducato.core.game.folder import playable_from

    return playable_from(game).name if Path(game).is_dir() or len(Path(game).parts) > 1 else game


GameName = Annotated[
    str,
    typer.Argument(
        metavar="GAME|PATH",
        callback=named_game,
        help="A game, as `ducato games` lists them, or a folder with one.",
    ),
]
Players = Annotated[int | None, typer.Option("--players", help="Number of seats.")]
Edition = Annotated[str | None, typer.Option("--edition", help="Edition of the rules.")]
Options = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="KEY=VALUE",
        help="Change an option of the rules, or one number of a table such as "
        "tiles.sword.attack; may be given several times.",
    ),
]
Seed = Annotated[int, typer.Option("--seed", callback=_seed, help="Equal seeds give equal games.")]
Jobs = Annotated[int, typer.Option("--jobs", min=1, help="Number of processes to use.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
Language = Annotated[
    str, typer.Option("--lang", help=f"{', '.join(LANGUAGES[:-1])} or {LANGUAGES[-1]}.")
]
DatabaseUrl = Annotated[
    str | None,
    typer.Option(
        "--database", envvar="DUCATO_DATABASE", help="URL of the database, instead of a folder."
    ),
]
Data = Annotated[
    Path | None,
    typer.Option(
        "--data",
        help="Folder in which tables are kept; by default the one in DUCATO_DATA, or else in your "
        "data folder.",
    ),
]

FileOrInput = Annotated[
    Path,
    typer.Argument(
        metavar="FILE", help="A game record (JSON lines); `-` is read from standard input."
    ),
]
STANDARD_INPUT = Path("-")


def read_input(path: Path) -> str:
    """Return the text of a file that a command was given, or of standard input.

    Raises:
        UnreadableFile: it cannot be opened or is not a text.
    """
    if path != STANDARD_INPUT:
        return data_files.read_file(path)
    return data_files.decode(sys.stdin.buffer.read(), "standard input")


def load_game(
    name: str,
    players: int | None = None,
    edition: str | None = None,
    options: list[str] | None = None,
) -> LoadedGame:
    """Load the game that the arguments and options of a command describe.

    Raises:
        BadValue: an option is not of the form ``KEY=VALUE``, or its value is not possible.
        UnknownName: no such game, edition or option, or the number of players is not possible.
        BrokenGame: the game's own code or data are faulty.
    """
    from ducato.core.game import load

    return load(name, players, edition, **chosen(options))


def chosen(options: list[str] | None) -> dict[str, Any]:
    """Return the values given with ``--set``, by name.

    Raises:
        BadValue: an option is not of the form ``KEY=VALUE``, or is there twice.
    """
    changes: dict[str, Any] = {}
    names: set[str] = set()
    for option in options or []:
        key, equals, value = option.partition("=")
        if not equals:
            raise BadValue("--set", option, "KEY=VALUE")
        name = key.strip().lower()  # the case of names does not matter
        if name in names:
            raise BadValue("--set", option, f"the only value of {key}, which has another already")
        names.add(name)
        changes[key] = value
    return changes
