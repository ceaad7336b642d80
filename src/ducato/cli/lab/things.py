"""``ducato lab things``: the names that ``--what`` takes."""

from __future__ import annotations

from collections.abc import Iterator
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Annotated

import typer

from ducato.cli.options import GameName, Json
from ducato.cli.output import print_json, print_table
from ducato.core.errors import UnknownName

if TYPE_CHECKING:
    from ducato.core.game import Game
    from ducato.lab.report.phrasing import Texts

SORTS = ("kind", "component", "group", "action")
"""The sorts of things, in the order in which they are listed."""


def things(
    game: GameName,
    pattern: Annotated[
        str | None,
        typer.Argument(
            metavar="[PATTERN]",
            help="Only things with this in their name, as here or at the table: mill, build:*.",
        ),
    ] = None,
    *,
    as_json: Json = False,
) -> None:
    """List what `lab ban --what` can forbid: kinds of actions, components, groups and actions."""
    from ducato.core.game import blaming, find_game

    found = find_game(game)
    with blaming(found):
        listed = list(_listed(found, pattern))
    if as_json:
        rows = [{"name": name, "sort": sort, "title": dict(t)} for name, sort, t in listed]
        print_json({"game": found.name, "things": rows})
        return
    for sort in SORTS:
        rows_of = [[name, title["en"]] for name, of, title in listed if of == sort]
        if rows_of:
            print_table([sort, "at the table"], rows_of, texts=2)


def _listed(game: Game, pattern: str | None) -> Iterator[tuple[str, str, Texts]]:
    """Return the name, sort and title of the things that match a pattern, by sort.

    Raises:
        UnknownName: there are none.
    """
    from ducato.lab.report.phrasing import thing_name
    from ducato.runs.play.things import matching_things, things_of

    every = things_of(game)
    rows = [
        (name, sort, thing_name(game, name))
        for name, sort in zip(every.names, every.sorts, strict=True)
    ]
    rows.sort(key=lambda row: SORTS.index(row[1]))
    if pattern is not None:
        rows = [row for row in rows if _matches(pattern, row[0], row[2])]
        if not rows:
            matching_things(game, pattern)  # which says what is similar
    yield from rows


def _matches(pattern: str, name: str, title: Texts) -> bool:
    words = pattern.casefold()
    return fnmatchcase(name, pattern) or any(
        words in text.casefold() for text in (name, *title.values())
    )


def check_things(game: Game, patterns: list[str]) -> None:
    """Check that every pattern of ``--what`` matches something.

    Raises:
        UnknownName: one matches nothing; the error lists what is similar and says how to list all.
    """
    from ducato.runs.play.things import matching_things

    for pattern in patterns:
        try:
            matching_things(game, pattern)
        except UnknownName as error:
            error.args = (f"{error}; `ducato lab things {game.name}` lists all",)
            raise
