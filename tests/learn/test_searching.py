"""Games between searches: their turns are written down, equal however they are divided."""

from __future__ import annotations

import numpy as np
import pytest

import ducato
from ducato.core.errors import BadValue
from ducato.learn import searching
from ducato.learn.decisions import searched
from ducato.learn.gate import gate
from ducato.learn.positions import Positions, collect
from ducato.learn.quality import quality
from ducato.learn.searching import NUMBERED_FROM, collect_searched

from .positions import same

WEIGHTS = np.array([0.5, 1.0])


@pytest.mark.compiled
def test_turns_are_written_down_with_what_became_of_them():
    found = collect_searched([ducato.load("race", 3)], WEIGHTS, 5, sims=10)
    assert np.array_equal(found.games, np.repeat(np.arange(5) + NUMBERED_FROM, 18))
    assert np.array_equal(found.left, np.tile(np.arange(18, 0, -1), 5))
    assert np.allclose(found.wins.sum(axis=1), 1)
    assert np.allclose(found.rows[:, :, 1] * 10, found.left[:, None], atol=0.01)


@pytest.mark.compiled
def test_some_turns_are_taken():
    found = collect_searched([ducato.load("race", 3)], WEIGHTS, 6, sims=10, every=4)
    for game in np.unique(found.games):
        left = found.left[found.games == game]
        assert len(left) in (4, 5)
        assert (np.diff(left) == -4).all()


@pytest.mark.slow
@pytest.mark.compiled
def test_the_processes_and_the_pieces_make_no_difference(monkeypatch: pytest.MonkeyPatch):
    editions = [ducato.load("race", 2, edition) for edition in ("short", "long")]
    whole = collect_searched(editions, WEIGHTS, 5, sims=10, seed=4)
    monkeypatch.setattr(searching, "PIECE", 2)
    assert same(collect_searched(editions, WEIGHTS, 5, sims=10, seed=4, jobs=2), whole)
    parts = [
        collect_searched(editions, WEIGHTS, 2, sims=10, seed=4),
        collect_searched(editions, WEIGHTS, 3, sims=10, seed=4, first=2),
    ]
    assert same(Positions.joined(parts), whole)
    assert not same(collect_searched(editions, WEIGHTS, 5, sims=10, seed=5), whole)


@pytest.mark.compiled
def test_searches_play_better_than_the_policy(monkeypatch: pytest.MonkeyPatch):
    """Whoever plays at random often rests in the first turn, and has no lead after it."""
    monkeypatch.setattr(searching, "OPENING", 0)
    monkeypatch.setattr(searching, "STRAY", 0.0)
    game, even = ducato.load("race", 2), WEIGHTS * 0
    at_random = collect([game], even, 20)
    searched = collect_searched([game], even, 20, sims=300)
    lead = [one.rows[one.left == one.left.max() - 1, 0, 0] for one in (at_random, searched)]
    rests = [int((one <= 0).sum()) for one in lead]
    assert rests[1] * 2 < rests[0], rests


@pytest.mark.parametrize("number", [0, 1])
def test_what_cannot_be_played_is_refused(number: int):
    editions = [ducato.load("race", 3)] * (1 - number)
    for begin in (
        lambda: collect_searched(editions, WEIGHTS, number, sims=10),
        lambda: collect(editions, WEIGHTS, number),
        lambda: searched(editions, {"sims": 10}, WEIGHTS, number),
        lambda: quality(editions, WEIGHTS, {}, number, first=0),
        lambda: gate(editions, ("random", None), ("random", None), number),
    ):
        with pytest.raises(BadValue, match="at least one, of at least one edition"):
            begin()
