"""The names and numbers of components, zones, phases and operations.

Cards, territories and advances are numbered from 0: cards one less than printed, territories in the
order of ``data/territories.csv``, and the 15 Progressions before the 10 Breakthroughs. A set of
things is a bit mask. Clauses refer to ``rulebook/en.md``.
"""

from __future__ import annotations

import re
from enum import IntEnum

from ducato.core.editions.data_files import read_table
from ducato.core.struct import EVERYBODY, NOBODY

PACKAGE = __package__.rpartition(".")[0]


def slug(name: str) -> str:
    """Return a component's id: its name in lower case, words joined by hyphens.

    Example:
        >>> slug("Rock'n'Roll"), slug("P.T. Barnum"), slug("Abolitionists/Civil Rights Movement")
        ('rock-n-roll', 'p-t-barnum', 'abolitionists-civil-rights-movement')
    """
    return re.sub("[^a-z0-9]+", "-", name.lower()).strip("-")


CARD_TABLE = read_table(PACKAGE, "cards.csv")
EFFECT_TABLE = read_table(PACKAGE, "card_effects.csv")
TERRITORY_TABLE = read_table(PACKAGE, "territories.csv")
PROGRESSION_TABLE = read_table(PACKAGE, "progressions.csv")
BREAKTHROUGH_TABLE = read_table(PACKAGE, "breakthroughs.csv")
PAYOUT_TABLE = read_table(PACKAGE, "payouts.csv")
LAND_TABLE = read_table(PACKAGE, "land_adjacency.csv")
FERRY_TABLE = read_table(PACKAGE, "ferries.csv")
LIMIT_TABLE = read_table(PACKAGE, "token_limits.csv")
SAFETY_TABLE = read_table(PACKAGE, "safety_net.csv")

CARD_IDS = [slug(row["name"]) for row in CARD_TABLE]
TERRITORY_IDS = [slug(row["name"]) for row in TERRITORY_TABLE]
PROGRESSION_IDS = [slug(row["name"]) for row in PROGRESSION_TABLE]
BREAKTHROUGH_IDS = [slug(row["name"]) for row in BREAKTHROUGH_TABLE]
ADVANCE_IDS = [*PROGRESSION_IDS, *BREAKTHROUGH_IDS]
PRODUCT_IDS = [slug(row["product"]) for row in PAYOUT_TABLE]
REGION_NAMES = list(dict.fromkeys(row["region"] for row in TERRITORY_TABLE))
REGION_IDS = [slug(name) for name in REGION_NAMES]

SEATS = 5  # at most
NOTES = 220  # of moves of hidden cards; few games have more
CARDS = len(CARD_IDS)
TERRITORIES = len(TERRITORY_IDS)
PROGRESSIONS = len(PROGRESSION_IDS)
BREAKTHROUGHS = len(BREAKTHROUGH_IDS)
ADVANCES = len(ADVANCE_IDS)
PRODUCTS = len(PRODUCT_IDS)
CATEGORIES = 5
LEVELS = 3
ERAS = 3
NEIGHBOURS = 8  # at most, for one territory; checked when the map is read
DICE = 6  # room for one side's dice
MOST_TOKENS = 19  # in one purchase: the highest limit plus Tolerance's largest bonus
STEP_NUMBERS = 5  # a 6 counts as any of them [manifest-destiny 7.5]
CHAIN = 4  # an event and the answers to it: Lincoln, President, Supreme Court
OPERATIONS = 3  # the longest program of a card
PAYOUTS = 2  # the most products of a card
CHOICE = PRODUCTS  # stands for "one product named by the player"
BATCHES = 3  # decks from which a card can have come
UNSURE = BATCHES  # row of State.held for cards whose deck is not known
ROWS = BATCHES + 1


class Region(IntEnum):
    """The regions of the map, in the order of their first rows in ``data/territories.csv``."""

    CANADA = 0
    NORTH = 1
    SOUTH = 2
    NORTHWEST = 3
    SOUTHWEST = 4
    MEXICO = 5
    SOUTH_AMERICA = 6
    MARKETS = 7


