"""The list of a game's components, as read by tests."""

from __future__ import annotations

from functools import cache

from ducato.core.editions import data_files
from ducato.core.game import all_games
from ducato.table.views.component_list import ListedComponent, component_list


@cache
def groups(
    game: str, edition: str = "", language: str = "en"
) -> dict[str, dict[str, ListedComponent]]:
    """Return the components by group and id."""
    found = all_games()[game]
    listed = component_list(found, edition or found.editions[0], language)
    return {group.id: {one.id: one for one in group.components} for group in listed.groups}


def cells(game: str, group: str, edition: str = "") -> dict[str, list[int | str]]:
    """Return the cells of a group by id."""
    return {name: one.cells for name, one in groups(game, edition)[group].items()}


def table(game: str, name: str) -> list[dict[str, str]]:
    """Return the rows of a data file of the game."""
    return data_files.read_table(all_games()[game].package, f"{name}.csv")


def numbers(row: dict[str, str], *columns: str) -> list[int]:
    """Return these cells of a data file's row."""
    return [int(row[column]) for column in columns]
