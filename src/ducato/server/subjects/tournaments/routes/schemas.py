"""What the routes of tournaments take and return. Times are in milliseconds since 1970."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from ducato.server.subjects.tournaments.pairing.model import FEWEST, MOST
from ducato.table.setup.create import MOST_OPTIONS, MOST_SEATS
from ducato.table.time_control import Correspondence, RealTime, TimeControl

LONGEST_TITLE = 60
MOST_ROUNDS = 15
Format = Literal["swiss", "round_robin", "knock_out", "point_tables"]


class TournamentRequest(msgspec.Struct, frozen=True):
    """The body of ``POST /api/tournaments``.

    Attributes:
        players: the number of players at a table; more than two in the format "point_tables" only.
        rounds: the number of rounds of a Swiss tournament or of point tables; in a round robin how
            often everybody meets everybody, once or twice.
        round_minutes: the longest time for a round; null without a limit.
        accounts_only: whether guests, and guests' programs, may not enter.
        bots: whether programs may enter.
        late_round: the last round with which a newcomer may begin.
        starts: when the tournament starts by itself; null if its host starts it.
    """

    name: Annotated[str, msgspec.Meta(max_length=LONGEST_TITLE)]
    game: Annotated[str, msgspec.Meta(max_length=64)]
    format: Format
    time_control: RealTime | Correspondence
    edition: Annotated[str, msgspec.Meta(max_length=64)] | None = None
    options: Annotated[dict[str, bool | int | str], msgspec.Meta(max_length=MOST_OPTIONS)] = {}
    players: Annotated[int, msgspec.Meta(ge=2, le=MOST_SEATS)] = 2
    rounds: Annotated[int, msgspec.Meta(ge=1, le=MOST_ROUNDS)] = 5
    round_minutes: Annotated[int, msgspec.Meta(ge=5, le=90 * 24 * 60)] | None = None
    most_entrants: Annotated[int, msgspec.Meta(ge=FEWEST, le=MOST)] = 64
    accounts_only: bool = False
    bots: bool = True
    late_round: Annotated[int, msgspec.Meta(ge=1, le=MOST_ROUNDS)] = 1
    starts: Annotated[int, msgspec.Meta(ge=0, lt=2**53)] | None = None


class EnterRequest(msgspec.Struct, frozen=True):
    """A request to enter: the name of a guest. Accounts and programs keep their own."""

    name: Annotated[str, msgspec.Meta(max_length=200)] = ""


class RemoveRequest(msgspec.Struct, frozen=True):
    """The number of the entrant to remove."""

    entrant: Annotated[int, msgspec.Meta(ge=1, le=10**6)]


class EntryRequest(msgspec.Struct, frozen=True):
    """Whether people may enter."""

    open: bool


class EndRoundRequest(msgspec.Struct, frozen=True):
    """The round that ends, so that who asks twice does not end the next one."""

    round: Annotated[int, msgspec.Meta(ge=1, le=2**31 - 1)]


class NewTournament(msgspec.Struct, frozen=True):
    """A new tournament: its id and the URL of its page."""

    id: str
    url: str


class TournamentEntry(msgspec.Struct, frozen=True):
    """A tournament in the list of tournaments.

    Attributes:
        title: the title of the game.
        status: "entry", "running" or "finished".
        entrants: the number of entrants who have not left.
        round: the present round, 0 before the first.
    """

    id: str
    url: str
    name: str
    game: str
    title: str
    format: str
    time_control: TimeControl
    status: str
    entry_open: bool
    entrants: int
    most_entrants: int
    round: int
    starts: int | None


class OwnState(msgspec.Struct, frozen=True):
    """What the sender needs to know of a tournament; a program asks for it between its games.

    Attributes:
        status: "entry", "running", "finished" or "cancelled".
        round: the present round, 0 before the first.
        revision: a number that grows whenever the tournament's page changes.
        host: whether the sender is the host.
        entrant: the sender's number; null if they have not entered.
        left: whether they have left.
        board: the number of their board in this round; null without one.
        table: the path of the table where they are to play now; null if there is none, because the
            round has not begun, their game is over, or they have a bye.
    """

    status: str
    round: int
    revision: int
    host: bool
    entrant: int | None
    left: bool
    board: int | None
    table: str | None


class EntrantLine(msgspec.Struct, frozen=True):
    """An entrant, in the order of the standings.

    Attributes:
        number: the entrant's number, by which boards refer to them.
        left: whether they have left.
        tie_breaks: the values of the tie-breaks, in the order in which they count.
    """

    number: int
    name: str
    left: bool
    rank: int
    points: float
    tie_breaks: list[float]
    played: int
    won: int


class BoardSeat(msgspec.Struct, frozen=True):
    """A seat at a board.

    Attributes:
        rank: the rank in the game; null before its end.
        points: the points won here; null before the end.
        forfeit: whether the player left the game or ran out of time.
    """

    entrant: int
    rank: int | None
    points: float | None
    forfeit: bool


class BoardLine(msgspec.Struct, frozen=True):
    """A board of a round.

    Attributes:
        status: "bye", "waiting" for its players, "playing" or "over".
        table: the path of its table; null if there is none.
    """

    number: int
    status: str
    table: str | None
    seats: list[BoardSeat]


class RoundLine(msgspec.Struct, frozen=True):
    """A round with its boards."""

    number: int
    boards: list[BoardLine]


class TournamentState(msgspec.Struct, frozen=True):
    """A tournament as its page shows it.

    Attributes:
        players: the allowed numbers of players at a table, the preferred one first.
        rounds: the number of rounds; before the start, that of the entrants so far.
        round: the present round, 0 before the first.
        round_ends: when the present round ends in any case; null without a limit.
        tie_breaks: the names of the tie-breaks, in the order in which they count.
        entrants: all entrants, in the order of the standings.
        boards: the boards of one round, the present one unless another was asked for.
    """

    id: str
    name: str
    game: str
    title: str
    edition: str | None
    options: dict[str, Any]
    players: list[int]
    format: str
    rounds: int
    time_control: TimeControl
    round_minutes: int | None
    most_entrants: int
    accounts_only: bool
    bots: bool
    late_round: int
    starts: int | None
    entry_open: bool
    status: str
    round: int
    round_ends: int | None
    revision: int
    tie_breaks: list[str]
    entrants: list[EntrantLine]
    boards: RoundLine


class TournamentExport(msgspec.Struct, frozen=True):
    """A whole tournament."""

    tournament: TournamentState
    rounds: list[RoundLine]
