"""What lies on the table: the goods on offer, and the points of each seat."""

from __future__ import annotations

from ducato.core.actions import ActionTable, kind
from ducato.core.editions.edition import EditionStruct
from ducato.core.struct import Row, Struct, field

SEATS, GOODS, SHOWN = 3, 12, 4
NAMES = [f"good-{number}" for number in range(GOODS)]
FIRST, REVEAL, TAKE, WORTH, OVER = range(5)

ACTIONS = ActionTable(kind("take", good=NAMES), kind("rest"))
A = ACTIONS.numbers


class State(Struct):
    """Everything on the table."""

    phase: int = field("i1", values=["first", "reveal", "take", "worth", "over"])
    mover: int = field("i1")
    taken: int = field("i1")  # the good whose points chance is about to draw; GOODS for a rest
    turns: int = field("i1")
    shown: int = field("i2")  # a bit for each good on offer
    points: Row = field("i2", SEATS)


class Edition(EditionStruct, package=__package__):
    """The numbers of the rules."""
