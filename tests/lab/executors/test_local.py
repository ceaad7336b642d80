"""Local processes: order, failures and workers that die."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from ducato.lab.executors import parallel_map
from ducato.lab.executors.local import LostWorkers, Processes

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
    with pytest.raises(LostWorkers, match="fewer of them with --jobs"):
        list(Processes(2).run(killed_always, NUMBERS))


RUN = """
import sys
from ducato.lab.executors.local import Processes
from tests.lab.executors.pieces import hold

if __name__ == "__main__":
    list(Processes(2).run(hold, [(sys.argv[1], number) for number in range(4)]))
"""


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs a named pipe")
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_workers_end_with_their_parent(tmp_path: Path, how: signal.Signals):
    fifo, script = tmp_path / "fifo", tmp_path / "run.py"
    os.mkfifo(fifo)
    script.write_text(RUN)
    path = os.pathsep.join([str(Path(__file__).parents[3]), *sys.path])
    parent = subprocess.Popen(
        [sys.executable, str(script), str(fifo)],
        env={**os.environ, "PYTHONPATH": path},
        start_new_session=True, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    with parent, fifo.open() as held:
        assert {held.readline(), held.readline()} == {"0\n", "1\n"}
        # Ctrl-C reaches all processes of a terminal.
        (os.killpg if how == signal.SIGINT else os.kill)(parent.pid, how)
        assert held.read() == ""  # the end comes when the last worker has gone
        assert parent.stderr is not None
        assert parent.stderr.read().count("Traceback") == (how == signal.SIGINT)
