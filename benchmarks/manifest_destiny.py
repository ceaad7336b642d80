"""The ends of bots' games of Manifest Destiny: points, turns, whether the deck ran out.

    python benchmarks/manifest_destiny.py [--bots NAME,...] [--games N] [--edition E]

It prints one line for each number of players; the bots sit round the table, repeated as often as
there are seats, and move on by one seat from game to game. Times are of the processor.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np

import ducato
from ducato.bots import make
from ducato.core.visibility import redact


def play(game: ducato.LoadedGame, bots: list[Any], shift: int) -> tuple[Any, list[int], int]:
    """Play one game; return its last state, the bots' ranks, and the number of real choices."""
    state, rng, choices = game.new_initial_state(), ducato.new_rng("ends", shift), 0
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(ducato.sample(state.chance_outcomes(), rng))
            continue
        seat, legal = state.current_player(), state.legal_actions()
        action = legal[0]
        if len(legal) > 1:
            choices += 1
            bot = bots[(seat + shift) % len(bots)]
            action = bot.choose(redact(state.state, seat), seat, 10_000 * shift + choices)
        state.apply_action(action)
    ranks = state.ranks()
    return state.state, [ranks[(i - shift) % len(bots)] for i in range(len(bots))], choices


def describe(players: int, names: list[str], games: int, edition: str) -> str:
    """Play the games and return the line about them."""
    game = ducato.load("manifest-destiny", players, edition)
    bots = [make(names[i % len(names)], game) for i in range(players)]
    play(game, bots, games)  # compiles
    wins, rows, choices = np.zeros(players), [], 0
    start = time.process_time()
    for number in range(games):
        end, ranks, made = play(game, bots, number)
        points = sorted(end.row("vp")[:players].tolist())
        owned = [int(mask).bit_count() for mask in end.row("advances")[:players]]
        land = [np.count_nonzero(end.row("owner") == seat) for seat in range(players)]
        by_points = points[-1] >= game.edition.vp_to_end
        rows.append((points[-1], points[0], end.turn, by_points, np.mean(owned), np.mean(land)))
        wins += [rank == 1 for rank in ranks]
        choices += made
    best, last, turns, ended, advances, territories = np.mean(rows, axis=0)
    spent = 1000 * (time.process_time() - start) / choices
    return (
        f"{players} players, {edition}, {games} games: winner {best:.1f} points, last {last:.1f}; "
        f"{turns:.1f} turns; {100 * ended:.0f} % end by points; a player has {advances:.1f} "
        f"advances and {territories:.1f} territories; {choices / games:.0f} choices a game, "
        f"{spent:.1f} ms each; wins {dict(enumerate(wins.tolist()))}"
    )


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--bots", default="greedy")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--edition", default="standard")
    given = parser.parse_args()
    for players in (3, 4, 5):
        print(describe(players, given.bots.split(","), given.games, given.edition), flush=True)


if __name__ == "__main__":
    main()
