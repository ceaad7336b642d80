"""A server of several workers for measurements, which can be observed, and its workers killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from benchmarks.server import processor_seconds, resident_bytes, started
from sqlalchemy import create_engine, text

LIVING = text(
    "SELECT count(*) FROM processes "
    "WHERE beat > extract(epoch FROM clock_timestamp()) * 1000 - 3000"
)
PATIENCE = 90.0
"""Seconds for workers to start, on a busy machine."""


class Workers:
    """A supervisor with its workers.

    Args:
        database: the URL of a PostgreSQL database.
        number: the number of workers.
        log: the file for their errors.
    """

    def __init__(self, database: str, number: int = 2, log: Path | None = None) -> None:
        self._engine, self.number = create_engine(database), number
        program = [sys.executable, "-m", "ducato.cli", "serve", "--port", "0", "--no-warm-up"]
        # Analyses of finished games would take the time that is measured.
        workers = ["--workers", str(number), "--database", database, "--analysis-seconds", "0"]
        self.process, self.base = started([*program, *workers], log, compiled=False)

    def pids(self) -> list[int]:
        """Return the process ids of the workers."""
        parent = self.process.pid
        children = Path(f"/proc/{parent}/task/{parent}/children").read_text()
        return [int(pid) for pid in children.split()]

    def wait_until_complete(self) -> None:
        """Wait until all workers live."""
        until = time.monotonic() + PATIENCE
        while self.living() != self.number:
            if time.monotonic() > until:
                raise TimeoutError("not all workers live")
            time.sleep(0.1)

    def living(self) -> int:
        """Return the number of processes that live, as the database has it."""
        with self._engine.connect() as connection:
            return int(connection.scalar(LIVING) or 0)

    def addresses(self) -> list[str]:
        """Return the URLs at which the workers reach each other."""
        with self._engine.connect() as connection:
            found = connection.scalars(text("SELECT address FROM processes ORDER BY id"))
            return [f"http://{address}" for address in found]

    def processor_seconds(self) -> float:
        """Return the processor time of all processes."""
        return sum(processor_seconds(pid) for pid in (self.process.pid, *self.pids()))

    def memory(self) -> int:
        """Return the resident bytes of all processes."""
        return sum(resident_bytes(pid) for pid in (self.process.pid, *self.pids()))

    def lag(self) -> tuple[float, float]:
        """Return zeros: the lag of workers is not measured."""
        return 0.0, 0.0

    def restart(self) -> None:
        """Have all workers replaced in turn."""
        self.process.send_signal(signal.SIGHUP)

    def has_replaced(self, pids: set[int]) -> bool:
        """Return whether all workers live, and none of them is one of these."""
        return not pids & set(self.pids()) and self.living() == self.number

    def stop(self) -> None:
        """Stop the server as an operator does."""
        self.process.terminate()
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            for pid in self.pids():
                os.kill(pid, signal.SIGKILL)
            self.process.kill()
            self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()
        self._engine.dispose()
