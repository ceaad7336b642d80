"""Games are loaded, played, drawn, told, undone, replayed and recorded without NumPy."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from tests.support import without_numpy

from ducato.core.batch import dtype_of
from ducato.core.game import all_games

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", all_games())
def test_a_whole_game_says_the_same_without_numpy(name: str):
    command = [sys.executable, "-m", without_numpy.__name__, name]
    made = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stderr
    assert made.stdout == without_numpy.digest_of(name)


@pytest.mark.parametrize("name", all_games())
def test_structs_are_laid_out_as_numpy_lays_them_out(name: str):
    game = all_games()[name]
    for package in game.rules.values():
        state = __import__(f"{package}.state", fromlist=["State"])
        for struct in (state.State, state.Edition):
            dtype = dtype_of(struct)
            assert dtype.itemsize == struct.nbytes
            for field in struct.fields.values():
                cells, start = dtype.fields[field.name]
                assert (cells.base, cells.shape) == (field.code, field.shape), field.name
                assert (start, start + cells.itemsize) == (field.start, field.stop), field.name
