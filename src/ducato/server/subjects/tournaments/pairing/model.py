"""The entrants and boards of a tournament, as plain data."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

SWISS, ROUND_ROBIN, KNOCK_OUT, POINT_TABLES = "swiss", "round_robin", "knock_out", "point_tables"
"""The formats. All but `POINT_TABLES` are for games of two."""
FORMATS = (SWISS, ROUND_ROBIN, KNOCK_OUT, POINT_TABLES)
FEWEST, MOST = 4, 256
"""The smallest and largest number of entrants of a tournament."""
MOST_ROUND_ROBIN = 32
"""The largest number of entrants of a round robin, which has nearly as many rounds."""


@dataclass(frozen=True)
class Entrant:
    """A player of a tournament.

    Attributes:
        number: the number by which boards refer to the entrant, from 1 in the order of entry.
        name: the name to show.
        lot: the number drawn at entry; it orders entrants who are equal in everything else, the
            smallest first.
        first_round: the first round in which they play; they miss earlier ones.
        left_round: the first round in which they do not play any more; None while they play on.
    """

    number: int
    name: str
    lot: int = 0
    first_round: int = 1
    left_round: int | None = None

    def plays_in(self, round_number: int) -> bool:
        """Return whether the entrant is to be paired for a round."""
        left = self.left_round is not None and self.left_round <= round_number
        return self.first_round <= round_number and not left


@dataclass(frozen=True)
class Board:
    """A table of a round, or a bye.

    Attributes:
        round: the number of the round, from 1.
        number: the number of the board in its round, from 1.
        seats: the numbers of the entrants in the order of their seats. A bye has one; a knock-out
            has boards with nobody, too, where both entrants of a pair have left.
        ranks: the rank of each seat, 1 for the best, in a game that is over; otherwise None.
        forfeits: the seats that lost without regard to the game, because their players left it or
            ran out of time.
    """

    round: int
    number: int
    seats: tuple[int, ...]
    ranks: tuple[int, ...] | None = None
    forfeits: frozenset[int] = frozenset()

    @property
    def is_bye(self) -> bool:
        """Whether nobody plays here."""
        return len(self.seats) < 2

    @property
    def is_over(self) -> bool:
        """Whether the result is known."""
        return self.is_bye or self.ranks is not None


@dataclass(frozen=True)
class TournamentPlan:
    """What the host decided about a tournament's rounds.

    Attributes:
        format: one of `FORMATS`.
        rounds: the number of rounds of a Swiss tournament or of point tables; in a round robin,
            how often everybody meets everybody; not used by a knock-out.
        sizes: the allowed numbers of players of a point table, the preferred one first.
    """

    format: str
    rounds: int = 1
    sizes: tuple[int, ...] = (2,)


def in_round(boards: Iterable[Board], round_number: int) -> list[Board]:
    """Return the boards of a round, in order."""
    found = [board for board in boards if board.round == round_number]
    return sorted(found, key=lambda board: board.number)


def numbered(round_number: int, seatings: Iterable[Sequence[int]]) -> list[Board]:
    """Return the boards of a new round, numbered from 1."""
    return [
        Board(round_number, number, tuple(seats)) for number, seats in enumerate(seatings, start=1)
    ]
