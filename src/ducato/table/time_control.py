"""How long people may think: the pace of a table, and the clock of its game.

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
SLOWED_DAYS = 3
"""Days for a move when a live table has turned into a slow one."""
GRACE = MINUTE
"""What a player has at least who comes back after the time was over."""


class NoPace(msgspec.Struct, frozen=True, tag_field="kind", tag="none"):
    """Everybody thinks as long as they like."""


class LivePace(msgspec.Struct, frozen=True, tag_field="kind", tag="live"):
    """Everybody has some minutes for the game, and gets some seconds more with each turn."""

    minutes: Annotated[int, msgspec.Meta(ge=1, le=240)]
    increment: Annotated[int, msgspec.Meta(ge=0, le=300)] = 0


class SlowPace(msgspec.Struct, frozen=True, tag_field="kind", tag="slow"):
    """Everybody has some days for each turn."""

    days: Annotated[int, msgspec.Meta(ge=1, le=30)]


Pace = NoPace | LivePace | SlowPace


@dataclass
class Clock:
    """The clock of one game.

    Attributes:
        pace: what it goes by.
        left: what each seat has left, as of when it last began or ceased to think.
        running: the seat that thinks, None when nobody does.
        due: the moment at which its time is over.
    """

    pace: Pace
    left: list[int] = field(default_factory=list)
    running: int | None = None
    due: int | None = None

    @classmethod
    def new(cls, pace: Pace, seats: int) -> Clock:
        """A clock before the game."""
        return cls(pace, [_at_first(pace)] * seats)

    def pass_to(self, seat: int | None, now: int) -> None:
        """From now on this seat is to move, or nobody whose time counts."""
        if seat == self.running or isinstance(self.pace, NoPace):
            return
        if self.running is not None and self.due is not None:
            more = self.pace.increment * SECOND if isinstance(self.pace, LivePace) else 0
            self.left[self.running] = max(0, self.due - now) + more
        self.running, self.due = seat, None
        if seat is not None:
            if isinstance(self.pace, SlowPace):
                self.left[seat] = _at_first(self.pace)
            self.due = now + self.left[seat]

    def is_over(self, now: int) -> bool:
        """Whether the time of the seat to move is over."""
        return self.due is not None and now >= self.due

    def forgive(self, seat: int) -> None:
        """A player comes back whose time was over."""
        self.left[seat] = max(self.left[seat], min(GRACE, _at_first(self.pace)))

    def change_pace(self, pace: Pace, now: int) -> None:
        """Go by another pace from now on; all begin anew."""
        running = self.running
        self.pace, self.running, self.due = pace, None, None
        self.left = [_at_first(pace)] * len(self.left)
        self.pass_to(running, now)

    def copy(self) -> Clock:
        """One that goes by itself."""
        return Clock(self.pace, list(self.left), self.running, self.due)

    def to_row(self) -> dict[str, Any] | None:
        """As it is stored; `due` is stored beside it. None without a clock."""
        if isinstance(self.pace, NoPace):
            return None
        return {"left": self.left, "running": self.running}

    @classmethod
    def from_row(
        cls, pace: dict[str, Any], row: dict[str, Any] | None, due: int | None, seats: int
    ) -> Clock:
        """What was stored."""
        clock = cls.new(msgspec.convert(pace, Pace), seats)
        if row is not None:
            clock.left, clock.running, clock.due = list(row["left"]), row["running"], due
        return clock

    def told(self, now: int) -> dict[str, Any] | None:
        """As in the protocol: what each seat has left now."""
        if isinstance(self.pace, NoPace):
            return None
        left = list(self.left)
        if self.running is not None and self.due is not None:
            left[self.running] = max(0, self.due - now)
        return {"left": left, "running": self.running}


def pace_row(pace: Pace) -> dict[str, Any]:
    """As it is stored, and told."""
    row: dict[str, Any] = msgspec.to_builtins(pace)
    return row


def _at_first(pace: Pace) -> int:
    match pace:
        case LivePace():
            return pace.minutes * MINUTE
        case SlowPace():
            return pace.days * DAY
        case NoPace():
            return 0
