"""The speed of ducato beside others, in one run on one core: games, searches and environments.

    make compare                                          # tables for RESULTS.md
    OMP_NUM_THREADS=1 taskset -c 0 python benchmarks/compare.py environments

OpenSpiel is always there. PettingZoo's games need RLCard and pygame, Pgx needs JAX, and
boardgame.io needs Node and the folder with its package in the variable BOARDGAME_IO; what is
missing is left out. The environments are measured by processor time (`peers`).

OpenSpiel's random games are played by its own C++ `RandomRolloutEvaluator` inside a bot, its
searches by its C++ bots: no Python code slows them down. Every figure is the median of several
runs, which alternate because machines are noisy.
"""

from __future__ import annotations

import argparse
import datetime
import os
import platform
import statistics
import sys
import time
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec

import numba
from peers.openspiel import their_bot

from ducato.bots.search.bot import SearchBot
from ducato.core.game import LoadedGame, all_games
from ducato.lab.bench import first_decision
from ducato.lab.simulate import simulate

PEERS = {
    "ours": None,
    "openspiel": None,
    "pettingzoo": "rlcard",
    "pgx": "pgx",
    "boardgame_io": None,
}
"""The modules of `peers` and what each of them needs."""
RUNS = 5
GAMES = 5000
ROLLOUTS = 1000
SIMULATIONS = 2000
THEIRS = {"backgammon": False, "gin_rummy": True}  # whether its search must be IS-MCTS


def our_games(game: LoadedGame, run: int) -> float:
    return simulate(game, GAMES, seed=run).games_per_second


def our_search(game: LoadedGame, playout: str, run: int) -> float:
    root, seat = first_decision(game)
    bot = SearchBot(game, "", sims=SIMULATIONS, playout=playout)
    start = time.perf_counter()
    bot.estimates(root, seat, run)
    return SIMULATIONS / (time.perf_counter() - start)


def their_games(name: str, run: int) -> float:
    """Run one simulation that evaluates its leaf by many rollouts: random games, all in C++."""
    bot, state = their_bot(name, 1, ROLLOUTS, run, hidden=False)
    start = time.perf_counter()
    bot.step(state)
    return ROLLOUTS / (time.perf_counter() - start)


def their_search(name: str, run: int) -> float:
    bot, state = their_bot(name, SIMULATIONS, 1, run, hidden=THEIRS[name])
    start = time.perf_counter()
    bot.step(state)
    return SIMULATIONS / (time.perf_counter() - start)


def games_and_searches() -> dict[tuple[str, str], Callable[[int], float]]:
    """Return the measurements of whole games and of searches, by row and column."""
    measured: dict[tuple[str, str], Callable[[int], float]] = {}
    for name, game in all_games().items():
        loaded = game.load()
        label = f"ducato {name}, {loaded.players} seats"
        measured[label, "random games/s"] = lambda run, g=loaded: our_games(g, run)
        for playout in ("uniform", "guided"):
            column = f"search sims/s ({playout})"
            measured[label, column] = lambda run, g=loaded, p=playout: our_search(g, p, run)
    for name in THEIRS:
        label = f"OpenSpiel {name}"
        measured[label, "random games/s"] = lambda run, n=name: their_games(n, run)
        measured[label, "search sims/s (uniform)"] = lambda run, n=name: their_search(n, run)
    return measured


def environments() -> dict[tuple[str, str], Callable[[int], float]]:
    """Return the measurements of environments, ours and the peers that are installed."""
    measured: dict[tuple[str, str], Callable[[int], float]] = {}
    for module, needs in PEERS.items():
        if needs is None or find_spec(needs) is not None:
            for row, measure in import_module(f"peers.{module}").measurements():
                measured[row.label, f"steps/s ({row.what})"] = measure
        else:
            print(f"{needs} is not installed and left out", file=sys.stderr)
    return measured


def print_table(measured: dict[tuple[str, str], Callable[[int], float]]) -> None:
    """Measure everything in turn, several times, and print the medians."""
    for work in measured.values():
        work(0)  # compile, load, warm up
    rates: dict[tuple[str, str], list[float]] = {key: [] for key in measured}
    for run in range(RUNS):
        for key, work in measured.items():
            rates[key].append(work(run))
    columns = list(dict.fromkeys(column for _, column in measured))
    print(f"| | {' | '.join(columns)} |\n|---|{'---:|' * len(columns)}")
    for label in dict.fromkeys(label for label, _ in measured):
        cells = [rates.get((label, column)) for column in columns]
        texts = [f"{statistics.median(cell):,.0f}" if cell else "-" for cell in cells]
        print(f"| {label} | {' | '.join(texts)} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument(
        "what", nargs="?", choices=("games", "environments"), help="all if left out"
    )
    what = parser.parse_args().what
    today = datetime.datetime.now(datetime.UTC).date()
    print(f"{today}, {platform.machine()}, {os.cpu_count()} cores, one used;")
    print(f"Python {platform.python_version()}, Numba {numba.__version__}, medians of {RUNS} runs.")
    for name, measured in (("games", games_and_searches), ("environments", environments)):
        if what in (None, name):
            print()
            print_table(measured())


if __name__ == "__main__":
    main()
