"""The result of a game: the winners, the measure that decided, and the table of numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ducato.core import verbs
from ducato.core.i18n import Seat, say
from ducato.core.scene import Text, number_text
from ducato.core.struct import numbers

Measure = Callable[[Any, Any, int], int]
"""A function of a state, an edition and a seat, such as the seat's coins."""
Measures = Mapping[str, Measure]
"""Measures by name."""


def entry(field: str) -> Measure:
    """Return the measure that is a seat's entry in a field of the state."""
    return lambda state, edition, seat: int(state[field][seat])


def ranks(state: Any, edition: Any) -> list[int]:
    """Return the rank of each seat; 1 is the best, and tied seats share a rank."""
    out = numbers("i4", edition.players)
    verbs.ranking(state, edition, out)
    found: list[int] = out.tolist()
    return found


def winners(state: Any, edition: Any) -> list[int]:
    """Return the seats with rank 1: one, or all that share the victory."""
    return [seat for seat, rank in enumerate(ranks(state, edition)) if rank == 1]


def deciding_measure(state: Any, edition: Any, measures: Measures) -> tuple[str, int, int]:
    """Return the measure that decided the game, and the values of the winner and the next seat.

    Args:
        state: the state of a game that one seat has won.
        edition: the edition of the game.
        measures: the measures that decide the ranking, in order of priority.
    """
    order = ranks(state, edition)
    first, second, *_ = sorted(range(len(order)), key=order.__getitem__)
    for name, measure in measures.items():
        more, less = (int(measure(state, edition, seat)) for seat in (first, second))
        if more != less:
            return name, more, less
    raise AssertionError("a winner leads by one of the measures")


def columns(players: int) -> list[Text]:
    """Return the titles of a table with a column for each seat."""
    return ["", *(say("default.seat", seat=Seat(seat)) for seat in range(players))]


def row(title: Text, values: Sequence[int]) -> list[Text]:
    """Return a row of such a table."""
    return [title, *(number_text(value) for value in values)]


def rows(state: Any, edition: Any, measures: Measures) -> list[list[Text]]:
    """Return a row for each measure, with the title ``result.row.<name>``."""
    seats = range(edition.players)
    return [
        row(say(f"result.row.{name}"), [int(measure(state, edition, seat)) for seat in seats])
        for name, measure in measures.items()
    ]
