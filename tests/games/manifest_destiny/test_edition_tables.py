"""The tables that the rules read, compared with those of the specification, cell by cell."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import pytest
from tests.support.tables import columns, differences

import ducato
from ducato.games.manifest_destiny import GAME
from ducato.games.manifest_destiny.state.tables import (
    ADVANCE_IDS,
    BREAKTHROUGH_IDS,
    BREAKTHROUGHS,
    CARD_IDS,
    CHOICE,
    PRODUCT_IDS,
    PROGRESSION_IDS,
    PROGRESSIONS,
    REGION_NAMES,
    TERRITORY_IDS,
    Flag,
    Op,
    TakeSet,
    Type,
    slug,
)

from .specification import CLOSED, by_slug, edges, specified, territories_named

PLAYERS = [3, 4, 5]
COASTS = ["-", "A", "P"]
TYPES = {
    "event&product": Type.DESTINY,
    "event|product": Type.HALF,
    "event": Type.EVENT,
    "leader+event": Type.EVENT,
    "leader": Type.LEADER,
    "leader+opposition": Type.LEADER,
    "response": Type.NEWS,
    "opposition+response": Type.NEWS,
}
ARGUMENTS = {
    Op.TAKE: [name.lower() for name in TakeSet.__members__],
    Op.TAKE_OR_CASH: [name.lower() for name in TakeSet.__members__],
    Op.FLAG: {flag: flag.name.lower() for flag in Flag},
    Op.SURPLUS: [*PRODUCT_IDS, "all"],
    Op.FREE_CITY: PRODUCT_IDS,
    Op.TAX_PRODUCERS: PRODUCT_IDS,
    Op.TAX_LACKING: PRODUCT_IDS,
    Op.STEP: BREAKTHROUGH_IDS,
}
"""The names of the first arguments of operations; all others are numbers."""
TWO = {Op.SIXTIES, Op.UNREST, Op.EARTHQUAKE, Op.WORLD_WAR, Op.COLD_WAR, *ARGUMENTS} - {
    *(Op.FLAG, Op.SURPLUS, Op.STEP)
}
"""The operations with two arguments."""
NONE = {Op.CEDE, Op.LAWYER, Op.MAINE, Op.LIFT_LIMIT, Op.DISOBEDIENCE, Op.SPY}
"""The operations without arguments."""


def edition(players: int = 5, **options: object) -> Any:
    return ducato.load("manifest-destiny", players, **options).edition


def names(mask: int, ids: Iterable[str]) -> str:
    """Return the names that belong to the bits of a mask."""
    return " ".join(name for bit, name in enumerate(ids) if mask >> bit & 1)


# ----------------------------------------------------------------------------------- cards


@pytest.mark.parametrize("players", PLAYERS)
def test_the_cards(players: int):
    """See [manifest-destiny 20.7]; cards left out for few players [manifest-destiny 2.4]."""
    loaded = edition(players)
    column = {3: "rm3", 4: "rm4"}.get(players)
    found, expected = {}, {}
    for row in specified("cards", "no").values():
        discounts = [part.rpartition(" ") for part in row["discounts"].split("; ") if part]
        expected[row["no"]] = {
            "eras": row["eras"].replace("/", " "),
            "type": TYPES[row["types"]].name,
            "leader": str(int("leader" in row["types"])),
            "products": row["products"],
            "discounts": " ".join(sorted(f"{slug(name)}:{sum_}" for name, _, sum_ in discounts)),
            "left out": str(int(bool(column) and row[column or "no"] == "y")),
        }
    for n in range(len(CARD_IDS)):
        discount = loaded.row("card_discount")[n].tolist()
        products = [int(p) for p in loaded.row("pays")[n] if p >= 0]
        words = ["CHOICE" if p == CHOICE else PRODUCT_IDS[p].capitalize() for p in products]
        found[str(n + 1)] = {
            "eras": names(loaded.eras[n], "0123"),
            "type": Type(loaded.type[n]).name,
            "leader": loaded.leader[n],
            "products": " + ".join(words),
            "discounts": " ".join(
                sorted(f"{PROGRESSION_IDS[p]}:{sum_}" for p, sum_ in enumerate(discount) if sum_)
            ),
            "left out": loaded.removed[n],
        }
    assert differences("cards", expected, found) == []


def test_the_names_of_the_cards():
    """See [manifest-destiny 20.7]."""
    assert list(by_slug("cards")) == CARD_IDS


def operation(op: int, a: int, b: int) -> str:
    """Write an operation with its arguments, as in ``take hudson 1``."""
    words = [Op(op).name.lower().replace("_", "-")]
    if op not in NONE:
        words.append(str(ARGUMENTS[Op(op)][a] if op in ARGUMENTS else a))
    if op in TWO:
        words.append(str(b))
    return " ".join(words)


def test_the_programs_of_the_cards():
    """See [manifest-destiny 20.8]; who is named by a card is its player's choice."""
    loaded = edition()
    expected, found = {}, {}
    for n, row in enumerate(specified("card_effects", "no").values()):
        program = zip(
            *(loaded.row(name)[n].tolist() for name in ("op", "op_a", "op_b")), strict=True
        )
        done = [one for one in program if one[0]]
        opponent = re.search("choose (an opponent|a player)[; ]", row["effect"]) is not None
        found[row["no"]] = {
            "program": "; ".join(operation(*one) for one in done),
            "names an opponent": loaded.targets[n],
        }
        expected[row["no"]] = {"program": row["program"], "names an opponent": str(int(opponent))}
    assert differences("programs", expected, found) == []


