"""Games that cannot be used: why, and that each is reported once and harms nothing else.

A game comes with a package that somebody installed. What is wrong with one of them must not keep
anybody from the others, so finding and describing a game runs `isolated`.

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
"""Characters of an error's words: a report is one line, and somebody has to read it."""
ANOTHER = "another package"
"""What a game came with, where that is not known."""


@dataclass(frozen=True)
class UnavailableGame:
    """A game that was found and cannot be used.

    Attributes:
        name: as its package calls it.
        distribution: what was installed with it, as the package manager calls it.
        reason: what is wrong, in one line of English.
    """

    name: str
    distribution: str
    reason: str

    def to_dict(self) -> dict[str, str]:
        """Return plain data, for JSON."""
        return asdict(self)


class BrokenGame(DucatoError, ImportError):
    """A game lacks something that every game must have.

    Attributes:
        game: its name, or that of its package.
        problem: what it lacks.
    """

    def __init__(self, game: str, problem: str) -> None:
        self.game, self.problem = game, problem
        super().__init__(f"the game {game!r} {problem}")


class Registry:
    """The games that cannot be used, each of them reported once.

    Attributes:
        distributions: what was installed with each game that was found.
    """

    def __init__(self) -> None:
        self.distributions: dict[str, str] = {}
        self._unavailable: dict[str, UnavailableGame] = {}
        self._lock = threading.Lock()

    def __contains__(self, name: object) -> bool:
        return name in self._unavailable

    def unavailable(self) -> list[UnavailableGame]:
        """Return what was found to be wrong so far, by name."""
        with self._lock:
            return [game for _, game in sorted(self._unavailable.items())]

    def forget(self) -> None:
        """Forget all, since the games are looked for anew."""
        with self._lock:
            self._unavailable.clear()
            self.distributions.clear()

    @contextmanager
    def isolated(self, name: str, distribution: str | None = None) -> Iterator[None]:
        """Report what goes wrong inside, and go on after it.

        Args:
            name: the game that it is about.
            distribution: what was installed with it, if it is not among the `distributions`.
        """
        try:
            yield
        except (Exception, SystemExit) as error:  # a package may also end the program
            known = distribution or self.distributions.get(name, ANOTHER)
            self._report(UnavailableGame(name, known, reason(error)))

    def _report(self, game: UnavailableGame) -> None:
        with self._lock:
            if game.name in self._unavailable:
                return
            self._unavailable[game.name] = game
        if multiprocessing.parent_process() is None:  # else the parent has said so
            log.warning(
                "%s offers the game %r, which cannot be used: %s",
                *(game.distribution, game.name, game.reason),
            )


def reason(error: BaseException) -> str:
    """Return what an error says and, if it is no error of ducato's own, where it arose."""
    words = " ".join(str(error).split())[:LONGEST_REASON]
    if isinstance(error, DucatoError) and words:
        return words
    kind = f"{type(error).__name__}: {words}" if words else type(error).__name__
    frames = [frame for frame in extract_tb(error.__traceback__) if frame.filename[:1] != "<"]
    return f"{kind} ({Path(frames[-1].filename).name}:{frames[-1].lineno})" if frames else kind
