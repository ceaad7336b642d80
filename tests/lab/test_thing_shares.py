"""What those win that do a thing: its excess, and how often one is found where there is none."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from ducato.lab.thing_shares import LEAST_WINS, excess_of, used

GAMES, DRAWS = 400, 1500


def pairs_of(did: NDArray, could: NDArray, wins: NDArray) -> NDArray:
    """Return the sums over pairs of seats, given what each seat did in each game."""
    groups = np.stack([did, could & ~did], axis=-1).reshape(len(did), -1).astype(float)
    won = groups * np.repeat(wins, 2, axis=1)
    return np.stack([groups.T @ groups, won.T @ groups, won.T @ won], axis=-1)


def fair(wins: NDArray) -> NDArray:
    return wins.mean(axis=0)


def drawn(rng: np.random.Generator, players: int) -> NDArray:
    """Return winners drawn by lot."""
    return np.eye(players)[rng.integers(players, size=GAMES)]


def all_or_none(rng: np.random.Generator, players: int) -> NDArray:
    return np.repeat(rng.random((GAMES, 1)) < 0.5, players, axis=1)


def only_one(rng: np.random.Generator, players: int) -> NDArray:
    return np.eye(players, dtype=bool)[rng.integers(players, size=GAMES)]


def half(rng: np.random.Generator, players: int) -> NDArray:
    return np.argsort(rng.random((GAMES, players)), axis=1) < players // 2


def rare(rng: np.random.Generator, players: int) -> NDArray:
    return rng.random((GAMES, players)) < 0.15


@pytest.mark.parametrize("who", [all_or_none, only_one, half, rare])
@pytest.mark.parametrize("players", [2, 4])
def test_a_false_excess_is_as_rare_as_its_p_value_says(who, players: int):
    """The seats of a game are not independent: one wins, and often one alone can do a thing."""
    rng = np.random.default_rng(1)
    could = np.ones((GAMES, players), bool)
    expected = np.full(players, 1 / players)
    found = [
        excess_of(pairs_of(who(rng, players), could, drawn(rng, players)), expected)
        for _ in range(DRAWS)
    ]
    p = np.array([p for *_, p in found])
    covers = [estimate.low <= 0 <= estimate.high for _, estimate, _ in found]
    if who is all_or_none:  # what all do, all win with: there can be no excess
        assert (p > 0.05).all()
        assert all(covers)
    else:
        assert (p < 0.05).mean() == pytest.approx(0.05, abs=0.02)
        assert (p < 0.01).mean() == pytest.approx(0.01, abs=0.01)
        assert np.mean(covers) == pytest.approx(0.955, abs=0.025)


def test_the_interval_holds_the_true_excess():
    """The seat that does it wins with 70 %, whoever that is."""
    rng = np.random.default_rng(2)
    held = 0
    for _ in range(DRAWS):
        did = only_one(rng, 2)
        wins = np.where(rng.random((GAMES, 1)) < 0.7, did, ~did).astype(float)
        won, estimate, p = excess_of(pairs_of(did, np.ones_like(did), wins), np.array([0.5, 0.5]))
        held += estimate.low <= 0.2 <= estimate.high
        assert estimate.value == pytest.approx(won - 0.5)
        assert p is not None
        assert p < 0.01
    assert held / DRAWS == pytest.approx(0.955, abs=0.025)


def test_what_everybody_takes_is_seen_all_the_same():
    """Who could do it nearly always does, and then nearly always wins: nobody passes it."""
    rng = np.random.default_rng(6)
    could = only_one(rng, 2) & (rng.random((GAMES, 1)) < 0.25)
    wins = np.where(could.any(axis=1, keepdims=True), could, drawn(rng, 2)).astype(float)
    won, estimate, p = excess_of(pairs_of(could, could, wins), fair(wins))
    assert won == 1.0
    assert estimate.low > 0.4
    assert p is not None
    assert p < 1e-6


def test_positions_are_compared_with_themselves():
    """The first wins three games of four and mostly does it, in games of any end."""
    rng = np.random.default_rng(3)
    first = rng.permutation(np.repeat([True, False], [300, 100]))
    wins = np.stack([first, ~first], axis=1).astype(float)
    did = np.stack([rng.random(400) < 0.9, rng.random(400) < 0.1], axis=1)
    won, estimate, p = excess_of(pairs_of(did, np.ones_like(did), wins), fair(wins))
    assert won > 0.65
    assert estimate.low < 0 < estimate.high
    assert p is not None
    assert p > 0.05


def test_a_handful_of_seats_is_not_tested():
    could = np.ones((GAMES, 2), bool)
    wins = np.tile([1.0, 0.0], (GAMES, 1))
    expected = np.array([0.5, 0.5])
    did = np.zeros_like(could)
    did[: 2 * LEAST_WINS - 1, 0] = True
    assert excess_of(pairs_of(did, could, wins), expected)[2] is None
    did[2 * LEAST_WINS - 1, 0] = True
    assert excess_of(pairs_of(did, could, wins), expected)[2] is not None
    nobody = np.zeros_like(could)
    assert excess_of(pairs_of(nobody, could, wins), expected) == (0.0, (0.0, -1.0, 1.0), None)


@pytest.mark.parametrize("who", [only_one, half, rare])
def test_the_share_that_does_it_has_the_interval_of_games(who):
    """Where just one of four can do it, its share is 25 % for sure."""
    rng = np.random.default_rng(4)
    could = np.ones((GAMES, 4), bool)
    found = [used(pairs_of(who(rng, 4), could, drawn(rng, 4))) for _ in range(DRAWS)]
    value = {only_one: 0.25, half: 0.5, rare: 0.15}[who]
    assert np.mean([x.low <= value <= x.high for x in found]) > 0.93
    if who is rare:  # the seats are independent
        width = np.mean([x.high - x.low for x in found])
        assert width == pytest.approx(2 * 1.96 * np.sqrt(0.15 * 0.85 / (4 * GAMES)), rel=0.05)


def test_together_is_less_certain_than_apart():
    """Four seats that always do alike say as much as one."""
    rng = np.random.default_rng(5)
    could, wins = np.ones((GAMES, 4), bool), drawn(rng, 4)
    together = used(pairs_of(all_or_none(rng, 4), could, wins))
    apart = used(pairs_of(rng.random((GAMES, 4)) < 0.5, could, wins))
    assert together.high - together.low == pytest.approx(2 * (apart.high - apart.low), rel=0.1)


def test_what_nobody_could_do_has_no_share():
    nobody = np.zeros((GAMES, 2), bool)
    assert used(pairs_of(nobody, nobody, np.zeros((GAMES, 2)))) == (0.0, 0.0, 1.0)
