"""The structs of Magnate (the state of the table, the numbers of an edition) and its actions.

Cards are numbered as in `data/cards.csv`: 6 Aces, 24 numbered cards, 4 Courts, 4 Pawns, the
Excuse, 6 Crowns. Suits are numbered in the Decktet's order, Moons to Knots; a set of suits is a
bit mask. Clause numbers refer to `rulebook/en.md`.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from ducato.core.actions import ActionTable, kind
from ducato.core.editions.data_files import read_table
from ducato.core.editions.edition import EditionStruct, choice_enum
from ducato.core.memory.dealing import Work
from ducato.core.memory.journal import NUMBERS
from ducato.core.observation import FLAG, UNOBSERVED, bits, category, scaled, seat_number
from ducato.core.struct import BY_SEAT, EVERYBODY, NOBODY, Row, Struct, cards, field

SEATS = 2
NOTES = 128  # of moves of hidden cards; enough for two reshuffles
DISTRICTS = 5
EXCUSE_DISTRICT = 2  # the middle of the row [magnate 2.1]

TABLE = read_table(__package__, "cards.csv")
CARD_IDS = [row["id"] for row in TABLE]
SUITS = ["moons", "suns", "waves", "leaves", "wyrms", "knots"]
SUIT_COUNT = len(SUITS)
EVERY_SUIT = (1 << SUIT_COUNT) - 1
PROPERTIES = 38  # the first cards of the table, the only ones that can be built
CARDS = len(CARD_IDS)
FIRST_COURT = 30  # with the Pawns and the Excuse after the Courts, the cards that lay districts


class Kind(IntEnum):
    """The kinds of card, in the order of ``cards.csv``."""

    ACE = 0
    NUMBER = 1
    COURT = 2
    PAWN = 3
    EXCUSE = 4
    CROWN = 5


class Zone(IntEnum):
    """The zones of cards; SOLD, HAND and CROWNS are seat 0's, each followed by seat 1's."""

    BOX = 0  # cards not used in this game
    DECK = 1
    DISCARD = 2
    SOLD = 3  # face down, known to the seat that sold it; only with closed discards [magnate 8.13]
    HAND = 5
    CROWN_PILE = 7  # cards waiting for the deal
    CROWNS = 8
    PAWN_PILE = 10  # cards waiting for the row of districts to be laid
    DISTRICT = 11
    COLUMN = 12  # the first column; add 5 * seat + district


ZONES = [
    "box",
    "deck",
    "discard",
    "sold:0",
    "sold:1",
    "hand:0",
    "hand:1",
    "crown-pile",
    "crowns:0",
    "crowns:1",
    "pawn-pile",
    "district",
    *(f"column:{seat}:{d}" for seat in range(SEATS) for d in range(DISTRICTS)),
]
SEES = [EVERYBODY] * len(ZONES)
SEES[Zone.DECK] = NOBODY
for _seat in range(SEATS):
    SEES[Zone.HAND + _seat] = _seat
    SEES[Zone.SOLD + _seat] = _seat


class Phase(IntEnum):
    """The phases of the game; those up to `DRAW` are chance steps."""

    LAY_DISTRICTS = 0  # the Pawns in random order [magnate 2.1]
    DEAL_CROWNS = 1
    DEAL_HANDS = 2
    CHOOSE_FIRST = 3
    ROLL = 4
    TAX = 5
    INCOME = 6  # income is paid: one outcome, so that the table shows it as a step
    DRAW = 7
    CHOOSE_INCOME = 8  # the suit that a two-suited deed pays is chosen [magnate 8.6]
    ACT = 9
    CHOOSE_DISTRICT = 10  # the district of the chosen card is chosen
    PAY = 11  # the number of tokens of the next suit is chosen
    OVER = 12


ACTIONS = ActionTable(
    kind("build", card=CARD_IDS[:PROPERTIES]),
    kind("deed", card=CARD_IDS[:PROPERTIES]),
    kind("sell", card=CARD_IDS[:PROPERTIES]),
    kind("trade", give=SUITS, take=SUITS),
    kind("develop", district=range(1, DISTRICTS + 1), suit=SUITS),
    kind("district", district=range(1, DISTRICTS + 1)),
    kind("pay", tokens=range(16)),
    kind("income", suit=SUITS),
    kind("end"),
)
A = ACTIONS.numbers

AceWorth = choice_enum(__package__, "ace_worth")
DoubleOneTax = choice_enum(__package__, "double_one_tax")
Ending = choice_enum(__package__, "ending")
FirstPlayer = choice_enum(__package__, "first_player")
Reshuffle = choice_enum(__package__, "reshuffle")
TieTotal = choice_enum(__package__, "tie_total")


class State(Struct):
    """Everything on the table. Rows of two are by seat, rows of five by district.

    Attributes:
        phase: the phase of the game.
        active, chooser: the seat whose turn it is, and the seat to decide.
        zone, held, shown: each card's zone; each zone's number of cards; the seats that know each
            card, as a mask.
        journal, noted, reader, dealing: the moves of hidden cards (`core.memory`).
        tokens: the tokens of each seat, by suit, without those on deeds.
        pawn: the card of each district, -1 until it is laid.
        spot: the position of each card in its column, from 0; 0 for cards elsewhere.
        last: the last card of each column, -1 for none.
        length: the number of cards in each column.
        deed: whether the last card of each column is an unfinished deed.
        laid: the tokens on that deed, by suit.
        chosen: the suit chosen for each deed to pay at the latest income, -1 if none was.
        dice: the values of the two ten-sided dice, 0 before the first roll.
        taxed: the suits taxed this turn, as a mask.
        played: whether the card of this turn has been played.
        new: the districts where the active seat bought a deed this turn, as a mask.
        finished: the districts where the active seat completed a deed this turn, as a mask.
        card, district: the card and the district of the purchase or the choice of income under
            way, -1 if there is none.
        as_deed, due, suit: whether that purchase is of a deed; the tokens still due for it; the
            suit in which the next ones are paid.
        reshuffled: the number of times that the discards, if any, have become the pile.
        last_turns: the turns left, the present one included, once the end is known; 0 before.
        turns: the number of turns begun.
    """

    phase: int = field("i1", values=[p.name.lower() for p in Phase])
    active: int = field("i1", observed=seat_number(SEATS))
    chooser: int = field("i1", observed=seat_number(SEATS))
    card: int = field("i1", observed=category(PROPERTIES))
    as_deed: int = field("i1", observed=FLAG)
    district: int = field("i1", observed=category(DISTRICTS))
    due: int = field("i1", observed=scaled(12))
    suit: int = field("i1", observed=category(SUIT_COUNT))
    played: int = field("i1", observed=FLAG)
    new: int = field("i1", observed=bits(DISTRICTS))
    finished: int = field("i1", observed=bits(DISTRICTS))
    taxed: int = field("i1", observed=bits(SUIT_COUNT))
    reshuffled: int = field("i1", observed=scaled(4))
    last_turns: int = field("i1", observed=scaled(4))
    turns: int = field("i2", observed=scaled(100))
    dice: Row = field("i1", 2, observed=scaled(10))
    tokens: Row = field("i2", SEATS, SUIT_COUNT, axes=(BY_SEAT, SUITS), observed=scaled(20))
    pawn: Row = field(
        "i1", DISTRICTS, values=CARD_IDS, observed=category(CARDS - FIRST_COURT, FIRST_COURT)
    )
    last: Row = field(
        "i1", SEATS, DISTRICTS, axes=(BY_SEAT,), values=CARD_IDS, observed=category(PROPERTIES)
    )
    length: Row = field("i1", SEATS, DISTRICTS, axes=(BY_SEAT,), observed=scaled(8))
    deed: Row = field("i1", SEATS, DISTRICTS, axes=(BY_SEAT,), observed=FLAG)
    laid: Row = field(
        "i1", SEATS, DISTRICTS, SUIT_COUNT, axes=(BY_SEAT, None, SUITS), observed=scaled(10)
    )
    chosen: Row = field("i1", SEATS, DISTRICTS, axes=(BY_SEAT,), values=SUITS)
    spot: Row = field("i1", CARDS, axes=(CARD_IDS,), observed=UNOBSERVED)
    zone: Row = cards(CARD_IDS, ZONES, held="held", shown="shown", sees=SEES, remembered=True)
    held: Row = field("i1", len(ZONES), axes=(ZONES,))
    shown: Row = field("i1", CARDS, axes=(CARD_IDS,))
    journal: Row = field("i1", NOTES, NUMBERS, observed=UNOBSERVED)
    noted: int = field("i2", observed=UNOBSERVED)
    reader: int = field("i1", observed=UNOBSERVED)
    dealing: Row = field("i1", len(Work), CARDS, observed=UNOBSERVED)


class Edition(EditionStruct, package=__package__):
    """The parameters of `data/editions.toml`, and the card table with its prices.

    Attributes:
        kind, rank, suits: the kind, rank and suit mask of each card; the Excuse bears all suits.
            A Pawn that is a property has the kind of a Court [magnate 7.1].
        suit_count, suit_of: the number of each card's suits; these suits, ascending, and then the
            other suits.
        in_play, lays: whether each card is a property, or a district beside the Excuse.
        price: the tokens that each card costs to build, 0 if it is not a property.
        deed_each: the tokens that a card's deed costs in each of its suits, 0 if it has no deed.
        sale_each: the tokens that a card sells for in each of its suits.
    """

    kind: Row = field("i1", CARDS)
    rank: Row = field("i1", CARDS)
    suits: Row = field("i1", CARDS)
    suit_count: Row = field("i1", CARDS)
    suit_of: Row = field("i1", CARDS, SUIT_COUNT)
    in_play: Row = field("i1", CARDS)
    lays: Row = field("i1", CARDS)
    price: Row = field("i1", CARDS)
    deed_each: Row = field("i1", CARDS)
    sale_each: Row = field("i1", CARDS)


def components(values: dict[str, int]) -> dict[str, Any]:
    """Return the fields of `Edition` that are not parameters: the card table and its prices.

    They depend on the parameters, `values` [magnate 1.1, 1.4, 3.5 to 3.7].
    """
    courts, swapped = bool(values["courts"]), bool(values["courts_for_pawns"])
    # The Courts or Pawns that are not districts are properties [magnate 6.6, 7.1].
    grand_played = courts or (swapped and not values["pawns_need_courts"])
    district, grand = (Kind.COURT, Kind.PAWN) if swapped else (Kind.PAWN, Kind.COURT)
    rows = []
    for card in TABLE:
        kind, rank = Kind[card["kind"].upper()], int(card["rank"])
        suits = [SUITS.index(suit) for suit in card["suits"].split()]
        if kind == Kind.EXCUSE:
            suits = list(range(SUIT_COUNT))
        lays = kind == district
        if kind == grand and grand_played:
            kind, rank = Kind.COURT, values["court_worth"]
            price, deed, sale = values["court_price"], 1, 1
        elif kind == Kind.ACE:
            price, deed, sale = (values[name] for name in ("ace_price", "deed_of_ace", "ace_sale"))
        elif kind == Kind.NUMBER:
            price, deed, sale = rank, rank > 2 or values["deed_of_two"], 1
        else:
            price, deed, sale = 0, 0, 0
        rows.append(
            {
                "kind": kind,
                "rank": rank,
                "suits": sum(1 << suit for suit in suits),
                "suit_count": len(suits),
                "suit_of": sorted(range(SUIT_COUNT), key=lambda suit: (suit not in suits, suit)),
                "in_play": price > 0,
                "lays": lays,
                "price": price,
                "deed_each": bool(deed),
                "sale_each": sale,
            }
        )
    return {field: [row[field] for row in rows] for field in rows[0]}
