"""The strength of the bots: matches between them, with intervals.

    .venv/bin/python benchmarks/strength.py magnate --games 200 --jobs 2

With more than two seats the second bot plays all the others. It prints one line of a table for
RESULTS.md after each match, so that a stopped run is not lost.
Deals are paired and seats rotated (`ducato.lab.tournament`).
"""

from __future__ import annotations

import argparse
import datetime

from ducato.core.game import load
from ducato.lab.tournament import tournament

MATCHES = (
    ("greedy", "random"),
    ("ismcts:sims=1000", "random"),
    ("ismcts:sims=1000", "greedy"),
    ("ismcts:seconds=0.05", "ismcts:seconds=0.05:playout=uniform"),
    ("ismcts:sims=4000", "ismcts:sims=500"),
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--players", type=int)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--only", type=int, nargs="*", help="numbers of the matches, from 0")
    chosen = parser.parse_args()
    game = load(chosen.game, players=chosen.players)
    today = datetime.datetime.now(datetime.UTC).date()
    print(f"{today}, {game.name} ({game.edition_name}), {game.players} seats\n")
    print("| bot | against | games | wins | 95 % | ms a decision |\n|---|---|---:|---:|---:|---:|")
    for number, bots in enumerate(MATCHES):
        if chosen.only and number not in chosen.only:
            continue
        table = [bots[0]] + [bots[1]] * (game.players - 1)
        result = tournament(game, table, chosen.games, seed=2026, jobs=chosen.jobs, quiet=False)
        bot = result.bots[0]
        low, high = bot.interval95
        print(
            f"| `{bots[0]}` | `{bots[1]}` | {chosen.games} | {100 * bot.win_rate:.1f} % "
            f"| {100 * low:.1f} to {100 * high:.1f} | {1000 * bot.seconds_per_decision:.1f} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
