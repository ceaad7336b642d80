"""The drawing of the map, and the adjacencies that it shows."""

from __future__ import annotations

from itertools import combinations

import pytest

from ducato.games.manifest_destiny.scene.hexes import beside, touching
from ducato.games.manifest_destiny.scene.land import HEXAGON, bridges, regions
from ducato.games.manifest_destiny.state.tables import LAND_TABLE, TERRITORY_IDS, slug


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
