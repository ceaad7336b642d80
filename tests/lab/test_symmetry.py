"""The symmetry check finds what a seat's number is worth, and nothing else."""

from __future__ import annotations

import numpy as np
import pytest
from tests.invented.bot import Feature
from tests.invented.rules import apply_action
from tests.invented.state import DEAL, HAND, PLAY
from tests.support.symmetry import SeatBias, seat_bias

from ducato.bots.playout import Choices, PlayoutResults, Policy, play_games
from ducato.core.batch import Batch
from ducato.core.chance import new_rng
from ducato.core.game import LoadedGame
from ducato.runs.play.lab_players import SHARP
from ducato.runs.statistics import Z95


def drawn(positions: list[float], seats: list[float], games: int, seed: int) -> tuple:
    """Return shares and orders of games whose first player is drawn by chance.

    A seat's chance to win is the sum of what its position and its number are worth.
    """
    rng, players = np.random.default_rng(seed), len(seats)
    order = (np.arange(players) - rng.integers(0, players, (games, 1))) % players + 1
    chances = np.array(positions)[order - 1] + np.array(seats)
    winner = (chances.cumsum(axis=1) > rng.random((games, 1))).argmax(axis=1)
    return np.eye(players)[winner], order


def smallest(found: list[SeatBias]) -> float:
    return min(bias.p_value for bias in found)


def test_what_the_order_of_play_explains_is_no_bias():
    """The first player wins seven games of ten; it is a different seat in each."""
    found = seat_bias(*drawn([0.7, 0.2, 0.1], [0, 0, 0], 20_000, 1))
    assert smallest(found) > 0.05
    assert all(abs(bias.excess) < 0.01 for bias in found)


def test_the_excess_is_what_was_planted():
    worth = [0.03, -0.01, -0.02]
    found = seat_bias(*drawn([0.5, 0.3, 0.2], worth, 20_000, 2))
    for bias, planted in zip(found, worth, strict=True):
        assert bias.interval95[0] < planted < bias.interval95[1]
        assert bias.interval95[1] - bias.interval95[0] < 0.015
    assert found[0].p_value < 1e-12
    assert sum(bias.excess for bias in found) == pytest.approx(0)


def test_a_bias_is_found_although_the_seat_begins_more_often():
    """Seat 0 begins in three games of four, which is worth much, and wins a little more."""
    shares, order = drawn([0.6, 0.4], [0.05, -0.05], 40_000, 3)
    chosen = (order[:, 0] == 1) | (np.arange(len(order)) % 3 == 0)
    found = seat_bias(shares[chosen], order[chosen])
    assert found[0].interval95[0] < 0.05 < found[0].interval95[1]
    assert found[0].excess == pytest.approx(-found[1].excess)


@pytest.mark.parametrize("games", [200, 2000])
def test_chance_alone_is_found_as_rarely_as_promised(games: int):
    runs = [seat_bias(*drawn([0.4, 0.3, 0.2, 0.1], [0] * 4, games, seed)) for seed in range(500)]
    assert sum(smallest(found) < 0.05 for found in runs) < 25 + 3 * 5
    covered = [low <= 0 <= high for found in runs for low, high in (b.interval95 for b in found)]
    assert 0.93 < np.mean(covered) < 0.97


def test_the_p_value_counts_both_sides_and_all_seats():
    shares, order = drawn([0.4, 0.3, 0.3], [0.01, -0.01, 0], 2000, 4)
    for bias in seat_bias(shares, order):
        error = (bias.interval95[1] - bias.excess) / Z95
        normal = np.random.default_rng(5).standard_normal(400_000)
        beyond = np.mean(abs(normal) > abs(bias.excess) / error)
        assert bias.p_value == pytest.approx(min(1, 3 * beyond), abs=0.01)


def test_shared_wins_count_in_parts():
    shares, order = drawn([0.5, 0.5], [0, 0], 1000, 6)
    shares[::2] = 0.5
    assert smallest(seat_bias(shares, order)) > 0.01
    shares[::2] = [0.6, 0.4]
    assert smallest(seat_bias(shares, order)) < 1e-3


@pytest.mark.parametrize("games", [0, 1, 50])
def test_without_a_change_of_positions_there_is_no_verdict(games: int):
    """The same seat always begins, and always wins."""
    order = np.tile([1, 2, 3], (games, 1))
    shares = np.tile([1.0, 0.0, 0.0], (games, 1))
    assert seat_bias(shares, order) == [SeatBias(0.0, (-1.0, 1.0), 1.0)] * 3


# ------------------------------------------------------------------------------ games of the bot


def greedy_games(game: LoadedGame, games: int, seed: int) -> list[SeatBias]:
    """Return the bias of greedy players in interpreted games."""
    results, weights = PlayoutResults.of(games, game.players), SHARP * np.ones(1)
    states, editions = Batch.zeros(game.State, 2), Batch.of(game.edition)
    play_games.interpreted(
        states,
        editions,
        new_rng("symmetry", seed),
        Policy(True, weights),
        Choices.of(len(game.actions)),
        results,
        game.game.longest,
    )
    won = results.ranks == 1
    return seat_bias(won / won.sum(axis=1, keepdims=True), results.order)


def lowest_leads(state, edition, action):
    """Act like the invented game, but let the hand with the lowest card lead the first trick."""
    dealing = state.phase == DEAL
    apply_action(state, edition, action)
    if dealing and state.phase == PLAY:
        state.mover = next(int(zone) - HAND for zone in state.row("zone") if zone >= HAND)


def lopsided_score(state, edition, action, weights):
    """Score like the invented game, but let the first seat throw its high cards away."""
    return weights[Feature.HIGH] * (-action if state.mover == 0 else action)


def test_a_bot_that_looks_at_its_seat_s_number_is_found(invented, monkeypatch):
    game = invented.load(3)
    monkeypatch.setattr(game.State.rules, "apply_action", lowest_leads)
    assert smallest(greedy_games(game, 400, 1)) > 0.05
    monkeypatch.setattr(game.State.rules, "action_score", lopsided_score)
    found = greedy_games(game, 400, 1)
    assert found[0].p_value < 1e-6
    assert abs(found[0].excess) == max(abs(bias.excess) for bias in found)
