"""A server in its own process for measurements, which can be started, observed and killed."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
import weakref
from pathlib import Path
from typing import Any

PROGRAM = (
    "import sys; from benchmarks.server import run; "
    "run(sys.argv[1], int(sys.argv[2]), 'unlimited' not in sys.argv, 'warm' in sys.argv)"
)
ROOT = Path(__file__).parents[1]
INTERPRETED = "NUMBA_DISABLE_JIT"
"""The environment variable that turns compilation off."""


def run(database: str, port: int, limits: bool = True, warm: bool = False) -> None:
    """Serve, and report on request the lag of the event loop and the tables in memory.

    Requests come on standard input; the lag is in milliseconds, and tables and their actors are
    counted. Without limits all clients may send as many requests as they like; no option of ducato
    allows that.
    """
    import asyncio
    import time
    from contextlib import nullcontext

    from ducato.server.kit.http.rate_limits import Limits
    from ducato.server.kit.workers.warm_up import WarmUp
    from ducato.server.live import registry
    from ducato.server.live.actor import TableActor
    from ducato.server.serve import serve
    from ducato.table.table import LiveTable

    lags: list[float] = []
    live = {kind: weakref.WeakSet[Any]() for kind in (LiveTable, TableActor)}
    for kind, known in live.items():
        _note_all(kind, known)
    opened = registry.TableRegistry.open

    async def watch() -> None:
        while True:
            asked = time.perf_counter()
            await asyncio.sleep(0.01)
            lags.append(time.perf_counter() - asked - 0.01)

    warming: list[WarmUp] = []

    async def open_and_watch(self: registry.TableRegistry) -> None:
        await opened(self)
        warming.append(self.workers.warm_up)
        self._lag_watch = asyncio.create_task(watch())  # type: ignore[attr-defined]

    def report() -> None:
        for line in sys.stdin:
            if line.startswith("lag"):
                taken, lags[:] = sorted(lags), []
                p99 = taken[int(len(taken) * 0.99)] if taken else 0.0
                sys.stdout.write(f"lag {1000 * p99:.2f} {1000 * max(taken, default=0):.2f}\n")
            elif line.startswith("live"):
                counts = " ".join(str(len(known)) for known in live.values())
                sys.stdout.write(f"live {counts}\n")
            elif line.startswith("warm"):
                compiled = [done.done() for one in warming for done in one._done.values()]
                sys.stdout.write(f"warm {int(bool(compiled) and all(compiled))}\n")
            sys.stdout.flush()

    if not limits:
        Limits.take = Limits.take_from = lambda *_: True  # type: ignore[method-assign,assignment]
        Limits.acquire = lambda *_: nullcontext(True)  # type: ignore[method-assign,assignment]
    registry.TableRegistry.open = open_and_watch  # type: ignore[method-assign]
    threading.Thread(target=report, daemon=True).start()
    # Without analyses of finished games, which would take the time that is measured.
    serve(port=port, database=database, warm=warm, analysis_seconds=0)


def started(
    command: list[str], log: Path | None = None, *, compiled: bool, stdin: int | None = None
) -> tuple[subprocess.Popen[str], str]:
    """Start a server; return its process, and its URL once it listens.

    Args:
        command: the program with its arguments.
        log: the file for its errors; None for those of this process.
        compiled: whether bots run compiled.
        stdin: its standard input, as `subprocess.Popen` takes it.

    Raises:
        RuntimeError: it did not start.
    """
    errors = None if log is None else log.open("wb")
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        env=dict(os.environ) if compiled else {**os.environ, INTERPRETED: "1"},
        stdin=stdin,
        stdout=subprocess.PIPE,
        stderr=errors,
        text=True,
    )
    if errors is not None:
        errors.close()
    assert process.stdout is not None
    said = process.stdout.readline()
    found = re.search(r"http://[\d.]+:\d+", said)
    if found is None:
        raise RuntimeError(f"the server did not start: {said!r}")
    return process, found[0]


def resident_bytes(pid: int) -> int:
    """Return the resident bytes of a process; Linux only."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * 1024
    return 0


def processor_seconds(pid: int) -> float:
    """Return the processor time that a process has used; Linux only."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _note_all(kind: type, known: weakref.WeakSet[Any]) -> None:
    """Record all objects of a class for as long as they live."""
    begin = kind.__init__

    def noted(self: Any, *given: Any, **named: Any) -> None:
        begin(self, *given, **named)
        known.add(self)

    kind.__init__ = noted  # type: ignore[misc]


class Server:
    """A server in a subprocess.

    Args:
        database: its URL.
        port: where to listen; 0 for a free one.
        limits: whether the rate limits hold.
        compiled: whether bots run compiled; else nothing is, which saves time at the start.
        warm: whether all games are compiled from the start; else at the first request of a bot.
        log: the file for its errors and all its other output; with one, it cannot be asked for its
            lag.
        descriptors: how many it may open (`ulimit -n`), if not as many as this process.
    """

    def __init__(
        self,
        database: str,
        port: int = 0,
        *,
        limits: bool = True,
        compiled: bool = True,
        warm: bool = False,
        log: Path | None = None,
        descriptors: int | None = None,
    ) -> None:
        fewer = ["sh", "-c", f'ulimit -n {descriptors} && exec "$@"', "sh"]
        self.process, self.base = started(
            [
                *(fewer if descriptors else ()),
                sys.executable,
                "-c",
                PROGRAM,
                database,
                str(port),
                *(() if limits else ("unlimited",)),
                *(("warm",) if warm else ()),
            ],
            log,
            compiled=compiled,
            stdin=subprocess.PIPE,
        )
        self.port = int(self.base.rpartition(":")[2])
        if log is not None:  # a pipe without a reader would stop it
            assert self.process.stdout is not None
            threading.Thread(target=self.process.stdout.read, daemon=True).start()

    def lag(self) -> tuple[float, float]:
        """Return the lag of the event loop since the last call: 99th percentile and most, in ms."""
        p99, most = self._asked("lag")
        return float(p99), float(most)

    def is_warm(self) -> bool:
        """Return whether everything that is compiled at its start is compiled."""
        (compiled,) = self._asked("warm")
        return bool(int(compiled))

    def live(self) -> tuple[int, int]:
        """Return the numbers of tables and actors of tables in its memory."""
        tables, actors = self._asked("live")
        return int(tables), int(actors)

    def _asked(self, word: str) -> list[str]:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{word}\n")
        self.process.stdin.flush()
        return self.process.stdout.readline().split()[1:]

    def memory(self) -> int:
        """Return its resident bytes; Linux only."""
        return resident_bytes(self.process.pid)

    def processor_seconds(self) -> float:
        """Return the processor time that it has used; Linux only."""
        return processor_seconds(self.process.pid)

    def kill(self) -> None:
        """Kill it, as a loss of power does."""
        self.process.kill()
        self._end()

    def stop(self) -> None:
        """Stop it as Ctrl-C does."""
        self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
        self._end()

    def _end(self) -> None:
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                pipe.close()
