"""What one connected screen may show: whose view, in which language, and when a curtain falls.

A screen serves one person, or several who share it (hot seat), or nobody: then it only watches.
A shared screen shows one person at a time. When another one is to decide, it is covered until that
person says to be there; meanwhile it gets what a spectator gets, so that nothing secret is left on
it. This module must not know the match or the game.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from ducato.core.visibility import SPECTATOR


@dataclass(frozen=True)
class Viewer:
    """For whom something is written.

    Attributes:
        seat: whose eyes, `SPECTATOR` for what everybody may see.
        language: one of `messages.LANGUAGES`.
    """

    seat: int
    language: str


class ViewKey(NamedTuple):
    """What somebody sees, whatever the language: equal sights of a table have equal scenes.

    Attributes:
        generation: goes on when something is taken back, or choices pass to other hands.
        seq: steps of the match.
        seat: whose eyes.
        present: whether nothing had happened after them then, so that choices are offered.
    """

    generation: int
    seq: int
    seat: int
    present: bool


@dataclass(eq=False)
class Screen:
    """One connection to a table.

    Attributes:
        seats: the people who use it, by seat.
        language: in which it is written.
        person: who is logged in there, None for nobody that is known.
        shown: the seat whose view it shows, `SPECTATOR` while nobody's.
        covered_for: the seat that must say `ready` first, None without a curtain.
        seq: up to which step it was told.
        undo_count: how often it was told that something was taken back.
        view_key: what it shows, None before it was sent anything.
        waits: whether it was told last that the game has not begun.
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
        """Its person has other seats now."""
        self.seats = seats
        self.covered_for = None
        self.__post_init__()

    def wait(self) -> None:
        """The game has not begun: its people see what everybody sees."""
        self.shown, self.covered_for = SPECTATOR, None
        self.waits = True

    def begin(self) -> None:
        """The game has begun: its people see what their seats see."""
        if self.waits:
            self.sit(self.seats)
            self.waits = False

    @property
    def shared(self) -> bool:
        """Whether several people use it."""
        return len(self.seats) > 1

    @property
    def viewer(self) -> Viewer:
        """For whom the scene is made."""
        return Viewer(self.shown, self.language)

    @property
    def log_viewer(self) -> Viewer:
        """For whom the story is told: a shared screen keeps it in view_key of all its people."""
        return Viewer(SPECTATOR if self.shared else self.shown, self.language)

    def pass_to(self, player: int) -> bool:
        """The move passes to `player`, maybe no seat at all; whether the curtain falls."""
        if not self.shared or player not in self.seats or player in (self.shown, self.covered_for):
            return False
        self.shown, self.covered_for = SPECTATOR, player
        return True

    def uncover(self, seat: int) -> bool:
        """The person of this seat is there; whether that is whom the screen waits for."""
        if self.covered_for == seat:
            self.shown, self.covered_for = seat, None
        return seat in self.seats and self.shown == seat
