"""The speed of the lab: runs with all metrics, reports, and Ray against local work.

    python -m benchmarks.lab.speed [--games N] [--jobs N] [--ray]

Times do not include compilation. The figures to reach: 10,000 greedy games of each title in 10 s on
two cores, the report in 5 s more, and with Ray 1.85 times the speed of one worker with two, on
pieces of 2 s or more, with equal bytes.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from ducato.core.game import LoadedGame, all_games, load
from ducato.lab import run
from ducato.lab.outcomes import Outcomes
from ducato.lab.report.measure import Case, measure
from ducato.lab.report.render import render
from ducato.lab.run import plan_run, run_all
from ducato.runs.executors import Executor, executor
from ducato.runs.play.chunk import pieces_of

PIECE_SECONDS = 2.5
WORKERS = 2


def timed(work: Any) -> tuple[float, Any]:
    """Return the seconds that a call takes, and its result."""
    start = time.perf_counter()
    result = work()
    return time.perf_counter() - start, result


def titles(games: int, jobs: int) -> None:
    """Measure greedy games of each title, with the fewest and the most players."""
    print(f"{'title':18}{'players':>8}{'games':>8}{'run s':>8}{'report s':>10}{'kB':>7}")
    for name, game in all_games().items():
        for players in sorted({game.players[0], game.players[-1]}):
            loaded = load(name, players)
            plan = plan_run(loaded, games)
            with_jobs = executor(jobs)
            run_all([plan_run(loaded, 2 * run.PIECE)], executor=with_jobs)  # compiled and loaded
            seconds, (found,) = timed(lambda p=plan, e=with_jobs: run_all([p], executor=e))
            case = Case({"greedy": found})
            written, text = timed(lambda g=game, c=case: render(g, measure([c])))
            size = len(text.encode()) / 1000
            print(f"{name:18}{players:8}{games:8,}{seconds:8.1f}{written:10.1f}{size:7.0f}")


def same(one: Outcomes, other: Outcomes) -> bool:
    """Return whether two runs have equal bytes."""
    arrays = zip((*one.rows, *one.totals), (*other.rows, *other.totals), strict=True)
    return all(a.tobytes() == b.tobytes() for a, b in arrays)


def with_ray(loaded: LoadedGame, pieces: int) -> None:
    """Compare one worker with two, on pieces that take `PIECE_SECONDS`."""
    import ray

    seats = ["greedy"] * loaded.players
    seconds, _ = timed(lambda: run_all([plan_run(loaded, 500)], executor=executor(1)))
    seconds, _ = timed(lambda: run_all([plan_run(loaded, 500)], executor=executor(1)))
    size = int(500 * PIECE_SECONDS / seconds)
    plan = pieces_of(loaded, seats, size * pieces, seed=0, size=size)
    ray.init(num_cpus=WORKERS, logging_level="ERROR", log_to_driver=False)
    cluster: Executor = executor(ray="auto")
    warm = pieces_of(loaded, seats, 20 * (WORKERS + 4), seed=1, size=20)
    run_all([warm], executor=cluster)
    one, first = timed(lambda: run_all([plan], executor=executor(1)))
    two, second = timed(lambda: run_all([plan], executor=cluster))
    ray.shutdown()
    assert same(first[0], second[0])
    print(
        f"Ray: {loaded.name}, {pieces} pieces of {size:,} games: one worker {one:.1f} s, "
        f"{WORKERS} workers {two:.1f} s: {one / two:.2f} times; equal bytes"
    )


def folder(loaded: LoadedGame, games: int) -> None:
    """Measure what keeping the pieces costs."""
    plan = plan_run(loaded, games)
    plain, _ = timed(lambda: run_all([plan], executor=executor(1)))
    with TemporaryDirectory() as path:
        kept = run.RunFolder(Path(path) / "run", {"game": loaded.name})
        seconds, _ = timed(lambda: run_all([plan], executor=executor(1), folder=kept))
        size = sum(f.stat().st_size for f in Path(path).rglob("*") if f.is_file()) / 1e6
    print(f"kept pieces: {loaded.name}, {games:,} games: {plain:.1f} s, kept {seconds:.1f} s, ")
    print(f"             {size:.1f} MB")


def main() -> None:
    """Print all measurements."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--pieces", type=int, default=8)
    parser.add_argument("--ray", action="store_true", help="only the measurement with Ray")
    given = parser.parse_args()
    if not given.ray:
        titles(given.games, given.jobs)
        folder(load(next(iter(all_games()))), given.games)
    with_ray(load(next(iter(all_games()))), given.pieces)


if __name__ == "__main__":
    main()
