"""Faults planted in a copy of a game: the short form of `benchmarks.lab.planted_faults`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from benchmarks.lab.planted.faults import FAULTS, Fault
from benchmarks.lab.planted.planting import PLANTS, planted
from benchmarks.lab.planted_faults import diagnosed, is_named
from tests.support.registered import registered

from ducato.core.game import Game

pytestmark = pytest.mark.slow
GAMES = 1200
WEAK = ("kingmaker",)
"""Plants that need more games than a test has."""


@pytest.fixture(scope="module")
def builders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Game]:
    folder: Path = tmp_path_factory.mktemp("planted")
    game = planted("builders", folder)
    with registered(game):
        yield game
    sys.path.remove(str(folder))


STRONGEST = {
    fault.kind: fault
    for fault in FAULTS
    if fault.game == "builders" and PLANTS[fault.options.get("plant", 0)] not in WEAK
}


@pytest.mark.parametrize("kind", STRONGEST)
def test_a_planted_fault_is_named_in_the_first_three_lines(builders: Game, kind: str):
    fault = STRONGEST[kind]
    row = diagnosed(builders, fault, GAMES)
    assert is_named(fault, row["found"]), row["found"][:3]


@pytest.mark.parametrize("players", [2, 3])
def test_nothing_is_wrong_with_the_game_as_it_is(builders: Game, players: int):
    sound = Fault("sound", "builders", {}, (), players)
    assert diagnosed(builders, sound, GAMES)["found"] == []
