"""Point tables: several players at a table, points by rank, everybody plays every round.

Players with about as many points sit together, and players who have met sit apart: of all seatings
tried, the one with the fewest repeated meetings counts, then the one with the smallest differences.
Where the number does not fit, some tables have fewer players, and only if no such tables are
allowed, somebody with the fewest byes so far has one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction
from functools import cache

from ducato.server.subjects.tournaments.pairing.model import POINT_TABLES, Board, Entrant, numbered
from ducato.server.subjects.tournaments.pairing.scoring import totals
from ducato.server.subjects.tournaments.pairing.swiss import History

FOR_REPEAT = 10**6
"""The cost of a repeated meeting; it outweighs any difference of points."""
SWEEPS = 12
"""How often all players are looked at for better seats; two or three times are usually enough."""


def next_boards(
    entrants: Iterable[Entrant],
    boards: Collection[Board],
    round_number: int,
    sizes: Sequence[int],
) -> list[Board]:
    """Return the boards of the next round; byes are the last ones.

    Args:
        entrants: all entrants; those who do not play in this round are left out.
        boards: all boards so far.
        round_number: the number of the next round.
        sizes: the allowed numbers of players of a table, the preferred one first.
    """
    history, won = History(boards), totals(boards, POINT_TABLES)
    playing = [entrant for entrant in entrants if entrant.plays_in(round_number)]
    score = {entrant.number: won.get(entrant.number, Fraction(0)) for entrant in playing}
    order = sorted(playing, key=lambda one: (-score[one.number], one.lot, one.number))
    players = [entrant.number for entrant in order]
    tables, byes = table_sizes(len(players), tuple(sizes))
    by_byes = sorted(players, key=lambda one: (history.byes[one], -players.index(one)))
    free = by_byes[:byes]
    seated = [one for one in players if one not in free]
    parts, begin = [], 0
    for size in tables:
        parts.append(seated[begin : begin + size])
        begin += size
    _improve(parts, history, {one: int(score[one]) for one in players})
    mean = _mean_seats(boards)
    return numbered(
        round_number,
        [
            *(sorted(part, key=lambda one: (-mean.get(one, 0.5), one)) for part in parts),
            *((one,) for one in free),
        ],
    )


def table_sizes(players: int, sizes: tuple[int, ...]) -> tuple[list[int], int]:
    """Return the sizes of the tables for so many players, the largest first, and the byes.

    There are as few byes as possible, then as many tables of the preferred size.
    """

    @cache
    def split(left: int) -> tuple[int, int, tuple[int, ...]]:
        """Return byes, tables of another size, and the sizes, for the least of the first two."""
        best: tuple[int, int, tuple[int, ...]] = (left, 0, ())
        for size in sizes:
            if size <= left:
                byes, others, rest = split(left - size)
                best = min(best, (byes, others + (size != sizes[0]), (*rest, size)))
        return best

    for smaller in range(players):  # so that `split` does not recurse deeply
        split(smaller)
    byes, _, found = split(players)
    return sorted(found, reverse=True), byes


def _improve(parts: list[list[int]], history: History, score: dict[int, int]) -> None:
    """Exchange players of different tables as long as that makes the seating better."""

    def cost(one: int, part: Sequence[int], without: int) -> int:
        total = 0
        for other in part:
            if other not in (one, without):
                met = history.times_met(one, other)
                total += FOR_REPEAT * met * met + (score[one] - score[other]) ** 2
        return total

    for _ in range(SWEEPS):
        changed = False
        for here, part in enumerate(parts):
            for seat in range(len(part)):
                one = part[seat]
                if cost(one, part, one) < FOR_REPEAT:
                    continue  # points alone are a matter of the first order, which is best
                best, chosen = 0, None
                for there, other_part in enumerate(parts):
                    if there == here:
                        continue
                    for other_seat, other in enumerate(other_part):
                        now = cost(one, part, one) + cost(other, other_part, other)
                        then = cost(one, other_part, other) + cost(other, part, one)
                        if then - now < best:
                            best, chosen = then - now, (there, other_seat)
                if chosen is not None:
                    there, other_seat = chosen
                    part[seat], parts[there][other_seat] = parts[there][other_seat], one
                    changed = True
        if not changed:
            return


def _mean_seats(boards: Iterable[Board]) -> dict[int, float]:
    """Return how late everybody has sat on average, from 0, always first, to 1, always last."""
    sat: dict[int, list[float]] = {}
    for board in boards:
        if not board.is_bye:
            for seat, one in enumerate(board.seats):
                sat.setdefault(one, []).append(seat / (len(board.seats) - 1))
    return {one: sum(seats) / len(seats) for one, seats in sat.items()}
