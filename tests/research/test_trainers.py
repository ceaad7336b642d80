"""The first steps with well-known trainers, unmodified, in an environment of their own.

``make trainers`` prepares it: what they need is large, and its versions are not those of ducato's
own lock.
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent / "trainers"
PYTHON = Path(__file__).parents[2] / "build" / "trainers" / "bin" / "python"
LIBRARIES = [
    "stable_baselines3", "sb3_contrib", "torchrl", "tianshou", "rllib", "supersuit", "shimmy",
]  # fmt: skip


@pytest.mark.compiled
@pytest.mark.slow
@pytest.mark.skipif(
    not PYTHON.exists() and not os.environ.get("CI"), reason="needs the trainers: make trainers"
)
@pytest.mark.parametrize("library", LIBRARIES)
def test_the_first_steps_work(library: str, tmp_path: Path):
    """They are taken elsewhere, since some libraries leave logs where they run."""
    done = subprocess.run(
        [str(PYTHON), str(FOLDER / "first_steps.py"), library],
        cwd=tmp_path, capture_output=True, text=True, check=False,
        env=os.environ | {"RAY_ADDRESS": "local"},  # not a cluster of another test
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
