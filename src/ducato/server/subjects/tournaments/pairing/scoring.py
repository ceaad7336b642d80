"""The points of a board.

A seat's *share* is the part of its opponents that it beat: 1 for the first, 0 for the last, and
the average of the ranks that it shares. In games of two it is what counts: 1 for a win, a half for
a tie. At point tables the share counts six points, and the first rank gets four more.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from ducato.server.subjects.tournaments.pairing.model import POINT_TABLES, Board

PER_SHARE, FOR_WINNING = 6, 4
"""Points at a point table: for the whole share, and in addition for the first rank."""
BYE_AT_TABLES = 5
"""Points for a bye where point tables are played: half of what a win brings."""


def shares(board: Board) -> list[Fraction]:
    """Return the share of each seat; 0 for all before the end, and for those who forfeited."""
    if board.is_bye or board.ranks is None:
        return [Fraction(0)] * len(board.seats)
    ranks = _final_ranks(board)
    found = []
    for seat, rank in enumerate(ranks):
        beaten = sum(other > rank for other in ranks)
        equal = sum(other == rank for other in ranks) - 1
        share = (beaten + Fraction(equal, 2)) / (len(ranks) - 1)
        found.append(Fraction(0) if seat in board.forfeits else share)
    return found


def points(board: Board, tournament_format: str) -> list[Fraction]:
    """Return the points of each seat. A bye counts as a win in games of two."""
    at_tables = tournament_format == POINT_TABLES
    if board.is_bye:
        return [Fraction(BYE_AT_TABLES if at_tables else 1)] * len(board.seats)
    found = shares(board)
    if not at_tables or board.ranks is None:
        return found
    best = winners(board)
    extra = Fraction(FOR_WINNING, len(best)) if best else Fraction(0)
    return [PER_SHARE * share + (extra if seat in best else 0) for seat, share in enumerate(found)]


def winners(board: Board) -> list[int]:
    """Return the seats that share the first rank; none before the end, or if all forfeited."""
    if board.is_bye or board.ranks is None:
        return []
    ranks = _final_ranks(board)
    kept = [rank for seat, rank in enumerate(ranks) if seat not in board.forfeits]
    return [
        seat for seat, rank in enumerate(ranks) if seat not in board.forfeits and rank == min(kept)
    ]


def totals(boards: Iterable[Board], tournament_format: str) -> dict[int, Fraction]:
    """Return the points of all entrants who have sat at a board so far, by number."""
    found: dict[int, Fraction] = {}
    for board in boards:
        for entrant, won in zip(board.seats, points(board, tournament_format), strict=True):
            found[entrant] = found.get(entrant, Fraction(0)) + won
    return found


def _final_ranks(board: Board) -> list[int]:
    """Return the ranks with those who forfeited behind all others."""
    assert board.ranks is not None
    last = max(board.ranks) + 1
    return [last if seat in board.forfeits else rank for seat, rank in enumerate(board.ranks)]
