"""Data classes for tables, as the store takes and returns them.

Times are in milliseconds since 1970.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection

from ducato.core.match import Step
from ducato.core.snapshot import Snapshot
from ducato.table.time_control import TurnState

SeatRow = dict[str, Any]
"""A row with the keys ``seat``, ``name``, ``bot``, ``person``, ``substitute`` and ``entropy``, as
`table.seats.TableSeat.to_row` makes it."""

TableJob = Callable[[Connection, str], None]
"""What is written in the transaction that stores a new table, with the id of the table."""


@dataclass(frozen=True)
class TableSettings:
    """The settings of a table, chosen when it is opened.

    Attributes:
        host: the person who opened the table; None if there is none or their data were deleted.
        public: whether the table is listed in the lobby.
        substitute: the bot that takes over from players who resign or run out of time.
        tournament: the id of the tournament that opened the table, None for other tables. Its seats
            belong to whom the tournament gave them.
        branch_of: see `table.state.TableState`; only tables with None count for ratings.
    """

    host: str | None = None
    public: bool = False
    substitute: str = "greedy"
    tournament: str | None = None
    branch_of: str | None = None


@dataclass(frozen=True)
class StoredTable:
    """A stored table, with all the data needed to replay its game.

    Attributes:
        id: the id of the table, which cannot be guessed.
        values: all values of the edition and the options with which the game is played, as
            `LoadedGame.recorded_values` returns them.
        seed: the secret seed of all chance in the game.
        finished: the time at which the game ended; None before the end.
        rematch: the id of the table of the rematch; None without one.
        begun: whether the game has been dealt.
        steps: all steps of the game, in order.
        requests: the clients' ids of the requests that caused steps, by the number of the step.
        snapshot: a state from which to replay; None if there is none.
        start: the state with which the game began if it was set up by hand, or None.
    """

    id: str
    game: str
    edition: str
    players: int
    options: dict[str, Any]
    rules_version: int
    values: dict[str, Any]
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
    start: bytes | None


@dataclass(frozen=True)
class TableSummary:
    """A summary of a table, for lists of tables."""

    id: str
    game: str
    rules_version: int
    edition: str
    seats: list[SeatRow]
    seq: int
    updated: int
    finished: int | None
    tournament: str | None
    host: str | None
    public: bool
    to_move: tuple[int, ...]
    time_control: dict[str, Any]
    clock: dict[str, Any] | None
    due: int | None
