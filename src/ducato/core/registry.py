"""Unavailable games: each is reported once, with the reason, and does no further harm.

Games come with installed packages. A fault in one of them must not affect the others, so finding
and describing a game runs inside `isolated`.

This module must not know what a game consists of.
"""

from __future__ import annotations

import logging
import multiprocessing
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from traceback import extract_tb

from ducato.core.errors import DucatoError

log = logging.getLogger(__name__)

LONGEST_REASON = 300
"""The most characters of an error's text that fit into a report of one line."""
ANOTHER = "another package"
"""The distribution of a game if it is not known."""


@dataclass(frozen=True)
class UnavailableGame:
    """A game that was found but cannot be used.

    Attributes:
        name: the name that its package gives it.
        distribution: the installed distribution that contains it.
        reason: what is wrong, in one line of English.
    """

    name: str
    distribution: str
    reason: str

    def to_dict(self) -> dict[str, str]:
        """Return plain data, for JSON."""
        return asdict(self)


class BrokenGame(DucatoError, ImportError):
    """The game lacks something that every game must have.

    Attributes:
        game: the name of the game or of its package.
        problem: what is wrong with it.
    """

    def __init__(self, game: str, problem: str) -> None:
        self.game, self.problem = game, problem
        super().__init__(f"the game {game!r} {problem}")


class Registry:
    """The games that cannot be used, each reported once.

    Attributes:
        distributions: the installed distribution of each game that was found.
    """

    def __init__(self) -> None:
        self.distributions: dict[str, str] = {}
        self._unavailable: dict[str, UnavailableGame] = {}
        self._lock = threading.Lock()

    def __contains__(self, name: object) -> bool:
        return name in self._unavailable

    def unavailable(self) -> list[UnavailableGame]:
        """Return the unavailable games found so far, by name."""
        with self._lock:
            return [game for _, game in sorted(self._unavailable.items())]

    def forget(self) -> None:
        """Forget everything, before the games are searched for again."""
        with self._lock:
            self._unavailable.clear()
            self.distributions.clear()

    @contextmanager
    def isolated(self, name: str, distribution: str | None = None) -> Iterator[None]:
        """Catch errors in this context and report them.

        Args:
            name: the game concerned.
            distribution: its distribution, if not in `distributions`.
        """
        try:
            yield
        except (Exception, SystemExit) as error:  # a package may also try to exit
            known = distribution or self.distributions.get(name, ANOTHER)
            self._report(UnavailableGame(name, known, reason(error)))

    def _report(self, game: UnavailableGame) -> None:
        with self._lock:
            if game.name in self._unavailable:
                return
            self._unavailable[game.name] = game
        if multiprocessing.parent_process() is None:  # a child process leaves this to its parent
            log.warning(
                "%s offers the game %r, which cannot be used: %s",
                *(game.distribution, game.name, game.reason),
            )


def reason(error: BaseException) -> str:
    """Return an error's text and, unless it is one of ducato's own, where it arose."""
    words = " ".join(str(error).split())[:LONGEST_REASON]
    if isinstance(error, DucatoError) and words:
        return words
    kind = f"{type(error).__name__}: {words}" if words else type(error).__name__
    frames = [frame for frame in extract_tb(error.__traceback__) if frame.filename[:1] != "<"]
    return f"{kind} ({Path(frames[-1].filename).name}:{frames[-1].lineno})" if frames else kind
