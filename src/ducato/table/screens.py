"""Screens: connections to a table, each with a seat's view, a language and perhaps a cover.

A screen serves one person, several who share it (pass and play), or spectators. A shared screen
shows one seat at a time. When another of its seats is to move, the screen is covered until that
player is ready; meanwhile it shows the spectators' view, so that nothing secret is left on it.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import NamedTuple

from ducato.core.visibility import SPECTATOR


@dataclass(frozen=True)
class ViewReader:
    """The reader of a view: a seat and a language.

    Attributes:
        seat: the seat that the view is for; `SPECTATOR` for the view that everybody may see.
        language: the language of the texts, one of `core.i18n.LANGUAGES`.
    """

    seat: int
    language: str


class ViewKey(NamedTuple):
    """The identity of a view apart from the language; equal keys have equal scenes.

    Attributes:
        generation: a number that grows when steps are undone, when players' names change, and when
            the set of seats that may choose changes.
        seq: the number of steps before the view.
        seat: the seat that the view is for.
        present: whether this was the current position when the view was made; only then does the
            view offer choices.
    """

    generation: int
    seq: int
    seat: int
    present: bool


@dataclass(eq=False)
class Screen:
    """The state of one screen at a table: whose view it shows, and what it has been sent.

    Attributes:
        seats: the seats of the people who use the screen.
        language: the language of its texts.
        person: the id of the person at the screen; None for an unknown visitor.
        shown: the seat whose view it shows, or `SPECTATOR`.
        covered_for: the seat whose player must send `ready` first; None if it is not covered.
        seq: the number of the last step sent to it.
        undo_count: the table's `undo_count` at the last update.
        view_key: the key of the last view sent to it; None before the first one.
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
        """Give the screen these seats, uncover it, and show its own seat.

        With no seat or several, it shows the spectators' view at first.
        """
        self.seats = seats
        self.covered_for = None
        self.__post_init__()

    def wait(self) -> None:
        """Show the spectators' view, uncovered, until the game begins."""
        self.shown, self.covered_for = SPECTATOR, None
        self.waits = True

    def begin(self) -> None:
        """If the screen has been waiting for the game, show its own seat as `sit` does."""
        if self.waits:
            self.sit(self.seats)
            self.waits = False

    @property
    def shared(self) -> bool:
        """Whether the screen has several seats."""
        return len(self.seats) > 1

    @property
    def viewer(self) -> ViewReader:
        """The viewer of the screen's scenes."""
        return ViewReader(self.shown, self.language)

    @property
    def log_viewer(self) -> ViewReader:
        """The viewer of the screen's log; on a shared screen, a spectator."""
        return ViewReader(SPECTATOR if self.shared else self.shown, self.language)

    @property
    def spectator_key(self) -> tuple[object, ...] | None:
        """What the updates of a spectator depend on; None for a screen that has seats."""
        if self.seats or self.waits:
            return None
        return self.shown, self.language, self.seq, self.undo_count, self.view_key

    def follow(self, other: Screen) -> None:
        """Note that the screen was sent what another one with the same `spectator_key` was sent."""
        self.seq, self.undo_count, self.view_key = other.seq, other.undo_count, other.view_key

    def pass_to(self, to_move: Collection[int]) -> bool:
        """Cover a shared screen if the turn passes to another of its seats.

        If several of them are to move, they choose one after the other. Return whether it was
        covered now; False if it shows one of these seats or is covered for it already.
        """
        own = [seat for seat in to_move if seat in self.seats]
        if not self.shared or not own or self.shown in own or self.covered_for in own:
            return False
        self.shown, self.covered_for = SPECTATOR, own[0]
        return True

    def uncover(self, seat: int) -> bool:
        """Uncover the screen if it is covered for this seat. Return whether it shows the seat."""
        if self.covered_for == seat:
            self.shown, self.covered_for = seat, None
        return seat in self.seats and self.shown == seat
