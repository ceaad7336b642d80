"""Board, characters, 42 tiles and 35 encounters, compared with the tables of the specification.

[fantasy-market 13.1 to 13.6]. A component's id in the game is its English name.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from tests.support.tables import GAMES, Table, bare, columns, data, differences, read, unguarded

import ducato
from ducato.games.fantasy_market import GAME
from ducato.games.fantasy_market.atlas import SQUARES
from ducato.games.fantasy_market.parts import (
    CHARACTERS,
    CLASSES,
    ENCOUNTERS,
    JOBS,
    TILES,
    Encounter,
    Terrain,
)

FOLDER = Path(__file__).parent / "tables"
DATA = GAMES / "fantasy_market" / "data"
VALUES = ("attack", "defence", "movement")
SLOTS = ("slot1", "slot2", "slot3")
COLUMNS = {
    "action_cards.csv": ("kind", "provenance"),
    "characters.csv": (*VALUES, *SLOTS, "provenance"),
    "grades.csv": ("cost", "value", "provenance"),
    "tiles.csv": ("class", "slot", "grade", "copies", *VALUES, "provenance"),
    "encounters.csv": ("kind", "type", "copies", *VALUES, "gold", "provenance"),
}
"""The columns of the game's tables that are compared with those of the specification."""
ACROSS = "abcdefghi"
SIGNS = {
    **{Terrain.WALL: "#", Terrain.PLAIN: ".", Terrain.CENTRE: "*"},
    **{Terrain.SHOP + shop: str(shop + 1) for shop in range(6)},
    **{Terrain.EXIT + gate: "NESW"[gate] for gate in range(4)},
}


def slug(name: str) -> str:
    return re.sub("[^a-z0-9]+", "-", name.lower()).strip("-")


def specified(table: str) -> list[dict[str, str]]:
    return list(read(FOLDER / f"{table}.csv", "id").values())


def found_in(file: str) -> Table:
    return data("fantasy_market", file, "id", {name: name for name in COLUMNS[file]})


DRAFTS = ["tuned", "author"]
"""The editions with the components of the draft; `tables/changes.csv` has those of the other."""


def edition(name: str = "tuned", players: int = 4) -> Any:
    return ducato.load("fantasy-market", players, name).edition


def tiles() -> Table:
    """Return the tiles; white ones of the same price are a grade of their own in the game."""
    special = {"2": "s1", "4": "s2", "6": "s3", "10": "s4"}
    rows = {slug(row["name_en"]): row for row in specified("tiles")}
    for row in rows.values():
        row["grade"] = special[row["cost"]] if row["grade"] == "S" else row["grade"].lower()
    return rows


def encounters() -> Table:
    rows = {}
    for row in specified("monsters"):
        rows[slug(row["name_en"])] = {**row, "kind": "monster", "gold": row["value"]}
    for row in specified("treasures"):
        name = "death" if row["kind"] == "death" else f"treasure-{row['gold']}"
        gold = "" if row["kind"] == "death" else row["gold"]
        rows[name] = dict.fromkeys(("type", *VALUES), "") | {**row, "gold": gold}
    return rows


def characters() -> Table:
    return {row["name_en"].lower().removeprefix("tax "): row for row in specified("characters")}


def action_cards() -> Table:
    """Return the action cards by the character that they move, or by their own kind."""
    rows = {row["kind"].removeprefix("character_"): row for row in specified("action_cards")}
    return {name: row | {"kind": row["kind"].partition("_")[0]} for name, row in rows.items()}


# ------------------------------------------------------------------------------------ data


@pytest.mark.parametrize(
    ("file", "expected"),
    [
        ("tiles.csv", tiles()),
        ("encounters.csv", encounters()),
        ("action_cards.csv", action_cards()),
    ],
)
def test_the_components_in_the_data(file: str, expected: Table):
    """[fantasy-market 13.1] [fantasy-market 13.4] [fantasy-market 13.5] [fantasy-market 13.6]."""
    assert differences(file, columns(expected, *COLUMNS[file]), found_in(file)) == []


def test_the_characters_in_the_data():
    """[fantasy-market 13.2]: the values of Thief and Collector are parameters or unused."""
    expected = columns(characters(), *COLUMNS["characters.csv"])
    for name in ("thief", "collector"):
        expected[name] |= dict.fromkeys((*VALUES, *SLOTS), "")
    assert differences("characters.csv", expected, found_in("characters.csv")) == []


