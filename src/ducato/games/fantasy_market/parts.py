"""The components of Fantasy Market by name and number [fantasy-market 1].

The values that an edition gives to them are in `tables`.
"""

from __future__ import annotations

from enum import IntEnum

from ducato.core.editions.data_files import read_table
from ducato.core.editions.edition import choice_enum
from ducato.core.presentation.art import read_art
from ducato.core.struct import EVERYBODY, NOBODY

SEATS = 6
SHOPS = 6
HEROES = 4
PAWNS = 6
BOXES = 4  # a hero's boxes for items; the last one is for special items
STEALABLE = 3  # a hero's boxes within the Thief's reach [fantasy-market 6]
LOOT_BOXES = 5
LONGEST_WALK = 16  # the most squares that a move can touch, including its start
OUTSIDE = -1
NONE = -1
EVERY_SEAT = (1 << SEATS) - 1

EXITS = ["north", "east", "south", "west"]
EXIT_COUNT = len(EXITS)
COLOURS = ["red", "yellow", "green", "blue", "purple", "orange"]

CHARACTERS = [row["id"] for row in read_table(__package__, "characters.csv")]
CLASSES = [*CHARACTERS[:HEROES], "any"]
ART = read_art(__package__)
TILES = [row["id"] for row in read_table(__package__, "tiles.csv")]
TILE_COUNT = len(TILES)
ENCOUNTER_TABLE = read_table(__package__, "encounters.csv")
ENCOUNTERS = [row["id"] for row in ENCOUNTER_TABLE]
ENCOUNTER_COUNT = len(ENCOUNTERS)


class Encounter(IntEnum):
    """The kinds of encounter cards [fantasy-market 8]."""

    MONSTER = 0
    TREASURE = 1
    DEATH = 2


class Pawn(IntEnum):
    """The characters, of which those below `THIEF` are the heroes."""

    WARRIOR = 0
    MAGE = 1
    RANGER = 2
    PRIEST = 3
    THIEF = 4
    COLLECTOR = 5


class Job(IntEnum):
    """The jobs of action cards; a number below `MARKET` is the move of that character."""

    MARKET = 6
    INVENTORY = 7
    PROMOTION = 8


JOBS = [row["id"] for row in read_table(__package__, "action_cards.csv")]
COPIES = [1] * PAWNS + [3, 2, 2]  # the most copies of each card that an edition can ask for
CARD_JOB = [job for job, copies in enumerate(COPIES) for _ in range(copies)]
CARDS = len(CARD_JOB)
CARD_IDS = [
    f"{JOBS[job]}-{CARD_JOB[:number].count(job) + 1}" if COPIES[job] > 1 else JOBS[job]
    for number, job in enumerate(CARD_JOB)
]


class Zone(IntEnum):
    """The zones of action cards; CHOSEN is seat 0's, followed by the other seats'."""

    BOX = 0  # cards not used in this game
    DECK = 1  # seen by the choosing seat, or by all if untouched [fantasy-market 4.1, 10.1]
    DISCARD = 2
    REVEALED = 3  # cards executed in this turn
    CHOSEN = 4


ZONES = ["box", "deck", "discard", "revealed", *(f"chosen:{seat}" for seat in range(SEATS))]
SEES = [EVERYBODY, NOBODY, EVERYBODY, EVERYBODY, *range(SEATS)]


class Terrain(IntEnum):
    """The terrain of a square; SHOP is the first of six shops, EXIT the first of four exits."""

    WALL = -1
    PLAIN = 0
    SHOP = 1
    EXIT = 7
    CENTRE = 11


CombatTie = choice_enum(__package__, "combat_tie")
EndTiming = choice_enum(__package__, "end_timing")
FinalTie = choice_enum(__package__, "final_tie")
FirstPlayerRotation = choice_enum(__package__, "first_player_rotation")
GoldShortage = choice_enum(__package__, "gold_shortage")
InventoryMode = choice_enum(__package__, "inventory_mode")
PurchasePick = choice_enum(__package__, "purchase_pick")
ShopChoice = choice_enum(__package__, "shop_choice")
