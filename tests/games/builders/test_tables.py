"""All 84 cards, compared with the tables of the specification [builders 1.1, 1.2, 1.5, 1.6]."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.support.tables import GAMES, bare, columns, data, differences, read, unguarded

import ducato
from ducato.core.game import all_games
from ducato.games.builders.state import CONSTRUCTION_IDS, CREW_IDS, MATERIALS

TABLES = Path(__file__).parent / "tables"
DATA = GAMES / "builders" / "data"
WORKERS = read(TABLES / "workers.csv", "id")
MACHINES = read(TABLES / "machines.csv", "id")
BUILDINGS = read(TABLES / "buildings.csv", "id")
MADE = [f"prod_{material}" for material in MATERIALS]
CONSTRUCTIONS = {
    **{key: {**row, "kind": "machine"} for key, row in MACHINES.items()},
    **{
        key: {"kind": "building", **row} | dict.fromkeys(MADE, "0")
        for key, row in BUILDINGS.items()
    },
}
LANGUAGES = ("fr", "en", "it", "es")
MAKES = {f"makes_{material}": f"prod_{material}" for material in MATERIALS}
COLUMNS = {
    "workers.csv": {"number": "id", "ref": "ref", "name": "class", "wage": "wage"}
    | {f"makes_{material}": material for material in MATERIALS},
    "buildings.csv": {"number": "id", "ref": "ref", "kind": "kind", "coins": "coins"}
    | {"points": "vp", **{material: material for material in MATERIALS}, **MAKES},
}
"""By file, the specification's name of each column that the game's tables share with it."""
EDITIONS = all_games()["builders"].editions


NUMBERS = {
    row["card"]: number
    for file in COLUMNS
    for number, row in data("builders", file, "number", {"card": "card"}).items()
}
"""The specification's number of each card, by the card's name in the game."""


@pytest.mark.parametrize(
    ("file", "expected"), [("workers.csv", WORKERS), ("buildings.csv", CONSTRUCTIONS)]
)
def test_the_cards_in_the_data(file: str, expected: dict):
    """[builders 1.5] [builders 1.6]."""
    shared = columns(expected, *COLUMNS[file].values())
    assert differences(file, shared, data("builders", file, "number", COLUMNS[file])) == []


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_workers_that_the_rules_read(edition: str):
    """[builders 1.2] [builders 1.6]."""
    loaded = ducato.load("builders", edition=edition).edition
    found = {
        NUMBERS[card]: {"wage": loaded.wage[n]}
        | dict(zip(MATERIALS, loaded.row("makes")[n], strict=True))
        for n, card in enumerate(CREW_IDS[: len(WORKERS)])
    }
    assert differences("workers", columns(WORKERS, "wage", *MATERIALS), found) == []


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_constructions_that_the_rules_read(edition: str):
    """[builders 1.1] [builders 1.5]."""
    loaded = ducato.load("builders", edition=edition).edition
    found = {}
    for n, card in enumerate(CONSTRUCTION_IDS):
        number = NUMBERS[card]
        found[number] = {"coins": loaded.reward[n], "vp": loaded.worth[n]}
        found[number] |= dict(zip(MATERIALS, loaded.row("materials")[n], strict=True))
        assert loaded.pips[n] == sum(int(CONSTRUCTIONS[number][m]) for m in MATERIALS), number
    expected = columns(CONSTRUCTIONS, "coins", "vp", *MATERIALS)
    assert differences("constructions", expected, found) == []


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_machines_as_crew_that_the_rules_read(edition: str):
    """[builders 1.5] [builders 8.1]: they work for nothing."""
    loaded = ducato.load("builders", edition=edition).edition
    first = len(WORKERS)
    found = {
        NUMBERS[card]: {"wage": loaded.wage[n]}
        | dict(zip(MADE, loaded.row("makes")[n], strict=True))
        for n, card in enumerate(CREW_IDS[first:], first)
    }
    expected = {key: {"wage": "0"} | row for key, row in columns(MACHINES, *MADE).items()}
    assert differences("machines", expected, found) == []


def test_the_names_of_the_constructions():
    """[builders 1.1]: in four languages."""
    names = read(DATA / "names.csv", "id")
    french = read(DATA / "french.csv", "id")
    found = {}
    for number, row in data("builders", "buildings.csv", "number", {"name": "name"}).items():
        words = {**names[row["name"]], **french[row["name"]]}
        found[number] = {f"name_{code}": bare(words[code]) for code in LANGUAGES}
    expected = {
        key: {f"name_{code}": bare(row[f"name_{code}"]) for code in LANGUAGES}
        for key, row in CONSTRUCTIONS.items()
    }
    assert differences("names", expected, found) == []


def test_a_card_is_called_by_its_name():
    """The program's name of a card is its name, numbered if several cards share it."""
    for file in COLUMNS:
        rows = data("builders", file, "number", {"card": "card", "name": "name"}).values()
        for row in rows:
            assert re.fullmatch(rf"{row['name']}(-\d+)?", row["card"])


def test_no_column_is_unguarded():
    """Names in a language are guarded as such, without their articles and genders."""
    others = {"workers.csv": {"card"}, "buildings.csv": {"card", "name"}}
    guarded = {file: {*COLUMNS[file], *others[file]} for file in COLUMNS}
    words = {"names.csv": {"*"}, "french.csv": {"*"}, "art.csv": {"*"}}
    assert unguarded("builders", {**guarded, **words}) == []
