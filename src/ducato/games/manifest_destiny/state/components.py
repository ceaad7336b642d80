"""The component tables of an edition, built from the tables in ``data/``."""

from __future__ import annotations

import re
from typing import Any

from ducato.core.errors import BadValue

from .choices import ProgressionCosts
from .tables import (
    BREAKTHROUGH_IDS,
    BREAKTHROUGH_TABLE,
    CARD_TABLE,
    CARDS,
    CHOICE,
    EFFECT_TABLE,
    FERRY_TABLE,
    LAND_TABLE,
    LEVELS,
    LIMIT_TABLE,
    NEIGHBOURS,
    OPERATIONS,
    PAYOUT_TABLE,
    PAYOUTS,
    PRODUCT_IDS,
    PRODUCTS,
    PROGRESSION_IDS,
    PROGRESSION_TABLE,
    PROGRESSIONS,
    REGION_NAMES,
    SAFETY_TABLE,
    SEATS,
    TERRITORIES,
    TERRITORY_IDS,
    TERRITORY_TABLE,
    Flag,
    Op,
    Region,
    TakeSet,
    Type,
    slug,
)

Table = list[Any]
"""The numbers of a field: a list, or a list of rows."""

CLOSED = {3: (Region.CANADA, Region.MEXICO), 4: (Region.CANADA,), 5: ()}
"""The closed regions by number of players [manifest-destiny 2.4]."""
SETS = {
    TakeSet.PURCHASE: "arkansas missouri iowa minnesota oklahoma kansas nebraska south-dakota "
    "north-dakota montana",
    TakeSet.CALIFORNIA: "california",
    TakeSet.ALASKA: "alaska",
}
DUST_BOWL = "north-dakota south-dakota nebraska kansas oklahoma texas new-mexico colorado"
AGAINST = (Op.TRIBUTE, Op.CEDE, Op.REMOVE, Op.ROBBER, Op.DISOBEDIENCE, Op.SPY)
"""The operations against one opponent, whom the player names when playing the card."""


def components(values: dict[str, int]) -> dict[str, Any]:
    """Return all component tables of an edition.

    Args:
        values: the values of the edition's parameters, with `players`, the number of players.
    """
    return {**_cards(values), **_advances(values), **_map(values), **_programs()}


def _territories(names: str) -> Table:
    wanted = names.split()
    return [name in wanted for name in TERRITORY_IDS]


def _zeros(rows: int, columns: int) -> Table:
    return [[0] * columns for _ in range(rows)]


def _words(text: str, separator: str = ";") -> list[str]:
    return [part.strip() for part in text.split(separator) if part.strip()]


def _type(row: dict[str, str]) -> Type:
    types = row["types"]
    if types == "event&product":
        return Type.DESTINY
    if types == "event|product":
        return Type.HALF
    if "response" in types:
        return Type.NEWS
    return Type.EVENT if "event" in types else Type.LEADER


def _cards(values: dict[str, int]) -> dict[str, Table]:
    """Return the tables of the 64 cards, apart from their programs [manifest-destiny 20.7]."""
    discount = _zeros(CARDS, PROGRESSIONS)
    pays = [[-1] * PAYOUTS for _ in range(CARDS)]
    for number, row in enumerate(CARD_TABLE):
        for item in _words(row["discounts"]):
            name, amount = item.rsplit(" ", 1)
            discount[number][PROGRESSION_IDS.index(slug(name))] = int(amount)
        for slot, product in enumerate(_words(row["products"], "+")):
            chosen = product == "CHOICE"
            pays[number][slot] = CHOICE if chosen else PRODUCT_IDS.index(slug(product))
    column = {3: "rm3", 4: "rm4"}.get(values["players"])
    return {
        "eras": [sum(1 << int(e) for e in row["eras"].split("/")) for row in CARD_TABLE],
        "type": [_type(row) for row in CARD_TABLE],
        "leader": ["leader" in row["types"] for row in CARD_TABLE],
        "removed": [bool(column) and row[column or "no"] == "y" for row in CARD_TABLE],
        "pays": pays,
        "card_discount": discount,
    }


def _argument(word: str) -> int:
    """Return the number for an argument of an operation.

    The word is a number, the name of a set, flag, product or Breakthrough, or "all" for all
    products.

    Raises:
        BadValue: the word is something else.
    """
    if re.fullmatch("[0-9]+", word):
        return int(word)
    if word.upper() in TakeSet.__members__:
        return int(TakeSet[word.upper()])
    if word.upper() in Flag.__members__:
        return int(Flag[word.upper()])
    if word in PRODUCT_IDS:
        return PRODUCT_IDS.index(word)
    if word in BREAKTHROUGH_IDS:
        return BREAKTHROUGH_IDS.index(word)
    if word == "all":
        return PRODUCTS
    raise BadValue("argument of a card's program", word, "a number or a name of the game")


