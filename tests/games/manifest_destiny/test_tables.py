"""The component tables of the data, compared with those of the specification, cell by cell.

`tables/` holds the specification's tables and, transcribed from its texts, the programs of cards
and the lower prices of Progressions, which are ours.
"""

from __future__ import annotations

import pytest
from tests.support.tables import GAMES, bare, differences, read, unguarded

from ducato.games.manifest_destiny import GAME
from ducato.games.manifest_destiny.state.tables import slug

from .specification import specified

DATA = GAMES / "manifest_destiny" / "data"
KEYS = {
    "token_limits": ("players",),
    "progressions": ("name",),
    "breakthroughs": ("name",),
    "payouts": ("product",),
    "safety_net": ("players",),
    "cards": ("no",),
    "card_effects": ("no",),
    "territories": ("no",),
    "land_adjacency": ("a", "b"),
    "ferries": ("a", "b"),
}
"""The columns by which rows are found, by table."""


@pytest.mark.parametrize("table", KEYS)
def test_the_tables_of_the_data(table: str):
    """With the origin of each value, in the columns `p_`.

    [manifest-destiny 20.2] [manifest-destiny 20.3] [manifest-destiny 20.4] [manifest-destiny 20.5]
    [manifest-destiny 20.6] [manifest-destiny 20.7] [manifest-destiny 20.8] [manifest-destiny 20.9]
    [manifest-destiny 20.10] [manifest-destiny 20.11].
    """
    found = read(DATA / f"{table}.csv", *KEYS[table])
    assert differences(table, specified(table, *KEYS[table]), found) == []


def test_constants():
    """Each number has a range or choices, and a clause [manifest-destiny 20.1]."""
    for parameter in GAME.parameters.values():
        assert parameter.clause
        assert GAME.load(**{parameter.name: parameter.default})


def test_the_numbers_of_the_cards():
    """They are numbered in the order of the table [manifest-destiny 20.7]."""
    assert list(read(DATA / "cards.csv", "no")) == [str(n + 1) for n in range(64)]
    assert list(read(DATA / "territories.csv", "no")) == [str(n + 1) for n in range(67)]


def test_the_names_of_the_components():
    """See [manifest-destiny 20.3, 20.4, 20.5, 20.7, 20.9]."""
    names = read(DATA / "names.csv", "id")
    expected = {
        prefix + slug(name): {"en": bare(name)}
        for table, column, prefix in (
            ("cards", "name", "card:"),
            ("territories", "name", ""),
            ("progressions", "name", ""),
            ("breakthroughs", "name", ""),
            ("payouts", "product", "product:"),
        )
        for name in specified(table, column)
    }
    found = {name: {"en": bare(names[name]["en"])} for name in expected}
    assert differences("names.csv", expected, found) == []


def test_no_column_is_unguarded():
    """Names, pictures and the map's drawing (`test_map`) are not rules."""
    guarded = {
        f"{table}.csv": set(next(iter(specified(table, *key).values())))
        for table, key in KEYS.items()
    }
    drawn = {"names.csv": {"*"}, "map.csv": {"*"}, "art.csv": {"*"}}
    assert unguarded("manifest_destiny", {**guarded, **drawn}) == []
