"""The layout of an observation: one segment for each field that a learner is shown."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ducato.core.observation.encodings import (
    UNOBSERVED,
    Encoding,
    EncodingKind,
    category,
    scaled,
    seat_bits,
    zone,
)
from ducato.core.observation.zones import ZoneMap
from ducato.core.struct import BY_SEAT, EVERYBODY, Struct, width

if TYPE_CHECKING:
    from ducato.core.struct import _Field

UNDECLARED = {1: 127, 2: 1023, 4: 1023}
"""The number shown as 1 if a field declares no encoding, by the bytes of its type; -1 is 0."""


@dataclass(frozen=True)
class Segment:
    """The part of an observation that shows one field of the state.

    Attributes:
        name: the name of the field.
        shape: the lengths of the axes, of which the last is that of the columns of each number.
        start, stop: the first column, and the one after the last.
        compact: the same of the bytes of the compact form.
        encoding: the encoding of each number.
        axes: for each axis, the names of its entries, or None if it has none.
        by_seat: whether the first axis is that of the seats, the observing one first.
        own_row: whether only the observing seat's row of the field is shown.
        zones: the order of zones, if they are the values or lie along an axis, or else None.
    """

    name: str
    shape: tuple[int, ...]
    start: int
    stop: int
    compact: slice
    encoding: Encoding
    axes: tuple[tuple[str, ...] | None, ...]
    by_seat: bool = False
    own_row: bool = False
    zones: ZoneMap | None = None

    @property
    def slice(self) -> slice:
        """The segment's columns, as an index of the observation."""
        return slice(self.start, self.stop)

    def columns(self) -> Iterator[str]:
        """Yield the name of each column, such as ``"tokens me wyrms"``."""
        entries = [
            names or [str(n) for n in range(length)]
            for names, length in zip(self.axes, self.shape, strict=True)
        ]
        if self.encoding.columns == 1:
            entries[-1] = [""]
        for words in product(*entries):
            yield " ".join(filter(None, (self.name, *words)))


class ObservationSpec:
    """The segments of an observation, in order.

    Iterate over it, or index it with the name of a field::

        tokens = observation[..., spec["tokens"].slice].reshape(spec["tokens"].shape)

    Attributes:
        segments: all segments.
        length: the number of columns, each a number from 0 to 1.
        compact_length: the number of bytes of the compact form.
    """

    def __init__(self, segments: tuple[Segment, ...]) -> None:
        self.segments = segments
        self.length = segments[-1].stop if segments else 0
        self.compact_length = segments[-1].compact.stop if segments else 0

    @cached_property
    def _by_name(self) -> dict[str, Segment]:
        return {segment.name: segment for segment in self.segments}

    def __getitem__(self, name: str) -> Segment:
        return self._by_name[name]

    def __contains__(self, name: object) -> bool:
        return name in self._by_name

    def __iter__(self) -> Iterator[Segment]:
        return iter(self.segments)

    def __len__(self) -> int:
        return len(self.segments)

    def columns(self) -> list[str]:
        """Return the names of all columns, in order."""
        return [column for segment in self.segments for column in segment.columns()]

    def expand(self, compact: NDArray[np.uint8]) -> NDArray[np.float32]:
        """Return observations of shape (..., `length`) for those in compact form."""
        parts = []
        for segment in self.segments:
            numbers = (*compact.shape[:-1], -1, segment.encoding.size)
            shown = segment.encoding.expand(compact[..., segment.compact].reshape(numbers))
            parts.append(shown.reshape(*compact.shape[:-1], -1))
        return np.concatenate(parts, axis=-1)


_SPECS: dict[type, ObservationSpec] = {}
"""The layout of each class of states for which one was asked for."""


def spec_of(struct: type[Struct]) -> ObservationSpec:
    """Return the layout of the observations of a class of states."""
    if struct not in _SPECS:
        _SPECS[struct] = _spec(struct)
    return _SPECS[struct]


def _spec(struct: type[Struct]) -> ObservationSpec:
    start = compact = 0
    segments = []
    for name, declared in struct.fields.items():
        made = _segment(struct, name, declared, start, compact)
        if made is not None:
            start, compact = made.stop, made.compact.stop
            segments.append(made)
    return ObservationSpec(tuple(segments))


