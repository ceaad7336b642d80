"""Encodings: how one number of a state becomes columns of an observation.

A column is a number from 0 to 1. In the compact form, the same number takes one or two bytes, from
which the columns can be computed again (`Encoding.expand`).
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class EncodingKind(IntEnum):
    """The kinds of encodings."""

    NOTHING = 0
    SCALED = 1
    CATEGORY = 2
    BITS = 3
    SEAT = 4
    SEAT_BITS = 5
    ZONE = 6


class Encoding(NamedTuple):
    """The encoding of one number; made by the functions of this module.

    Attributes:
        kind: the kind.
        columns: the number of columns.
        size: the number of bytes in the compact form, the lowest first.
        low, high: the numbers that a scaled column shows as 0 and 1; for other kinds, `low` is the
            first number, and from `high` on, numbers of a seat stand for no seat.
    """

    kind: EncodingKind
    columns: int
    size: int
    low: int = 0
    high: int = 1

    @property
    def names_zero(self) -> bool:
        """Whether the numbers are names of things, of which 0 is one."""
        return self.kind == EncodingKind.SEAT or (
            self.kind == EncodingKind.CATEGORY and self.low <= 0
        )

    def expand(self, codes: NDArray[np.uint8]) -> NDArray[np.float32]:
        """Return the columns for compact codes.

        Args:
            codes: an array of shape (..., `size`).

        Returns:
            An array of shape (..., `columns`).
        """
        import numpy as np

        number = codes.astype(np.int64) @ (256 ** np.arange(self.size))
        shown: NDArray[Any]
        match self.kind:
            case EncodingKind.SCALED:
                # Multiplied as `write` does, so that both forms agree to the last bit.
                shown = (number * (1 / (self.high - self.low)))[..., None]
            case EncodingKind.BITS | EncodingKind.SEAT_BITS:
                shown = number[..., None] >> np.arange(self.columns) & 1
            case _:
                shown = number[..., None] == np.arange(1, self.columns + 1)
        return shown.astype(np.float32)


def _size(highest: int) -> int:
    """Return the number of bytes that hold the numbers from 0 to `highest`."""
    return max(1, -(-highest.bit_length() // 8))


def scaled(high: int, low: int = 0) -> Encoding:
    """Show a number on a scale from 0, for `low`, to 1, for `high`, and no further.

    Example:
        >>> import numpy as np
        >>> scaled(20).expand(np.array([5], np.uint8)).tolist()
        [0.25]
    """
    return Encoding(EncodingKind.SCALED, 1, _size(high - low), low, high)


def category(number: int, first: int = 0) -> Encoding:
    """Show one of `number` values, from `first` on, as a 1 in a column of its own.

    Any other value, such as -1 for "none", shows as zeros.
    """
    return Encoding(EncodingKind.CATEGORY, number, _size(number), int(first))


def bits(number: int) -> Encoding:
    """Show a set of at most `number` things, which is a bit mask, as a column for each thing."""
    return Encoding(EncodingKind.BITS, number, -(-number // 8))


def binary(values: int, first: int = 0) -> Encoding:
    """Show one of very many values, from `first` on, as the digits of a binary number."""
    digits = max(1, (values - 1).bit_length())
    return Encoding(EncodingKind.BITS, digits, -(-digits // 8), first)


def seat_number(seats: int, others: int = 0) -> Encoding:
    """Show the number of a seat, seen from the seat that observes: itself first, then clockwise.

    Any other value, such as -1 for "nobody", shows as zeros, but for those that stand for others.

    Args:
        seats: the largest number of seats.
        others: the number of values, from `seats` on, that stand for others, such as natives.
    """
    return Encoding(EncodingKind.SEAT, seats + others, 1, high=seats)


def seat_bits(seats: int) -> Encoding:
    """Show a set of at most eight seats, which is a bit mask, from the seat that observes."""
    return Encoding(EncodingKind.SEAT_BITS, seats, 1)


def zone(zones: int, hidden: bool) -> Encoding:
    """Show the zone of a card, zones of seats in the order of the seats from the observing one.

    Args:
        zones: the number of zones.
        hidden: whether a card's zone can be unknown, which has the last column.
    """
    columns = zones + hidden
    return Encoding(EncodingKind.ZONE, columns, _size(columns))


FLAG = scaled(1)
"""The encoding of 0 and 1."""
UNOBSERVED = Encoding(EncodingKind.NOTHING, 0, 0)
"""The encoding of what a learner is not shown: working space, and what other fields say already."""
