"""Money, control tokens and cards are accounted for at every step; the whole is in benchmarks."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from ducato.core import verbs
from ducato.core.chance import below, new_rng
from ducato.games.manifest_destiny import GAME

from .manifest_table import tokens_of

SCRIPT = Path(__file__).parents[3] / "benchmarks" / "manifest_destiny_accounts.py"


@pytest.mark.parametrize("players", GAME.players)
@pytest.mark.parametrize("edition", GAME.editions)
def test_interpreted_games(players, edition):
    game = GAME.load(players, edition)
    for seed in range(3):
        rng, position = new_rng("accounts", seed), game.new_initial_state()
        state = position.record
        while not position.is_terminal():
            if position.is_chance_node():
                outcomes = verbs.chance_outcomes(state, game.edition)
                verbs.apply_action(state, game.edition, below(rng, outcomes))
            else:
                legal = position.legal_actions()
                verbs.apply_action(state, game.edition, legal[below(rng, len(legal))])
            assert state.bank + sum(state.cash) == 0
            assert min(state.cash) >= 0
            assert all(tokens_of(state, seat) == 25 for seat in range(players))


@pytest.mark.slow
@pytest.mark.parametrize("players", GAME.players)
def test_compiled_games(players):
    spec = importlib.util.spec_from_file_location("accounts", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    kept, _ = module.play(players, 300, False)
    assert kept == 300
