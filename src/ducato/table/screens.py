"""Screens: whose view each one shows, in which language, and when it is covered.

A screen serves one person, several who share it (pass and play), or spectators. A shared screen
shows one seat at a time. When another seat is to move, the screen is covered until that player says
to be ready; meanwhile it gets what spectators get, so that nothing secret is left on it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from ducato.core.visibility import SPECTATOR


@dataclass(frozen=True)
class Viewer:
    """The reader of a view: a seat and a language.

    Attributes:
        seat: whose view, `SPECTATOR` for what everybody may see.
        language: one of `messages.LANGUAGES`.
    """

    seat: int
    language: str


class ViewKey(NamedTuple):
    """What identifies a view, apart from the language: equal keys have equal scenes.

    Attributes:
        generation: grows when steps are undone, or when choices pass to other people.
        seq: the number of steps.
        seat: whose view.
        present: whether these were all steps then, so that choices are offered.
    """

    generation: int
    seq: int
    seat: int
    present: bool


@dataclass(eq=False)
class Screen:
    """One connection to a table.

    Attributes:
        seats: of the people who use it.
        language: of its texts.
        person: the person logged in there, None without a login.
        shown: the seat whose view it shows, or `SPECTATOR`.
        covered_for: the seat that must say `ready` first; None if it is not covered.
        seq: the number of the last step sent to it.
        undo_count: the table's `undo_count` at the last update.
        view_key: key of the view that it shows, None before the first one.
        waits: whether it shows a game that has not begun.
    """

    seats: tuple[int, ...]
    language: str
    person: str | None = None
    shown: int = field(init=False)
    covered_for: int | None = field(init=False, default=None)
    seq: int = field(init=False, default=0)
    undo_count: int = field(init=False, default=0)
    view_key: ViewKey | None = field(init=False, default=None)
    waits: bool = field(init=False, default=False)

    def __post_init__(self) -> None:
        self.shown = self.seats[0] if len(self.seats) == 1 else SPECTATOR

    def sit(self, seats: tuple[int, ...]) -> None:
        """Give the screen the seats that its person has now."""
        self.seats = seats
        self.covered_for = None
        self.__post_init__()

    def wait(self) -> None:
        """Show what everybody sees, since the game has not begun."""
        self.shown, self.covered_for = SPECTATOR, None
        self.waits = True

    def begin(self) -> None:
        """Show what its people's seats see, since the game has begun."""
        if self.waits:
            self.sit(self.seats)
            self.waits = False

    @property
    def shared(self) -> bool:
        """Whether several people use it."""
        return len(self.seats) > 1

    @property
    def viewer(self) -> Viewer:
        """The viewer of its scenes."""
        return Viewer(self.shown, self.language)

    @property
    def log_viewer(self) -> Viewer:
        """The viewer of its log, which everybody at a shared screen can see."""
        return Viewer(SPECTATOR if self.shared else self.shown, self.language)

    def pass_to(self, player: int) -> bool:
        """Cover the screen if the move passes to another of its people. Return whether it does."""
        if not self.shared or player not in self.seats or player in (self.shown, self.covered_for):
            return False
        self.shown, self.covered_for = SPECTATOR, player
        return True

    def uncover(self, seat: int) -> bool:
        """Uncover the screen for a seat. Return whether the screen shows that seat now."""
        if self.covered_for == seat:
            self.shown, self.covered_for = seat, None
        return seat in self.seats and self.shown == seat
