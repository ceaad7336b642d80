"""Money, tokens, markers and cards are conserved: the short form of the long run in benchmarks."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest

from ducato.core.chance import new_rng
from ducato.games.manifest_destiny import GAME
from ducato.games.manifest_destiny.state.tables import CARD_IDS, Zone

from .conservation import conserved
from .manifest_table import Table

PATH = Path(__file__).parents[3] / "benchmarks" / "soak.py"


@pytest.fixture(scope="module")
def soak():
    spec = importlib.util.spec_from_file_location("soak_of_manifest_destiny", PATH)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    module.prepare(GAME)
    return module


def test_games_of_any_edition(soak):
    """With overflow as an error: [manifest-destiny 1.1], [manifest-destiny 18.1]."""
    rng = new_rng("any edition")
    for seed in range(12):
        loaded = soak.any_edition(GAME, rng)
        assert soak.batch(loaded, 1, (seed,), soak.play.interpreted)[0] == 1


@pytest.mark.parametrize("change", ["cash", "token", "natives", "presence", "card"])
def test_a_loss_is_found(change: str):
    table = Table(players=3)
    before = table.state.copy()
    assert conserved(before, table.state, table.edition, 0, 0)
    if change == "cash":
        table.state.cash[0] += 5
    elif change == "token":
        table.state.supply[1] -= 1
    elif change == "natives":
        table.state.natives_left -= 1
    elif change == "presence":
        table.state.presence[table.state.home[2]] = 0
    else:
        table.state.zone[CARD_IDS.index("spy")] = Zone.GONE
    assert not conserved(before, table.state, table.edition, 0, 0)
