"""The threads that prepare games for bots, starting with those for which a bot waits.

No thread of `bot_queue` ever waits for a compiler: compiling a game for the first time takes half a
minute, and the bots of all other games would have to wait, too. For the same reason one thread
loads what the cache has, and another compiles what it lacks. A server compiles in a child process
(`bots.compile_apart`), and only loads the result.
"""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable, Iterable
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


class _Line:
    """What waits for one of the threads, which starts when first needed.

    Args:
        name: the name of the thread.
        work: what it does with a kind of bot and a game.
    """

    def __init__(self, name: str, work: Callable[[str, LoadedGame], None]) -> None:
        self.name, self.work = name, work
        self.waiting: deque[tuple[Target, LoadedGame]] = deque()
        self.thread: threading.Thread | None = None


class WarmUp:
    """The preparation of games for bots: what is in the cache never waits for the compiler.

    Attributes:
        apart: the compiler in a child process; None to compile in this process.
    """

    def __init__(self) -> None:
        self.apart: Compiler | None = None
        self._changed = threading.Condition()
        self._done: dict[Target, Future[None]] = {}
        self._wanted: set[Target] = set()
        self._to_load = _Line("loader", self._load)
        self._to_compile = _Line("compiler", self._compile)
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
            self._to_load.waiting.clear()
            self._to_compile.waiting.clear()
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
                self._add(self._to_load, key, game)
            if first and not future.done():
                self._wanted.add(key)
                for line in (self._to_load, self._to_compile):
                    line.waiting = deque(sorted(line.waiting, key=lambda one: one[0] != key))
        return future

    def _add(self, line: _Line, key: Target, game: LoadedGame) -> None:
        """Append to a line, or put at its head what somebody waits for; the lock must be held."""
        (line.waiting.appendleft if key in self._wanted else line.waiting.append)((key, game))
        if line.thread is None:
            line.thread = threading.Thread(
                target=self._run_jobs, args=(line,), name=line.name, daemon=True
            )
            line.thread.start()
        self._changed.notify_all()

    def _run_jobs(self, line: _Line) -> None:
        lower_priority(NICENESS)
        while True:
            with self._changed:
                while not line.waiting and not self._closed:
                    self._changed.wait()
                if self._closed:
                    return
                key, game = line.waiting.popleft()
            try:
                with silently():
                    line.work(key[1], game)
            except NotKept:
                with self._changed:
                    if not self._closed:
                        self._add(self._to_compile, key, game)
                continue
            except FAULTS:
                log.exception("the bot %s of %s cannot be compiled", key[1], game.name)
            self._done[key].set_result(None)
            with self._changed:
                is_last = all(future.done() for future in self._done.values())
            if is_last:
                if self.apart is not None:
                    self.apart.close()
                log.info("all bots that were asked for are compiled")

    def _load(self, kind: str, game: LoadedGame) -> None:
        """Load a bot.

        Raises:
            NotKept: it must be compiled.
        """
        with only_kept():
            warm_up(kind, game)

    def _compile(self, kind: str, game: LoadedGame) -> None:
        """Compile a bot, or load it after another process has compiled it."""
        if self.apart is not None:
            self._compile_apart(self.apart, kind, game)
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
