"""Simulation: seeds, processes, and what is reported."""

from __future__ import annotations

import json

import numpy as np
import pytest

import ducato
from ducato.core.errors import UnknownName
from ducato.core.game import all_games
from ducato.lab import simulate as module
from ducato.lab.simulate import TooLong, simulate

KEYS = [
    "game", "edition", "players", "games", "unfinished", "seconds", "games_per_second",
    "decisions_per_second", "wins", "mean_returns", "mean_decisions", "mean_rounds",
]  # fmt: skip
TIMES = ("seconds", "games_per_second", "decisions_per_second")


def result(loaded: ducato.LoadedGame, games: int, **options: object) -> dict:
    """Everything but the time it took."""
    found = simulate(loaded, games, **options).to_dict()
    return {key: value for key, value in found.items() if key not in TIMES}


@pytest.fixture(scope="module", params=list(all_games()))
def game(request) -> ducato.LoadedGame:
    return ducato.load(request.param)


def test_the_keys_are_those_of_the_design(game):
    found = simulate(game, 20).to_dict()
    assert list(found) == KEYS
    assert (found["game"], found["edition"]) == (game.name, game.edition_name)
    assert (found["players"], found["games"]) == (game.players, 20)
    assert len(found["wins"]) == len(found["mean_returns"]) == game.players
    assert sum(found["wins"]) == pytest.approx(1)
    assert sum(found["mean_returns"]) == pytest.approx(0, abs=1e-12)
    assert found["mean_decisions"] > found["mean_rounds"] > 0
    assert all(found[key] > 0 for key in TIMES)
    json.dumps(found, allow_nan=False)


def test_the_same_seed_gives_the_same_games(game):
    assert result(game, 30, seed=4) == result(game, 30, seed=4)
    assert result(game, 30, seed=4) != result(game, 30, seed=5)


def test_pieces_of_work_do_not_repeat_each_other(game, monkeypatch):
    monkeypatch.setattr(module, "PIECE", 10)
    whole = result(game, 30, seed=1)
    assert whole["games"] == 30
    places = [
        module.play_piece(game.name, game.players, game.edition_name, {}, "random", 10, f"1:{i}")[1]
        for i in range(3)
    ]
    assert len({tuple(p) for p in places}) == 3
    assert whole["mean_decisions"] == pytest.approx(float(np.concatenate(places).mean()))


@pytest.mark.slow
def test_processes_do_not_change_the_result(game, monkeypatch):
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")  # not to compile once more in each process
    monkeypatch.setattr(module, "PIECE", 3)
    assert result(game, 8, seed=2, jobs=2) == result(game, 8, seed=2, jobs=1)


def test_guided_players_play_otherwise(game):
    plain, guided = result(game, 60), result(game, 60, player="guided")
    assert plain["mean_decisions"] != guided["mean_decisions"]


def test_options_reach_the_rules(invented):
    won = simulate(invented.load(3, worth=0), 20)
    assert won.wins == pytest.approx([1 / 3] * 3)  # nobody has a point: all share every win
    assert won.mean_returns == pytest.approx([0.0] * 3)
    assert won.mean_rounds == 2


def test_an_unknown_player_lists_those_there_are(game):
    with pytest.raises(UnknownName, match="random, guided"):
        simulate(game, 5, player="clever")


def test_a_game_that_does_not_end_says_so(game, monkeypatch):
    from dataclasses import replace

    short = replace(game.game, longest=10, may_stall=False)
    monkeypatch.setattr(game, "game", short)
    monkeypatch.setattr(module, "load", lambda *_, **__: game)
    with pytest.raises(TooLong, match="took over 10 steps"):
        simulate(game, 5)
