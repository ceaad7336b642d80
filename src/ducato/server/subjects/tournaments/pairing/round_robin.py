"""The round robin: everybody meets everybody, by the circle method.

One entrant stays, the others move on by one seat of a circle each round. Who sits first alternates,
so that everybody does so about equally often; in a second cycle, opponents change seats.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ducato.server.subjects.tournaments.pairing.model import Board, Entrant, numbered


def rounds_of(entrants: int, cycles: int) -> int:
    """Return the number of rounds in which so many entrants meet, `cycles` times each."""
    return cycles * (entrants - 1 + entrants % 2)


def next_boards(entrants: Iterable[Entrant], round_number: int) -> list[Board]:
    """Return the boards of a round.

    Whoever would meet an entrant who has left, or nobody because the number is odd, has a bye.

    Args:
        entrants: all entrants, including those who have left.
        round_number: the number of the round.
    """
    everybody = sorted(entrants, key=lambda entrant: (entrant.lot, entrant.number))
    playing = {entrant.number for entrant in everybody if entrant.plays_in(round_number)}
    circle: list[int | None] = [entrant.number for entrant in everybody]
    if len(circle) % 2:
        circle.append(None)
    seatings = [
        tuple(one for one in pair if one is not None and one in playing)
        for pair in _pairs(circle, round_number - 1)
    ]
    seatings = [seats for seats in seatings if seats]
    return numbered(round_number, sorted(seatings, key=lambda seats: len(seats) == 1))


def _pairs(circle: list[int | None], turned: int) -> Iterator[tuple[int | None, int | None]]:
    """Yield the pairs of a round, each in the order of the seats."""
    fixed, ring = circle[-1], circle[:-1]
    cycle, turned = divmod(turned, len(ring))
    ring = ring[turned:] + ring[:turned]
    pair = (ring[0], fixed) if turned % 2 else (fixed, ring[0])
    yield pair if cycle % 2 == 0 else pair[::-1]
    for apart in range(1, len(ring) // 2 + 1):
        # Of two seats as far apart, the one with the odd distance ahead sits first: so everybody
        # sits first in every other round.
        one, other = ring[apart], ring[-apart]
        pair = (one, other) if apart % 2 else (other, one)
        yield pair if cycle % 2 == 0 else pair[::-1]
