"""Compilation of bots in a process of its own, whose memory is freed when it ends.

Compiling a game takes hundreds of megabytes, which Python does not give back. What the process
compiles is in the cache afterwards, from which the process that started it loads the kernels.

``python -m ducato.bots.compile_apart`` reads one line of JSON after another, with the full name of
a game and a kind of bot, and answers each with a line: nothing, or what went wrong. It ends with
its input.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys

from ducato.bots.warmup import warm_up
from ducato.compile.announcements import silently
from ducato.core.errors import FAULTS, DucatoError
from ducato.core.game import LoadedGame, load

NICENESS = 5
"""The niceness of the process, as defined by nice(1): a player may be waiting for it, so it must
make progress on a busy machine, but moves come first."""
PATIENCE = 5.0
"""Seconds for the process to end after its input."""


class NotCompiledApart(DucatoError):
    """An error raised if the process could not be started, has died or reports an error."""


class Compiler:
    """The process that compiles; it starts when first needed, and again after `close`.

    Its methods must not be called by two threads at once, except `close`.
    """

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None
        self._game = ""

    def compile(self, kind: str, game: LoadedGame) -> None:
        """Have a kind of bot compiled for a game. This blocks until it is in the cache.

        Each game has a process of its own, so that the memory of one is free before the next.

        Raises:
            NotCompiledApart: the bot was not compiled.
        """
        name = game.game.full_name
        if name != self._game:
            self.close()
        self._game = name
        try:
            process = self._process = self._process or _started()
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(json.dumps([kind, name]) + "\n")
            process.stdin.flush()
            answer = process.stdout.readline()
        except (OSError, ValueError) as error:
            self.close()
            raise NotCompiledApart(f"the compiler's process failed: {error}") from error
        if not answer.endswith("\n"):
            self.close()
            raise NotCompiledApart(f"the compiler's process ended with {process.returncode}")
        if answer.strip():
            raise NotCompiledApart(answer.strip())

    def close(self) -> None:
        """End the process, if it is running."""
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait(PATIENCE)
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                pipe.close()


def _started() -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "ducato.bots.compile_apart"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,  # the server's own may be a log of JSON
        text=True,
    )


def main() -> None:
    """Compile what is asked for on standard input."""
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    answers, sys.stdout = sys.stdout, sys.stderr  # a game may print something
    for line in sys.stdin:
        kind, name = json.loads(line)
        said = ""
        try:
            with silently():
                warm_up(kind, load(name))
        except FAULTS as error:
            said = " ".join(f"{type(error).__name__}: {error}".split())
        answers.write(f"{said}\n")
        answers.flush()


if __name__ == "__main__":
    main()
