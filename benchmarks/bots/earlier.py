"""Bots of an earlier commit, met as one meets any peer: in a process that runs their own sources.

A bot is named ``KIND@COMMIT``, with its options as always: ``ismcts@ea2d64e7:sims=200``. The
sources of the commit are unpacked once below ``build/earlier``; that process has the same packages,
and a cache of kernels as usual. It is given what a bot is given, the state as its seat sees it,
field by field, so that a field that was added since is left out. Both versions must have the same
actions.
"""

from __future__ import annotations

import base64
import io
import json
import os
import subprocess
import sys
import tarfile
import tempfile
import weakref
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

from ducato.core.errors import BadValue
from ducato.core.game import LoadedGame
from ducato.core.struct import Struct

ROOT = Path(__file__).parents[2]
UNPACKED = ROOT / "build" / "earlier"
PLAYER = Path(__file__).with_name("earlier_player.py")


def is_earlier(name: str) -> bool:
    """Return whether the bot with this name is one of an earlier commit."""
    return "@" in name.partition(":")[0]


def sources(commit: str) -> Path:
    """Unpack the sources of a commit, if that has not been done; return their folder.

    Raises:
        BadValue: the repository has no such commit.
    """
    git = ("git", "-C", str(ROOT))
    found = subprocess.run(
        [*git, "rev-parse", "--verify", "--quiet", f"{commit}^{{commit}}"],
        check=False, capture_output=True, text=True,
    )  # fmt: skip
    if found.returncode:
        raise BadValue("commit", commit, "a commit of this repository")
    folder = UNPACKED / found.stdout.strip()
    if not folder.exists():
        packed = subprocess.run([*git, "archive", commit, "src"], check=True, capture_output=True)
        UNPACKED.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=UNPACKED) as made:
            with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as archive:
                archive.extractall(made, filter="data")
            # At once: another process may be doing the same.
            if not folder.exists():
                Path(made, "src").rename(folder)
    return folder


class Player:
    """A process that plays with the sources of one commit."""

    def __init__(self, commit: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, PLAYER],
            env={**os.environ, "PYTHONPATH": str(sources(commit))},
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip

    def ask(self, **question: Any) -> dict[str, Any]:
        """Return the answer to a question.

        Raises:
            RuntimeError: it has none; the message is its traceback.
        """
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(question) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError(f"the process ended with {self._process.wait()}")
        answer: dict[str, Any] = json.loads(line)
        if "error" in answer:
            raise RuntimeError(answer["error"])
        return answer


@cache
def _player(commit: str, process: int) -> Player:
    """Return the process for a commit; one that was forked needs another than its parent."""
    return Player(commit)


_numbers = count()


class EarlierBot:
    """A bot as it was at an earlier commit.

    Attributes:
        simulations: the number of simulations run for choices so far; None if it does not count.
        processor_seconds: the processor time of its choices so far, spent in its own process.

    Raises:
        BadValue: there is no such commit.
        RuntimeError: that version has no such bot, game, edition or option.
    """

    def __init__(self, name: str, game: LoadedGame) -> None:
        kind, *options = name.split(":")
        kind, _, commit = kind.partition("@")
        self.name, self.simulations, self.processor_seconds = name, None, 0.0
        self._player, self._number = _player(commit, os.getpid()), next(_numbers)
        self._player.ask(
            new=self._number, bot=":".join([kind, *options]), game=game.name, players=game.players,
            edition=game.edition_name, options=dict(game.options),
        )  # fmt: skip
        weakref.finalize(self, self._player.ask, end=self._number).atexit = False

    def choose(self, state: Struct, seat: int, seed: int) -> int:
        """Return the action that the bot chooses."""
        seen = {
            field: base64.b64encode(state.row(field).tobytes()).decode() for field in state.fields
        }
        answer = self._player.ask(bot=self._number, seat=seat, seed=seed, state=seen)
        self.simulations = answer["simulations"]
        self.processor_seconds += answer["seconds"]
        return int(answer["action"])
