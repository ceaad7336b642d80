"""The processes of a workbench: each edit is loaded by a process that has never seen the game.

This process imports the server and the lab, and games that nobody edits here. For every edit it
starts a child, which therefore loads the game's files as they are, and no code of before. Only when
that succeeds does the child take over from the one that serves the page; else that one goes on with
the last state that could be loaded, beside the sentence that says what is wrong.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import secrets
import signal
import socket
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from ducato.core.errors import FAULTS, DucatoError
from ducato.core.game.discovery import preload
from ducato.core.game.unavailable import reason
from ducato.core.safe_file import write_whole
from ducato.workbench import desk, measuring
from ducato.workbench.measuring import ACTIONS, KEY, REPLAYED, STATUS, Measurement, read_json
from ducato.workbench.same_deal import action_names, replay_all
from ducato.workbench.target import Target, changed_files

LOOK_EVERY = 0.1
"""Seconds between two looks at the files."""
READY, WRONG = "ready", "wrong"
UNDISTURBED = 1.5
"""Seconds that the table has to be drawn again, before the lab takes a processor."""
NICENESS = 5
"""The niceness of the processes that measure, as defined by nice(1)."""


def _context() -> Any:
    """Return how processes begin: as copies of this one where that is safe, which takes no time."""
    method = "fork" if sys.platform == "linux" else "spawn"
    return multiprocessing.get_context(method)


class ChildProcess:
    """A process of a workbench with whatever it has started; it ends with its parent."""

    def __init__(self, work: Callable[..., None], *arguments: Any) -> None:
        context = _context()
        self.pipe, there = context.Pipe()
        self._process = context.Process(target=_begin, args=(work, there, *arguments))
        self._process.start()
        there.close()

    @property
    def alive(self) -> bool:
        """Whether it has not ended yet."""
        return bool(self._process.is_alive())

    def end(self) -> None:
        """End it at once, with all that it has started; nothing that it has stored is lost."""
        if self._process.pid is not None and hasattr(os, "killpg"):
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()
        self._process.join()
        self.pipe.close()


def _begin(work: Callable[..., None], pipe: Connection, *arguments: Any) -> None:
    """Do the work of a child: in a group of its own, without any compiled file of before."""
    if hasattr(os, "setpgid"):
        with suppress(OSError):
            os.setpgid(0, 0)
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends it
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
    # A file that was edited twice in a second looks unchanged to Python's own cache.
    nowhere = Path(tempfile.gettempdir()) / f"ducato-dev-{os.getpid()}"
    sys.dont_write_bytecode, sys.pycache_prefix = True, str(nowhere)
    parent = os.getppid()

    def wait() -> None:
        while os.getppid() == parent:
            time.sleep(1)
        if hasattr(os, "killpg"):
            os.killpg(0, signal.SIGKILL)
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()
    with suppress(EOFError, BrokenPipeError):
        work(pipe, *arguments)


def serve_game(
    pipe: Connection, target: Target, data: Path, generation: int, listening: socket.socket
) -> None:
    """Load the game; when the parent says so, take over the page."""
    os.environ[measuring.NO_COMPILER] = "1"
    game = None
    try:
        game = target.load().game
    except FAULTS as error:
        pipe.send((WRONG, str(error) if isinstance(error, DucatoError) else reason(error)))
    except SystemExit as error:
        pipe.send((WRONG, reason(error)))
    else:
        pipe.send((READY, game.name))
    pipe.recv()  # that the other server has ended
    if game is not None:
        with desk.opened(data) as database:
            names = read_json(data / ACTIONS) or action_names(game)
            replayed = replay_all(database, game, names)
        write_whole(data / REPLAYED, json.dumps([vars(one) for one in replayed]))
        write_whole(data / ACTIONS, json.dumps(action_names(game)))
    desk.serve(target, game, data, generation, listening, lambda: pipe.send("serving"))


def measure_game(pipe: Connection, target: Target, kept: Measurement, compiled: bool) -> None:
    """Measure the game; the parent reads nothing of it."""
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    game = target.load()
    work = measuring.measure_compiled if compiled else measuring.measure_interpreted
    measuring.safely(lambda: work(game, kept), kept)


class Workbench:
    """The parent of a workbench's processes.

    Args:
        target: the game.
        data: a folder for the tables and the figures.
        listening: the socket at which the page is served.
        compiled: whether compiled games follow the interpreted ones.

    Attributes:
        key: what the address of the page must hold, so that nobody else opens it.
        generation: the number of the state of the files that is shown.
        wrong: what is wrong with the present files; None if they could be loaded.
    """

    def __init__(
        self, target: Target, data: Path, listening: socket.socket, *, compiled: bool = True
    ) -> None:
        self.target, self.data, self.listening = target, data, listening
        self.generation, self.key = 0, secrets.token_urlsafe(16)
        write_whole(data / KEY, self.key)
        self.wrong: str | None = None
        self._compiled = compiled
        self._stamps: Any = None
        self._changed: list[str] = []
        self._loading: ChildProcess | None = None
        self._serving: ChildProcess | None = None
        self._measuring: list[ChildProcess] = []
        self._measure_from: float | None = None

    def run(self, narrate: Callable[[str], object]) -> None:
        """Follow the files until this process is interrupted."""
        try:
            lines = self.look()  # begins the first process, beside which other games are loaded
            preload(self.target.given)
            while True:
                for line in lines:
                    narrate(line)
                time.sleep(LOOK_EVERY)
                lines = self.look()
        finally:
            self.close()

    def look(self) -> list[str]:
        """Look once at files and processes; return what is worth a line in the terminal."""
        stamps = self.target.stamps()
        if self._stamps is None or stamps != self._stamps:
            changed = changed_files(self._stamps or stamps, stamps)
            self._changed = [str(p.relative_to(self.target.folder)) for p in changed]
            self._stamps = stamps
            self._load()
        loading = self._loading
        if loading is not None and loading.pipe.poll():
            try:
                kind, words = loading.pipe.recv()
            except EOFError:
                kind, words = WRONG, "the process that loaded it has ended"
            return self._loaded(loading, kind, words)
        serving = self._serving
        if serving is not None and loading is None and not serving.alive:
            self._serving = None
            self._load()
        self._go_on_measuring()
        return []

    def _go_on_measuring(self) -> None:
        """Start to measure once the table is drawn; go on with compiled games."""
        serving, due = self._serving, self._measure_from
        if serving is not None and serving.alive and serving.pipe.poll():
            with suppress(EOFError):
                serving.pipe.recv()
                self._measure_from = time.monotonic() + UNDISTURBED
        elif due is not None and time.monotonic() >= due:
            self._measure_from = None
            if self.wrong is None:
                self._measure(compiled=False)
        elif len(self._measuring) == 1 and self._compiled and not self._measuring[0].alive:
            self._measure(compiled=True)

    def close(self) -> None:
        """End all processes."""
        for child in (self._loading, self._serving, *self._measuring):
            if child is not None:
                child.end()
        self._loading, self._serving, self._measuring = None, None, []

    def _load(self) -> None:
        """Start a process that loads the files as they are now."""
        if self._loading is not None:
            self._loading.end()
        given = (self.target, self.data, self.generation + 1, self.listening)
        self._loading = ChildProcess(serve_game, *given)

    def _loaded(self, child: ChildProcess, kind: str, words: str) -> list[str]:
        """Let a process take over that could load the game, or the first one in any case."""
        self._loading = None
        self.wrong = words if kind == WRONG else None
        self._write_status()
        if kind == WRONG and self._serving is not None:
            child.end()
            return [words]
        if self._serving is not None:
            self._serving.end()
        self._serving = child
        self.generation += 1
        self._write_status()
        child.pipe.send("go")
        for measurer in self._measuring:
            measurer.end()
        self._measuring, self._measure_from = [], None
        changed = ", ".join(self._changed)
        return [words] if kind == WRONG else [f"{changed}: drawn again"] if changed else []

    def _measure(self, *, compiled: bool) -> None:
        before: Any = {}
        for earlier in range(self.generation - 1, 0, -1):
            before = read_json(self.data / f"{earlier}-{measuring.VALUES}")
            if before:
                break
        kept = Measurement(self.data, self.generation, before)
        self._measuring.append(ChildProcess(measure_game, self.target, kept, compiled))

    def _write_status(self) -> None:
        status = {"generation": self.generation, "wrong": self.wrong, "changed": self._changed}
        write_whole(self.data / STATUS, json.dumps(status))
