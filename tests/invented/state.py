"""The records of the invented game."""

from __future__ import annotations

from typing import Any

from ducato.core.actions import ActionTable, kind
from ducato.core.observation import category, scaled, seat_number
from ducato.core.struct import BY_SEAT, EVERYBODY, NOBODY, Row, Struct, cards, field

NAMES = ["one", "two", "three", "four", "five", "six", "seven"]
CARDS = len(NAMES)
SEATS = 3  # at most
DECK, HAND, TRICK, WON = 0, 1, 4, 5
ZONES = ["deck", "hand:0", "hand:1", "hand:2", "trick", "won:0", "won:1", "won:2"]
SEES = (NOBODY, 0, 1, 2, EVERYBODY, EVERYBODY, EVERYBODY, EVERYBODY)
DEAL, PLAY, OVER = 0, 1, 2

ACTIONS = ActionTable(kind("play", card=NAMES))


class State(Struct):
    """What lies on the table."""

    phase: int = field("i1", values=["deal", "play", "over"])
    mover: int = field("i1", observed=seat_number(SEATS))
    played: int = field("i1", observed=scaled(SEATS))
    best: int = field("i1", observed=category(CARDS))
    taker: int = field("i1", observed=seat_number(SEATS))
    tricks: int = field("i1", observed=scaled(3))
    points: Row = field("i1", SEATS, axes=(BY_SEAT,), observed=scaled(9))
    zone: Row = cards(NAMES, ZONES, held="held", shown="shown", sees=SEES)
    held: Row = field("i1", len(ZONES), axes=(ZONES,))
    shown: Row = field("i1", CARDS, axes=(NAMES,))


class Edition(Struct):
    """The numbers of the rules."""

    players: int = field("i1")
    hand_size: int = field("i1")
    worth: int = field("i1")
    lowest: int = field("i1")


def components(values: dict[str, int]) -> dict[str, Any]:
    """Nothing beside the parameters."""
    return {}


def balance(state: Any, edition: Any) -> dict[str, int]:
    """Return the points of all seats, and of the tricks still to be taken."""
    left = edition.worth * (edition.hand_size - state.tricks)
    return {"points": sum(state.points[seat] for seat in range(edition.players)) + left}
