"""What lies on the table, who sees it, and what players can do."""

from ducato.core.actions import ActionTable, kind
from ducato.core.editions.edition import EditionStruct
from ducato.core.observation import scaled, seat_bits, seat_number
from ducato.core.struct import BY_SEAT, EVERYBODY, NOBODY, Row, Struct, cards, field

SEATS = 3  # at most
CARDS = ["one", "two", "three", "four", "five", "six"]  # card 0 is worth 1
SIZE = len(CARDS)
HIGHEST = 12  # the highest bid that an edition can allow

BOX, DECK, LOT, HAND = 0, 1, 2, 3  # HAND + 1 is the hand of seat 1
ZONES = ["box", "deck", "lot", *(f"hand:{seat}" for seat in range(SEATS))]
SEES = [EVERYBODY, NOBODY, EVERYBODY, *range(SEATS)]
DEAL, BID, OVER = 0, 1, 2

ACTIONS = ActionTable(kind("bid", coins=range(1, HIGHEST + 1)), kind("pass"))
A = ACTIONS.numbers


class State(Struct):
    """Everything on the table."""

    phase: int = field("i1", values=["deal", "bid", "over"])
    mover: int = field("i1", observed=seat_number(SEATS))
    bid: int = field("i1", observed=scaled(HIGHEST))
    leader: int = field("i1", observed=seat_number(SEATS))  # who bid it, -1 for nobody
    out: int = field("i1", observed=seat_bits(SEATS))  # the seats that have passed, as a mask
    gain: Row = field("i1", SEATS, axes=(BY_SEAT,), observed=scaled(HIGHEST, -HIGHEST))
    zone: Row = cards(CARDS, ZONES, sees=SEES)
    held: Row = field("i1", len(ZONES))
    shown: Row = field("i1", SIZE)


class Edition(EditionStruct, package=__package__):
    """The numbers of the rules: the parameters of editions.toml."""
