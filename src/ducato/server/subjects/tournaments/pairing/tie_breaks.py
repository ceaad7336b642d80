"""Tie-breaks: what orders entrants with equal points.

A round without an opponent, be it a bye or a round that somebody missed or left out, counts in
these sums as one against an opponent with one's own points, so that nobody is the better or the
worse for it. Boards that are not over do not count.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from fractions import Fraction

from ducato.server.subjects.tournaments.pairing.model import POINT_TABLES, Board
from ducato.server.subjects.tournaments.pairing.scoring import points, shares, winners

HEAD_TO_HEAD, BUCHHOLZ, MEDIAN_BUCHHOLZ = "head_to_head", "buchholz", "median_buchholz"
SONNEBORN_BERGER, WINS = "sonneborn_berger", "wins"
OPPONENTS, SHARES, ROUNDS = "opponents", "shares", "rounds"
ORDER = {
    "swiss": (HEAD_TO_HEAD, BUCHHOLZ, MEDIAN_BUCHHOLZ, SONNEBORN_BERGER, WINS),
    "round_robin": (HEAD_TO_HEAD, SONNEBORN_BERGER, WINS),
    "knock_out": (ROUNDS,),
    "point_tables": (OPPONENTS, SHARES, WINS),
}
"""The tie-breaks of each format, the first first."""


class TournamentResults:
    """The results of a tournament, as the tie-breaks need them.

    Attributes:
        format: the format of the tournament.
        points: the points of each entrant.
        wins: the number of games that each entrant won, alone or with others; byes do not count.
        rounds: the number of rounds with a board that is over.
    """

    def __init__(
        self, tournament_format: str, entrants: Iterable[int], boards: Iterable[Board]
    ) -> None:
        self.format = tournament_format
        self.boards = [board for board in boards if board.is_over]
        self.points = dict.fromkeys(entrants, Fraction(0))
        self.wins = dict.fromkeys(self.points, 0)
        self.share = dict.fromkeys(self.points, Fraction(0))
        self.rounds = len({board.round for board in self.boards})
        # Of each entrant's boards with opponents: the points there, and the opponents.
        self.played: dict[int, list[tuple[Fraction, tuple[int, ...]]]] = {
            entrant: [] for entrant in self.points
        }
        for board in self.boards:
            best, part = winners(board), shares(board)
            for seat, won in enumerate(points(board, tournament_format)):
                entrant = board.seats[seat]
                self.points[entrant] += won
                if not board.is_bye:
                    self.wins[entrant] += seat in best
                    self.share[entrant] += part[seat]
                    others = board.seats[:seat] + board.seats[seat + 1 :]
                    self.played[entrant].append((won, others))

    def opponents(self, entrant: int) -> list[Fraction]:
        """Return for each round the points of the opponent, or the mean of several."""
        found = [
            sum((self.points[other] for other in others), Fraction(0)) / len(others)
            for _, others in self.played[entrant]
        ]
        return found + [self.points[entrant]] * (self.rounds - len(found))

    def buchholz(self, entrant: int) -> Fraction:
        """Return the sum of the opponents' points."""
        return sum(self.opponents(entrant), Fraction(0))

    def median_buchholz(self, entrant: int) -> Fraction:
        """Return the same sum without the highest and the lowest, if there are more than two."""
        found = sorted(self.opponents(entrant))
        return sum(found[1:-1] if len(found) > 2 else found, Fraction(0))

    def sonneborn_berger(self, entrant: int) -> Fraction:
        """Return the sum of the points of opponents whom one beat, and half of those one tied."""
        return sum(
            (won * self.points[other] for won, others in self.played[entrant] for other in others),
            Fraction(0),
        )

    def head_to_head(self, entrant: int, tied: Collection[int]) -> Fraction:
        """Return the points in games among those who are tied, 0 unless all of them have met."""
        if self.format == POINT_TABLES or not 1 < len(tied) <= self.rounds + 1:
            return Fraction(0)
        for one in tied:
            met = {other for _, others in self.played[one] for other in others}
            if not met.issuperset(set(tied) - {one}):
                return Fraction(0)
        mine = self.played[entrant]
        return sum((won for won, others in mine if others[0] in tied), Fraction(0))

    def survived(self, entrant: int) -> Fraction:
        """Return the last round in which somebody sat at a board, one more for its winner."""
        last = 0
        for board in self.boards:
            if entrant in board.seats:
                best = list(range(len(board.seats))) if board.is_bye else winners(board)
                goes_on = bool(best) and board.seats[max(best)] == entrant
                last = max(last, board.round + goes_on)
        return Fraction(last)

    def value(self, tie_break: str, entrant: int, tied: Collection[int]) -> Fraction:
        """Return the value of a tie-break; more is better.

        Args:
            tie_break: its name, one of those in `ORDER`.
            entrant: the number of the entrant.
            tied: the numbers of all entrants with the same points.
        """
        match tie_break:
            case "head_to_head":
                return self.head_to_head(entrant, tied)
            case "buchholz" | "opponents":
                return self.buchholz(entrant)
            case "median_buchholz":
                return self.median_buchholz(entrant)
            case "sonneborn_berger":
                return self.sonneborn_berger(entrant)
            case "shares":
                return self.share[entrant]
            case "rounds":
                return self.survived(entrant)
            case _:
                return Fraction(self.wins[entrant])
