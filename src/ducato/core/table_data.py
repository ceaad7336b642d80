"""Plain data about a table, shared by the live table and the store.

`ducato.table` makes this data, and `ducato.server.subjects.tables` keeps it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

FORMER = "former\N{NO-BREAK SPACE}player"
"""The replacement for a deleted player's name. No player's name contains a no-break space."""
OPEN = "open\N{NO-BREAK SPACE}seat"
"""The replacement for a name at an open seat. No player's name contains a no-break space."""
TIMED_OUT, RESIGNED = "timed_out", "resigned"
"""The reasons why a bot substitutes for a player: they ran out of time, or they resigned."""
INVITED = "invited"
"""The value stored in place of a reason to substitute, before a game, at a seat whose player was
seated by someone else and has not come to the table yet. The game is not dealt until they do."""


@dataclass(frozen=True)
class TurnState:
    """Data that change with the steps of a game and can be read without replaying them.

    Attributes:
        to_move: the seat to move, or None if no seat is to move.
        time_control: the time control, as written by `table.time_control`.
        clock: the time left to each seat, as written by `table.time_control`; None if untimed.
        due: the time when the running clock expires, in milliseconds since 1970, or None if no
            clock is running.
    """

    to_move: int | None = None
    time_control: dict[str, Any] = field(default_factory=lambda: {"kind": "untimed"})
    clock: dict[str, Any] | None = None
    due: int | None = None


@dataclass(frozen=True)
class ChatLine:
    """A message in the chat at a table.

    Attributes:
        number: the number of the message, counted from 1 at each table.
        person: the id of the author. In practice it is never None, since a person's lines are
            deleted with their other data.
        seat: the author's seat, or None for a spectator.
        name: the author's name when the message was sent.
        text: the text written by the author, or None if they chose a phrase.
        phrase: the key of the phrase chosen by the author, or None if they wrote a text.
        at: the time when the message was sent, in milliseconds since 1970.
    """

    number: int
    person: str | None
    seat: int | None
    name: str
    text: str | None
    phrase: str | None
    at: int
