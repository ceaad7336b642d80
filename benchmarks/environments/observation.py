"""How much of the winner a linear model reads from an observation.

    python benchmarks/environments/observation.py magnate --positions 50000

Greedy players who choose at random in 5 % of their decisions play many games. A logistic regression
on the columns of `LoadedGame.observation_spec` learns from some of their positions whether the seat
to move wins, and is judged by the area under the curve (AUC) on the positions of other games, for
five parts of the games in turn.
"""

from __future__ import annotations

import argparse

import numpy as np
from numpy.typing import NDArray

import ducato

SLIPS = 0.05
EVERY = 184  # of so many decisions, about as many as a game has, one is kept
PASSES, BATCH, RATE, DECAY = 30, 512, 5e-2, 1e-6
FOLDS = 5


def positions(name: str, number: int) -> tuple[NDArray, NDArray, NDArray]:
    """Return compact observations, whether the seat to move won, and the number of the game."""
    env = ducato.vector(name, 512, observation="uint8")
    step, rng = env.reset(seed=1), np.random.default_rng(1)
    game = np.arange(env.num_envs)
    kept: list[list[tuple[NDArray, int]]] = [[] for _ in game]
    seen, won, games = [], [], []
    while len(seen) < number:
        for n in np.flatnonzero(rng.integers(EVERY, size=env.num_envs) == 0):
            kept[n].append((step.observation[n].copy(), int(step.current_player[n])))
        slip = rng.random(env.num_envs) < SLIPS
        step = env.step(np.where(slip, env.sample_actions(), env.sample_actions("greedy")))
        for n in np.flatnonzero(step.terminated):
            for observation, seat in kept[n]:
                seen.append(observation)
                won.append(step.rewards[n, seat] > 0)
                games.append(game[n])
            kept[n] = []
            game[n] += env.num_envs
    return np.array(seen), np.array(won), np.array(games)


def fit(seen: NDArray, won: NDArray) -> NDArray:
    """Return the weights of a logistic regression, fitted by Adam; the last is the intercept."""
    rng, weights = np.random.default_rng(2), np.zeros(seen.shape[1] + 1)
    first, second, count = np.zeros_like(weights), np.zeros_like(weights), 0
    for done in range(PASSES):
        rate = RATE * (1 - done / PASSES)
        for chosen in np.array_split(rng.permutation(len(seen)), -(-len(seen) // BATCH)):
            wrong = 1 / (1 + np.exp(-scores(seen[chosen], weights))) - won[chosen]
            slope = np.append(wrong @ seen[chosen], wrong.sum()) / len(chosen) + DECAY * weights
            count += 1
            first = 0.9 * first + 0.1 * slope
            second = 0.999 * second + 0.001 * slope**2
            scale = np.sqrt(second / (1 - 0.999**count)) + 1e-8
            weights -= rate * first / (1 - 0.9**count) / scale
    return weights


def scores(seen: NDArray, weights: NDArray) -> NDArray:
    return seen @ weights[:-1] + weights[-1]


def area(scored: NDArray, won: NDArray) -> float:
    """Return how often a position that was won has a higher score than one that was lost."""
    ranks = np.argsort(np.argsort(scored)) + 1
    wins = int(won.sum())
    return float((ranks[won].sum() - wins * (wins + 1) / 2) / (wins * (len(won) - wins)))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", nargs="?", default="magnate")
    parser.add_argument("--positions", type=int, default=50_000)
    args = parser.parse_args()
    compact, won, games = positions(args.game, args.positions)
    seen = ducato.load(args.game).observation_spec.expand(compact)
    found = []
    for fold in range(FOLDS):
        judging = games % FOLDS == fold
        weights = fit(seen[~judging], won[~judging])
        found.append(area(scores(seen[judging], weights), won[judging]))
    error = np.std(found, ddof=1) / FOLDS**0.5
    print(f"{args.game}: AUC {np.mean(found):.4f}, standard error {error:.4f}")
    print(f"{len(won):,} positions of {len(np.unique(games)):,} games, {seen.shape[1]:,} columns")


if __name__ == "__main__":
    main()
