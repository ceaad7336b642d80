"""The symmetry of seats: greedy players must win equally often from every seat.

    python benchmarks/symmetry.py --games 100000
    python benchmarks/symmetry.py --game NAME --games 20000 --seed 7

Who begins is drawn by chance, so equal players at all seats win equal shares, whoever they are. A
rule or a feature that prefers one seat to another, such as a tie that goes to the lowest number,
shows as a share that lies too many standard errors off. Where an edition gives the seats unequal
things, ``tests/games/<game>/symmetry.toml`` holds the options that make them interchangeable.
Prints a line for each number of players, and exits with 1 if a share is off. It knows no game.
"""

from __future__ import annotations

import argparse
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ducato.bots.playout import Choices, Policy, Results, play_games
from ducato.core.chance import new_rng
from ducato.core.game import Game, LoadedGame, all_games
from ducato.core.game.weights import greedy_weights
from ducato.core.struct import Batch

ROOT = Path(__file__).parents[1]
SHARP = 1e4
"""Factor of the weights that makes a guided player greedy: the best action, any of equal ones."""
LIMIT = 4.0
"""Standard errors that a share may be off: fair seats exceed it once in some 3,000 runs."""


@dataclass(frozen=True)
class Shares:
    """Wins of each seat as a share of the games, and how far off each is in standard errors."""

    wins: list[float]
    errors: list[float]
    unfinished: int

    def fair(self) -> bool:
        """Return whether no seat wins more or less often than chance explains."""
        return max(map(abs, self.errors)) <= LIMIT


def interchangeable(game: Game, players: int) -> LoadedGame:
    """Return the game with seats that differ only in their numbers."""
    path = ROOT / "tests" / "games" / game.name.replace("-", "_") / "symmetry.toml"
    options = tomllib.loads(path.read_text("utf-8")) if path.exists() else {}
    return game.load(players, **options)


def shares(game: LoadedGame, games: int, seed: int) -> Shares:
    """Play greedy games; return the shares. Shared wins are split, unfinished games left out."""
    states, editions = Batch.zeros(game.State, 2), Batch.of(game.edition)
    policy, choices = Policy(True, SHARP * greedy_weights(game.game)), Choices.of(len(game.actions))
    rng, results, done = new_rng("symmetry", seed), Results.of(games, game.players), 0
    while done < games:
        done += 1 + play_games(
            states, editions, rng, policy, choices, results.after(done), game.game.longest
        )
    ended = results.ranks[results.ranks[:, 0] > 0]
    won = ended == 1
    parts = won / won.sum(axis=1, keepdims=True)
    wins, error = parts.mean(axis=0), parts.std(axis=0) / np.sqrt(len(parts))
    errors = (wins - 1 / game.players) / error
    return Shares([float(share) for share in wins], [float(e) for e in errors], games - len(ended))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", help="one game only")
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=2026)
    chosen = parser.parse_args()
    off = 0
    for game in all_games().values():
        if chosen.game not in (None, game.name):
            continue
        for players in game.players:
            found = shares(interchangeable(game, players), chosen.games, chosen.seed)
            columns = zip(found.wins, found.errors, strict=True)
            text = "  ".join(f"{100 * win:.2f} % ({error:+.1f})" for win, error in columns)
            verdict = "fair" if found.fair() else "NOT FAIR"
            print(f"{game.name:18} {players} players  {text}  {verdict}", flush=True)
            off += not found.fair()
    return 1 if off else 0


if __name__ == "__main__":
    sys.exit(main())
