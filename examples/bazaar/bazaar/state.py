"""What lies on the table, who sees it, and what players can do."""

from typing import Any

from ducato.core.actions import ActionTable, kind
from ducato.core.editions.data_files import read_table
from ducato.core.editions.edition import EditionStruct
from ducato.core.struct import EVERYBODY, NOBODY, Row, Struct, cards, field

SEATS = 4  # the highest number of players
CARDS = [row["id"] for row in read_table(__package__, "cards.csv")]
SIZE = len(CARDS)

DECK, MARKET, HAND, BUILT = 0, 1, 2, 2 + SEATS  # HAND + 1 is the hand of seat 1
ZONES = ["deck", "market", *(f"{z}:{seat}" for z in ("hand", "built") for seat in range(SEATS))]
SEES = [NOBODY, EVERYBODY, *range(SEATS), *[EVERYBODY] * SEATS]
DEAL, TURN, OVER = 0, 1, 2

ACTIONS = ActionTable(kind("take", card=CARDS), kind("build", card=CARDS), kind("earn"))
A = ACTIONS.numbers


class State(Struct):
    """Everything on the table."""

    phase: int = field("i1", values=["deal", "turn", "over"])
    mover: int = field("i1")
    turns: int = field("i2")  # how many have ended
    coins: Row = field("i2", SEATS)
    income: Row = field("i2", SEATS)
    points: Row = field("i2", SEATS)
    zone: Row = cards(CARDS, ZONES, sees=SEES)
    held: Row = field("i2", len(ZONES))
    shown: Row = field("i1", len(CARDS))


class Edition(EditionStruct, package=__package__):
    """The parameters of editions.toml, and the columns of cards.csv, which stand on the cards."""

    price: Row = field("i1", SIZE, axes=(CARDS,))
    points: Row = field("i1", SIZE, axes=(CARDS,))
    income: Row = field("i1", SIZE, axes=(CARDS,))


def components(values: dict[str, int]) -> dict[str, Any]:
    """Return the columns of the cards."""
    return {
        column: [values[f"cards.{card}.{column}"] for card in CARDS]
        for column in ("price", "points", "income")
    }