class Advance(IntEnum):
    """The 25 advances, with their numbers in `ADVANCE_IDS`."""

    STEAMSHIPS = 0
    RAILROAD = 1
    AIRPLANES = 2
    TELEGRAPH = 3
    TELEPHONE = 4
    WIRELESS = 5
    UNITY = 6
    TOLERANCE = 7
    SAFETY_NET = 8
    WESTWARD_HO = 9
    INNOVATION = 10
    COMPUTERS = 11
    STORYTELLING = 12
    MOTION_PICTURES = 13
    TELEVISION = 14
    TURNPIKE = 15
    PATRIOTISM = 16
    MECHANIZATION = 17
    ELECTRICITY = 18
    PRO_SPORTS = 19
    ASSEMBLY_LINE = 20
    ROCK_N_ROLL = 21
    URBAN_RENAISSANCE = 22
    THINK_TANK = 23
    E_COMMERCE = 24


class Card(IntEnum):
    """The cards that the code refers to by name; each value is one less than the printed number."""

    MANIFEST_DESTINY = 13
    CIVIL_WAR = 32
    LINCOLN = 33
    SPY = 60
    SUPREME_COURT = 62
    PRESIDENT = 63


class Territory(IntEnum):
    """The territories that have special rules, with their numbers in `TERRITORY_IDS`."""

    MISSOURI = 29
    IOWA = 19
    TEXAS = 32
    OREGON = 40
    ALASKA = 41
    CALIFORNIA = 49
    CUBA = 59


class Op(IntEnum):
    """The operations of card effects.

    In ``data/card_effects.csv`` their names are in lower case and have hyphens for underscores.
    """

    NONE = 0
    TAKE = 1  # up to b territories of set a
    TAKE_OR_CASH = 2  # the only territory of set a if it is vacant, else $b
    HOMESTEAD = 3
    MAINE = 4
    LAWYER = 5
    CEDE = 6
    REMOVE = 7  # the victim removes `a` Established Presences in North and South US
    TRUSTBUSTER = 8
    DUST_BOWL = 9
    EARTHQUAKE = 10  # `a` cities; $b each
    NATIVES = 11  # up to a markers
    TOURISM = 12
    TECHNOLOGY = 13
    FREE_CITY = 14  # in a territory with product a, else Profit +b
    PROFIT_SELF = 15
    PROFIT_OTHERS = 16
    TOKENS = 17
    FLAG = 18
    RAILROAD = 19
    SURPLUS = 20
    TAX_PRODUCERS = 21  # opponents with an Established Presence producing a lose $b
    TAX_LACKING = 22  # players without one lose $b
    TAX_OTHERS = 23
    TAX_RICHEST = 24
    SIXTIES = 25
    LIFT_LIMIT = 26
    PIONEER = 27  # a free Pioneer, else $a
    STEP = 28
    TRIBUTE = 29
    UNREST = 30
    RECONSTRUCTION = 31
    ROBBER = 32
    CANAL = 33
    WORLD_WAR = 34
    DEPRESSION = 35
    COLD_WAR = 36
    DISOBEDIENCE = 37
    MOON = 38
    SPY = 39
    DRAW = 40


class TakeSet(IntEnum):
    """Sets of territories that a card lets a player take."""

    HUDSON = 0
    PURCHASE = 1
    CALIFORNIA = 2
    ALASKA = 3


class Flag(IntEnum):
    """Effects of cards on a player until the end of the turn, as bits of `State.flags`."""

    ALAMO = 1
    WAR = 2
    BANNER = 4  # wins ties when attacking
    BANNER_REROLL = 8
    MONROE = 16
    OREGON = 32
    RAILROAD = 64
    DISOBEDIENCE = 128


class Verdict(IntEnum):
    """The outcome of the last event that was answered; see `State.verdict`."""

    NONE = 0  # no answer, or the answers are still being given
    STANDS = 1
    CANCELLED = 2
    REBOUNDS = 3
    EVENT_CANCELLED = 4  # its payout or discounts stand


class Type(IntEnum):
    """The type of a card, which decides how it is played and whether it can be answered."""

    LEADER = 0  # never answered
    EVENT = 1  # the program can be cancelled
    HALF = 2  # event or product, one of them
    DESTINY = 3  # event and product
    NEWS = 4  # President, Supreme Court: no event if played in one's own part


class Zone(IntEnum):
    """The zones of cards; from TABLE on, each is the first of five zones, one for each seat."""

    BOX = 0  # not in this game
    ASIDE = 1  # cards of an era that has not begun: known, in no order
    DECK = 2
    RECYCLED = 3  # waits for a later era's deck [manifest-destiny 6.3]
    GONE = 4
    TABLE = 5  # face up in front of its player until the next turn
    HAND = 10
    FRESH = 15  # just drawn: keep it, or exchange it with Think Tank [manifest-destiny 7.3]
    DISCARDED = 20  # face down, out of the game [manifest-destiny 6.9]


