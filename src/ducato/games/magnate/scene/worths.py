"""What the properties in the districts are worth, reckoned once for all readers and tables."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from ..rules.scoring import ace_worth, district_total
from ..state import DISTRICTS, PROPERTIES, SEATS, Edition, Kind, State, Zone
from .pieces import KEPT

COLUMNS = range(Zone.COLUMN, Zone.COLUMN + SEATS * DISTRICTS)
ELSEWHERE = bytes(zone if zone in COLUMNS else Zone.DECK for zone in range(256))
"""Where a card lies, by its zone: all cards that lie in no column count as cards in the deck."""
FIELDS = ("length", "last", "deed", "pawn")
"""The other fields of the state by which worths are reckoned."""


class Worths(NamedTuple):
    """Each seat's total in each district, and the worth of each Ace in a column, by card."""

    totals: list[list[int]]
    aces: dict[int, int]


def worths(state: State, edition: Edition) -> Worths:
    """Return what the properties on the table are worth."""
    fields = tuple(state[name].tobytes() for name in FIELDS)
    return _worths(edition.tobytes(), state.zone.tobytes().translate(ELSEWHERE), fields)


@lru_cache(KEPT)
def _worths(edition: bytes, zone: bytes, fields: tuple[bytes, ...]) -> Worths:
    """Return the worths, from the edition and the fields as bytes; the result is not changed."""
    state, of = State(), Edition.of(edition)
    for name, column in zip(("zone", *FIELDS), (zone, *fields), strict=True):
        state[name].cast("B")[:] = column
    aces = {}
    for card in range(PROPERTIES):
        if zone[card] in COLUMNS and of.kind[card] == Kind.ACE:
            seat, d = divmod(zone[card] - Zone.COLUMN, DISTRICTS)
            aces[card] = ace_worth(state, of, seat, d, card)
    return Worths(
        [
            [district_total(state, of, seat, d, False) for d in range(DISTRICTS)]
            for seat in range(SEATS)
        ],
        aces,
    )
