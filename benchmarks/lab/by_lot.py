"""False findings: how often a report sees an excess of wins where winners are drawn by lot.

    python -m benchmarks.lab.by_lot [--games N] [--draws N]

Games are played, and what every seat could do and did is kept; then the results of whole games are
exchanged at random. Nothing that anybody did has to do with winning any more, so that every excess
with a corrected p-value below 0.01 is false. There should be one in at most 1 % of the runs.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ducato.core.game import LoadedGame, load
from ducato.lab.diagnosis.finding import LEVEL
from ducato.lab.thing_shares import excess_of
from ducato.runs.play.buffers import WHOLE_GAME, Tally
from ducato.runs.play.chunk import Player, pieces_of
from ducato.runs.statistics import adjusted

TABLES = (
    ("builders", 2, "random"),
    ("builders", 4, "greedy"),
    ("fantasy-market", 4, "greedy"),
    ("fantasy-market", 6, "random"),
    ("magnate", 2, "greedy"),
    ("manifest-destiny", 5, "random"),
)


def played(game: LoadedGame, level: str, games: int) -> tuple[NDArray[Any], NDArray[Any]]:
    """Play games one by one.

    Returns:
        For each thing, game and group of `Totals.pairs`, whether a seat is in it; and the shares of
        the win by game and position.
    """
    groups, wins = [], []
    for piece in pieces_of(game, [level] * game.players, games, seed=5, size=1):
        rows, totals = Player(piece, game).play()
        sums = totals.things[:, :, WHOLE_GAME]
        of_game = np.stack([sums[..., Tally.DONE], sums[..., Tally.PASSED]], axis=1)
        groups.append(of_game.reshape(2 * game.players, -1).T)
        won = (rows.ranks[0] == 1)[np.argsort(rows.order[0])]
        wins.append(won / won.sum())
    found = np.stack(groups, axis=1)
    return found[found.any(axis=(1, 2))], np.array(wins)


def p_values(groups: NDArray[Any], wins: NDArray[Any]) -> NDArray[Any]:
    """Return the p-value of the excess of each thing that is tested, not corrected."""
    each = np.repeat(wins, 2, axis=1)
    found = []
    for seats in groups:
        won = seats * each
        pairs = np.stack([seats.T @ seats, won.T @ seats, won.T @ won], axis=-1)
        found.append(excess_of(pairs, wins.mean(axis=0))[2])
    return np.array([p for p in found if p is not None])


def main() -> None:
    """Print a line for each table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--draws", type=int, default=300)
    asked = parser.parse_args()
    rng = np.random.default_rng(1)
    print(f"{'table':32}{'things':>8}{'p < 0.05':>10}{'p < 0.01':>10}{'runs with a false one':>24}")
    for name, players, level in TABLES:
        groups, wins = played(load(name, players), level, asked.games)
        drawn = [p_values(groups, wins[rng.permutation(len(wins))]) for _ in range(asked.draws)]
        tested = np.concatenate(drawn)
        false = np.mean([(adjusted(p.tolist()) < LEVEL).any() for p in drawn])
        below = [f"{100 * (tested < limit).mean():8.1f} %" for limit in (0.05, 0.01)]
        count = len(tested) // asked.draws
        print(f"{f'{name}, {players}, {level}':32}{count:8}{''.join(below)}{100 * false:22.1f} %")


if __name__ == "__main__":
    main()