def test_the_steps_of_the_cards():
    """A Leader's step is an operation of its program [manifest-destiny 20.7, 20.8]."""
    programs = specified("card_effects", "no")
    for number, row in specified("cards", "no").items():
        steps = [f"step {slug(row['steps'].removesuffix(' 1'))}"] if row["steps"] else []
        parts = programs[number]["program"].split("; ")
        assert [part for part in parts if part.startswith("step")] == steps, row["name"]


def test_the_territories_that_cards_name():
    """See [manifest-destiny 20.8, 20.9]."""
    canada = {
        name
        for name, row in by_slug("territories").items()
        if row["region"] == "Canada" and row["control"] in "12"
    }
    expected = {
        TakeSet.HUDSON: canada,
        TakeSet.PURCHASE: territories_named("3", "among", r"\("),
        TakeSet.CALIFORNIA: {"california"},
        TakeSet.ALASKA: {"alaska"},
    }
    loaded = edition()
    for chosen, wanted in expected.items():
        row = loaded.row("sets")[chosen].tolist()
        assert {t for t, belongs in zip(TERRITORY_IDS, row, strict=True) if belongs} == wanted
    dust = {t for t, belongs in zip(TERRITORY_IDS, loaded.dust, strict=True) if belongs}
    assert dust == territories_named("51", "choice among", "that")


# -------------------------------------------------------------------------------- advances


@pytest.mark.parametrize("edition_name", GAME.editions)
def test_the_progressions(edition_name: str):
    """See [manifest-destiny 20.3]; the lower prices are an edition's.

    See [manifest-destiny 18.1] and [manifest-destiny 20.14].
    """
    loaded = GAME.load(5, edition_name).edition
    rows = by_slug("progressions")
    categories = list(dict.fromkeys(row["category"] for row in rows.values()))
    price = {"standard": "cost", "swift": "cost_low"}[edition_name]
    found = {
        name: {
            "category": categories[loaded.category[n]],
            "level": loaded.level[n],
            price: loaded.cost[n],
            "vp": loaded.vp[n],
        }
        for n, name in enumerate(PROGRESSION_IDS)
    }
    assert differences("progressions", columns(rows, "category", "level", price, "vp"), found) == []
    for level in (1, 2, 3):
        wanted = [name for name, row in rows.items() if row["level"] == str(level)]
        assert names(loaded.level_mask[level - 1], PROGRESSION_IDS).split() == wanted


def test_the_breakthroughs():
    """See [manifest-destiny 20.4]."""
    loaded = edition()
    found = {
        name: {
            "level": loaded.level[PROGRESSIONS + n],
            "steps": names(loaded.needed[n], "0123456").replace(" ", "-"),
            "vp": loaded.vp[PROGRESSIONS + n],
        }
        for n, name in enumerate(BREAKTHROUGH_IDS)
    }
    expected = columns(by_slug("breakthroughs"), "level", "steps", "vp")
    assert differences("breakthroughs", expected, found) == []
    assert len(ADVANCE_IDS) == PROGRESSIONS + BREAKTHROUGHS == len(loaded.vp)