def _segment(
    struct: type[Struct], name: str, declared: _Field, start: int, compact: int
) -> Segment | None:
    """Return the segment of one field, or None if it is not shown."""
    encoding = declared.observed or _of_cards(struct, name) or _undeclared(declared)
    if encoding.kind == EncodingKind.NOTHING:
        return None
    shape, axes = declared.shape, (*declared.axes, *[None] * len(declared.shape))
    by_seat = bool(shape) and axes[0] is BY_SEAT
    zones = _zones_of(struct, name, axes[: len(shape)])
    names = [_names(axis, zones) for axis in axes[: len(shape)]]
    if by_seat:
        names[0] = SEATS[: shape[0]]
    own_row = name in _own_rows(struct)
    if own_row:
        shape, names = shape[1:], names[1:]
    numbers = prod(shape)
    return Segment(
        name=name,
        shape=(*shape, encoding.columns),
        start=start,
        stop=start + numbers * encoding.columns,
        compact=slice(compact, compact + numbers * encoding.size),
        encoding=encoding,
        axes=(*names, _values(declared, encoding, zones)),
        by_seat=by_seat,
        own_row=own_row,
        zones=zones,
    )


SEATS = ("me", *(f"next {n}" for n in range(1, 9)))
"""The names of seats as the observing one sees them."""


def _names(axis: Any, zones: ZoneMap | None) -> tuple[str, ...] | None:
    """Return the names along an axis; those of zones in the order in which they are shown."""
    if not axis:
        return None
    return zones.names if zones is not None and tuple(axis) == zones.zones else tuple(axis)


def _values(declared: _Field, encoding: Encoding, zones: ZoneMap | None) -> tuple[str, ...] | None:
    """Return the names of a number's columns, or None if they have none."""
    match encoding.kind:
        case EncodingKind.ZONE if zones is not None:
            return (*zones.names, "unknown")[: encoding.columns]
        case EncodingKind.SEAT:
            others = range(encoding.high, encoding.columns)
            return (*SEATS[: encoding.high], *(f"other {n}" for n in others))
        case EncodingKind.SEAT_BITS:
            return SEATS[: encoding.columns]
        case EncodingKind.CATEGORY if declared.values is not None:
            return tuple(declared.values)[encoding.low :][: encoding.columns]
    return None


def _zones_of(struct: type[Struct], name: str, axes: tuple[Any, ...]) -> ZoneMap | None:
    """Return the order of the zones that are a field's values or lie along its last axis."""
    for card_field, declared in struct.fields.items():
        if (cards := declared.cards) is None:
            continue
        along = bool(axes) and tuple(axes[-1] or ()) == tuple(declared.values)
        if along or name in (card_field, cards.held, *cards.classes[1:]):
            return ZoneMap.of(declared.values)
    return None


def _own_rows(struct: type[Struct]) -> set[str]:
    """Return the names of the fields of which each seat sees its own row only."""
    found = (f.cards.classes for f in struct.fields.values() if f.cards is not None)
    return {name for classes in found if len(classes) > 1 for name in classes}


def _of_cards(struct: type[Struct], name: str) -> Encoding | None:
    """Return the encoding of a field that belongs to cards, or None."""
    for card_field, declared in struct.fields.items():
        if (cards := declared.cards) is None:
            continue
        secret = any(seer != EVERYBODY for seer in cards.sees)
        if name == card_field:
            return zone(len(cards.sees), secret)
        if name == cards.shown:
            return seat_bits(max(cards.sees) + 1) if secret and max(cards.sees) >= 0 else UNOBSERVED
        if name == cards.held:
            return scaled(declared.shape[0])
        if len(cards.classes) == 1 and name in cards.classes:
            return category(struct.fields[cards.held].shape[0])
    return None


def _undeclared(declared: _Field) -> Encoding:
    """Return the encoding of a field that declares none."""
    if declared.values is not None:
        return category(len(declared.values))
    return scaled(UNDECLARED.get(width(declared.code), 1023), -1)
