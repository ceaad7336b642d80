"""Simulation: seeds, processes and the report."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

import ducato
from ducato.bots.playout import softmax
from ducato.checks import walk
from ducato.core import verbs
from ducato.core.chance import below, new_rng
from ducato.core.errors import UnknownName
from ducato.core.game import all_games
from ducato.lab import simulate as module
from ducato.lab.simulate import PLAYERS, TooLong, simulate
from ducato.runs.statistics import wilson_interval

KEYS = [
    "game", "edition", "options", "players", "player", "seed", "games", "unfinished",
    "seconds", "cpu_seconds", "games_per_second", "decisions_per_second",
    "games_per_cpu_second", "decisions_per_cpu_second",
    "wins", "wins_by_order", "intervals95", "mean_returns", "mean_decisions", "mean_rounds",
]  # fmt: skip
TIMES = KEYS[8:14]


def result(loaded: ducato.LoadedGame, games: int, **options: object) -> dict:
    """Return everything but the time it took."""
    found = simulate(loaded, games, **options).to_dict()
    return {key: value for key, value in found.items() if key not in TIMES}


@pytest.fixture(scope="module", params=list(all_games()))
def game(request) -> ducato.LoadedGame:
    return ducato.load(request.param)


@pytest.mark.compiled
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


@pytest.mark.compiled
def test_the_same_seed_gives_the_same_games(game):
    assert result(game, 30, seed=4) == result(game, 30, seed=4)
    assert result(game, 30, seed=4) != result(game, 30, seed=5)


@pytest.mark.compiled
def test_pieces_of_work_do_not_repeat_each_other(game, monkeypatch):
    monkeypatch.setattr(module, "PIECE", 10)
    whole = result(game, 30, seed=1)
    assert whole["games"] == 30
    ranks = [
        module.play_piece(
            game.name, game.players, game.edition_name, {}, "random", 10, f"1:{i}"
        ).decisions
        for i in range(3)
    ]
    assert len({tuple(p) for p in ranks}) == 3
    assert whole["mean_decisions"] == pytest.approx(float(np.concatenate(ranks).mean()))


@pytest.mark.slow
def test_processes_do_not_change_the_result(game, monkeypatch):
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")  # not to compile once more in each process
    monkeypatch.setattr(module, "PIECE", 3)
    assert result(game, 8, seed=2, jobs=2) == result(game, 8, seed=2, jobs=1)


@pytest.mark.compiled
def test_guided_players_play_otherwise(game):
    plain, guided = result(game, 60), result(game, 60, player="guided")
    assert plain["mean_decisions"] != guided["mean_decisions"]


@pytest.mark.compiled
@pytest.mark.parametrize("player", PLAYERS)
def test_every_share_has_its_interval(game, player: str):
    found = simulate(game, 40, player=player)
    assert found.player == player
    for name in ("wins", "wins_by_order"):
        shares, intervals = getattr(found, name), found.intervals95[name]
        assert len(shares) == len(intervals) == game.players
        assert sum(shares) == pytest.approx(1)
        for share, (low, high) in zip(shares, intervals, strict=True):
            assert (low, high) == pytest.approx(wilson_interval(40 * share, 40))
            assert 0 <= low <= share <= high <= 1
            assert high - low < 0.35


def by_hand(game: ducato.LoadedGame, seed: str) -> tuple[list[int], list[int]]:
    """Return the order of play and the ranks of a random game, played move by move."""
    state, edition = game.State(), game.edition
    verbs.setup(state, edition)
    rng, legal, order = new_rng(seed), game.actions.buffer(), []
    while (player := verbs.current_player(state, edition)) != verbs.TERMINAL:
        if player == verbs.CHANCE:
            verbs.apply_action(state, edition, below(rng, verbs.chance_outcomes(state, edition)))
            continue
        if player not in order:
            order.append(player)
        n = verbs.legal_actions(state, edition, legal)
        verbs.apply_action(state, edition, legal[below(rng, n) if n > 1 else 0])
    ranks = np.zeros(game.players, np.int32)
    verbs.ranking(state, edition, ranks)
    return [order.index(seat) + 1 for seat in range(game.players)], ranks.tolist()


@pytest.mark.compiled
@pytest.mark.parametrize("number", range(3))
def test_the_order_of_play_is_that_of_the_first_decisions(game, number: int):
    most = game.game.load(game.game.players[-1])
    piece = module.play_piece(
        most.name, most.players, most.edition_name, {}, "random", 1, f"{number}"
    )
    order, ranks = by_hand(most, f"{number}")
    assert piece.order[0].tolist() == order
    assert piece.ranks[0].tolist() == ranks


def test_to_begin_shows_in_the_shares_by_order_and_not_in_those_by_seat(monkeypatch):
    """The first player to decide wins every game, but chance draws that player."""

    def play(name, players, edition, options, player, games, seed):
        order = np.tile([1, 2], (games, 1))
        order[: games // 2] = [2, 1]
        single = np.ones(games, np.int32)
        return module.TimedOutcomes(order.copy(), single, single, order, 1.0, 1.0)

    monkeypatch.setattr(module, "play_piece", play)
    found = simulate(ducato.load("magnate"), 100)
    assert found.wins == [0.5, 0.5]
    assert found.wins_by_order == [1.0, 0.0]
    assert found.intervals95["wins_by_order"] == [
        wilson_interval(100, 100),
        wilson_interval(0, 100),
    ]


@pytest.mark.compiled
def test_greedy_players_choose_the_best_or_any_of_equal_ones(invented):
    """In the invented game the best action is the highest card."""
    greedy, other = (simulate(invented.load(3), 30, player=p, seed=3) for p in ("greedy", "random"))
    assert greedy.wins != other.wins
    state, weights = invented.load(3).State(), module.SHARP * np.array([1.0])
    chances, legal = np.zeros(3), np.array([1, 4, 6])
    softmax(state, invented.load(3).edition, legal, 3, weights, chances)
    assert chances.tolist() == [0, 0, 1]
    softmax(state, invented.load(3).edition, np.array([6, 4, 6]), 3, weights, chances)
    assert chances.tolist() == [0.5, 0, 0.5]


@pytest.mark.compiled
def test_rates_by_the_processor_do_not_count_what_others_do(monkeypatch, invented):
    clock = iter(range(0, 10**6, 7))
    monkeypatch.setattr(module.time, "perf_counter", lambda: float(next(clock)))
    found = simulate(invented.load(2), 30)
    assert found.seconds >= 7
    assert found.cpu_seconds < 7
    assert found.games_per_cpu_second == pytest.approx(30 / found.cpu_seconds)
    assert found.games_per_second == pytest.approx(30 / found.seconds)


@pytest.mark.compiled
def test_options_reach_the_rules(invented):
    won = simulate(invented.load(3, worth=0), 20)
    assert won.wins == pytest.approx([1 / 3] * 3)  # nobody has a point: all share every win
    assert won.mean_returns == pytest.approx([0.0] * 3)
    assert won.mean_rounds == 2


def test_an_unknown_player_lists_those_there_are(game):
    with pytest.raises(UnknownName, match="random, guided, greedy"):
        simulate(game, 5, player="clever")


@pytest.mark.compiled
def test_the_longest_game_is_not_too_long(invented, monkeypatch):
    steps = len(list(walk(invented.load(), 0))) - 1
    games = {n: replace(invented, longest=n).load() for n in (steps, steps - 1)}
    monkeypatch.setattr(module, "load", lambda *_, **__: games[steps])
    assert simulate(games[steps], 5).unfinished == 0
    monkeypatch.setattr(module, "load", lambda *_, **__: games[steps - 1])
    with pytest.raises(TooLong, match=f"took over {steps - 1} steps"):
        simulate(games[steps - 1], 5)


@pytest.mark.compiled
def test_a_game_that_does_not_end_says_so(game, monkeypatch):
    short = replace(game.game, longest=10, may_stall=False)
    monkeypatch.setattr(game, "game", short)
    monkeypatch.setattr(module, "load", lambda *_, **__: game)
    with pytest.raises(TooLong, match="took over 10 steps"):
        simulate(game, 5)
