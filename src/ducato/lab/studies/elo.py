"""Ratings in Elo from games at mixed tables, by maximum likelihood, with intervals.

The model is that of Bradley and Terry (1952), with numbers of seats: at a table with m seats of one
player and n of another, whose rating is lower by d, the first one wins with odds of
m 10^(d/400) to n.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ducato.runs.statistics import Estimate

POINTS = 400 / log(10)
"""Points of Elo in a natural logarithm of odds."""
DRAWS = 1000
"""The number of times that weights of the deals are drawn to find an interval."""
STEPS = 50
"""The maximum number of Newton's steps; five are usual."""


@dataclass(frozen=True)
class Pairing:
    """The games between two players with certain numbers of seats.

    Attributes:
        first, second: the indices of the players.
        seats: the number of seats of either.
        games: the number of games of each deal.
        won: the first player's share of the wins of each deal, from 0 to `games`.
    """

    first: int
    second: int
    seats: tuple[int, int]
    games: int
    won: NDArray[np.float64]


def ratings(pairings: Sequence[Pairing], players: int, wins: NDArray[Any]) -> NDArray[np.float64]:
    """Return the ratings of maximum likelihood; that of player 0 is 0.

    Half a win is added to either side of each pairing, so that a player who never loses is rated,
    too.

    Args:
        pairings: the pairings.
        players: the number of players; each one must be linked with player 0 by pairings.
        wins: the number of wins of the first player of each pairing.
    """
    design = np.zeros((len(pairings), players))
    for row, pairing in enumerate(pairings):
        design[row, pairing.first], design[row, pairing.second] = 1, -1
    design = design[:, 1:]
    offset = np.log([pairing.seats[0] / pairing.seats[1] for pairing in pairings])
    played = np.array([pairing.games * len(pairing.won) + 1.0 for pairing in pairings])
    found = np.zeros(players - 1)
    for _ in range(STEPS):
        expected = 1 / (1 + np.exp(-(design @ found + offset)))
        information = design.T @ (design * (played * expected * (1 - expected))[:, None])
        # Points beyond this step are no better known, and the next one corrects it.
        step = np.linalg.solve(information, design.T @ (wins + 0.5 - played * expected))
        found += np.clip(step, -2, 2)
        if np.abs(step).max() < 1e-9:
            break
    return np.concatenate([[0.0], found]) * POINTS


def drawn_ratings(pairings: Sequence[Pairing], players: int, seed: int) -> NDArray[np.float64]:
    """Return the ratings for `DRAWS` draws of weights of the deals, a row each.

    It is the Bayesian bootstrap of Rubin (1981). The n-th deal is the same for all pairings and has
    the same weight, but a pairing may have fewer deals than another. Half a win of either side is
    drawn beside them, so that a player who has never lost has a wide interval, not none.
    """
    rng = np.random.default_rng(abs(seed))
    deals = np.array([len(pairing.won) for pairing in pairings])
    weights = rng.exponential(size=(DRAWS, int(deals.max())))
    won = np.stack([weights[:, : len(one.won)] @ one.won for one in pairings], axis=1)
    summed = np.cumsum(weights, axis=1)[:, deals - 1]
    played = summed * np.array([pairing.games for pairing in pairings])
    more, less = rng.gamma(0.5, size=(2, *won.shape))
    shares = (won + more) / (played + more + less)
    games = np.array([pairing.games for pairing in pairings]) * deals
    return np.array([ratings(pairings, players, row * (games + 1) - 0.5) for row in shares])


def with_interval(value: float, drawn: NDArray[np.float64]) -> Estimate:
    """Return a value with the interval that holds 95 % of the drawn ones."""
    low, high = np.quantile(drawn, [0.025, 0.975])
    return Estimate(value, min(value, float(low)), max(value, float(high)))
