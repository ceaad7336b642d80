"""The names of the features of a state, which are also their places, and their units."""

from __future__ import annotations

from enum import IntEnum


class View(IntEnum):
    """Whose feature it is, as seen by a seat."""

    OWN = 0
    STRONGEST = 1  # the rival who ranks highest; of several, the next of them clockwise
    NEXT = 2  # the next rival clockwise
    MEAN = 3  # of all rivals


class SeatFeature(IntEnum):
    """The features of a seat; those of the heroes are in the order of their pawns."""

    GOLD = 0
    GOLD__COUNTED = 1  # what would count if the game ended now
    GOODS__TILES = 2  # number of tiles in the shop
    GOODS__VALUE = 3  # their total value
    GOODS__BEST = 4  # the value of the best one
    GOODS__WARRIOR = 5  # cost of the tiles that improve the gear of the hero, who may lack gold
    GOODS__MAGE = 6
    GOODS__RANGER = 7
    GOODS__PRIEST = 8
    SALES__WARRIOR = 9  # the highest price that the hero would pay in the shop now
    SALES__MAGE = 10
    SALES__RANGER = 11
    SALES__PRIEST = 12
    REACH__WARRIOR = 13  # how near the hero is to the shop: 1 within one move
    REACH__MAGE = 14
    REACH__RANGER = 15
    REACH__PRIEST = 16
    SALES__NEAR = 17  # the sum of all prices, each times how near the hero is
    SALES__CARD = 18  # the highest price within one move, by a card that the seat may get
    SALES__PROMOTION = 19  # the same for a Promotion card, for all heroes
    RISK__THEFT = 20  # the value of the best tile, times how near the Thief is
    RISK__TAX = 21  # the gold that the Collector would take, times how near that pawn is
    TEMPO__ORDER = 22  # the part of the seats that choose a card before this one


class TableFeature(IntEnum):
    """The features that are given once, most of them about what all seats share."""

    GOLD__LEAD = 0  # over the strongest rival, in gold that counts
    GOLD__LEAD_MEAN = 1  # over the mean of the rivals
    GOLD__LEAD_BY_TIME = 2  # the lead over the strongest rival for the time that is left
    GOLD__CHANCE = 3  # the chance to stay ahead of all rivals by gold alone, roughly
    GOLD__FINISH = 4  # the lead by time, after the best sale that each of them may make by a card
    GOLD__BEHIND = 5  # the part of the rivals who rank higher
    GOLD__RESERVE = 6
    GOODS__LEAD_BY_TIME = 7  # the lead in the value of goods for the time that is left
    SALES__LEAD_BY_TIME = 8  # the lead in sales that are near for the time that is left
    HEROES__PURSE_WARRIOR = 9  # the gold of each hero
    HEROES__PURSE_MAGE = 10
    HEROES__PURSE_RANGER = 11
    HEROES__PURSE_PRIEST = 12
    HEROES__GEAR_WARRIOR = 13  # the strength of the gear of each hero
    HEROES__GEAR_MAGE = 14
    HEROES__GEAR_RANGER = 15
    HEROES__GEAR_PRIEST = 16
    HEROES__OUTSIDE_WARRIOR = 17  # whether each hero is outside
    HEROES__OUTSIDE_MAGE = 18
    HEROES__OUTSIDE_RANGER = 19
    HEROES__OUTSIDE_PRIEST = 20
    HEROES__EXIT_WARRIOR = 21  # how near each hero in town is to an exit
    HEROES__EXIT_MAGE = 22
    HEROES__EXIT_RANGER = 23
    HEROES__EXIT_PRIEST = 24
    MARKET__WARRIOR = 25  # the highest price that each hero would pay for a tile of the market
    MARKET__MAGE = 26
    MARKET__RANGER = 27
    MARKET__PRIEST = 28
    MARKET__FREE = 29  # number of tiles that an Inventory card can take
    MONSTERS__FACE_UP = 30
    MONSTERS__TREASURE = 31  # mean gold of the unseen treasures, over all unseen cards
    MONSTERS__DEATH = 32  # the part of deaths among the unseen cards
    MONSTERS__LOOT = 33  # the part of the Thief's boxes that are full
    CARDS__WARRIOR = 34  # the copies of each action card in the deck
    CARDS__MAGE = 35
    CARDS__RANGER = 36
    CARDS__PRIEST = 37
    CARDS__THIEF = 38
    CARDS__COLLECTOR = 39
    CARDS__MARKET = 40
    CARDS__INVENTORY = 41
    CARDS__PROMOTION = 42
    TEMPO__DECK = 43  # number of cards in the deck
    TEMPO__CHOICE = 44  # number of cards from which the seat will choose, if none are rebuilt
    TEMPO__TURNS = 45  # turns left
    TEMPO__LATE = 46  # rises from 0 to 1 in the last turns
    TEMPO__END = 47  # the same for the last two or three turns
    TEMPO__LAST = 48  # whether this turn is the last
    TEMPO__STEPS = 49  # steps of the hourglass left


VIEWS = len(View)
SEAT_FEATURES = len(SeatFeature)
TABLE = VIEWS * SEAT_FEATURES
"""The index of the first `TableFeature`."""


def _names() -> list[str]:
    """Return the names of all features: the group, a dot, and what it is, and of whom."""
    names = []
    for feature in SeatFeature:
        group, _, name = feature.name.lower().partition("__")
        names += [
            f"{group}.{name}_{view.name.lower()}" if name else f"{group}.{view.name.lower()}"
            for view in View
        ]
    return names + [shared.name.lower().replace("__", ".") for shared in TableFeature]


StateFeature = IntEnum("StateFeature", _names(), start=0)  # type: ignore[misc]  # made of two enums

MOST = 3.0  # no value is larger
GOLD = 20.0  # the units of the features
LEAD = 10.0
PRICE = 8.0
VALUE = 10.0
TILES = 10.0
STRENGTH = 10.0
TURNS = 40.0
LATE_TURNS = 8.0
LEAST_TURNS = 0.25  # of uncertainty, even in the last turn
SPREAD = 2.0  # how far apart two seats drift in one turn, in gold
STEPS = 20.0
BEYOND = 0.7  # how near a place is that lies just beyond one move
