"""The structs of The Builders (the state of the table, the numbers of an edition) and its actions.

Cards are numbered consecutively: 42 workers, 8 machines, 34 buildings. So the *crew*, which can be
sent to work, is the first 50 cards, and the *constructions*, on which it works, are the last 42; a
machine is both. The order of materials is stone, wood, knowledge, tile [builders 1.4].

Only the order of the decks is hidden in this game [builders 3.1], and a deck has no order here: it
is the set of its cards, which everybody can infer from the cards on the table. Hence every zone is
open to all. The card that lies open on a deck has a zone of its own.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from ducato.core.actions import ActionTable, kind
from ducato.core.editions.data_files import read_table
from ducato.core.editions.edition import EditionStruct, choice_enum
from ducato.core.errors import ConflictingOptions
from ducato.core.observation import FLAG, UNOBSERVED, binary, category, scaled, seat_number
from ducato.core.struct import BY_SEAT, EVERYBODY, Row, Struct, cards, field

SEATS = 4  # the maximum; arrays by seat always have this length

WORKER_TABLE = read_table(__package__, "workers.csv")
CONSTRUCTION_TABLE = read_table(__package__, "buildings.csv")  # the machines come first
MATERIALS = ["stone", "wood", "knowledge", "tile"]
MATERIAL_COUNT = len(MATERIALS)

CREW_IDS = [
    row["card"]
    for row in [*WORKER_TABLE, *(row for row in CONSTRUCTION_TABLE if row["kind"] == "machine")]
]
WORKER_IDS = [row["card"] for row in WORKER_TABLE]
CONSTRUCTION_IDS = [row["card"] for row in CONSTRUCTION_TABLE]
CARD_IDS = [*WORKER_IDS, *CONSTRUCTION_IDS]

WORKERS = len(WORKER_IDS)
FIRST_CONSTRUCTION = WORKERS  # also the first machine
CREW = len(CREW_IDS)
CONSTRUCTIONS = len(CONSTRUCTION_IDS)
MACHINES = CREW - WORKERS
CARDS = len(CARD_IDS)
APPRENTICES = sum(row["name"] == "apprentice" for row in WORKER_TABLE)  # the first workers
COINS = 25 * 1 + 15 * 5  # the silver and gold coins in the box [builders 1.3]
LONGEST_TAKE = 3  # the most actions to be spent at once on taking coins [builders 4.7]


class Zone(IntEnum):
    """The zones of cards; the last four are those of seat 0, each followed by the other seats'."""

    BOX = 0  # cards not used in this game
    BUILDING_DECK = 1
    WORKER_DECK = 2
    NEXT_BUILDING = 3  # open on top of its deck [builders 2.6]
    NEXT_WORKER = 4
    BUILDING_ROW = 5
    WORKER_ROW = 6
    APPRENTICES = 7  # apprentices waiting to be dealt
    CREW = 8  # a seat's free workers and machines
    WORK = 12  # a seat's workers and machines at its sites
    SITE = 16  # a seat's open sites
    BUILT = 20  # a seat's finished buildings; finished machines are in CREW or WORK


ZONES = [zone.name.lower().replace("_", "-") for zone in Zone if zone < Zone.CREW]
ZONES += [f"{name}:{seat}" for name in ("crew", "work", "site", "built") for seat in range(SEATS)]


class Phase(IntEnum):
    """The phases of the game; those before `DRAFT` are chance steps."""

    LAY_BUILDINGS = 0
    CHOOSE_FIRST = 1
    DEAL_APPRENTICES = 2
    LAY_WORKERS = 3
    DRAW_BUILDING = 4  # the next card of the deck is turned up, or fills the gap
    DRAW_WORKER = 5
    DRAFT = 6  # an apprentice is chosen, only with the variant
    ACT = 7
    CHOOSE_SITE = 8  # a site is chosen for the crew member, unless exactly one takes them
    OVER = 9


ACTIONS = ActionTable(
    kind("open", building=CONSTRUCTION_IDS),
    kind("recruit", worker=WORKER_IDS),
    kind("send", crew=CREW_IDS),
    kind("site", building=CONSTRUCTION_IDS),
    kind("take", actions=range(1, LONGEST_TAKE + 1)),
    kind("buy"),
    kind("end"),
    kind("keep"),
)
A = ACTIONS.numbers

Apprentices = choice_enum(__package__, "apprentices")
BankLimit = choice_enum(__package__, "bank_limit")
EmptyDeck = choice_enum(__package__, "empty_deck")
SendCost = choice_enum(__package__, "send_cost")
UndealtApprentices = choice_enum(__package__, "undealt_apprentices")


