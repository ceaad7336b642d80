"""The Swiss system: everybody plays every round, against somebody with about as many points.

What counts when a round is paired, the first most:

1. nobody meets the same opponent twice, as long as any choice of the bye allows it;
2. with an odd number, somebody with the fewest byes so far has one, among them who has the fewest
   points;
3. nobody sits first, or second, three times more often than the other way;
4. the points of opponents differ as little as possible;
5. within a group of equal points, the first of the upper half meets the first of the lower half;
6. opponents sat first about equally often.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction

from ducato.server.subjects.tournaments.pairing.matching import pairs
from ducato.server.subjects.tournaments.pairing.model import SWISS, Board, Entrant, numbered
from ducato.server.subjects.tournaments.pairing.scoring import totals

FOR_REPEAT, FOR_SEATS, FOR_POINTS = 10**12, 10**9, 10**5
"""The costs of a repeated pairing, of a third surplus seat, and of half a point's difference; each
outweighs any number of the next ones."""
FOR_DISTANCE, FOR_SURPLUS = 2, 1


class History:
    """What a pairing must know of the rounds so far.

    Attributes:
        met: how often two entrants have met, by the pair of numbers, the smaller first.
        byes: the number of byes of each entrant.
        surplus: how much more often each entrant sat first than second.
        last_seat: the last seat of each entrant.
    """

    def __init__(self, boards: Iterable[Board]) -> None:
        self.met: Counter[tuple[int, int]] = Counter()
        self.byes: Counter[int] = Counter()
        self.surplus: Counter[int] = Counter()
        self.last_seat: dict[int, int] = {}
        for board in sorted(boards, key=lambda board: (board.round, board.number)):
            if board.is_bye:
                self.byes.update(board.seats)
                continue
            for seat, one in enumerate(board.seats):
                self.last_seat[one] = seat
                self.surplus[one] += 1 if seat == 0 else -1
                for other in board.seats[seat + 1 :]:
                    self.met[min(one, other), max(one, other)] += 1

    def times_met(self, one: int, other: int) -> int:
        """Return how often two entrants have met."""
        return self.met[min(one, other), max(one, other)]

    def seated(self, one: int, other: int) -> tuple[int, int]:
        """Return two opponents in the order of their seats.

        First sits who has done so less often, then who did not the last time, then the first given.
        """
        ahead = (self.surplus[one], -self.last_seat.get(one, 0))
        if (self.surplus[other], -self.last_seat.get(other, 0)) < ahead:
            return other, one
        return one, other


def next_boards(
    entrants: Iterable[Entrant], boards: Collection[Board], round_number: int
) -> list[Board]:
    """Return the boards of the next round; the bye, if there is one, is the last.

    Args:
        entrants: all entrants; those who do not play in this round are left out.
        boards: all boards so far.
        round_number: the number of the next round.
    """
    history, won = History(boards), totals(boards, SWISS)
    playing = [entrant for entrant in entrants if entrant.plays_in(round_number)]
    order = {
        entrant.number: (-won.get(entrant.number, Fraction(0)), entrant.lot, entrant.number)
        for entrant in playing
    }
    players = sorted(order, key=order.__getitem__)
    halves = {number: int(-2 * key[0]) for number, key in order.items()}
    if len(players) % 2 == 0:
        return numbered(round_number, _paired(players, halves, history))
    # The bye goes to the last of those with the fewest, unless somebody would then meet again who
    # need not: everybody else is tried before any pairing is repeated.
    ordered = sorted(players, key=lambda one: (history.byes[one], -players.index(one)))
    for free in ordered:
        rest = [one for one in players if one != free]
        found = _fresh(rest, halves, history)
        if found is not None:
            return numbered(round_number, [*found, (free,)])
    rest = [one for one in players if one != ordered[0]]
    return numbered(round_number, [*_paired(rest, halves, history), (ordered[0],)])


def _paired(
    players: Sequence[int], halves: dict[int, int], history: History
) -> list[tuple[int, int]]:
    found = _fresh(players, halves, history)
    if found is None:  # some must meet again: as few as possible, and not a third time
        price = _costs(players, halves, history)

        def cost(one: int, other: int) -> int:
            return price(one, other) + FOR_REPEAT * history.times_met(one, other) ** 2

        found = pairs(players, halves, cost, lambda *_: True)
        assert found is not None
        found = [history.seated(*pair) for pair in found]
    return found


def _fresh(
    players: Sequence[int], halves: dict[int, int], history: History
) -> list[tuple[int, int]] | None:
    """Return pairs of players who have not met; None if that is not possible for all."""
    found = pairs(
        players,
        halves,
        _costs(players, halves, history),
        lambda one, other: not history.times_met(one, other),
    )
    return None if found is None else [history.seated(*pair) for pair in found]


def _costs(players: Sequence[int], halves: dict[int, int], history: History) -> _Costs:
    return _Costs(players, halves, history)


class _Costs:
    """The cost of a pair, apart from repetition."""

    def __init__(self, players: Sequence[int], halves: dict[int, int], history: History) -> None:
        self._halves, self._surplus = halves, history.surplus
        sizes = Counter(halves[one] for one in players)
        seen: Counter[int] = Counter()
        self._rank: dict[int, int] = {}
        self._half: dict[int, int] = {group: size // 2 for group, size in sizes.items()}
        for one in players:
            self._rank[one] = seen[halves[one]]
            seen[halves[one]] += 1

    def __call__(self, one: int, other: int) -> int:
        apart = abs(self._halves[one] - self._halves[other])
        cost = FOR_POINTS * apart * apart
        mine, theirs = self._surplus[one], self._surplus[other]
        if min(mine, theirs) >= 2 or max(mine, theirs) <= -2:
            cost += FOR_SEATS
        if not apart:
            distance = abs(self._rank[other] - self._rank[one])
            cost += FOR_DISTANCE * abs(distance - self._half[self._halves[one]]) ** 2
        return cost + FOR_SURPLUS * abs(mine + theirs) ** 2
