"""The plain data about a table that the live table and the store share.

The layers above use it in both directions: `ducato.table` makes it, `ducato.store` keeps it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

FORMER = "former\N{NO-BREAK SPACE}player"
"""Stands in for the name of a deleted player. No tidy name contains such a space."""
OPEN = "open\N{NO-BREAK SPACE}seat"
"""Stands in for a name where nobody sits yet. No tidy name contains such a space either."""
TIMED_OUT, RESIGNED = "timed_out", "resigned"
"""Why a bot substitutes for a player: their clock ran out, or they resigned."""
INVITED = "invited"
"""Takes the place of such a reason before a game, at a seat whose player was seated by somebody
else and has not come yet. Nothing is dealt without them."""


@dataclass(frozen=True)
class TurnState:
    """What changes with the steps of a game and can be read without replaying them.

    Attributes:
        to_move: the seat to move, None when there is none.
        time_control: as `table.time_control` writes it.
        clock: the time left to each seat, as `table.time_control` writes it; None if untimed.
        due: when the running clock expires, in milliseconds since 1970; None when none runs.
    """

    to_move: int | None = None
    time_control: dict[str, Any] = field(default_factory=lambda: {"kind": "untimed"})
    clock: dict[str, Any] | None = None
    due: int | None = None


@dataclass(frozen=True)
class ChatLine:
    """A line of the chat at a table.

    Attributes:
        number: of the line, from 1 at every table.
        person: the author; None if their data were deleted.
        seat: where they sat, None for a spectator.
        name: the author's name at that time.
        text: what they wrote, or None.
        phrase: the key of the phrase they chose, or None.
        at: when, in milliseconds since 1970.
    """

    number: int
    person: str | None
    seat: int | None
    name: str
    text: str | None
    phrase: str | None
    at: int
