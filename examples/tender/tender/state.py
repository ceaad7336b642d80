"""What everybody sees, what is sealed, and what players can do."""

from ducato.core.actions import ActionTable, kind
from ducato.core.editions.edition import EditionStruct
from ducato.core.struct import BY_SEAT, OWNER, Row, Struct, field

SEATS = 4  # the highest number of players
MOST = 20  # the highest bid
LOTS = 6  # a lot is worth from 1 to 6 points
LOT, BID, REVEAL, OVER = 0, 1, 2, 3

ACTIONS = ActionTable(kind("bid", secret=True, n=range(MOST + 1)))


class State(Struct):
    """Everything on the table."""

    phase: int = field("i1", values=["lot", "bid", "reveal", "over"])
    mover: int = field("i1")  # the first seat that has not bid yet
    round: int = field("i1")
    lot: int = field("i1")  # the points for which everybody bids
    coins: Row = field("i2", SEATS, axes=(BY_SEAT,))
    points: Row = field("i2", SEATS, axes=(BY_SEAT,))
    bid: Row = field("i1", SEATS, axes=(BY_SEAT,), sees=OWNER, among=(0, "coins"))
    sealed: Row = field("i1", SEATS, axes=(BY_SEAT,))


class Edition(EditionStruct, package=__package__):
    """The numbers of the rules: the parameters of editions.toml."""