def _by_seat(name: str) -> list[str]:
    return [f"{name}:{seat}" for seat in range(SEATS)]


ZONES = [
    "box",
    "aside",
    "deck",
    "recycled",
    "gone",
    *_by_seat("table"),
    *_by_seat("hand"),
    *_by_seat("fresh"),
    *_by_seat("discarded"),
]
SEES = [EVERYBODY] * len(ZONES)
SEES[Zone.DECK] = NOBODY
for _seat in range(SEATS):
    for _zone in (Zone.HAND, Zone.FRESH, Zone.DISCARDED):
        SEES[_zone + _seat] = _seat


class Presence(IntEnum):
    """The kind of a player's token on a territory; NONE if it is vacant or Natives hold it."""

    NONE = 0
    NEW = 1
    ESTABLISHED = 2


NATIVES = 5  # used in place of a seat as owner of a territory
VACANT = -1


class Reach(IntEnum):
    """The reason why a territory can be reached; 0 if it cannot."""

    NO = 0
    LAND = 1
    FERRY = 2
    HOME = 3
    TELEGRAPH = 4
    RAILROAD = 5
    STEAMSHIP = 6
    AIRPLANE = 7
    E_COMMERCE = 8


class Stage(IntEnum):
    """The set-up, the choice of homes, and the phases of a turn [manifest-destiny 4.1]."""

    SETUP = 0
    HOMES = 1
    ORDER = 2
    CARDS = 3
    INVESTMENT = 4
    EXPANSION = 5
    ADJUSTMENT = 6


class Phase(IntEnum):
    """The steps of the game, numbered in this order: chance steps, decisions, automatic phases."""

    DEAL_DESTINY = 0
    DEAL = 1
    BID_ORDER = 2
    DRAW = 3
    REDRAW = 4  # the exchange with Think Tank
    RESEARCH_DICE = 5
    RESEARCH_REROLL = 6
    ATTACK_DICE = 7
    DEFENCE_DICE = 8
    FIRST_DIE_AGAIN = 9  # Rock'n'Roll
    ATTACK_AGAIN = 10  # Star Spangled Banner
    DEFENCE_AGAIN = 11
    ROBBER_DIE = 12
    STEAL = 13
    ADJUST = 14  # has one outcome; a chance step so that players can watch it

    BID = 15
    HOME = 16
    POSITION = 17
    PLAY = 18
    HALF = 19  # event or product
    GUARD = 20  # President in one's own part: Opposition card, or News
    TARGET = 21  # the opponent whom a card names
    OPPOSE = 22
    RESPOND = 23
    CHOOSE = 24  # a territory for a card
    PRESENCE = 25  # new or established, for a territory taken
    PIONEER = 26  # take a free Pioneer?
    STEP = 27  # a number of a Breakthrough
    CLAIM = 28  # claim the Breakthrough now?
    PRODUCT = 29
    LOSS = 30  # cash or Profit
    BREAKTHROUGH = 31  # the Breakthrough to research, for a card
    DISCARD = 32
    THINK = 33
    INVEST = 34
    CITY = 35
    LIFT = 36
    LICENCE = 37
    PARTNER = 38
    JOINT = 39
    INNOVATE = 40
    SIX = 41  # the number for a rolled 6
    EXPAND = 42
    EXTRA_DIE = 43
    REROLL = 44
    REROLL_DEFENCE = 45
    PRIORITY = 46  # announce Turn Priority outside one's own part?

    ASK = 47  # the next seat to offer an answer
    RESOLVE = 48  # the next operation of the card being played
    DRAWING = 49  # the next card to be drawn
    THINKING = 50  # the next seat to decide on a drawn card
    ASSIGN = 51  # the next research die
    CONTEST = 52  # the next step of a competition
    SURVEY = 53  # the territories that can be reached
    NEXT_PART = 54
    OFFER = 55  # the next seat to ask about Turn Priority
    AFTER_BONUS = 56  # the bonus card was drawn: the expansion phase ends
    NEW_TURN = 57
    OVER = 58


LAST_CHANCE = Phase.ADJUST
LAST_DECISION = Phase.PRIORITY
