"""The tables of an edition, made from its values: board, action cards, heroes, tiles, encounters.

An edition whose tables cannot be played with is rejected with `ConflictingOptions`.
"""

from __future__ import annotations

import fnmatch
from collections.abc import Sequence
from typing import Any

from ducato.core.editions.data_files import read_table
from ducato.core.errors import ConflictingOptions

from .atlas import COLUMNS, FAR, ROWS, SQUARES, SYMBOLS, distances, neighbours
from .parts import (
    BOXES,
    CARD_JOB,
    CLASSES,
    ENCOUNTER_TABLE,
    EXIT_COUNT,
    HEROES,
    LONGEST_WALK,
    PAWNS,
    SHOPS,
    TILES,
    Encounter,
    GoldShortage,
    Terrain,
)

TERRAINS = [Terrain.WALL, Terrain.PLAIN, Terrain.CENTRE]
GRADES = [row["id"] for row in read_table(__package__, "grades.csv")]
SUGGESTED = {
    2: [1, 4, 0, 0, 0, 0],
    3: [0, 2, 4, 0, 0, 0],
    4: [0, 1, 3, 4, 0, 0],
    5: [0, 1, 2, 3, 4, 0],
    6: [0, 1, 2, 3, 4, 5],
}
"""The shop of each seat, by the number of players, if none is chosen [fantasy-market 2.2]."""

PILES = 4
FEWEST_ENCOUNTERS = 2 * PILES  # so that no pile is empty after a deal


def tables(values: dict[str, int]) -> dict[str, Any]:
    """Return all arrays of the edition with these values, by field.

    Raises:
        ConflictingOptions: the board, cards, tiles, heroes or gold cannot be played with.
    """
    _start_gold(values)
    return {
        **_board(values),
        **_action_cards(values),
        **_heroes(values),
        **_tiles(values),
        **_encounters(values),
    }


def _start_gold(values: dict[str, int]) -> None:
    """Reject starting gold whose total exceeds the reserve [fantasy-market 3.7, 11.1]."""
    heroes, seats = values["hero_start_gold"], values["player_start_gold"]
    total = HEROES * heroes + values["players"] * seats
    if values["gold_shortage"] != GoldShortage.UNLIMITED and total > values["gold_tiles"]:
        raise _conflict(
            values,
            ["hero_start_gold", "player_start_gold", "players", "gold_tiles", "gold_shortage"],
            f"{HEROES} heroes and {values['players']} players start with {total} gold, which must"
            " be no more than gold_tiles, unless gold_shortage is unlimited",
        )


def _board(values: dict[str, int]) -> dict[str, Any]:
    """Return the fields of the board; reject an unplayable one [fantasy-market 2, 13.3]."""
    terrain = []
    for row in ROWS:
        for column in COLUMNS:
            symbol = values[f"board.{row['id']}.{column}"]
            shop_or_exit = Terrain.SHOP + symbol - len(TERRAINS)
            terrain.append(TERRAINS[symbol] if symbol < len(TERRAINS) else shop_or_exit)
    gates = [
        _only(values, terrain, Terrain.EXIT + exit, f"exit {SYMBOLS[9 + exit]}")
        for exit in range(EXIT_COUNT)
    ]
    centre = _only(values, terrain, Terrain.CENTRE, "centre")
    near = neighbours([t == Terrain.WALL for t in terrain])
    shops = [
        [square for square, t in enumerate(terrain) if t == Terrain.SHOP + shop]
        for shop in range(SHOPS)
    ]
    ways = [distances(near, squares) for squares in shops]
    for shop in range(SHOPS):
        if not shops[shop]:
            raise _conflict(values, ["board.*"], f"the board needs all six shops: no {shop + 1}")
        _reached(values, ways[shop][centre], f"shop {shop + 1}")
    for gate, name in zip(gates, SYMBOLS[9:], strict=True):
        _reached(values, distances(near, [gate])[centre], f"exit {name}")
    return {
        "terrain": terrain,
        "near": near,
        "way": ways,
        "way_out": distances(near, gates),
        "gate": gates,
        "centre": centre,
        "seat_shop": SUGGESTED[values["players"]],
    }


def _reached(values: dict[str, int], steps: int, what: str) -> None:
    """Reject a board with a place, named by `what`, that no hero could reach from the centre."""
    if steps == FAR:
        raise _conflict(
            values, ["board.*"], f"{what} is walled in, but needs a way to it from the centre"
        )


def _only(values: dict[str, int], terrain: list[int], wanted: int, what: str) -> int:
    """Return the only square of this terrain; reject a board with none or several."""
    found = [square for square, t in enumerate(terrain) if t == wanted]
    if len(found) != 1:
        names = ", ".join(SQUARES[square] for square in found) or "nowhere"
        raise _conflict(values, ["board.*"], f"the board needs one square with {what}: {names}")
    return found[0]