def test_the_prices_in_the_data():
    """[fantasy-market 13.4]: a grade has one price; the author's Sword states that of grade I."""
    expected: Table = {}
    for row in tiles().values():
        origin = "seed" if row["grade"] == "i" else "designed"
        price = {"cost": row["cost"], "value": row["value"], "provenance": origin}
        assert expected.setdefault(row["grade"], price) == price, row["name_en"]
    assert differences("grades.csv", expected, found_in("grades.csv")) == []


def test_the_boxes_of_the_tiles():
    """[fantasy-market 13.2, 13.4]: a tile's box is called as on the hero's sheet."""
    for row in tiles().values():
        sheet = characters().get(row["class"], {"slot4": "special"})
        assert sheet[f"slot{row['slot']}"] == row["slot_name"], row["name_en"]


def test_the_board_in_the_data():
    """[fantasy-market 13.3]: rows and columns of the drawing, which begin with 0."""
    drawn = read(FOLDER / "board.csv", "y")
    expected = {
        str(int(y) + 1): {name: row[f"x{x}"] for x, name in enumerate(ACROSS)}
        for y, row in drawn.items()
    }
    found = data("fantasy_market", "board.csv", "id", {name: name for name in ACROSS})
    assert differences("board.csv", expected, found) == []


def test_the_names_of_the_components():
    """[fantasy-market 13.4] [fantasy-market 13.5]: English possessives are a later refinement."""
    names = read(DATA / "names.csv", "id")
    rows = {**tiles(), **{slug(row["name_en"]): row for row in specified("monsters")}}
    expected = {
        key: {"en": bare(row["name_en"]), "it": bare(row["name_it"])} for key, row in rows.items()
    }
    found = {
        key: {"en": bare(names[key]["en"]).replace("'s ", " "), "it": bare(names[key]["it"])}
        for key in rows
    }
    assert differences("names.csv", expected, found) == []


# --------------------------------------------------------------------------------- edition


@pytest.mark.parametrize("players", GAME.players)
def test_the_components_that_the_finished_edition_changes(players: int):
    """[fantasy-market 13.2, 13.3, 13.4]."""
    draft, finished = (GAME.load(players, name).values for name in ("tuned", "ducato"))
    found = {
        cell: {"cell": cell, "tuned": draft[cell], "ducato": finished[cell]}
        for cell in GAME.cells
        if draft[cell] != finished[cell]
    }
    assert differences("changes", read(FOLDER / "changes.csv", "cell"), found) == []


@pytest.mark.parametrize("name", DRAFTS)
def test_the_tiles_that_the_rules_read(name: str):
    """[fantasy-market 13.4]."""
    loaded = edition(name)
    found = {
        tile: {
            "class": CLASSES[loaded.tile_class[n]],
            "slot": loaded.tile_box[n] + 1,
            "cost": loaded.tile_cost[n],
            "value": loaded.tile_value[n],
            "copies": loaded.tile_copies[n],
            "attack": loaded.tile_attack[n],
            "defence": loaded.tile_defence[n],
            "movement": loaded.tile_movement[n],
        }
        for n, tile in enumerate(TILES)
    }
    expected = columns(tiles(), "class", "slot", "cost", "value", "copies", *VALUES)
    assert differences("tiles", expected, found) == []


@pytest.mark.parametrize("name", DRAFTS)
def test_the_encounters_that_the_rules_read(name: str):
    """[fantasy-market 13.5] [fantasy-market 13.6]: a card that fights nobody has only zeros."""
    loaded = edition(name)
    types = [*CLASSES[:4], "none"]
    found: dict[str, dict[str, Any]] = {}
    for n, card in enumerate(ENCOUNTERS):
        kind = Encounter(loaded.encounter_kind[n])
        found[card] = {
            "kind": kind.name.lower(),
            "type": types[loaded.encounter_type[n]] if kind == Encounter.MONSTER else "0",
            "copies": loaded.encounter_copies[n],
            "attack": loaded.encounter_attack[n],
            "defence": loaded.encounter_defence[n],
            "movement": loaded.encounter_movement[n],
            "gold": loaded.encounter_gold[n],
        }
    expected = columns(encounters(), "kind", "type", "copies", *VALUES, "gold")
    expected = {key: {c: v or "0" for c, v in row.items()} for key, row in expected.items()}
    assert differences("encounters", expected, found) == []


