"""The component tables of the specification, as they are transcribed in `tables/`."""

from __future__ import annotations

import re
from pathlib import Path

from tests.support.tables import Table, read

from ducato.games.manifest_destiny.state.tables import slug

TABLES = Path(__file__).parent / "tables"
CLOSED: dict[int, set[str]] = {3: {"Canada", "Mexico"}, 4: {"Canada"}, 5: set()}
"""The regions that are closed, by the number of players [manifest-destiny 2.4]."""
ADDED = {"card_effects": ("programs", "program"), "progressions": ("lower_costs", "cost_low")}
"""By table, the table of our own with one more column."""


def specified(table: str, *key: str) -> Table:
    """Return a table with the columns of the game's, by the values of the key columns."""
    rows = read(
        TABLES / f"{table}.csv",
        *("id" if part == "no" and table == "territories" else part for part in key),
    )
    for row in rows.values():
        if table == "territories":
            row["no"] = row.pop("id")
    if table in ADDED:
        file, column = ADDED[table]
        for row, more in zip(
            rows.values(), read(TABLES / f"{file}.csv", "name").values(), strict=True
        ):
            assert row["name"] == more["name"]
            row[column] = more[column]
    return rows


def by_slug(table: str, column: str = "name") -> Table:
    """Return a table by the ids that the game makes from a column of names."""
    return {slug(name): row for name, row in specified(table, column).items()}


def edges(table: str) -> set[frozenset[str]]:
    """Return the pairs of neighbours in a table of edges, by the ids of territories."""
    return {
        frozenset(map(slug, (row["a"], row["b"]))) for row in specified(table, "a", "b").values()
    }


def neighbours(table: str) -> dict[str, set[str]]:
    """Return the neighbours of each territory in a table of edges."""
    pairs = edges(table)
    return {
        name: {other for pair in pairs if name in pair for other in pair - {name}}
        for name in by_slug("territories")
    }


def territories_named(number: str, after: str, before: str) -> set[str]:
    """Return the ids of the territories that the effect of a card lists between these words."""
    effect = specified("card_effects", "no")[number]["effect"]
    listed = re.search(f"{after} (.*?) {before}", effect)
    assert listed is not None, effect
    return {slug(name) for name in listed.group(1).split(" / ")}
