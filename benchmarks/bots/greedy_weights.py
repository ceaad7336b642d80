"""Tuning of a greedy player's weights by games between slightly different players.

    python -m benchmarks.bots.greedy_weights GAME [--games N] [--rounds N] [--seed S]

In each round many directions are tried: players whose weights are moved along one of them, and
players moved the opposite way, meet the same rivals at mixed tables of every number of players.
What the winners have in common is the direction of the next step (an evolution strategy with
mirrored samples). The steps become smaller from round to round. The rivals are the present players
and the results of earlier rounds: the best answer to a single rival loses to others. The result is
printed as the table of ``data/greedy.toml``, with its share of the wins against the present
weights.

Each deal is played twice: half of the seats, drawn by chance, belong to one side, then to the
other.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ducato.bots.playout import Choices, Policy, choice
from ducato.compile.kernels import kernel
from ducato.core.batch import Batch
from ducato.core.chance import below, new_rng
from ducato.core.game import LoadedGame, all_games
from ducato.core.game.weights import greedy_weights
from ducato.core.verbs import (
    CHANCE,
    TERMINAL,
    apply_action,
    chance_outcomes,
    current_player,
    ranking,
    setup,
)
from ducato.runs.play.lab_players import SHARP
from ducato.runs.statistics import wilson_interval

Weights = NDArray[np.float64]
SPREAD = 0.3
"""How far the players of a round are from its weights, as a share of each weight's scale."""
LEAST = 1.0
"""The scale of a weight is its size, but at least this."""
FIRST_STEP = 0.04
"""The first step, as a share of each weight's scale, by a direction of one standard error."""
FASTEST = 3.0
"""The most standard errors that count."""
RIVALS = 8
"""Number of rounds whose result becomes a rival."""


@kernel
def play_mixed(
    states: Any,
    editions: Any,
    rng: Any,
    policies: tuple[Policy, Policy],
    sides: Any,
    choices: Choices,
    ranks: Any,
    limit: int,
) -> bool:
    """Play a game in which each seat chooses by the policy of its side, 0 or 1.

    `states` is a batch of two states: one to overwrite, and one of zeros. Return whether the game
    has ended within `limit` steps.
    """
    edition = editions[0]
    states[0] = states[1]
    state = states[0]
    setup(state, edition)
    for _ in range(limit):
        player = current_player(state, edition)
        if player == TERMINAL:
            ranking(state, edition, ranks)
            return True
        if player == CHANCE:
            apply_action(state, edition, below(rng, chance_outcomes(state, edition)))
        else:
            policy = policies[sides[player]]
            apply_action(state, edition, choice(state, edition, rng, policy, choices))
    return False


@dataclass
class Table:
    """A game for one number of players, with the buffers to play it."""

    game: LoadedGame

    def __post_init__(self) -> None:
        self.states, self.editions = Batch.zeros(self.game.State, 2), Batch.of(self.game.edition)
        self.choices = Choices.of(len(self.game.actions))
        self.ranks = np.zeros(self.game.players, np.int32)

    def lead(self, weights: tuple[Weights, Weights], seed: Sequence[int | str]) -> float:
        """Play one deal twice; return the first side's share of the wins, less 1/2."""
        policies = tuple(Policy(True, SHARP * side) for side in weights)
        sides = np.arange(self.game.players) % 2
        np.random.default_rng(list(new_rng(*seed, "seats"))).shuffle(sides)
        share = 0.0
        for first in (0, 1):
            ended = play_mixed(
                self.states,
                self.editions,
                new_rng(*seed),
                policies,
                sides ^ first,
                self.choices,
                self.ranks,
                self.game.game.longest,
            )
            won = self.ranks == 1 if ended else np.ones(len(self.ranks))
            share += won[sides == first].sum() / won.sum()
        return share / 2 - 0.5


def tune(tables: list[Table], start: Weights, rounds: int, deals: int, seed: int) -> Weights:
    """Return better weights than those to start with; a round plays `deals` deals."""
    scale = np.maximum(np.abs(start), LEAST)
    draw = np.random.default_rng(seed)
    weights, rivals = start.copy(), [start]
    for number in range(rounds):
        total, squares = np.zeros(len(weights)), 0.0
        for deal in range(deals):
            way = draw.standard_normal(len(weights))
            rival = rivals[draw.integers(len(rivals))]
            table, deal_seed = tables[deal % len(tables)], (seed, number, deal)
            more, less = (
                table.lead((weights + shift * scale * way, rival), deal_seed)
                for shift in (SPREAD, -SPREAD)
            )
            total += (more - less) * way
            squares += (more - less) ** 2
        errors = np.clip(total / np.sqrt(squares), -FASTEST, FASTEST)
        weights += FIRST_STEP * (1 - number / rounds) * scale * errors
        if number % max(1, rounds // RIVALS) == 0:
            rivals.append(weights.copy())
            found = lead_line(tables, weights, start, deals // len(tables), seed)
            print(f"after round {number + 1}: {found}", file=sys.stderr, flush=True)
    # Only the proportions matter to a greedy player, but a guided one is the sharper the larger
    # its weights are.
    return np.round(weights * np.abs(start).sum() / np.abs(weights).sum(), 2)


def lead_line(tables: list[Table], new: Weights, old: Weights, deals: int, seed: int) -> str:
    """Play new weights against old; return the shares of the wins as text, with intervals."""
    parts = []
    for table in tables:
        leads = [table.lead((new, old), (seed, "match", deal)) for deal in range(deals)]
        wins = sum(0.5 + lead for lead in leads) * 2
        low, high = wilson_interval(wins, 2 * deals)
        parts.append(
            f"{table.game.players} players {50 * wins / deals:.1f} % "
            f"({100 * low:.1f} to {100 * high:.1f})"
        )
    return ", ".join(parts)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=4000, help="games of a round, and of a match")
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args()
    game, deals = all_games()[chosen.game], chosen.games // 4
    tables = [Table(game.load(players)) for players in game.players]
    old = greedy_weights(game)
    new = tune(tables, old, chosen.rounds, deals, chosen.seed)
    print("[weights]")
    for feature, weight in zip(game.module("rules").Feature, new, strict=True):
        print(f"{feature.name.lower()} = {weight:.12g}")
    print(f"# new against old, {4 * deals} games each: ", end="")
    print(lead_line(tables, new, old, 2 * deals, chosen.seed + 1))


if __name__ == "__main__":
    main()
