"""Random play in boardgame.io, which Node runs (`boardgame_io.mjs`)."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

from peers import Measure, Row

FOLDER = "BOARDGAME_IO"
"""The variable with the folder in which ``npm install boardgame.io`` was called."""


def measurements() -> Iterator[tuple[Row, Measure]]:
    """Yield what can be measured."""
    folder = os.environ.get(FOLDER)
    if folder is None:
        return
    command = ["node", str(Path(__file__).with_suffix(".mjs"))]

    def measure(run: int) -> float:
        done = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True)
        return float(done.stdout)

    yield Row("boardgame.io, a game of cards and dice", "observation"), measure
