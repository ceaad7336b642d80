"""The steps of a run of learning that are kept, so that it can go on."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from ducato.core.game.value_weights import NAMES
from ducato.learn.finished_steps import FinishedSteps

NETWORK = tuple(np.full(200, number, np.float32) for number in range(len(NAMES)))


@pytest.fixture
def steps(tmp_path: Path) -> FinishedSteps:
    folder: Any = SimpleNamespace(path=tmp_path, sources="these")
    steps = FinishedSteps(folder)
    steps.keep("first", {"won": 3}, NETWORK)
    steps.keep("second", {"won": 4})
    return steps


def test_a_finished_step_comes_back(steps: FinishedSteps):
    found = steps.kept("first")
    assert found is not None
    result, network = found
    assert (result, [*map(np.sum, network or ())]) == ({"won": 3}, [*map(np.sum, NETWORK)])
    assert steps.kept("second") == ({"won": 4}, None)
    assert steps.kept("third") is None


@pytest.mark.parametrize("file", ["first.json", "first.npz"])
@pytest.mark.parametrize("damage", ["empty", "half", "noise", "gone"])
def test_a_damaged_one_is_done_again(steps: FinishedSteps, tmp_path: Path, file: str, damage: str):
    path = tmp_path / "pieces" / file
    whole = path.read_bytes()
    if damage == "gone":
        path.unlink()
    else:
        half = len(whole) // 2
        path.write_bytes({"empty": b"", "half": whole[:half], "noise": bytes(half)}[damage])
    assert steps.kept("first") is None


def test_one_of_other_code_is_done_again(steps: FinishedSteps):
    other: Any = SimpleNamespace(path=steps.folder.path, sources="others")
    assert FinishedSteps(other).kept("first") is None
