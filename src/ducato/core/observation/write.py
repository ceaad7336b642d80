"""Writing observations, interpreted and compiled from the same functions.

A state has a function for each segment, which reads one field and writes its columns (`links`).
Interpreted, they are called one after the other; compiled, they are joined into one function. Each
writes only what is not 0, into an array of zeros.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from ducato.core.observation.encodings import Encoding, EncodingKind
from ducato.core.observation.spec import Segment, spec_of
from ducato.core.struct import UNKNOWN, Struct
from ducato.core.verbs import Mark, chained, derived

View = Any
"""The seat that observes (-1 for spectators), the number of players, the array to write, and the
seat that comes first: the one that observes, or seat 0 for spectators."""
Link = Callable[[Any, View], None]
Put = Callable[[Any, int, View], None]
"""Writes the columns of a number, from this index on, as seen in this view."""


def observe(state: Any, edition: Any, seat: int, out: Any) -> None:
    """Write what a seat sees of a redacted state, as numbers from 0 to 1 (`ObservationSpec`).

    Args:
        state: the state, in which everything hidden from the seat is blanked.
        edition: the edition, for the number of players.
        seat: the seat that observes; -1 for spectators, who see as from seat 0.
        out: an array of float32, of the length of the layout.
    """
    _interpreted(state, edition, seat, out, compact=False)


def observe_compact(state: Any, edition: Any, seat: int, out: Any) -> None:
    """Write what a seat sees of a redacted state in compact form, into an array of uint8."""
    _interpreted(state, edition, seat, out, compact=True)


def _interpreted(state: Any, edition: Any, seat: int, out: Any, *, compact: bool) -> None:
    out[:] = 0
    view = (seat, edition.players, out, max(seat, 0))
    key = type(state), compact
    if key not in _LINKS:
        _LINKS[key] = links(*key, lambda function: function)
    for link in _LINKS[key]:
        link(state, view)


_LINKS: dict[tuple[type[Struct], bool], list[Link]] = {}
"""The functions that write observations, for interpreted code."""


def _compiled(struct: type[Struct], mark: Mark, *, compact: bool) -> Callable[..., None]:
    """Return `observe` for one class of states."""
    mark(_ahead), mark(_seat)
    chain = chained(links(struct, compact, mark), mark)

    def observe(state: Any, edition: Any, seat: int, out: Any) -> None:
        for column in range(len(out)):
            out[column] = 0
        chain(state, (seat, int(edition.players), out, max(seat, 0)))

    return observe


derived(observe, partial(_compiled, compact=False))
derived(observe_compact, partial(_compiled, compact=True))


def links(struct: type[Struct], compact: bool, mark: Mark) -> list[Link]:
    """Return the functions that write the segments of a class of states, in order."""
    return [_link(segment, compact, mark) for segment in spec_of(struct)]


def _link(segment: Segment, compact: bool, mark: Mark) -> Link:
    """Return the function that writes one segment."""
    encoding, name = segment.encoding, segment.name
    first = segment.compact.start if compact else segment.start
    width = encoding.size if compact else encoding.columns
    rank = len(segment.shape) - 1
    put: Put = mark((_compact if compact else _plain)(encoding))
    if encoding.kind == EncodingKind.ZONE:
        return _zones_of_cards(segment, first, width, put, mark)
    if segment.zones is not None:  # they lie along an axis
        return _by_zone(segment, first, width, put, mark)
    if segment.own_row:
        return _own_row(name, first, width, segment.shape[0], put)
    walks = (_single, _row, _rows, _planes)
    return walks[rank](segment, first, width, put)


# ------------------------------------------------------------------------------------- each number


def _ahead(seat: Any, view: View) -> int:
    """Return how many seats after the first one a seat comes; dividing would take longer."""
    ahead = int(seat) - view[3]
    return ahead + view[1] if ahead < 0 else ahead  # type: ignore[no-any-return]


def _seat(ahead: int, view: View) -> int:
    """Return the seat that comes so many seats after the first one."""
    seat = view[3] + ahead
    return seat - view[1] if seat >= view[1] else seat  # type: ignore[no-any-return]


def _plain(encoding: Encoding) -> Put:
    """Return the function that writes the columns of one number."""
    low, high, number = encoding.low, encoding.high, encoding.columns
    scale = 1 / max(1, high - low)  # the other kinds have no scale

    def put_scaled(value: Any, at: int, view: View) -> None:  # without a branch, to be vectorised
        view[2][at] = (min(max(int(value), low), high) - low) * scale

    def put_category(value: Any, at: int, view: View) -> None:
        if low <= value < low + number:
            view[2][at + value - low] = 1

    def put_bits(value: Any, at: int, view: View) -> None:
        if value != low:
            for bit in range(number):
                view[2][at + bit] = ((int(value) - low) >> bit) & 1

    def put_seat(value: Any, at: int, view: View) -> None:
        if 0 <= value < view[1]:
            view[2][at + _ahead(value, view)] = 1
        elif high <= value < number:
            view[2][at + value] = 1

    def put_seat_bits(value: Any, at: int, view: View) -> None:
        if value != 0:
            for ahead in range(view[1]):
                view[2][at + ahead] = (int(value) >> _seat(ahead, view)) & 1

    made: dict[EncodingKind, Put] = {
        EncodingKind.SCALED: put_scaled,
        EncodingKind.CATEGORY: put_category,
        EncodingKind.BITS: put_bits,
        EncodingKind.SEAT: put_seat,
        EncodingKind.SEAT_BITS: put_seat_bits,
        EncodingKind.ZONE: put_category,  # of the place at which it is shown
    }
    return made[encoding.kind]


def _compact(encoding: Encoding) -> Put:
    """Return the function that writes the bytes of one number, the lowest first."""
    low, high, number, size = encoding.low, encoding.high, encoding.columns, encoding.size
    everything = (1 << number) - 1

    def put_scaled(value: Any, at: int, view: View) -> None:
        above = min(max(int(value), low), high) - low
        for byte in range(size):
            view[2][at + byte] = (above >> (8 * byte)) & 255

    def put_category(value: Any, at: int, view: View) -> None:
        if low <= value < low + number:
            for byte in range(size):
                view[2][at + byte] = ((int(value) - low + 1) >> (8 * byte)) & 255

    def put_bits(value: Any, at: int, view: View) -> None:
        for byte in range(size):
            view[2][at + byte] = (((int(value) - low) & everything) >> (8 * byte)) & 255

    def put_seat(value: Any, at: int, view: View) -> None:
        if 0 <= value < view[1]:
            view[2][at] = _ahead(value, view) + 1
        elif high <= value < number:
            view[2][at] = value + 1

    def put_seat_bits(value: Any, at: int, view: View) -> None:
        found = 0
        for ahead in range(view[1]):
            seat = _seat(ahead, view)
            found |= ((int(value) >> seat) & 1) << ahead
        view[2][at] = found

    made: dict[EncodingKind, Put] = {
        EncodingKind.SCALED: put_scaled,
        EncodingKind.CATEGORY: put_category,
        EncodingKind.BITS: put_bits,
        EncodingKind.SEAT: put_seat,
        EncodingKind.SEAT_BITS: put_seat_bits,
        EncodingKind.ZONE: put_category,  # of the place at which it is shown
    }
    return made[encoding.kind]


# --------------------------------------------------------------------------- the numbers of a field


def _single(segment: Segment, first: int, width: int, put: Put) -> Link:
    name = segment.name
    return lambda state, view: put(state[name], first, view)


def _row(segment: Segment, first: int, width: int, put: Put) -> Link:
    name, length = segment.name, segment.shape[0]

    def plain(state: Any, view: View) -> None:
        row = state[name]
        for n in range(length):
            put(row[n], first + n * width, view)

    def by_seat(state: Any, view: View) -> None:
        row = state[name]
        for ahead in range(min(view[1], length)):
            put(row[_seat(ahead, view)], first + ahead * width, view)

    return by_seat if segment.by_seat else plain


def _rows(segment: Segment, first: int, width: int, put: Put) -> Link:
    name, (rows, length) = segment.name, segment.shape[:2]

    def plain(state: Any, view: View) -> None:
        numbers = state[name]
        for row in range(rows):
            for n in range(length):
                put(numbers[row, n], first + (row * length + n) * width, view)

    def by_seat(state: Any, view: View) -> None:
        numbers = state[name]
        for ahead in range(min(view[1], rows)):
            seat = _seat(ahead, view)
            for n in range(length):
                put(numbers[seat, n], first + (ahead * length + n) * width, view)

    return by_seat if segment.by_seat else plain


def _planes(segment: Segment, first: int, width: int, put: Put) -> Link:
    name, (planes, rows, length) = segment.name, segment.shape[:3]
    rotated = segment.by_seat

    def link(state: Any, view: View) -> None:
        numbers = state[name]
        for ahead in range(min(view[1], planes) if rotated else planes):
            plane = _seat(ahead, view) if rotated else ahead
            for row in range(rows):
                at = first + (ahead * rows + row) * length * width
                for n in range(length):
                    put(numbers[plane, row, n], at + n * width, view)

    return link


def _own_row(name: str, first: int, width: int, length: int, put: Put) -> Link:
    """Write the observing seat's row; the last one is the spectators'."""

    def link(state: Any, view: View) -> None:
        numbers = state[name]
        own = view[0] if view[0] >= 0 else len(numbers) - 1
        for n in range(length):
            put(numbers[own, n], first + n * width, view)

    return link


# ------------------------------------------------------------------------------------------- zones


def _shown_at(segment: Segment) -> Callable[[int, View], int]:
    """Return the function that says where a zone is shown, or -1 for that of an absent seat."""
    assert segment.zones is not None
    seats, at = segment.zones.seat, segment.zones.at

    def shown_at(zone: int, view: View) -> int:
        seat = seats[zone]
        if seat < 0:
            return zone
        return int(at[zone, _ahead(seat, view)]) if seat < view[1] else -1

    return shown_at


def _zones_of_cards(segment: Segment, first: int, width: int, put: Put, mark: Mark) -> Link:
    """Write the zone of each card, in a last column if it is unknown."""
    name, number, unknown = segment.name, segment.shape[0], segment.encoding.columns - 1
    shown_at = mark(_shown_at(segment))

    def link(state: Any, view: View) -> None:
        row = state[name]
        for card in range(number):
            zone = int(row[card])
            put(unknown if zone == UNKNOWN else shown_at(zone, view), first + card * width, view)

    return link


def _by_zone(segment: Segment, first: int, width: int, put: Put, mark: Mark) -> Link:
    """Write a number for each zone, or a row of them."""
    name, zones = segment.name, segment.shape[-2]
    rows = segment.shape[0] if len(segment.shape) > 2 else 1
    shown_at = mark(_shown_at(segment))

    def single(state: Any, view: View) -> None:
        numbers = state[name]
        for zone in range(zones):
            at = shown_at(zone, view)
            if at >= 0:
                put(numbers[zone], first + at * width, view)

    def own(state: Any, view: View) -> None:
        numbers = state[name]
        row = view[0] if view[0] >= 0 else len(numbers) - 1
        for zone in range(zones):
            at = shown_at(zone, view)
            if at >= 0:
                put(numbers[row, zone], first + at * width, view)

    def several(state: Any, view: View) -> None:
        numbers = state[name]
        for zone in range(zones):
            at = shown_at(zone, view)
            if at >= 0:
                for row in range(rows):
                    put(numbers[row, zone], first + (row * zones + at) * width, view)

    return own if segment.own_row else several if len(segment.shape) > 2 else single
