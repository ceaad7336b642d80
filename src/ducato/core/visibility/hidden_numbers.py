"""Numbers that only their owner sees until they are revealed: how they are blanked and drawn.

A field declared with an owner (`core.struct.field`) has a row, or one number, for each seat. While
`sealed` of a row is not 0, every number in it is blanked for all but its owner. Unknown numbers are
drawn from the range that the field declares, all of it equally likely.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ducato.core.chance import below
from ducato.core.struct import OWNER, UNKNOWN, Hidden, Struct, width
from ducato.core.verbs import Mark, rule

Link = Callable[[Any, Any], None]
"""A function of a state and a seat, or of a state and a generator of random numbers."""


@rule
def is_owner(sees: int, row: int, seat: int) -> bool:
    """Return whether a seat, or -1 for spectators, sees a row although it is sealed."""
    return seat >= 0 and seat == (row if sees == OWNER else sees)


@rule
def blank_numbers(values: Any, sealed: Any, sees: int, seat: int) -> None:
    """Blank the sealed numbers that `seat` does not see."""
    for row in range(len(sealed)):
        if sealed[row] != 0 and not is_owner(sees, row, seat):
            if values.ndim == 1:
                values[row] = UNKNOWN
            else:
                for column in range(values.shape[1]):
                    values[row, column] = UNKNOWN


@rule
def draw_numbers(values: Any, sealed: Any, row: int, low: int, high: int, rng: Any) -> None:
    """Draw the unknown numbers of a row from `low` to `high`, all equally likely."""
    if sealed[row] == 0:
        return
    if values.ndim == 1:
        if values[row] == UNKNOWN:
            values[row] = low + below(rng, max(1, high - low + 1))
    else:
        for column in range(values.shape[1]):
            if values[row, column] == UNKNOWN:
                values[row, column] = low + below(rng, max(1, high - low + 1))


def hidden_fields(struct: type[Struct]) -> Iterator[tuple[str, Hidden]]:
    """Yield the names of all fields whose numbers have owners, with the declarations."""
    for name, declared in struct.fields.items():
        if declared.hidden is not None:
            yield name, declared.hidden


def blanking(struct: type[Struct]) -> list[Link]:
    """Return functions that blank in a state what is hidden from a seat, one for each field."""

    def link(name: str, sealed: str, sees: int) -> Link:
        return lambda state, seat: blank_numbers(state[name], state[sealed], sees, seat)

    return [link(name, hidden.sealed, hidden.sees) for name, hidden in hidden_fields(struct)]


def drawing(struct: type[Struct], mark: Mark) -> list[Link]:
    """Return functions that draw what was blanked in a state, one for each field."""

    def bound(limit: int | str) -> Callable[[Any, int], int]:
        if isinstance(limit, str):
            return lambda state, row: int(state[limit][row])
        return lambda state, row: limit

    def link(name: str, sealed: str, low: Any, high: Any) -> Link:
        def draw(state: Any, rng: Any) -> None:
            for row in range(len(state[sealed])):
                draw_numbers(
                    state[name], state[sealed], row, low(state, row), high(state, row), rng
                )

        return draw

    return [
        link(name, hidden.sealed, *(mark(bound(limit)) for limit in hidden.among))
        for name, hidden in hidden_fields(struct)
    ]


def limits(state: Struct, hidden: Hidden, row: int) -> tuple[int, int]:
    """Return the lowest and the highest number that a row can hold while it is sealed."""
    low, high = (state[limit][row] if isinstance(limit, str) else limit for limit in hidden.among)
    return int(low), int(high)


def flat(state: Struct, name: str) -> list[int]:
    """Return the numbers of any field, row by row, in one list."""
    field = state.fields[name]
    stop = field.stop // width(field.code)
    found: list[int] = state.views[field.code][field.index : stop].tolist()
    return found


def rows_of(state: Struct, name: str) -> list[list[int]]:
    """Return the numbers of a field with an owner, row by row."""
    rows = state[name].tolist()
    return [row if isinstance(row, list) else [row] for row in rows]
