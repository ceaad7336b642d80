"""How long people may think: the time_control of a table, and the clock of its game.

There are three clocks at a table, and they know nothing of each other: that of a connection (is
the line alive?), that of presence (is somebody there?), and this one, which alone decides anything.
It runs for the seat to move, whether its player is connected or not.

Moments and durations are whole milliseconds. This module must not know who sits where.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any

import msgspec

SECOND, MINUTE, DAY = 1000, 60_000, 86_400_000
FALLBACK_DAYS = 3
"""Days for a move when a live table has turned into a slow one."""
GRACE = MINUTE
"""What a player has at least who comes back after the time was over."""


class Untimed(msgspec.Struct, frozen=True, tag_field="kind", tag="untimed"):
    """Everybody thinks as long as they like."""


class RealTime(msgspec.Struct, frozen=True, tag_field="kind", tag="real_time"):
    """Everybody has some minutes for the game, and gets some seconds more with each turn."""

    minutes: Annotated[int, msgspec.Meta(ge=1, le=240)]
    increment: Annotated[int, msgspec.Meta(ge=0, le=300)] = 0


class Correspondence(msgspec.Struct, frozen=True, tag_field="kind", tag="correspondence"):
    """Everybody has some days for each turn."""

    days: Annotated[int, msgspec.Meta(ge=1, le=30)]


TimeControl = Untimed | RealTime | Correspondence


@dataclass
class Clock:
    """The clock of one game.

    Attributes:
        time_control: what it goes by.
        left: what each seat has left, as of when it last began or ceased to think.
        running: the seat that thinks, None when nobody does.
        due: the moment at which its time is over.
    """

    time_control: TimeControl
    left: list[int] = field(default_factory=list)
    running: int | None = None
    due: int | None = None

    @classmethod
    def new(cls, time_control: TimeControl, seats: int) -> Clock:
        """A clock before the game."""
        return cls(time_control, [_at_first(time_control)] * seats)

    def pass_to(self, seat: int | None, now: int) -> None:
        """From now on this seat is to move, or nobody whose time counts."""
        if seat == self.running or isinstance(self.time_control, Untimed):
            return
        if self.running is not None and self.due is not None:
            more = (
                self.time_control.increment * SECOND
                if isinstance(self.time_control, RealTime)
                else 0
            )
            self.left[self.running] = max(0, self.due - now) + more
        self.running, self.due = seat, None
        if seat is not None:
            if isinstance(self.time_control, Correspondence):
                self.left[seat] = _at_first(self.time_control)
            self.due = now + self.left[seat]

    def is_over(self, now: int) -> bool:
        """Whether the time of the seat to move is over."""
        return self.due is not None and now >= self.due

    def forgive(self, seat: int) -> None:
        """A player comes back whose time was over."""
        self.left[seat] = max(self.left[seat], min(GRACE, _at_first(self.time_control)))

    def change_time_control(self, time_control: TimeControl, now: int) -> None:
        """Go by another time_control from now on; all begin anew."""
        running = self.running
        self.time_control, self.running, self.due = time_control, None, None
        self.left = [_at_first(time_control)] * len(self.left)
        self.pass_to(running, now)

    def copy(self) -> Clock:
        """One that goes by itself."""
        return Clock(self.time_control, list(self.left), self.running, self.due)

    def to_row(self) -> dict[str, Any] | None:
        """As it is stored; `due` is stored beside it. None without a clock."""
        if isinstance(self.time_control, Untimed):
            return None
        return {"left": self.left, "running": self.running}

    @classmethod
    def from_row(
        cls, time_control: dict[str, Any], row: dict[str, Any] | None, due: int | None, seats: int
    ) -> Clock:
        """What was stored."""
        clock = cls.new(msgspec.convert(time_control, TimeControl), seats)
        if row is not None:
            clock.left, clock.running, clock.due = list(row["left"]), row["running"], due
        return clock

    def to_json(self, now: int) -> dict[str, Any] | None:
        """As in the protocol: what each seat has left now."""
        if isinstance(self.time_control, Untimed):
            return None
        left = list(self.left)
        if self.running is not None and self.due is not None:
            left[self.running] = max(0, self.due - now)
        return {"left": left, "running": self.running}


def time_control_row(time_control: TimeControl) -> dict[str, Any]:
    """As it is stored, and told."""
    row: dict[str, Any] = msgspec.to_builtins(time_control)
    return row


def _at_first(time_control: TimeControl) -> int:
    match time_control:
        case RealTime():
            return time_control.minutes * MINUTE
        case Correspondence():
            return time_control.days * DAY
        case Untimed():
            return 0