def _programs() -> dict[str, Table]:
    """Return the programs of all cards, and whether each card names an opponent.

    A program is a list of operations with up to two arguments each [manifest-destiny 20.8].
    """
    op, a, b = (_zeros(CARDS, OPERATIONS) for _ in range(3))
    for number, row in enumerate(EFFECT_TABLE):
        for slot, words in enumerate(_words(row["program"])):
            name, *arguments = words.split()
            op[number][slot] = Op[name.upper().replace("-", "_")]
            for table, word in zip((a, b), arguments, strict=False):
                table[number][slot] = _argument(word)
    targets = [any(one in AGAINST for one in row) for row in op]
    return {"op": op, "op_a": a, "op_b": b, "targets": targets}


def _advances(values: dict[str, int]) -> dict[str, Table]:
    """Return the tables of the advances and payouts, the token limits and the Safety Net.

    [manifest-destiny 20.2 to 20.6].
    """
    tables = [*PROGRESSION_TABLE, *BREAKTHROUGH_TABLE]
    cost = "cost_low" if values["progression_costs"] == ProgressionCosts.LOW else "cost"
    categories = list(dict.fromkeys(row["category"] for row in PROGRESSION_TABLE))
    levels = [int(row["level"]) for row in tables]
    own = levels[:PROGRESSIONS]
    players = str(values["players"])
    limits = next(row for row in LIMIT_TABLE if row["players"] == players)
    safety = next(row for row in SAFETY_TABLE if row["players"] == players)
    return {
        "cost": [int(row[cost]) for row in PROGRESSION_TABLE],
        "vp": [int(row["vp"]) for row in tables],
        "level": levels,
        "category": [categories.index(row["category"]) for row in PROGRESSION_TABLE],
        "level_mask": [
            sum(1 << p for p, level in enumerate(own) if level == n + 1) for n in range(LEVELS)
        ],
        "needed": [sum(1 << int(n) for n in row["steps"].split("-")) for row in BREAKTHROUGH_TABLE],
        "payout": [[0, *(int(row[f"L{n}"]) for n in range(1, 7))] for row in PAYOUT_TABLE],
        "limits": [int(limits[f"pos{n + 1}"] or 0) for n in range(SEATS)],
        "safety": [int(safety[f"rank{n + 1}"] or 0) for n in range(SEATS)],
    }


def _neighbours(rows: list[dict[str, str]], most: int) -> Table:
    found: list[list[int]] = [[] for _ in range(TERRITORIES)]
    for row in rows:
        one, other = (TERRITORY_IDS.index(slug(row[end])) for end in ("a", "b"))
        found[one].append(other)
        found[other].append(one)
    return [sorted(some) + [-1] * (most - len(some)) for some in found]


def _rail(land: Table, region: Table) -> Table:
    """Return, for each territory, the number of the part of its region that it belongs to, from 0.

    A part consists of all territories that are connected by land without leaving the region; parts
    are numbered over the whole map.
    """
    part = [-1] * TERRITORIES
    for start in range(TERRITORIES):
        if part[start] >= 0:
            continue
        number, reached = max(part) + 1, [start]
        while reached:
            here = reached.pop()
            if part[here] < 0:
                part[here] = number
                reached += [t for t in land[here] if t >= 0 and region[t] == region[here]]
    return part


def _map(values: dict[str, int]) -> dict[str, Table]:
    """Return the tables of the 67 territories, their neighbours, and the sets that cards name.

    [manifest-destiny 20.9 to 20.11].
    """
    region = [REGION_NAMES.index(row["region"]) for row in TERRITORY_TABLE]
    control = [int(row["control"]) for row in TERRITORY_TABLE]
    produces = _zeros(TERRITORIES, PRODUCTS)
    for number, row in enumerate(TERRITORY_TABLE):
        for product in _words(row["products"], "+"):
            produces[number][PRODUCT_IDS.index(slug(product))] += 1
    sides = {"A": 1, "P": 2}
    land = _neighbours(LAND_TABLE, NEIGHBOURS)
    sets = _zeros(len(TakeSet), TERRITORIES)
    sets[TakeSet.HUDSON] = [
        where == Region.CANADA and number <= 2
        for where, number in zip(region, control, strict=True)
    ]
    for key, names in SETS.items():
        sets[key] = _territories(names)
    return {
        "region": region,
        "control": control,
        "coast": [sides.get(row["coast"], 0) for row in TERRITORY_TABLE],
        "ocean": [sides.get(row["market_ocean"], 0) for row in TERRITORY_TABLE],
        "is_home": [row["home"] == "y" for row in TERRITORY_TABLE],
        "closed": [where in CLOSED[values["players"]] for where in region],
        "rail": _rail(land, region),
        "land": land,
        "ferry": _neighbours(FERRY_TABLE, 2),
        "produces": produces,
        "sets": sets,
        "dust": _territories(DUST_BOWL),
    }


def balance(state: Any, edition: Any) -> dict[str, int]:
    """Return all money, in the bank and with the players [1.3]."""
    return {"money": state.bank + sum(state.cash)}
