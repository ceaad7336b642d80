"""Measure what the tests cost: processor seconds by folder, tier and cause.

    python -m benchmarks.suite                  all tests, with two workers
    python -m benchmarks.suite --tier plain     one tier; other arguments go to pytest as well
    python -m benchmarks.suite --show FILE      show a measurement again

A test's seconds are those of its worker and of all processes below it, such as Chromium. Causes are
*collection*; *compilation*, in the first call of a kernel; *Chromium*, in processes below a worker
during browser tests; *processes*, in those below a worker during other tests; *Python*, the rest.
Linux only: it reads /proc.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

TICKS = os.sysconf("SC_CLK_TCK")
STARTED = time.monotonic()
DEAREST = 40
"""How many tests are listed."""
_spent: dict[str, float] = defaultdict(float)


def processor_time() -> tuple[float, float]:
    """Return the processor seconds of this process, and of all below it."""
    children, spent = defaultdict[int, list[int]](list), dict[int, float]()
    for entry in filter(str.isdigit, os.listdir("/proc")):
        try:
            stat = Path(f"/proc/{entry}/stat").read_text("utf-8")
        except OSError:
            continue  # it has ended
        fields = stat.rpartition(")")[2].split()
        children[int(fields[1])].append(int(entry))
        own, ended = sum(map(int, fields[11:13])), sum(map(int, fields[13:15]))
        spent[int(entry)] = (own + ended) / TICKS
        if int(entry) == os.getpid():
            mine, reaped = own / TICKS, ended / TICKS
    todo, below = children[os.getpid()], reaped
    while todo:
        process = todo.pop()
        below += spent[process]
        todo = todo + children[process]
    return mine, below


def _write(row: dict[str, Any]) -> None:
    folder, worker = os.environ["DUCATO_SUITE"], os.environ.get("PYTEST_XDIST_WORKER", "main")
    with (Path(folder) / worker).open("a", encoding="utf-8") as file:
        file.write(json.dumps(row) + "\n")


def pytest_configure() -> None:
    """Measure the first calls of kernels, in which they are compiled or loaded."""
    from ducato.compile.kernels import Kernel

    call = Kernel.__call__

    def measured(kernel: Kernel, *arguments: Any) -> Any:
        known, start = len(kernel._compiled), time.process_time()
        try:
            return call(kernel, *arguments)
        finally:
            if len(kernel._compiled) > known:
                _spent["compilation"] += time.process_time() - start

    Kernel.__call__ = measured  # type: ignore[method-assign]


def pytest_collection_finish() -> None:
    """Write down what the collection took."""
    mine, _ = processor_time()
    wall = time.monotonic() - STARTED
    _write({"id": "", "tier": "", "wall": wall, "collection": mine})


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Write down what a test takes, with its fixtures."""
    from tests.support.tiers import TIERS

    tier = next(name for name, has in TIERS.items() if has(item))
    _spent.clear()
    start, (mine, below) = time.monotonic(), processor_time()
    try:
        return (yield)
    finally:
        wall, (mine_now, below_now) = time.monotonic() - start, processor_time()
        compiling = min(_spent["compilation"], mine_now - mine)
        others = "Chromium" if item.get_closest_marker("browser") else "processes"
        spent = {
            "Python": mine_now - mine - compiling,
            "compilation": compiling,
            others: below_now - below,
        }
        _write({"id": item.nodeid, "tier": tier, "wall": wall, **spent})


CAUSES = ("Python", "compilation", "Chromium", "processes", "collection")


def _seconds(row: dict[str, Any]) -> float:
    return sum(row.get(cause, 0.0) for cause in CAUSES)


def _table(title: str, groups: dict[str, list[dict[str, Any]]]) -> None:
    print(f"\n| {title} | tests | {' | '.join(CAUSES)} | all |\n|---|{'---:|' * 7}")
    for name, rows in sorted(groups.items(), key=lambda g: -sum(map(_seconds, g[1]))):
        cells = [sum(row.get(cause, 0.0) for row in rows) for cause in CAUSES]
        figures = " | ".join(f"{cell:,.0f}" for cell in (*cells, sum(cells)))
        print(f"| {name or 'collection'} | {len(rows):,} | {figures} |")


def show(rows: list[dict[str, Any]]) -> None:
    """Print processor seconds by tier and by folder, and the dearest tests."""
    tiers, folders = defaultdict(list), defaultdict(list)
    for row in rows:
        tiers[row["tier"]].append(row)
        folders["/".join(row["id"].partition("::")[0].split("/")[:2])].append(row)
    _table("tier", tiers)
    _table("folder", folders)
    print("\n| test | tier | wall s | processor s |\n|---|---|---:|---:|")
    for row in sorted(rows, key=_seconds, reverse=True)[:DEAREST]:
        print(f"| {row['id']} | {row['tier']} | {row['wall']:.1f} | {_seconds(row):.1f} |")


def main() -> int:
    """Run the tests and show what they took."""
    arguments = sys.argv[1:]
    if arguments[:1] == ["--show"]:
        show([json.loads(line) for line in Path(arguments[1]).read_text("utf-8").splitlines()])
        return 0
    with tempfile.TemporaryDirectory() as folder:
        start = time.monotonic()
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-p", "benchmarks.suite", "-n", "2",
             "--dist", "worksteal", "--timeout", "300", *arguments],
            check=False, env={**os.environ, "DUCATO_SUITE": folder},
        )  # fmt: skip
        wall = time.monotonic() - start
        lines = [line for path in Path(folder).iterdir() for line in path.read_text().splitlines()]
    kept = Path("build/suite.jsonl")
    kept.parent.mkdir(exist_ok=True)
    kept.write_text("\n".join(lines) + "\n", "utf-8")
    print(f"{wall:.0f} s in all; the measurement is in {kept}")
    show([json.loads(line) for line in lines])
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
