"""The order in which an observation shows zones: those of the observing seat before the others'."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class ZoneMap:
    """The order of zones as a seat sees them.

    A zone called ``hand:0`` or ``column:0:3`` belongs to seat 0. It takes the place of the zone of
    the same name of the seat with the same distance from seat 0 as the zone's seat has from the
    observing one.

    Attributes:
        zones: the names of the zones as the state declares them.
        names: the names of the zones in that order, with "me" and "next 1" for seats.
        seat: the seat of each zone, -1 if it belongs to none.
        at: where zone z is shown if its seat is r seats clockwise from the observing one, as
            ``at[z, r]``; -1 if there is no such zone.
    """

    zones: tuple[str, ...]
    names: tuple[str, ...]
    seat: NDArray[np.int64]
    at: NDArray[np.int64]

    @classmethod
    def of(cls, zones: Sequence[str]) -> ZoneMap:
        """Return the order for zones with these names."""
        index = {name: n for n, name in enumerate(zones)}
        split = [_split(name) for name in zones]
        seats = 1 + max((seat for _, seat, _ in split), default=0)
        at = np.full((len(zones), max(1, seats)), -1)
        names = []
        for n, (base, seat, rest) in enumerate(split):
            for ahead in range(at.shape[1]):
                at[n, ahead] = n if seat < 0 else index.get(f"{base}:{ahead}{rest}", -1)
            whose = "" if seat < 0 else "me" if seat == 0 else f"next {seat}"
            names.append(" ".join(filter(None, (base, whose, rest.replace(":", " ").strip()))))
        return cls(tuple(zones), tuple(names), np.array([seat for _, seat, _ in split]), at)


def _split(name: str) -> tuple[str, int, str]:
    """Return a zone's name before the number of its seat, that seat or -1, and what follows."""
    base, _, rest = name.partition(":")
    seat, colon, more = rest.partition(":")
    return (base, int(seat), colon + more) if seat.isdecimal() else (name, -1, "")
