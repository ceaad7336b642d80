"""Measure the balance of the games that come with ducato: ``make reports``.

Every edition and number of players, at random and at greedy play. What is measured becomes part of
the games' packages, and the server makes a page of it. Equal versions measure the same.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from pathlib import Path

from ducato.lab.report.report_data import FILE

ROOT = Path(__file__).parents[2]
GAMES = ROOT / "src/ducato/games"
OUT = ROOT / "build/reports"
NUMBER = 4000
"""The number of games at each table and level of skill."""


def write(folder: Path, games: int) -> None:
    """Write what the report about the game in a folder says."""
    name = folder.name.replace("_", "-")
    out = OUT / name
    shutil.rmtree(out, ignore_errors=True)
    command = [sys.executable, "-m", "ducato", "lab", "report", name, "--edition", "all"]
    jobs = ["--jobs", str(os.cpu_count() or 1)]
    subprocess.run([*command, "--games", str(games), "--out", str(out), *jobs], check=True)
    shutil.copy(out / Path(FILE).name, folder / FILE)


def main() -> None:
    """Write the reports about the games named on the command line, or about all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="folders of games, such as magnate")
    parser.add_argument("--number", type=int, default=NUMBER, help="games at each table and level")
    given = parser.parse_args()
    folders = [path.parent for path in sorted(GAMES.glob("*/__init__.py"))]
    for folder in folders:
        if not given.games or folder.name in given.games:
            write(folder, given.number)


if __name__ == "__main__":
    main()
