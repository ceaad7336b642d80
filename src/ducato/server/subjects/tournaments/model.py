"""Data classes for tournaments, as the store takes and returns them.

Times are in milliseconds since 1970.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ducato.core.i18n import say
from ducato.server.kit.errors import PageError
from ducato.server.subjects.tournaments.pairing import Board, Entrant, TournamentPlan

ENTRY, RUNNING, FINISHED, CANCELLED = "entry", "running", "finished", "cancelled"
"""The statuses of a tournament: before the start, in its rounds, over, or given up."""


class UnknownTournament(PageError):
    """An error raised if there is no tournament with an id."""

    def __init__(self, tournament: str) -> None:
        self.tournament = tournament
        detail = f"there is no tournament {tournament!r}"
        super().__init__(404, say("lost.tournament"), detail=detail)


@dataclass(frozen=True)
class TournamentSettings:
    """What the host of a tournament decides.

    Attributes:
        name: the name of the tournament.
        game: the name of the game.
        edition: the edition; None for the first one.
        options: the options that differ from the edition.
        format: one of `ducato.server.subjects.tournaments.pairing.FORMATS`.
        rounds: the number of rounds; see `ducato.server.subjects.tournaments.pairing.Plan`.
        sizes: the allowed numbers of players of a table, the preferred one first.
        time_control: the time control of the games, as `table.time_control` writes it.
        round_minutes: the longest time for a round, in minutes; None without a limit.
        most_entrants: the largest number of entrants.
        accounts_only: whether guests, and guests' programs, may not enter.
        bots: whether programs may enter.
        late_round: the last round with which a newcomer may begin.
        starts: when the tournament starts by itself; None if its host starts it.
    """

    name: str
    game: str
    edition: str | None
    options: dict[str, Any]
    format: str
    rounds: int
    sizes: list[int]
    time_control: dict[str, Any]
    round_minutes: int | None
    most_entrants: int
    accounts_only: bool
    bots: bool
    late_round: int
    starts: int | None

    @property
    def plan(self) -> TournamentPlan:
        """The format and the rounds."""
        return TournamentPlan(self.format, self.rounds, tuple(self.sizes))


@dataclass(frozen=True)
class StoredBoard:
    """A board with its table.

    Attributes:
        board: the seats and the result.
        table_id: the id of the table; None for a bye, before the table is made, or once it is
            deleted.
        opened: when the table was made; None if it has not been.
        begun: whether the game has been dealt.
    """

    board: Board
    table_id: str | None
    opened: int | None
    begun: bool


@dataclass(frozen=True)
class StoredTournament:
    """A tournament with everything that belongs to it.

    Attributes:
        id: the id, a part of the page's address.
        host: the person who opened it; None once their data were deleted.
        entry_open: whether the tournament is under way and the host lets people enter.
        status: one of the statuses above.
        round: the present round, 0 before the first one.
        round_ends: when the present round ends in any case; None without a limit.
        revision: the number of changes so far.
        entrants: all entrants, in the order of their numbers.
        persons: the id of the person behind each entrant, by number; entrants whose data were
            deleted are missing.
        boards: all boards, in order.
    """

    id: str
    settings: TournamentSettings
    host: str | None
    entry_open: bool
    status: str
    round: int
    round_ends: int | None
    revision: int
    created: int
    updated: int
    entrants: list[Entrant]
    persons: dict[int, str]
    boards: list[StoredBoard]


@dataclass(frozen=True)
class TournamentSummary:
    """A tournament in the list of tournaments.

    Attributes:
        entry_open: whether the tournament is under way and the host lets people enter.
        entrants: the number of entrants who have not left.
    """

    id: str
    name: str
    game: str
    format: str
    time_control: dict[str, Any]
    most_entrants: int
    status: str
    round: int
    starts: int | None
    entry_open: bool
    updated: int
    entrants: int


@dataclass(frozen=True)
class OwnEntry:
    """What a person needs to know of a tournament.

    Attributes:
        status: the status of the tournament.
        round: its present round, 0 before the first one.
        revision: the number of its changes so far.
        is_host: whether the person is its host.
        entrant: their number; None if they have not entered.
        left: whether they have left it.
        board: the number of their board in the present round; None without one.
        table_id: the table of that board; None for a bye, or before it is made.
        board_over: whether the result of the board is known.
    """

    status: str
    round: int
    revision: int
    is_host: bool
    entrant: int | None
    left: bool
    board: int | None
    table_id: str | None
    board_over: bool


@dataclass(frozen=True)
class PendingBoard:
    """A board of a running tournament that is not over.

    Attributes:
        tournament: the id of the tournament.
        round: the round.
        number: the number of the board.
        table_id: its table; None before it is made.
        opened: when the table was made; None before.
        begun: whether the game has been dealt.
        over: whether the game is over, so that its result can be noted; also if the table no longer
            exists.
        for_bot: whether a substitute is to move.
        leaving: the people who have left the tournament, but play here themselves.
        slow: whether the games are played by correspondence.
    """

    tournament: str
    round: int
    number: int
    table_id: str | None
    opened: int | None
    begun: bool
    over: bool
    for_bot: bool
    leaving: tuple[str, ...]
    slow: bool
