"""The component tables, checked as section 2.14 of the dossier did, and the rulings as options."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import numpy as np
import pytest

import ducato
from ducato.games.manifest_destiny import GAME
from ducato.games.manifest_destiny.scene.hexes import beside, touching
from ducato.games.manifest_destiny.scene.land import HEXAGON, bridges, regions
from ducato.games.manifest_destiny.state.tables import (
    ADVANCES,
    BREAKTHROUGH_TABLE,
    CARD_TABLE,
    EFFECT_TABLE,
    FERRY_TABLE,
    LAND_TABLE,
    LIMIT_TABLE,
    PAYOUT_TABLE,
    PROGRESSION_TABLE,
    TERRITORIES,
    TERRITORY_IDS,
    TERRITORY_TABLE,
    Op,
    slug,
)

from .manifest_table import Table


def edition(players=5, **options):
    return ducato.load("manifest-destiny", players, **options).edition


def test_constants():
    """Each number has a range and a clause [manifest-destiny 20.1]."""
    for parameter in GAME.parameters.values():
        assert parameter.clause
        assert GAME.load(**{parameter.name: parameter.default})


def test_limits_and_payouts():
    """See [manifest-destiny 20.2], [manifest-destiny 20.5] and [manifest-destiny 20.6]."""
    assert [row["pos5"] for row in LIMIT_TABLE] == ["7", "", ""]
    assert len(PAYOUT_TABLE) == 12
    for row in PAYOUT_TABLE:
        amounts = [int(row[f"L{n}"]) for n in range(1, 7)]
        assert amounts == sorted(amounts)


def test_progressions():
    """See [manifest-destiny 20.3]; the cheaper prices are an option [manifest-destiny 20.14].

    They are the edition `swift` [manifest-destiny 18.1].
    """
    for column, totals in (("cost", [190, 380, 590]), ("cost_low", [170, 360, 540])):
        sums = [
            sum(int(row[column]) for row in PROGRESSION_TABLE if row["level"] == str(level))
            for level in (1, 2, 3)
        ]
        assert sums == totals
    assert sum(edition(progression_costs="low").cost) == 1070
    assert sum(GAME.load(edition="swift").edition.cost) == 1070


def test_breakthroughs():
    """See [manifest-destiny 20.4]."""
    assert len(PROGRESSION_TABLE) + len(BREAKTHROUGH_TABLE) == ADVANCES == 25
    for row in BREAKTHROUGH_TABLE:
        assert len(row["steps"].split("-")) == 2 + int(row["level"])


def test_cards():
    """Numbers, Destiny cards, removals.

    [manifest-destiny 20.7], programs [manifest-destiny 20.8].
    """
    assert [int(row["no"]) for row in CARD_TABLE] == list(range(1, 65))
    assert sum(row["class"] == "destiny" for row in CARD_TABLE) == 14
    assert Counter(row["rm3"] for row in CARD_TABLE)["y"] == 20
    assert Counter(row["rm4"] for row in CARD_TABLE)["y"] == 10
    assert [row["name"] for row in EFFECT_TABLE] == [row["name"] for row in CARD_TABLE]
    used = {op for row in np.asarray(edition().row("op")).tolist() for op in row}
    assert used == {int(op) for op in Op}  # every operation is some card's, and known


def test_territories():
    """See [manifest-destiny 20.9]."""
    assert len(set(TERRITORY_IDS)) == TERRITORIES == 67
    assert Counter(row["control"] for row in TERRITORY_TABLE) == {"1": 34, "2": 25, "3": 8}
    units = Counter(p for row in TERRITORY_TABLE for p in row["products"].split(" + "))
    assert sum(units.values()) == 105
    assert units["Fur"] == 7


def test_adjacency_and_ferries():
    """See [manifest-destiny 20.10] and [manifest-destiny 20.11]."""
    assert (len(LAND_TABLE), len(FERRY_TABLE)) == (134, 5)
    land = edition().row("land")
    for here in range(TERRITORIES):
        for there in land[here][land[here] >= 0]:
            assert here in land[there]
    pairs = {frozenset((slug(r["a"]), slug(r["b"]))) for r in LAND_TABLE}
    assert not pairs & {frozenset((slug(r["a"]), slug(r["b"]))) for r in FERRY_TABLE}


def test_the_map_is_true_to_the_adjacencies():
    """Territories touch exactly if they are neighbours by land; a bridge stands for one corner."""
    names = list(regions())
    assert names == TERRITORY_IDS
    land = {frozenset((slug(row["a"]), slug(row["b"]))) for row in LAND_TABLE}
    touch = {
        frozenset(pair)
        for pair in combinations(names, 2)
        if touching(regions()[pair[0]].cells, regions()[pair[1]].cells)
    }
    assert touch <= land
    assert land - touch == {frozenset(pair) for pair in bridges()}
    assert len(bridges()) == 1


@pytest.mark.parametrize("name", list(regions()))
def test_regions_are_whole_and_hold_their_name(name):
    region = regions()[name]
    assert region.shape.count("M") == 1
    seen, ahead = set(), [min(region.cells)]
    while ahead:
        cell = ahead.pop()
        seen.add(cell)
        ahead += [near for near in beside(cell) if near in region.cells and near not in seen]
    assert seen == region.cells
    row = (region.y / HEXAGON * 12**0.5 - 2) / 3
    assert min(abs(row - cell[0]) for cell in region.cells) < 1


@pytest.mark.parametrize("name", [n for n, p in GAME.parameters.items() if p.clause == "16.1"])
def test_rulings_are_options(name):
    """Every alternative loads, and none is forgotten by the rules [manifest-destiny 16.1]."""
    parameter = GAME.parameters[name]
    values = parameter.choices or ((True, False) if parameter.range is None else parameter.range)
    for value in values:
        position = GAME.load(5, **{name: value}).new_initial_state()
        assert position.is_chance_node()


def test_windows():
    """Opposition before responses, in turn order [manifest-destiny 14.1, 14.2]."""
    t = Table().hand(0, "spy").hand(3, "president").hand(1, "supreme-court")
    t.do("card:spy", "player:4")
    asked = [t.position.current_player()]
    while t.names == ["done"] or "done" in t.names:
        t.do("done")
        if t.position.is_chance_node():
            break
        asked.append(t.position.current_player())
    assert asked == [3, 1, 3]


def test_windows_are_public():
    """See [manifest-destiny 14.1] and [manifest-destiny 14.2]."""
    t = Table().hand(0, "spy").hand(3, "samuel-morse").do("card:spy", "player:4")
    assert t.names == ["done"]  # asked, although they hold no President


def test_examples():
    """The vectors are tested where they belong: turn, advances, cards [manifest-destiny 17.1]."""
    assert edition().payout[1, 2] == 10
    assert edition().payout[1, 3] == 20


def test_payout_first():
    """Ruling A8."""
    t = Table(destiny_order="payout_first").own(0, "manitoba").hand(0, "hudson-bay-company")
    t.do("card:hudson-bay-company").unanswered()
    assert t.surplus("fur")
    assert "territory:alberta" in t.names


def test_response_scope():
    """Ruling A12: payouts too."""
    t = Table(responses="payouts_too").hand(2, "supreme-court").hand(0, "king-cotton")
    t.do("card:king-cotton")
    while t.position.current_player() != 2:
        t.do("done")
    t.do("card:supreme-court").unanswered()
    assert t.state.cash[0] == 100


def test_double_markers():
    """Ruling A50."""
    t = Table(era=2, double_markers=True).play("teddy-roosevelt", "territory:pennsylvania")
    t.do("territory:pennsylvania")
    assert t.state.tourism[TERRITORY_IDS.index("pennsylvania")] == 2


def test_free_pioneers_do_not_count():
    """Ruling A17."""
    t = Table(free_pioneers_count=False).play("ben-franklin", "answer:yes")
    assert not t.state.acquired[0]
