"""What lies on the table, who sees it, and what players can do."""

from ducato.core.actions import ActionTable, kind
from ducato.core.editions.edition import EditionStruct
from ducato.core.struct import EVERYBODY, NOBODY, Row, Struct, cards, field

SEATS, RANKS = 4, 6  # the highest number of players; the number of cards of each good
GOODS = ["amber", "copper", "silk", "tea"]
TRUMP = GOODS.index("tea")
CARDS = [f"{good}-{rank}" for good in GOODS for rank in range(1, RANKS + 1)]
SIZE = len(CARDS)

DECK, TAKEN, HAND, TRICK = 0, 1, 2, 2 + SEATS  # HAND + 1 is the hand of seat 1
ZONES = ["deck", "taken", *(f"{z}:{seat}" for z in ("hand", "trick") for seat in range(SEATS))]
SEES = [NOBODY, EVERYBODY, *range(SEATS), *[EVERYBODY] * SEATS]
DEAL, PLAY, OVER = 0, 1, 2

ACTIONS = ActionTable(kind("play", card=CARDS))


class State(Struct):
    """Everything on the table."""

    phase: int = field("i1", values=["deal", "play", "over"])
    mover: int = field("i1")  # the seat that plays or draws
    leader: int = field("i1")  # the seat that began the trick
    coins: Row = field("i1", SEATS)
    zone: Row = cards(CARDS, ZONES, sees=SEES, piles=["taken"], together=["trick"])
    held: Row = field("i1", len(ZONES))
    shown: Row = field("i1", len(CARDS))


class Edition(EditionStruct, package=__package__):
    """The numbers of the rules: the parameters of editions.toml."""
