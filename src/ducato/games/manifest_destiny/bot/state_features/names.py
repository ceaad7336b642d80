"""The names of the features of a state, in the order in which `features` writes them.

The features of a player (`Holding`) are written four times: for the seat that looks, for the
strongest rival, for the next rival in turn order, and as the mean of all rivals. Then come those
that only the seat has (`Own`), and one for each advance that it may own.
"""

from __future__ import annotations

from enum import IntEnum

from ...state.tables import ADVANCE_IDS


class Holding(IntEnum):
    """The features of one player; the first word of a name is its group."""

    CASH_MONEY = 0
    CASH_PROFIT = 1
    CASH_INCOME = 2  # of the next Adjustment
    CASH_HANDS = 3  # payouts by the cards that anybody holds and can play
    CASH_DECK = 4  # payouts by the cards of the deck
    CASH_MARKET = 5  # one payout of every product
    POINTS_NOW = 6
    POINTS_REACH = 7  # that cash, and payouts to come, can buy in this turn
    POINTS_NEXT = 8  # that cash and income can buy in the next
    POINTS_LIKELY = 9  # at the end of the game
    POINTS_END = 10  # the nearer to the end of the game by points, the higher
    LAND_HELD = 11
    LAND_NEW = 12
    LAND_ROOM = 13  # vacant neighbours
    LAND_RIVALS = 14  # neighbours held by others
    LAND_SUPPLY = 15
    LAND_TOKENS = 16  # in the Purchased box
    LAND_LOST = 17
    CITIES_HELD = 18
    CITIES_MOST = 19
    CITIES_PRODUCTS = 20  # products whose payout a city raises
    PROGRESS_FIRST = 21  # Progressions of level 1
    PROGRESS_SECOND = 22
    PROGRESS_THIRD = 23
    PROGRESS_FOUND = 24  # Breakthroughs
    PROGRESS_STEPS = 25
    PROGRESS_READY = 26  # points of Breakthroughs with all steps
    PROGRESS_PIONEERS = 27
    CARDS_HELD = 28
    CARDS_PAYOUTS = 29  # the own gain by the payouts of the own hand
    CARDS_DISCOUNTS = 30
    CARDS_LATER = 31  # cards of an era to come
    CARDS_OLD = 32  # cards that can never be played again
    TEMPO_POSITION = 33
    TEMPO_LIMIT = 34  # tokens that may be bought
    TEMPO_CHOICE = 35  # place in the choice order
    TEMPO_PRIORITY = 36  # Turn Priority is still to be announced
    TEMPO_INVESTS = 37  # Investment is still to come in this turn
    TEMPO_EXPANDS = 38


class Own(IntEnum):
    """The features of the table, and of the seat that looks at it."""

    POINTS_LEAD = 0  # over the strongest rival, as they stand
    POINTS_PROSPECT = 1  # as the game is likely to end
    POINTS_CLOSE = 2  # with the points within reach in this turn
    POINTS_FORECAST = 3  # with those of the next turn
    POINTS_FINISH = 4  # as `POINTS_CLOSE`, if the game can end with this turn
    POINTS_BEHIND = 5  # rivals that are ahead, of all rivals
    CASH_LEAD = 6
    LAND_VACANT = 7
    CITIES_LEFT = 8
    PROGRESS_OPEN = 9  # Breakthroughs that nobody owns
    CARDS_DECK = 10
    CARDS_ANSWERS = 11  # President and Supreme Court in the own hand
    TEMPO_TURNS = 12  # turns left
    TEMPO_LATE = 13  # the fewer turns are left, the higher
    TEMPO_ERA = 14
    TEMPO_LAST = 15  # the last card is drawn: the game ends with the next Investment
    TEMPO_FINISH = 16  # the game can end with this turn
    TEMPO_ORDER = 17  # the phase of the turn
    TEMPO_PLAY = 18
    TEMPO_INVEST = 19
    TEMPO_EXPAND = 20
    TEMPO_ACTIVE = 21  # the own part is now
    HOME_HELD = 22
    HOME_CITY = 23
    HOME_YIELD = 24
    HOME_MAT = 25
    HOME_QUEBEC = 26  # the homes, in the order of the map
    HOME_PENNSYLVANIA = 27
    HOME_VIRGINIA = 28
    HOME_LOUISIANA = 29
    HOME_MEXICO = 30


VIEWS = ("own", "leader", "next", "mean")
HOLDINGS = len(Holding)
LEADER, NEXT, MEAN = HOLDINGS, 2 * HOLDINGS, 3 * HOLDINGS
OWN = 4 * HOLDINGS
ADVANCE = OWN + len(Own)


def _dotted(member: IntEnum, whose: str = "") -> str:
    group, _, name = member.name.lower().partition("_")
    return f"{group}.{name}{whose}"


_NAMES = [_dotted(holding, f"_{view}") for view in VIEWS for holding in Holding]
_NAMES += [_dotted(own) for own in Own]
_NAMES += [f"progress.{advance.replace('-', '_')}" for advance in ADVANCE_IDS]

StateFeature = IntEnum("StateFeature", _NAMES, start=0)  # type: ignore[misc]  # computed names
"""The features of a state, "group.name", as `core.contract` asks for them."""
FEATURES = len(_NAMES)