@pytest.mark.parametrize("name", DRAFTS)
def test_the_characters_that_the_rules_read(name: str):
    """[fantasy-market 13.2] [fantasy-market 3.7]."""
    loaded = edition(name)
    found = {
        pawn: {
            "attack": loaded.attack[n],
            "defence": loaded.defence[n],
            "movement": loaded.movement[n],
            "start_gold": loaded.hero_start_gold if n < 4 else 0,
        }
        for n, pawn in enumerate(CHARACTERS)
    }
    assert differences("characters", columns(characters(), *VALUES, "start_gold"), found) == []


@pytest.mark.parametrize("players", GAME.players)
def test_the_action_cards_that_the_rules_read(players: int):
    """[fantasy-market 3.8, 13.1]: with 2 or 5 players a Market card is left out."""
    expected = columns(action_cards(), "copies")
    if players in (2, 5):
        expected["market"]["copies"] = "1"
    copies = edition(players=players).copies
    found = {job: {"copies": copies[n]} for n, job in enumerate(JOBS)}
    assert differences("action cards", expected, found) == []


@pytest.mark.parametrize("name", DRAFTS)
def test_the_board_that_the_rules_read(name: str):
    """[fantasy-market 1.1] [fantasy-market 13.3]: terrain, shops, exits and centre."""
    loaded = edition(name)
    signs = [SIGNS[terrain] for terrain in loaded.row("terrain").tolist()]
    found = {str(y): {f"x{x}": signs[9 * y + x] for x in range(9)} for y in range(9)}
    expected = columns(read(FOLDER / "board.csv", "y"), *(f"x{x}" for x in range(9)))
    assert differences("board", expected, found) == []
    for row in specified("squares"):
        squares = [9 * int(y) + int(x) for x, y in re.findall(r"\((\d);(\d)\)", row["squares"])]
        assert [signs[square] for square in squares] == [row["id"]] * len(squares)
        if row["kind"] == "exit":
            assert loaded.gate["NESW".index(row["id"])] == squares[0]
        else:
            assert [loaded.way[int(row["id"]) - 1, square] for square in squares] == [0, 0]
    assert signs[loaded.centre] == "*"


def test_the_ways_that_the_rules_read():
    """[fantasy-market 2.1] [fantasy-market 13.3]: over the walkable squares of the drawing.

    A direction leads to a neighbour, and the distances are those of orthogonal steps.
    """
    loaded = edition()
    rows = [[row[f"x{x}"] for x in range(9)] for row in read(FOLDER / "board.csv", "y").values()]
    walkable = {(x, y): rows[y][x] for y in range(9) for x in range(9) if rows[y][x] != "#"}
    offsets = ((0, -1), (1, 0), (0, 1), (-1, 0), (1, -1), (1, 1), (-1, 1), (-1, -1))

    def steps_to(signs: str) -> dict[tuple[int, int], int]:
        found = {place: 0 for place, sign in walkable.items() if sign in signs}
        for step in range(1, 20):
            for x, y in [place for place, far in found.items() if far == step - 1]:
                for dx, dy in offsets[:4]:
                    if (x + dx, y + dy) in walkable:
                        found.setdefault((x + dx, y + dy), step)
        return found

    near = loaded.row("near").tolist()
    for square, directions in enumerate(near):
        y, x = divmod(square, 9)
        for (dx, dy), other in zip(offsets, directions, strict=True):
            joined = {(x, y), (x + dx, y + dy)} <= walkable.keys()
            assert other == (9 * (y + dy) + x + dx if joined else -1), SQUARES[square]
    goals = [(loaded.row("way")[shop], str(shop + 1)) for shop in range(6)]
    for way, signs in [*goals, (loaded.row("way_out"), "NESW")]:
        for (x, y), far in steps_to(signs).items():
            assert way[9 * y + x] == far, (signs, SQUARES[9 * y + x])


def test_no_column_is_unguarded():
    """Names in a language are guarded as such, without their articles and genders."""
    guarded = {file: {"id", *names} for file, names in COLUMNS.items()}
    guarded |= {"board.csv": {"id", *ACROSS}, "names.csv": {"*"}, "art.csv": {"*"}}
    assert unguarded("fantasy_market", guarded) == []