# --------------------------------------------------------------------------------- amounts


def test_the_payouts():
    """See [manifest-destiny 20.5] and [manifest-destiny 17.1]; level 0 pays nothing."""
    rows = edition().row("payout")
    found = {
        name: {f"L{level}": rows[n, level] for level in range(7)}
        for n, name in enumerate(PRODUCT_IDS)
    }
    expected = columns(by_slug("payouts", "product"), *(f"L{level}" for level in range(1, 7)))
    expected = {name: {"L0": "0", **row} for name, row in expected.items()}
    assert differences("payouts", expected, found) == []


@pytest.mark.parametrize(
    ("table", "field", "column"),
    [("token_limits", "limits", "pos"), ("safety_net", "safety", "rank")],
)
def test_amounts_by_number_of_players(table: str, field: str, column: str):
    """See [manifest-destiny 20.2] and [manifest-destiny 20.6]."""
    found = {
        str(players): {
            f"{column}{n + 1}": amount or ""
            for n, amount in enumerate(edition(players).row(field).tolist())
        }
        for players in PLAYERS
    }
    expected = columns(specified(table, "players"), *(f"{column}{n}" for n in range(1, 6)))
    assert differences(table, expected, found) == []


# ------------------------------------------------------------------------------------- map


@pytest.mark.parametrize("players", PLAYERS)
def test_the_territories(players: int):
    """See [manifest-destiny 20.9]; with few players Regions are closed [manifest-destiny 2.4]."""
    loaded = edition(players)
    found = {}
    for n, name in enumerate(TERRITORY_IDS):
        produces = enumerate(loaded.row("produces")[n].tolist())
        found[name] = {
            "region": REGION_NAMES[loaded.region[n]],
            "control": loaded.control[n],
            "products": " ".join(PRODUCT_IDS[p] for p, units in produces for _ in range(units)),
            "coast": COASTS[loaded.coast[n]],
            "market_ocean": COASTS[loaded.ocean[n]].strip("-"),
            "home": "y" if loaded.is_home[n] else "",
            "closed": loaded.closed[n],
        }
    expected = columns(
        by_slug("territories"), "region", "control", "products", "coast", "market_ocean", "home"
    )
    for row in expected.values():
        row["products"] = " ".join(sorted(map(slug, filter(None, row["products"].split(" + ")))))
        row["closed"] = str(int(row["region"] in CLOSED[players]))
    assert differences("territories", expected, found) == []


@pytest.mark.parametrize(
    ("table", "field", "clause"),
    [("land_adjacency", "land", "20.10"), ("ferries", "ferry", "20.11")],
)
def test_the_neighbours(table: str, field: str, clause: str):
    """In both directions [manifest-destiny 20.10] [manifest-destiny 20.11]."""
    rows = edition().row(field).tolist()
    found = {
        (name, TERRITORY_IDS[other])
        for name, row in zip(TERRITORY_IDS, rows, strict=True)
        for other in row
        if other >= 0
    }
    pairs = [sorted(pair) for pair in edges(table)]
    expected = {(a, b) for a, b in pairs} | {(b, a) for a, b in pairs}
    assert sorted(expected - found) == [], f"missing [{clause}]"
    assert sorted(found - expected) == [], f"unexpected [{clause}]"


def test_the_railways():
    """Territories of a Region are joined by land without leaving it [manifest-destiny 8.2]."""
    region = {name: row["region"] for name, row in by_slug("territories").items()}
    parts = {name: {name} for name in region}
    for a, b in map(sorted, edges("land_adjacency")):
        if region[a] == region[b]:
            joined = parts[a] | parts[b]
            parts |= dict.fromkeys(joined, joined)
    rail = dict(zip(TERRITORY_IDS, edition().rail, strict=True))
    for name, part in parts.items():
        assert {other for other in rail if rail[other] == rail[name]} == part, name
