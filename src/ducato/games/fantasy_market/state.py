"""The structs of Fantasy Market (the state, the numbers of an edition) and its actions.

Tiles of one name are alike, so a zone holds numbers of tiles, not individual tiles. The same goes
for encounter cards: nobody has seen a face-down one, so a pile is a number of cards, the unseen
cards of all four piles form one set, and a card is picked at the moment of drawing. There is no
hidden order that could leak. Only the action cards are hidden, while they are being chosen.

Squares are numbered row by row from the top left; -1 is outside the board. Clauses refer to
`rulebook/en.md`.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from ducato.core.actions import ActionTable, kind
from ducato.core.editions.edition import EditionStruct
from ducato.core.observation import FLAG, binary, bits, category, scaled, seat_number
from ducato.core.struct import BY_SEAT, Row, Struct, cards, field

from .atlas import DIRECTIONS, SQUARE_COUNT, SQUARES
from .parts import (
    BOXES,
    CARD_IDS,
    CARDS,
    CHARACTERS,
    COLOURS,
    ENCOUNTER_COUNT,
    ENCOUNTERS,
    EXIT_COUNT,
    EXITS,
    HEROES,
    JOBS,
    LONGEST_WALK,
    LOOT_BOXES,
    PAWNS,
    SEATS,
    SEES,
    SHOPS,
    TILE_COUNT,
    TILES,
    ZONES,
)
from .tables import tables


class Phase(IntEnum):
    """The phases of the game; those up to `TAX_ROLL` are chance steps."""

    FIRST_PLAYER = 0
    REVEAL = 1  # the next action card is revealed: one outcome, so that the table shows it
    ENCOUNTER = 2  # the top card of an encounter pile is revealed
    FIGHT = 3  # a round of combat: one outcome
    ROB_ROLL = 4
    TAX_ROLL = 5
    CHOOSE_SHOP = 6
    START_TILE = 7
    CHOOSE_CARD = 8
    MOVE = 9
    ROB = 10  # the Thief meets a hero
    LOOT = 11  # several tiles of a shop share the highest value
    PURCHASE = 12  # several tiles suit the hero equally well
    PROMOTE = 13
    MARKET = 14
    INVENTORY = 15
    SWAP = 16  # a tile is taken for the returned one
    OVER = 17


ACTIONS = ActionTable(
    kind("choose", secret=True, card=JOBS),
    kind("enter", exit=EXITS),
    kind("step", direction=DIRECTIONS),
    kind("rob", hero=CHARACTERS[:HEROES]),
    kind("hero", hero=CHARACTERS[:HEROES]),
    kind("shop", colour=COLOURS),
    kind("take", tile=TILES),
    kind("give", tile=TILES),
    kind("buy", tile=TILES),
    kind("sell", tile=TILES),
    kind("done"),
)
A = ACTIONS.numbers


class State(Struct):
    """Everything on the table.

    Attributes:
        phase: the phase of the game.
        active: the seat that executes or chooses a card.
        chooser: the seat to decide.
        first: the first player of the turn.
        acted: the number of seats that have chosen a card this turn, then of those that have
            executed it; in the setup, of shops chosen and then of tiles taken.
        turned: 1 + the number of seats that had chosen when the hourglass moved this turn, 0 if it
            has not.
        hourglass: the number of steps that the hourglass has moved.
        turns: the number of turns begun.
        job, played: the card being executed, -1 for none; the card that each seat revealed last,
            -1 once it has chosen the next.
        shop_of, owner: the shop of each seat; the seat that owns each shop, -1 for none.
        gold, purse, reserve: the gold of each seat, the gold of each hero, and the rest.
        market, stock: the numbers of tiles on the market and in the seats' shops.
        gear, loot: the tiles in the heroes' boxes and in the Thief's, -1 for an empty box.
        at: the square of each pawn, -1 outside.
        pawn: the moving pawn, -1 for none.
        promoting: whether a Promotion card is being executed.
        trail: the squares of this move, from its start.
        walked, budget: the number of steps made, and of steps allowed.
        entered: whether the pawn has entered the board in this move.
        looted, promoted: masks of the shops that this move can no longer loot and of the heroes
            already promoted.
        visits: the number of purchases left in this visit.
        swaps, worth: the number of tiles taken with this Inventory card; the value of the tile
            just returned.
        target, exit: the hero whom the Thief robs; the exit where the encounter takes place.
        face_up, pile: the face-up monster at each exit, -1 for none; the number of face-down
            cards there.
        unseen, discarded: by name, the numbers of face-down and of discarded encounter cards.
        drawn: the encounter card revealed in this encounter, -1 for none.
        damage, rounds: the damage done to the monster in this fight, and the number of rounds
            fought.
        die: the last roll of this move, 0 before the first.
        zone, held, shown: the zone of each action card; the number of them in each zone; the
            seats that know each card, as a mask.
        card_class, zone_class: the knowledge of hidden cards, with a row for each seat and a last
            one for spectators, as classes of cards and of their zones: 0 for the deck that is being
            passed on, 1 for cards taken before the seat chose, 2 for a used-up deck.
    """

    phase: int = field("i1", values=[p.name.lower() for p in Phase])
    active: int = field("i1", observed=seat_number(SEATS))
    chooser: int = field("i1", observed=seat_number(SEATS))
    first: int = field("i1", observed=seat_number(SEATS))
    acted: int = field("i1", observed=scaled(30))
    turned: int = field("i1", observed=scaled(SEATS + 1))
    hourglass: int = field("i1", observed=scaled(60))
    turns: int = field("i2", observed=scaled(120))
    job: int = field("i1", values=JOBS)
    pawn: int = field("i1", values=CHARACTERS)
    promoting: int = field("i1", observed=FLAG)
    walked: int = field("i1", observed=scaled(LONGEST_WALK))
    budget: int = field("i1", observed=scaled(LONGEST_WALK))
    entered: int = field("i1", observed=FLAG)
    looted: int = field("i1", observed=bits(SHOPS))
    promoted: int = field("i1", observed=bits(HEROES))
    visits: int = field("i1", observed=scaled(4))
    swaps: int = field("i1", observed=scaled(4))
    worth: int = field("i1", observed=scaled(10))
    target: int = field("i1", values=CHARACTERS)
    exit: int = field("i1", values=EXITS)
    drawn: int = field("i1", values=ENCOUNTERS)
    rounds: int = field("i1", observed=scaled(10))
    die: int = field("i1", observed=scaled(6))
    damage: int = field("i2", observed=scaled(30))
    reserve: int = field("i2", observed=scaled(300))
    gold: Row = field("i2", SEATS, axes=(BY_SEAT,), observed=scaled(60))
    purse: Row = field("i2", HEROES, axes=(CHARACTERS[:HEROES],), observed=scaled(50))
    played: Row = field("i1", SEATS, axes=(BY_SEAT,), values=JOBS)
    shop_of: Row = field("i1", SEATS, axes=(BY_SEAT,), values=COLOURS)
    owner: Row = field("i1", SHOPS, axes=(COLOURS,), observed=seat_number(SEATS))
    at: Row = field("i1", PAWNS, axes=(CHARACTERS,), values=SQUARES)
    trail: Row = field("i1", LONGEST_WALK, values=SQUARES, observed=binary(SQUARE_COUNT + 1, -1))
    market: Row = field("i1", TILE_COUNT, axes=(TILES,), observed=scaled(4))
    stock: Row = field("i1", SEATS, TILE_COUNT, axes=(BY_SEAT, TILES), observed=scaled(4))
    gear: Row = field("i1", HEROES, BOXES, axes=(CHARACTERS[:HEROES], None), values=TILES)
    loot: Row = field("i1", LOOT_BOXES, values=TILES)
    face_up: Row = field("i1", EXIT_COUNT, axes=(EXITS,), values=ENCOUNTERS)
    pile: Row = field("i2", EXIT_COUNT, axes=(EXITS,), observed=scaled(20))
    unseen: Row = field("i1", ENCOUNTER_COUNT, axes=(ENCOUNTERS,), observed=scaled(4))
    discarded: Row = field("i1", ENCOUNTER_COUNT, axes=(ENCOUNTERS,), observed=scaled(4))
    zone: Row = cards(
        CARD_IDS,
        ZONES,
        held="held",
        shown="shown",
        sees=SEES,
        classes=("card_class", "zone_class"),
    )
    held: Row = field("i1", len(ZONES), axes=(ZONES,))
    shown: Row = field("i1", CARDS, axes=(CARD_IDS,))
    card_class: Row = field("i1", SEATS + 1, CARDS, axes=(None, CARD_IDS), observed=category(3))
    zone_class: Row = field("i1", SEATS + 1, len(ZONES), axes=(None, ZONES), observed=category(3))


class Edition(EditionStruct, package=__package__):
    """The parameters of `data/editions.toml`, and its tables.

    Attributes:
        terrain, near: the terrain of each square; its neighbours by direction, -1 for none.
        way, way_out: the number of orthogonal steps from each square to each shop, and to the
            nearest exit, on an empty board.
        gate, centre: the square of each exit; the square where heroes begin.
        seat_shop: the suggested shop of each seat.
        copies, card_job: the number of action cards of each job; the job of each card.
        attack, defence, movement: the values of the heroes, then of the Thief and the Collector.
        tile_*: the table of tiles; class 4 stands for any hero, and boxes are counted from 0.
        encounter_*: the table of encounters; type 4 stands for no type.
    """

    terrain: Row = field("i1", SQUARE_COUNT)
    near: Row = field("i1", SQUARE_COUNT, len(DIRECTIONS))
    way: Row = field("i1", SHOPS, SQUARE_COUNT)
    way_out: Row = field("i1", SQUARE_COUNT)
    gate: Row = field("i1", EXIT_COUNT)
    centre: int = field("i1")
    seat_shop: Row = field("i1", SEATS)
    copies: Row = field("i1", len(JOBS))
    card_job: Row = field("i1", CARDS)
    attack: Row = field("i1", PAWNS)
    defence: Row = field("i1", PAWNS)
    movement: Row = field("i1", PAWNS)
    tile_class: Row = field("i1", TILE_COUNT)
    tile_box: Row = field("i1", TILE_COUNT)
    tile_cost: Row = field("i1", TILE_COUNT)
    tile_value: Row = field("i1", TILE_COUNT)
    tile_attack: Row = field("i1", TILE_COUNT)
    tile_defence: Row = field("i1", TILE_COUNT)
    tile_movement: Row = field("i1", TILE_COUNT)
    tile_copies: Row = field("i1", TILE_COUNT)
    encounter_kind: Row = field("i1", ENCOUNTER_COUNT)
    encounter_type: Row = field("i1", ENCOUNTER_COUNT)
    encounter_attack: Row = field("i1", ENCOUNTER_COUNT)
    encounter_defence: Row = field("i1", ENCOUNTER_COUNT)
    encounter_movement: Row = field("i1", ENCOUNTER_COUNT)
    encounter_gold: Row = field("i1", ENCOUNTER_COUNT)
    encounter_copies: Row = field("i1", ENCOUNTER_COUNT)


def components(values: dict[str, int]) -> dict[str, Any]:
    """Return the tables of an edition with these values.

    Raises:
        ConflictingOptions: the board, cards, tiles, heroes or gold cannot be played with.
    """
    return tables(values)


def balance(state: Any, edition: Any) -> dict[str, int]:
    """Return all gold, in the reserve, with the shops and with the heroes [1.4]."""
    return {"gold": state.reserve + sum(state.gold) + sum(state.purse)}
