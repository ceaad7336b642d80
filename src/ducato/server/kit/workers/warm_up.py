"""The thread that compiles games for bots, starting with those for which a bot waits.

No thread of `bot_queue` ever waits for a compiler: compiling a game for the first time takes half a
minute, and the bots of all other games would have to wait, too. A server compiles in a child
process (`bots.compile_apart`), unless all is in the cache already, and only loads the result.
"""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Iterable
from concurrent.futures import Future

from ducato.bots.compile_apart import NICENESS, Compiler, NotCompiledApart
from ducato.bots.warmup import COMPILED, warm_up
from ducato.compile.announcements import silently
from ducato.compile.cache import NotKept, only_kept
from ducato.core.errors import FAULTS
from ducato.core.game import LoadedGame, available_games, load
from ducato.server.kit.workers.bot_queue import lower_priority

log = logging.getLogger(__name__)

Target = tuple[type, str]
"""A game's State type, which is the same for any number of players, and a kind of bot."""


class WarmUp:
    """The compiler of games for bots, in a thread of its own that starts when first needed.

    Attributes:
        apart: the compiler in a child process; None to compile in this process.
    """

    def __init__(self) -> None:
        self.apart: Compiler | None = None
        self._changed = threading.Condition()
        self._done: dict[Target, Future[None]] = {}
        self._waiting: deque[tuple[Target, LoadedGame]] = deque()
        self._thread: threading.Thread | None = None
        self._closed = False

    def ensure_compiled(self, game: LoadedGame, kind: str) -> Future[None]:
        """Have a kind of bot compiled for a game, ahead of all others that wait for the compiler.

        Returns:
            A future that completes when the bot is compiled, or at once if it needs no compiler; it
            also completes if compiling fails: the error then occurs again when the bot is used.
        """
        return self._queue(game, kind, first=True)

    def queue_all(self, games: Iterable[str] | None = None) -> None:
        """Queue the compilation of all kinds of bots that need it, for some games.

        Args:
            games: the names of the games; None for all installed games.
        """
        for name in available_games() if games is None else games:
            for kind in COMPILED:
                self._queue(load(name), kind, first=False)

    def close(self) -> None:
        """Start no further compilation; the futures of those still waiting never complete."""
        with self._changed:
            self._closed = True
            self._waiting.clear()
            self._changed.notify_all()
        if self.apart is not None:
            self.apart.close()

    def _queue(self, game: LoadedGame, kind: str, *, first: bool) -> Future[None]:
        key = (game.State, kind)
        with self._changed:
            future = self._done.get(key)
            if future is None:
                future = self._done[key] = Future()
                if kind not in COMPILED:
                    future.set_result(None)
                    return future
                self._waiting.append((key, game))
            if first and not future.done():
                self._waiting = deque(sorted(self._waiting, key=lambda one: one[0] != key))
            if self._thread is None and not future.done():
                self._thread = threading.Thread(target=self._run_jobs, name="compiler", daemon=True)
                self._thread.start()
            self._changed.notify_all()
        return future

    def _run_jobs(self) -> None:
        lower_priority(NICENESS)
        while True:
            with self._changed:
                while not self._waiting and not self._closed:
                    self._changed.wait()
                if self._closed:
                    return
                key, game = self._waiting.popleft()
                future = self._done[key]
            try:
                with silently():
                    self._compile(key[1], game)
            except FAULTS:
                log.exception("the bot %s of %s cannot be compiled", key[1], game.name)
            future.set_result(None)
            if not self._waiting:
                if self.apart is not None:
                    self.apart.close()
                log.info("all bots that were asked for are compiled")

    def _compile(self, kind: str, game: LoadedGame) -> None:
        """Load a bot, after another process has compiled what the cache lacks."""
        if self.apart is not None:
            try:
                with only_kept():
                    warm_up(kind, game)
            except NotKept:
                self._compile_apart(self.apart, kind, game)
            else:
                return
        warm_up(kind, game)

    def _compile_apart(self, apart: Compiler, kind: str, game: LoadedGame) -> None:
        """Have a bot compiled into the cache by another process."""
        try:
            apart.compile(kind, game)
        except NotCompiledApart as error:
            if not self._closed:
                log.warning(
                    "the bot %s of %s is compiled by the server itself, in more memory: %s",
                    kind,
                    game.name,
                    error,
                )
