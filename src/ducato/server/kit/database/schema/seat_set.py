"""Sets of seats in one column: a number with a bit for each seat, and NULL for no seat."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from sqlalchemy import ColumnElement, Dialect, Integer, type_coerce
from sqlalchemy.types import TypeDecorator


class SeatSet(TypeDecorator[tuple[int, ...]]):
    """A column of tuples of seats, ascending."""

    impl = Integer
    cache_ok = True

    def process_bind_param(self, value: Collection[int] | None, dialect: Dialect) -> int | None:
        """Return the number that is stored for these seats."""
        return sum(1 << seat for seat in value) if value else None

    def process_result_value(self, value: int | None, dialect: Dialect) -> tuple[int, ...]:
        """Return the seats for which a number is stored."""
        bits = value or 0
        return tuple(seat for seat in range(bits.bit_length()) if bits >> seat & 1)


def has_seat(seats: ColumnElement[Any], seat: ColumnElement[int]) -> ColumnElement[bool]:
    """Return the condition that a column of this type holds a seat, which is another column."""
    return type_coerce(seats, Integer).bitwise_rshift(seat).bitwise_and(1) == 1
