"""The knock-out: who loses is out.

The bracket is drawn by lot. Where the number of entrants is not a power of two, some have a bye in
the first round. The winners of two neighbouring boards meet in the next round, so boards keep their
order. If a game is tied, the one who sat second goes on; somebody who has left does not.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from ducato.server.subjects.tournaments.pairing.model import Board, Entrant, in_round, numbered
from ducato.server.subjects.tournaments.pairing.scoring import winners
from ducato.server.subjects.tournaments.pairing.swiss import History


def rounds_of(entrants: int) -> int:
    """Return the number of rounds for so many entrants."""
    return max(0, entrants - 1).bit_length()


def next_boards(
    entrants: Iterable[Entrant], boards: Collection[Board], round_number: int
) -> list[Board]:
    """Return the boards of the next round, in the order of the bracket.

    Args:
        entrants: all entrants.
        boards: all boards so far.
        round_number: the number of the next round.
    """
    everybody = {entrant.number: entrant for entrant in entrants}
    if round_number == 1:
        ordered = sorted(everybody.values(), key=lambda entrant: (entrant.lot, entrant.number))
        slots = _first_slots([entrant.number for entrant in ordered])
    else:
        slots = [winner(board) for board in in_round(boards, round_number - 1)]
    history = History(boards)
    seatings = []
    for pair in zip(slots[::2], slots[1::2], strict=True):
        there = [one for one in pair if one is not None and everybody[one].plays_in(round_number)]
        seatings.append(history.seated(*there) if len(there) == 2 else tuple(there))
    return numbered(round_number, seatings)


def winner(board: Board) -> int | None:
    """Return who goes on from a board: None if nobody does, or if the game is not over."""
    if board.is_bye:
        return board.seats[0] if board.seats else None
    best = winners(board)
    return board.seats[max(best)] if best else None


def _first_slots(entrants: list[int]) -> list[int | None]:
    """Return the bracket from top to bottom, with the byes spread evenly; None is nobody."""
    order = [0]
    while len(order) < len(entrants):
        size = 2 * len(order)
        order = [slot for one in order for slot in (one, size - 1 - one)]
    return [entrants[slot] if slot < len(entrants) else None for slot in order]
