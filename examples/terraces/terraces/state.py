"""The board, and what players can do."""

from ducato.core.actions import ActionTable, kind
from ducato.core.editions.edition import EditionStruct
from ducato.core.struct import Row, Struct, field

SEATS = 4  # the highest number of players
ROWS = ["a", "b", "c", "d", "e"]
COLUMNS = ["1", "2", "3", "4", "5"]
SIZE = len(ROWS)
EMPTY = 0
OWNERS = ["empty", *(f"seat:{seat}" for seat in range(SEATS))]

ACTIONS = ActionTable(kind("plant", row=ROWS, column=COLUMNS))


class State(Struct):
    """Everything on the table."""

    mover: int = field("i1")  # the seat to move
    planted: int = field("i1")
    coins: Row = field("i2", SEATS)
    terrace: Row = field("i1", SIZE, SIZE, axes=(ROWS, COLUMNS), values=OWNERS)


class Edition(EditionStruct, package=__package__):
    """The numbers of the rules: the parameters of editions.toml."""
