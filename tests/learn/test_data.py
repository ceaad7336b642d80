"""Positions to learn from: what is written down of games, equal however they are divided."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import ducato
from ducato.core.errors import BadValue, BrokenGame
from ducato.learn import positions
from ducato.learn.positions import Positions, collect, recorded

from .positions import same

WEIGHTS = np.array([0.5, 1.0])


@pytest.mark.compiled
def test_every_turn_is_written_down_with_what_became_of_it():
    game = ducato.load("race", 3)
    found = collect([game], WEIGHTS, 20)
    assert found.rows.shape == (20 * 18, 3, 4)
    assert found.rows.dtype == np.float16
    assert np.array_equal(found.games, np.repeat(np.arange(20), 18))
    assert np.array_equal(found.left, np.tile(np.arange(18, 0, -1), 20))
    assert np.allclose(found.wins.sum(axis=1), 1)
    assert np.allclose(found.rows[:, :, 1] * 10, found.left[:, None], atol=0.01)
    movers = found.rows[:, :, 3].argmax(axis=1)
    assert np.array_equal(movers, np.tile(np.arange(18) % 3, 20))
    ahead = found.left == 1  # a lead of more than a jump in the last turn wins
    certain = found.rows[ahead, :, 0] * 10 > 6.5
    assert certain.any()
    assert (found.wins[ahead][certain] == 1).all()


@pytest.mark.slow
@pytest.mark.compiled
def test_the_processes_and_the_pieces_make_no_difference(monkeypatch: pytest.MonkeyPatch):
    editions = [ducato.load("race", 2, edition) for edition in ("short", "long")]
    whole = collect(editions, WEIGHTS, 23, seed=4)
    assert np.array_equal(np.unique(whole.left), np.arange(1, 19))
    monkeypatch.setattr(positions, "PIECE", 7)
    assert same(collect(editions, WEIGHTS, 23, seed=4), whole)
    assert same(collect(editions, WEIGHTS, 23, seed=4, jobs=2), whole)
    monkeypatch.setattr(positions, "BUFFER", 1)  # 64 turns
    parts = [
        collect(editions, WEIGHTS, 10, seed=4),
        collect(editions, WEIGHTS, 13, first=10, seed=4),
    ]
    assert same(Positions.joined(parts), whole)
    assert not same(collect(editions, WEIGHTS, 23, seed=5), whole)


@pytest.mark.compiled
def test_the_buffers_grow_for_a_single_long_game(monkeypatch: pytest.MonkeyPatch):
    game = ducato.load("race", 3, rounds=20)
    whole = collect([game], WEIGHTS, 3)
    monkeypatch.setattr(positions, "BUFFER", 1)
    monkeypatch.setattr(positions, "LEAST_CAPACITY", 1)
    assert same(collect([game], WEIGHTS, 3), whole)


@pytest.mark.compiled
def test_turns_are_thinned_out():
    game = ducato.load("race", 2)
    found = collect([game], WEIGHTS, 200, every=5)
    left = found.left.reshape(-1)
    assert 200 * 12 / 6 < len(found) < 200 * 12 / 4
    assert set(left) == set(range(1, 13))
    for number in range(5):
        gaps = np.diff(left[found.games == number])
        assert set(gaps) == {-5}


@pytest.mark.compiled
def test_states_are_kept_beside_their_features():
    game = ducato.load("race", 2)
    found, states = recorded([game], WEIGHTS, 0, 5, 2, 0, keep=True)
    assert len(states) == len(found)
    assert np.array_equal(12 - states["turns"], found.left)


@pytest.mark.compiled
def test_positions_are_kept_in_a_file(tmp_path: Path):
    found = collect([ducato.load("race", 2)], WEIGHTS, 3)
    found.save(tmp_path / "positions.npz")
    assert same(Positions.read(tmp_path / "positions.npz"), found)
    half = found.at(found.left > 6)
    assert len(half) == len(found) / 2


def test_what_cannot_be_learned_from_is_rejected():
    game = ducato.load("race", 2)
    with pytest.raises(BadValue, match="at least one"):
        collect([game], WEIGHTS, 0)
    bot = game.game.module("bot")
    with pytest.MonkeyPatch.context() as patched:
        patched.delattr(bot, "StateFeature")
        with pytest.raises(BrokenGame, match="nothing to learn from"):
            collect([game], WEIGHTS, 5)
