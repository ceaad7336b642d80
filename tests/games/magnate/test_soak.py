"""A short form of the long run in `benchmarks/soak.py`: nothing is lost in games of any edition."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest

from ducato import checks
from ducato.core.chance import new_rng
from ducato.games.magnate import GAME
from ducato.games.magnate.state import Zone

from .table import Table, number

PATH = Path(__file__).parents[3] / "benchmarks" / "soak.py"


@pytest.fixture(scope="module")
def soak():
    spec = importlib.util.spec_from_file_location("soak", PATH)
    module = importlib.util.module_from_spec(spec)
    sys.modules["soak"] = module
    spec.loader.exec_module(module)
    module.prepare(GAME)
    return module


def test_games_of_any_edition_interpreted(soak):
    """[magnate 5.3]: with overflow as an error."""
    rng = new_rng("short soak")
    for seed in range(30):
        loaded = soak.any_edition(GAME, rng)
        assert soak.batch(loaded, 1, (seed,), soak.play.interpreted)[0] == 1


@pytest.mark.compiled
@pytest.mark.slow
def test_games_of_any_edition_compiled(soak):
    """[magnate 5.3]."""
    assert soak.batch(GAME.load(), 10, ("warm",))[0] == 10
    assert soak.soak(GAME, 2_000, 6).startswith("magnate: 2,000 games of 50 drawn editions")


def test_the_same_step_of_a_broken_game_is_found(soak, monkeypatch):
    loaded = GAME.load()
    rules = loaded.game.module("rules")
    sell = rules.sell

    def generous(state, edition, card):
        sell(state, edition, card)
        state.tokens[state.active, 0] += 1

    monkeypatch.setattr(rules, "sell", generous)
    with pytest.raises(checks.Broken, match=r"tokens changed.*magnate --players 2 --edition c"):
        soak.batch(loaded, 1, (1,), soak.play.interpreted)


@pytest.mark.parametrize("fault", ["two zones", "none", "count"])
def test_a_lost_card_is_found(soak, fault: str):
    table, counts = Table().hand(0, "the-mill"), [0] * 40
    assert soak.cards_agree(table.state, counts)
    if fault == "two zones":
        table.state.held[Zone.DISCARD] += 1
    elif fault == "none":
        table.state.zone[number("the-mill")] = -1
    else:
        table.state.zone[number("the-mill")] = Zone.DISCARD
    assert not soak.cards_agree(table.state, counts)


@pytest.mark.parametrize("change", ["supply", "laid", "negative", "other seat"])
def test_a_lost_token_is_found(soak, change: str):
    table = Table().hand(0, "the-mill").supply(0, suns=3).column(0, 4, "the-castle", deed=True)
    before = table.state.copy()
    table.do("trade:suns:moons")
    action = table.game.actions.index("trade:suns:moons")
    check = soak.CONSERVED[type(before)]
    assert check(before, table.state, table.game.edition, 0, action)
    if change == "supply":
        table.state.tokens[0, 5] += 1
    elif change == "laid":
        table.state.laid[0, 3, 1] += 1
    elif change == "negative":
        table.state.tokens[0, 4] -= 1
        table.state.tokens[0, 5] += 1
    else:
        table.state.tokens[1, 5] += 1
    assert not check(before, table.state, table.game.edition, 0, action)