class State(Struct):
    """The state of the table.

    Attributes:
        phase: the phase of the game.
        active, first: the seat whose turn it is, and the starting seat.
        trigger: the seat that triggered the last round, -1 if none has.
        exhausted: whether an empty deck caused the last round.
        stuck: whether no seat can ever build again, which makes this round the last.
        stopped: whether the round limit of the edition ended the game.
        sender: the crew member to be sent, -1 if none is chosen.
        kept: whether a chosen crew member has been put back since the last other action.
        gap: the position in a row from which a card was taken, until chance has drawn the next
            card of that deck; -1 at other times.
        actions, bought: the actions left in this turn, and the extra actions bought in it.
        turns: the number of turns begun.
        bank: the coins in the bank; if it is unlimited, minus the coins of all seats
            [builders 8.8].
        coins, points: the coins and points of each seat.
        machine_points: the part of each seat's points that comes from machines.
        need: the work that each open site still lacks, by material.
        sent: the number of crew members sent to each site in this turn.
        working: the construction that each crew member works on, -1 if none.
        spot: the position of each card in its row, from 0; 0 for cards elsewhere.
        zone, held: the zone of each card; the number of cards in each zone.
        shown: the seats that have seen each card, unused in this game.
    """

    phase: int = field("i1", values=[p.name.lower() for p in Phase])
    active: int = field("i1", observed=seat_number(SEATS))
    first: int = field("i1", observed=seat_number(SEATS))
    trigger: int = field("i1", observed=seat_number(SEATS))
    exhausted: int = field("i1", observed=FLAG)
    stuck: int = field("i1", observed=FLAG)
    stopped: int = field("i1", observed=FLAG)
    sender: int = field("i1", values=CREW_IDS)
    kept: int = field("i1", observed=FLAG)
    gap: int = field("i1", observed=category(8))
    actions: int = field("i2", observed=scaled(10))
    bought: int = field("i2", observed=scaled(10))
    turns: int = field("i2", observed=scaled(100))
    bank: int = field("i2", observed=scaled(COINS, -COINS))
    coins: Row = field("i2", SEATS, axes=(BY_SEAT,), observed=scaled(50))
    points: Row = field("i1", SEATS, axes=(BY_SEAT,), observed=scaled(40))
    machine_points: Row = field("i1", SEATS, axes=(BY_SEAT,), observed=scaled(20))
    need: Row = field(
        "i1", CONSTRUCTIONS, MATERIAL_COUNT, axes=(CONSTRUCTION_IDS, MATERIALS), observed=scaled(5)
    )
    sent: Row = field("i1", CONSTRUCTIONS, axes=(CONSTRUCTION_IDS,), observed=scaled(5))
    working: Row = field(
        "i1",
        CREW,
        axes=(CREW_IDS,),
        values=CONSTRUCTION_IDS,
        observed=binary(CONSTRUCTIONS + 1, -1),
    )
    spot: Row = field("i1", CARDS, axes=(CARD_IDS,), observed=UNOBSERVED)
    zone: Row = cards(CARD_IDS, ZONES, held="held", shown="shown", sees=[EVERYBODY] * len(ZONES))
    held: Row = field("i1", len(ZONES), axes=(ZONES,))
    shown: Row = field("i1", CARDS, axes=(CARD_IDS,))


class Edition(EditionStruct, package=__package__):
    """The parameters of `data/editions.toml`, and the two card tables.

    Attributes:
        take: the coins that taking coins yields, by the number of actions spent on it, from 0.
        wage, makes: the coins to send each crew member, and its output by material.
        reward, worth: the coins and points of each construction.
        materials: the need of each construction, by material.
        pips: the total need of each construction.
    """

    take: Row = field("i1", LONGEST_TAKE + 1)
    wage: Row = field("i1", CREW)
    makes: Row = field("i1", CREW, MATERIAL_COUNT)
    reward: Row = field("i1", CONSTRUCTIONS)
    worth: Row = field("i1", CONSTRUCTIONS)
    materials: Row = field("i1", CONSTRUCTIONS, MATERIAL_COUNT)
    pips: Row = field("i1", CONSTRUCTIONS)


def components(values: dict[str, int]) -> dict[str, Any]:
    """Return the fields of `Edition` that are not parameters, by name [builders 1, 4.7].

    They are the card tables, and the row `take` made from `take_1` to `take_3`.

    Raises:
        ConflictingOptions: the coins in the box are too few for all to start with the same.
    """
    _start_coins(values)
    crew = [*WORKER_TABLE, *CONSTRUCTION_TABLE[:MACHINES]]
    materials = [[int(row[m]) for m in MATERIALS] for row in CONSTRUCTION_TABLE]
    return {
        "take": [0, values["take_1"], values["take_2"], values["take_3"]],
        "wage": [int(row.get("wage", 0)) for row in crew],
        "makes": [[int(row[f"makes_{m}"]) for m in MATERIALS] for row in crew],
        "reward": [int(row["coins"]) for row in CONSTRUCTION_TABLE],
        "worth": [int(row["points"]) for row in CONSTRUCTION_TABLE],
        "materials": materials,
        "pips": [sum(needed) for needed in materials],
    }


def _start_coins(values: dict[str, int]) -> None:
    """Reject starting coins whose total exceeds a limited bank [builders 2.4, 8.8]."""
    total = values["players"] * values["start_coins"]
    if values["bank_limit"] == BankLimit.BOX and total > COINS:
        names = ("start_coins", "players", "bank_limit")
        raise ConflictingOptions(
            {name: values[name] for name in names},
            f"{values['players']} players start with {total} coins, which must be no more than the"
            f" {COINS} in the box, unless bank_limit is none",
        )


def balance(state: Any, edition: Any) -> dict[str, int]:
    """Return all coins, in the bank and in the purses [1.3]."""
    return {"coins": state.bank + sum(state.coins)}
