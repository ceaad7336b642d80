"""Local processes: order, failures and workers that die."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from tests.runs.executors.pieces import fail, killed_always, killed_once, square

from ducato.runs.executors import parallel_map
from ducato.runs.executors.local import LostWorkers, Processes, _without_interruptions

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


def test_a_pool_is_not_interrupted_while_it_holds_its_locks():
    """Whichever thread gets the signal: half of a submission leaves a lock that nobody opens."""
    go, handled = threading.Event(), signal.getsignal(signal.SIGINT)

    def press() -> None:
        go.wait()
        signal.raise_signal(signal.SIGINT)

    other = threading.Thread(target=press)
    other.start()
    submitted = []

    def submit() -> None:
        with _without_interruptions():
            go.set()
            other.join()
            submitted.append(True)

    with pytest.raises(KeyboardInterrupt):
        submit()
    assert submitted
    assert signal.getsignal(signal.SIGINT) is handled


def test_workers_that_always_die_are_given_up():
    with pytest.raises(LostWorkers, match=r"fewer of them \(jobs\)"):
        list(Processes(2).run(killed_always, NUMBERS))


RUN = """
import sys
from ducato.runs.executors.local import Processes
from tests.runs.executors.pieces import hold

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


UNGUARDED = """
from ducato.runs.executors import parallel_map
from tests.runs.executors.pieces import square
print(parallel_map(square, [(1,), (2,)], 2, "", quiet=True))
"""


def script(path: str, text: str | None = None) -> subprocess.CompletedProcess[str]:
    """Run a script, or one from standard input."""
    found = os.pathsep.join([str(Path(__file__).parents[3]), *sys.path])
    return subprocess.run(
        [sys.executable, path], input=text, capture_output=True, text=True, check=False,
        env={**os.environ, "PYTHONPATH": found},
    )  # fmt: skip


@pytest.mark.slow
def test_a_script_from_standard_input_has_workers():
    done = script("-", UNGUARDED)
    assert (done.stdout, done.stderr) == ("[1, 4]\n", "")


@pytest.mark.slow
def test_a_script_without_a_guard_is_told_about_it(tmp_path: Path):
    file = tmp_path / "a script è.py"
    file.write_text(UNGUARDED, "utf-8")
    done = script(str(file))
    assert done.stdout == ""
    assert done.stderr.count("Traceback") == 1
    assert '`if __name__ == "__main__":`, or else a single job needs none' in done.stderr


@pytest.mark.parametrize(
    "error",
    [
        BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable"),
        AssertionError("daemonic processes are not allowed to have children"),
        ImportError("This platform lacks a functioning sem_open implementation"),
    ],
)
def test_where_no_process_can_be_started_it_is_said(monkeypatch, error: Exception):
    def fails(*_: object) -> None:
        raise error

    monkeypatch.setattr("multiprocessing.process.BaseProcess.start", fails)
    with pytest.raises(LostWorkers, match=r"cannot start here .*: a single job needs none"):
        list(Processes(2).run(square, NUMBERS))
