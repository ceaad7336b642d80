"""What lies on the table: the points of each seat, and whose turn it is."""

from __future__ import annotations

from ducato.core.actions import ActionTable, kind
from ducato.core.editions.edition import EditionStruct
from ducato.core.struct import Row, Struct, field

SEATS = 3
MOVE, DIE, OVER = range(3)

ACTIONS = ActionTable(kind("walk"), kind("jump"), kind("rest"))
A = ACTIONS.numbers


class State(Struct):
    """Everything on the table."""

    phase: int = field("i1", values=["move", "die", "over"])
    mover: int = field("i1")
    turns: int = field("i2")
    points: Row = field("i2", SEATS)


class Edition(EditionStruct, package=__package__):
    """The numbers of the rules."""
