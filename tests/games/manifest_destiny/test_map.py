"""The outlines of the map, and the adjacencies that they show."""

from __future__ import annotations

import re
from itertools import combinations, pairwise

import pytest

from ducato.core.editions.data_files import read_table, read_text
from ducato.games.manifest_destiny.scene.land import FERRIES, HEIGHT, spots
from ducato.games.manifest_destiny.state.tables import (
    FERRY_TABLE,
    LAND_TABLE,
    PACKAGE,
    TERRITORY_IDS,
    slug,
)

CORNERS = {frozenset(("new-mexico", "utah")), frozenset(("colorado", "arizona"))}
"""Neighbours whose regions only meet in one point."""
MAP = read_text(PACKAGE, "outlines.svg")

Point = tuple[float, float]
Edge = frozenset[Point]


def rings(outline: str) -> list[list[Point]]:
    """Return the closed lines of an outline."""
    found = []
    path = re.search(rf'<path id="{outline}"[^>]* d="([^"]+)"', MAP)
    assert path
    for ring in path[1].strip("Mz").split("zM"):
        start, steps = ring.split("l")
        numbers = [float(n) for n in re.findall(r"-?\d*\.?\d+", start + " " + steps)]
        x, y = numbers[:2]
        points = [(x, y)]
        for dx, dy in zip(numbers[2::2], numbers[3::2], strict=True):
            x, y = x + dx, y + dy
            points.append((x, y))
        found.append(points)
    return found


RINGS = {name: rings(name) for name in TERRITORY_IDS}


def edges(name: str) -> set[Edge]:
    """Return the straight pieces of a territory's border."""
    return {frozenset(pair) for ring in RINGS[name] for pair in pairwise([*ring, ring[0]])}


def test_the_map_is_true_to_the_adjacencies():
    """Territories have a border in common exactly if they are neighbours by land."""
    land = {frozenset((slug(row["a"]), slug(row["b"]))) for row in LAND_TABLE}
    borders = {name: edges(name) for name in TERRITORY_IDS}
    touch = {
        frozenset(pair)
        for pair in combinations(TERRITORY_IDS, 2)
        if borders[pair[0]] & borders[pair[1]]
    }
    assert touch <= land
    assert land - touch == CORNERS
    for pair in CORNERS:
        one, other = ({point for ring in RINGS[name] for point in ring} for name in pair)
        assert len(one & other) == 1


def test_each_ferry_has_a_line():
    pairs = {(slug(row["a"]), slug(row["b"])) for row in FERRY_TABLE}
    assert set(FERRIES) == pairs


def test_each_territory_has_a_spot():
    assert list(spots()) == TERRITORY_IDS
    assert [row["id"] for row in read_table(PACKAGE, "map.csv")] == TERRITORY_IDS
    codes = re.findall(r'data-code="([^"]+)"', MAP)
    assert len(set(codes)) == len(codes) == len(TERRITORY_IDS)


@pytest.mark.parametrize("name", TERRITORY_IDS)
def test_outlines_lie_on_the_map(name):
    points = [point for ring in RINGS[name] for point in ring]
    assert all(0 <= x <= 1000 and 0 <= y <= HEIGHT for x, y in points)
    x, y = spots()[name]
    nearest = min((x - px) ** 2 + (y - py) ** 2 for px, py in points) ** 0.5
    assert nearest < 75
