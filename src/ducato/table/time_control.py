"""Time controls, and the clock of a game.

The clock runs for each seat to move, whether or not its player is connected. Moments and durations
are whole milliseconds.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any

import msgspec

SECOND, MINUTE, DAY = 1000, 60_000, 86_400_000
FALLBACK_DAYS = 3
"""Days for each turn of a game that changed from real time to correspondence."""
GRACE = MINUTE
"""The minimum time, in milliseconds, given to a player who returns after running out of time."""


class Untimed(msgspec.Struct, frozen=True, tag_field="kind", tag="untimed"):
    """No time limit."""


class RealTime(msgspec.Struct, frozen=True, tag_field="kind", tag="real_time"):
    """Minutes for each player's whole game, and seconds (`increment`) added after each turn."""

    minutes: Annotated[int, msgspec.Meta(ge=1, le=240)]
    increment: Annotated[int, msgspec.Meta(ge=0, le=300)] = 0


class Correspondence(msgspec.Struct, frozen=True, tag_field="kind", tag="correspondence"):
    """Days for each turn."""

    days: Annotated[int, msgspec.Meta(ge=1, le=30)]


TimeControl = Untimed | RealTime | Correspondence


@dataclass(frozen=True)
class TurnState:
    """Data that change with the steps of a game and can be read without replaying them.

    Attributes:
        to_move: the seats to move, ascending; several if they choose at the same time.
        time_control: the time control, as written by `table.time_control`.
        clock: the time left to each seat, as written by `table.time_control`; None if untimed.
        due: the time when the first of the running clocks expires, in milliseconds since 1970, or
            None if no clock is running.
    """

    to_move: tuple[int, ...] = ()
    time_control: dict[str, Any] = field(default_factory=lambda: {"kind": "untimed"})
    clock: dict[str, Any] | None = None
    due: int | None = None


@dataclass
class Clock:
    """The clock of one game.

    Attributes:
        time_control: the game's time control.
        left: the time left to each seat when a clock was last started or stopped.
        running: the seats whose clocks are running, each with the number of steps that the game had
            when its clock began to run, which tells one turn from the next.
        due: the moment at which the first of these seats' time is up; None if no clock is running.
    """

    time_control: TimeControl
    left: list[int] = field(default_factory=list)
    running: dict[int, int] = field(default_factory=dict)
    due: int | None = None

    @classmethod
    def new(cls, time_control: TimeControl, seats: int) -> Clock:
        """Return the clock of a game that has not begun."""
        return cls(time_control, [_at_first(time_control)] * seats)

    def run_for(self, seats: Collection[int], now: int, seq: int, *, undone: bool = False) -> None:
        """Stop the running clocks of all other seats, and start those of these seats.

        With a real-time control, a seat whose clock is stopped gets its increment; by
        correspondence, one whose clock is started gets its days. Nothing happens to a clock that is
        running already, nor if the game is untimed.

        Args:
            seats: the seats whose clocks run from now on.
            now: the current time.
            seq: the number of steps of the game.
            undone: whether steps were taken back. Then nobody gains: who goes on with an earlier
                turn loses the increment of its end and has what was left of its days.
        """
        if self.running.keys() == set(seats) or isinstance(self.time_control, Untimed):
            return
        self.left = self.left_at(now)
        stopped, started = self.running.keys() - set(seats), set(seats) - self.running.keys()
        if isinstance(self.time_control, RealTime):
            more = self.time_control.increment * SECOND
            for seat in started if undone else stopped:
                self.left[seat] = max(0, self.left[seat] + (-more if undone else more))
        elif not undone:
            for seat in started:
                self.left[seat] = _at_first(self.time_control)
        self.running = {seat: self.running.get(seat, seq) for seat in sorted(seats)}
        self.due = min((now + self.left[seat] for seat in self.running), default=None)

    def left_at(self, now: int) -> list[int]:
        """Return the time left to each seat at a moment."""
        left = list(self.left)
        for seat in self.running:
            left[seat] = max(0, self.due_of(seat) - now)
        return left

    def due_of(self, seat: int) -> int:
        """Return the moment at which the time of a seat whose clock is running is up."""
        first = min(self.left[other] for other in self.running)
        return (self.due or 0) + self.left[seat] - first

    def first_over(self, now: int) -> int | None:
        """Return the seat whose time was up first, by this moment; None if there is none."""
        if self.due is None or now < self.due:
            return None
        return min(self.running, key=self.due_of)

    def forgive(self, seat: int) -> None:
        """Raise a returning player's time to `GRACE`, or to their full time if that is less."""
        self.left[seat] = max(self.left[seat], min(GRACE, _at_first(self.time_control)))

    def change_time_control(self, time_control: TimeControl, now: int) -> None:
        """Change the time control; every seat gets its full time, and a running clock runs on."""
        running = self.running
        self.time_control = time_control
        self.left = [_at_first(time_control)] * len(self.left)
        self.due = now + _at_first(time_control) if running else None

    def copy(self) -> Clock:
        """Return an independent copy."""
        return Clock(self.time_control, list(self.left), dict(self.running), self.due)

    def to_row(self) -> dict[str, Any] | None:
        """Return the clock as it is stored; None if untimed. `due` is stored separately."""
        if isinstance(self.time_control, Untimed):
            return None
        return {"left": self.left, "running": list(self.running.items())}

    @classmethod
    def from_row(
        cls, time_control: dict[str, Any], row: dict[str, Any] | None, due: int | None, seats: int
    ) -> Clock:
        """Return the clock that was stored.

        Args:
            time_control: the time control, as returned by `time_control_row`.
            row: the clock, as returned by `to_row`; None if untimed.
            due: the moment at which the running clock's time is up, or None.
            seats: the number of seats.
        """
        clock = cls.new(read_time_control(time_control), seats)
        if row is not None:
            clock.left, clock.running, clock.due = list(row["left"]), dict(row["running"]), due
        return clock

    def to_json(self, now: int) -> dict[str, Any] | None:
        """Return the clock as in the protocol, with the time left to each seat; None if untimed."""
        if isinstance(self.time_control, Untimed):
            return None
        return {"left": self.left_at(now), "running": list(self.running)}


def time_control_row(time_control: TimeControl) -> dict[str, Any]:
    """Return a time control as it is stored and sent."""
    row: dict[str, Any] = msgspec.to_builtins(time_control)
    return row


def read_time_control(row: Mapping[str, Any]) -> TimeControl:
    """Return the time control that `time_control_row` has written."""
    read: TimeControl = msgspec.convert(row, TimeControl)
    return read


def _at_first(time_control: TimeControl) -> int:
    match time_control:
        case RealTime():
            return time_control.minutes * MINUTE
        case Correspondence():
            return time_control.days * DAY
        case Untimed():
            return 0