def _action_cards(values: dict[str, int]) -> dict[str, Any]:
    """Return the copies and jobs of the action cards; reject too few [fantasy-market 1.3, 3.8]."""
    copies = [values["character_cards"]] * PAWNS + [
        values["market_cards"],
        values["inventory_cards"],
        values["promotion_cards"],
    ]
    if sum(copies) < values["players"]:
        raise _conflict(
            values,
            ["character_cards", "market_cards", "inventory_cards", "promotion_cards", "players"],
            f"{sum(copies)} action cards are too few for {values['players']} players who need one",
        )
    return {"copies": copies, "card_job": CARD_JOB}


def _heroes(values: dict[str, int]) -> dict[str, Any]:
    """Return the characters' values, with 0 for those who never fight [fantasy-market 12.28, 13.2].

    A hero who could walk too far is rejected.
    """
    ids = CLASSES[:HEROES]
    stats = {
        name: [values[f"characters.{hero}.{name}"] for hero in ids]
        for name in ("attack", "defence", "movement")
    }
    for hero, movement in enumerate(stats["movement"]):
        _longest_walk(values, hero, movement)
    return {
        "attack": [*stats["attack"], 0, 0],
        "defence": [*stats["defence"], 0, 0],
        "movement": [*stats["movement"], values["thief_move"], values["collector_move"]],
    }


def _longest_walk(values: dict[str, int], hero: int, movement: int) -> None:
    """Reject a hero whose movement, with items, exceeds the longest move [fantasy-market 12.25]."""
    most = [0] * BOXES
    for tile in TILES:
        if values[f"tiles.{tile}.copies"] and values[f"tiles.{tile}.class"] in (hero, HEROES):
            box = values[f"tiles.{tile}.slot"] - 1
            most[box] = max(most[box], values[f"tiles.{tile}.movement"])
    if movement + sum(most) >= LONGEST_WALK:
        raise _conflict(
            values,
            [f"characters.{CLASSES[hero]}.movement", "tiles.*"],
            f"the {CLASSES[hero]} would walk up to {movement + sum(most)} squares with the best"
            f" tiles; at most {LONGEST_WALK - 1} are possible",
        )


def _tiles(values: dict[str, int]) -> dict[str, Any]:
    """Return the item tiles with their prices; reject too few cheap ones [fantasy-market 13.4]."""
    column = {
        name: [values[f"tiles.{tile}.{name}"] for tile in TILES]
        for name in ("class", "slot", "grade", "copies", "attack", "defence", "movement")
    }
    grades = [GRADES[grade] for grade in column["grade"]]
    value = [values[f"grades.{grade}.value"] for grade in grades]
    cheap = sum(
        copies
        for copies, worth in zip(column["copies"], value, strict=True)
        if worth <= values["start_tile_max_value"]
    )
    needed = values["players"] * values["start_tiles"]
    if cheap < needed:
        raise _conflict(
            values,
            ["start_tiles", "start_tile_max_value", "players", "grades.*.value", "tiles.*"],
            f"{cheap} tiles are cheap enough, but the players need {needed} to start with",
        )
    return {
        "tile_class": column["class"],
        "tile_box": [slot - 1 for slot in column["slot"]],
        "tile_cost": [values[f"grades.{grade}.cost"] for grade in grades],
        "tile_value": value,
        **{f"tile_{name}": column[name] for name in ("copies", "attack", "defence", "movement")},
    }


def _encounters(values: dict[str, int]) -> dict[str, Any]:
    """Return the encounter cards; reject too few [fantasy-market 13.5, 13.6].

    An empty cell of the table counts as 0.
    """
    found: dict[str, list[int]] = {
        "encounter_kind": [Encounter[row["kind"].upper()] for row in ENCOUNTER_TABLE]
    }
    for name in ("type", "copies", "attack", "defence", "movement", "gold"):
        column = [values.get(f"encounters.{row['id']}.{name}", 0) for row in ENCOUNTER_TABLE]
        found[f"encounter_{name}"] = column
    total = sum(found["encounter_copies"])
    if total < FEWEST_ENCOUNTERS:
        raise _conflict(
            values,
            ["encounters.*.copies"],
            f"there are {total} encounter cards, but at least {FEWEST_ENCOUNTERS} are needed",
        )
    return found


def _conflict(values: dict[str, int], patterns: Sequence[str], expected: str) -> ConflictingOptions:
    """Return the error for options that cannot be combined, named by patterns like ``board.*``."""
    names = [name for pattern in patterns for name in fnmatch.filter(values, pattern)]
    return ConflictingOptions({name: values[name] for name in names}, expected)
