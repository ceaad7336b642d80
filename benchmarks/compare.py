"""Random games and tree search of ducato and of OpenSpiel (C++), in one run on one core.

    make compare            # a table for RESULTS.md on standard output

OpenSpiel's random games are played by its own C++ `RandomRolloutEvaluator` inside a bot, its
searches by its C++ bots: no Python code slows them down. Every figure is the median of several
runs, which alternate because machines are noisy.
"""

from __future__ import annotations

import datetime
import os
import platform
import statistics
import time
from collections.abc import Callable

import numba
import pyspiel

from ducato.bots.search.bot import SearchBot
from ducato.core.game import LoadedGame, all_games
from ducato.lab.bench import first_decision
from ducato.lab.simulate import simulate

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


def their_bot(
    name: str, simulations: int, rollouts: int, seed: int, hidden: bool
) -> tuple[object, object]:
    """Return a C++ bot of OpenSpiel and the first position with a choice."""
    game = pyspiel.load_game(name)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[seed % len(state.chance_outcomes())][0])
    evaluator = pyspiel.RandomRolloutEvaluator(rollouts, seed)
    if hidden:
        policy = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
        return pyspiel.ISMCTSBot(seed, evaluator, 1.4, simulations, -1, policy, False, False), state
    return pyspiel.MCTSBot(game, evaluator, 1.4, simulations, 64, False, seed, False), state


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


def main() -> None:
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
    for work in measured.values():
        work(0)  # compile, load, warm up
    rates: dict[tuple[str, str], list[float]] = {key: [] for key in measured}
    for run in range(RUNS):
        for key, work in measured.items():
            rates[key].append(work(run))
    columns = ["random games/s", "search sims/s (uniform)", "search sims/s (guided)"]
    today = datetime.datetime.now(datetime.UTC).date()
    print(f"{today}, {platform.machine()}, {os.cpu_count()} cores, one used;")
    print(
        f"Python {platform.python_version()}, Numba {numba.__version__}, medians of {RUNS} runs.\n"
    )
    print(f"| | {' | '.join(columns)} |\n|---|{'---:|' * len(columns)}")
    for label in dict.fromkeys(label for label, _ in measured):
        cells = [rates.get((label, column)) for column in columns]
        texts = [f"{statistics.median(cell):,.0f}" if cell else "-" for cell in cells]
        print(f"| {label} | {' | '.join(texts)} |")


if __name__ == "__main__":
    main()
