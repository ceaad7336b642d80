"""Arguments and options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ducato.core.errors import BadValue

if TYPE_CHECKING:
    from ducato.core.game import LoadedGame

DEFAULT_PORT = 8470

GameName = Annotated[str, typer.Argument(metavar="GAME", help="A game; `ducato games` lists them.")]
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
Seed = Annotated[int, typer.Option("--seed", help="Equal seeds give equal games.")]
Jobs = Annotated[int, typer.Option("--jobs", min=1, help="Number of processes to use.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
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
        BadValue: an option is not of the form ``KEY=VALUE``.
    """
    changes: dict[str, Any] = {}
    for option in options or []:
        key, equals, value = option.partition("=")
        if not equals:
            raise BadValue("--set", option, "KEY=VALUE")
        changes[key] = value
    return changes
