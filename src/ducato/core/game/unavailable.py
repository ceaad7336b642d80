"""The registry of unavailable games, each reported once with the reason.

Games may come with other installed packages. A fault in one game must not affect the others, so
games are found and described inside `UnavailableGames.isolated`.
"""

from __future__ import annotations

import logging
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from traceback import FrameSummary, extract_tb

from ducato.core.errors import FAULTS, DucatoError

log = logging.getLogger(__name__)

MOST_NOTED = 1000
"""The maximum number of different faults that are reported in one process."""
LONGEST_REASON = 300
"""The maximum length of an error's text in a one-line report, in characters."""
ANOTHER = "another package"
"""The name given for a game's distribution if it is not known."""


@dataclass(frozen=True)
class UnavailableGame:
    """A game that was found but cannot be used.

    Attributes:
        name: the game's name, as given by its package.
        distribution: the installed distribution that contains it.
        reason: the fault, in one line of English.
    """

    name: str
    distribution: str
    reason: str

    def to_dict(self) -> dict[str, str]:
        """Return plain data, for JSON."""
        return asdict(self)


class UnavailableGames:
    """The games that cannot be used, each reported once.

    Attributes:
        distributions: the installed distribution of each game found, by the game's name.
    """

    def __init__(self) -> None:
        self.distributions: dict[str, str] = {}
        self._unavailable: dict[tuple[str, str], UnavailableGame] = {}
        self._failed: set[str] = set()
        self._noted: set[tuple[str, str]] = set()
        self._lock = threading.Lock()

    def __contains__(self, name: object) -> bool:
        """Return whether a game that was found has failed since."""
        return name in self._failed

    def unavailable(self) -> list[UnavailableGame]:
        """Return the unavailable games found so far, sorted by name."""
        with self._lock:
            return [game for _, game in sorted(self._unavailable.items())]

    def forget(self) -> None:
        """Forget all games, before a new search for them."""
        with self._lock:
            self._unavailable.clear()
            self._failed.clear()
            self._noted.clear()
            self.distributions.clear()

    @contextmanager
    def isolated(self, name: str, distribution: str | None = None) -> Iterator[None]:
        """Catch errors in this context and report the game as unavailable.

        Args:
            name: the game's name.
            distribution: the distribution that offers something under this name; None for the game
                that was found.
        """
        try:
            yield
        except FAULTS as error:
            known = distribution or self.distributions.get(name, ANOTHER)
            if distribution is None:
                self._failed.add(name)
            self._report(UnavailableGame(name, known, reason(error)))

    def note(self, name: str, error: BaseException) -> None:
        """Report the fault of a part of a game without which it can be played, each fault once."""
        fault = name, reason(error)
        with self._lock:
            if fault in self._noted or len(self._noted) >= MOST_NOTED:
                return
            self._noted.add(fault)
        if not _is_child():
            distribution = self.distributions.get(name, ANOTHER)
            log.warning("%s offers the game %r, a part of which fails: %s", distribution, *fault)

    def _report(self, game: UnavailableGame) -> None:
        with self._lock:
            if (game.name, game.distribution) in self._unavailable:
                return
            self._unavailable[game.name, game.distribution] = game
        if not _is_child():  # a child process leaves this to its parent
            log.warning(
                "%s offers the game %r, which cannot be used: %s",
                game.distribution,
                game.name,
                game.reason,
            )


def _is_child() -> bool:
    """Return whether another process has begun this one, which needs `multiprocessing` for it."""
    module = sys.modules.get("multiprocessing")
    return module is not None and module.parent_process() is not None


LIBRARY = Path(__file__).parents[2]
"""The folder of ducato itself, which also contains its own games."""


def reason(error: BaseException) -> str:
    """Return an error's text in one line, with type and source line unless it is a `DucatoError`.

    The line is the last one outside of the library, that is, in a game, if there is one.
    """
    if type(error).__module__.partition(".")[0] == "numba":
        return "its rules cannot be compiled; `ducato check` says where and why"
    words = " ".join(str(error).split())[:LONGEST_REASON]
    if isinstance(error, DucatoError) and words:
        return words
    kind = f"{type(error).__name__}: {words}" if words else type(error).__name__
    if isinstance(error, SyntaxError):  # which names its own line
        return kind
    frames = [frame for frame in extract_tb(error.__traceback__) if frame.filename[:1] != "<"]
    if not frames:
        return kind
    frame = next(filter(_is_of_a_game, reversed(frames)), frames[-1])
    return f"{kind} ({Path(frame.filename).name}:{frame.lineno})"


def _is_of_a_game(frame: FrameSummary) -> bool:
    path = Path(frame.filename)
    return not path.is_relative_to(LIBRARY) or path.is_relative_to(LIBRARY / "games")
