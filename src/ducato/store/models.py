"""Tables as plain data, as the store takes and returns them.

Moments are milliseconds since 1970.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ducato.core.match import Snapshot, Step
from ducato.core.table_data import TurnState

SeatRow = dict[str, Any]
"""A seat: ``seat``, ``name``, ``bot``, ``person``, ``substitute``, ``entropy``, as `table.seats`
makes them."""


@dataclass(frozen=True)
class TableSettings:
    """The settings of a table, which never change.

    Attributes:
        host: the person who opened it; None if their data were deleted.
        public: whether it is listed in the lobby.
        substitute: the bot that takes over from players who are gone.
    """

    host: str | None = None
    public: bool = False
    substitute: str = "greedy"


@dataclass(frozen=True)
class StoredTable:
    """A stored table: all that is needed to replay it.

    Attributes:
        id: unguessable.
        seed: the secret of its chance.
        finished: when the game ended, or None.
        rematch: the table where they play again, or None.
        begun: whether the game was dealt.
        steps: everything that happened, in order.
        requests: the ids under which clients asked for steps, by number of the step.
        snapshot: a state to replay from, None at first.
    """

    id: str
    game: str
    edition: str
    players: int
    options: dict[str, Any]
    rules_version: int
    seats: list[SeatRow]
    seed: bytes
    finished: int | None
    settings: TableSettings
    turn_state: TurnState
    rematch: str | None
    begun: bool
    steps: list[Step]
    requests: dict[int, str]
    snapshot: Snapshot | None


@dataclass(frozen=True)
class TableSummary:
    """A line of the list of tables."""

    id: str
    game: str
    edition: str
    seats: list[SeatRow]
    updated: int
    finished: int | None
    host: str | None
    public: bool
    to_move: int | None
    time_control: dict[str, Any]
    due: int | None
