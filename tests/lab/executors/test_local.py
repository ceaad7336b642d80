"""Local processes: order, failures and workers that die."""

from __future__ import annotations

from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import pytest

from ducato.lab.executors import parallel_map
from ducato.lab.executors.local import Processes

from .pieces import fail, killed_always, killed_once, square

NUMBERS = [(number,) for number in range(6)]


@pytest.mark.parametrize("workers", [1, 2])
def test_every_piece_is_done_once_whatever_the_number_of_workers(workers: int):
    assert dict(Processes(workers).run(square, NUMBERS)) == {n: n * n for n in range(6)}
    assert parallel_map(square, NUMBERS, workers, "", quiet=True) == [n * n for n in range(6)]


@pytest.mark.parametrize("workers", [1, 2])
def test_a_failure_is_raised(workers: int):
    with pytest.raises(ValueError, match="piece"):
        list(Processes(workers).run(fail, NUMBERS))


def test_a_killed_worker_costs_only_what_was_under_way(tmp_path: Path):
    marker = str(tmp_path / "killed")
    pieces = [(marker, number) for number in range(8)]
    found = dict(Processes(2).run(killed_once, pieces))
    assert found == {n: n * n for n in range(8)}
    assert Path(marker).exists()
    again = [n for n in range(8) if len(Path(f"{marker}-{n}").read_text()) > 1]
    assert len(again) <= 4  # what the two workers had taken


def test_workers_that_always_die_are_given_up():
    with pytest.raises(BrokenProcessPool):
        list(Processes(2).run(killed_always, NUMBERS))
