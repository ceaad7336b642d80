"""The names of the features, in the order of their weights in ``data/greedy.toml``."""

from enum import IntEnum


class Feature(IntEnum):
    """The features of actions; sums of money count in tens of dollars."""

    BID = 0  # each $10 bid
    POSITION = 1  # each token that may be bought from the position
    PLAY = 2  # playing a card
    PLAY_ANSWER = 3  # playing President or Supreme Court for its number only
    PLAY_EVENT = 4  # an event, apart from its payout
    PLAY_DISCOUNT = 5  # each $10 off advances not yet owned
    PAYOUT_OWN = 6  # each $10 of a payout to the player
    PAYOUT_OTHERS = 7  # each $10 of a payout to each other player, on average
    DISCARD = 8  # a card that may still be played
    BUY_POINT = 9  # each victory point of a Progression
    BUY_PRICE = 10  # each $10 of a Progression's price
    CLAIM = 11
    LICENCE = 12
    RESEARCH = 13
    RESEARCH_OPEN = 14  # each number still open
    RESEARCH_LEVEL = 15
    PROPOSE = 16
    TOKEN = 17
    TOKEN_STOCK = 18  # each token in the Purchased box already
    CITY = 19
    PIONEER = 20
    CARD = 21
    PRICE_TOKEN = 22  # each token that a city, Pioneer or card costs
    REDEPLOY = 23
    PRIORITY = 24
    END = 25
    EXPAND = 26  # a territory taken, regardless of its yield
    TERRITORY_COST = 27  # each token that a territory costs
    TERRITORY_YIELD = 28  # each unit, by its product's payout
    TERRITORY_OPEN = 29  # each vacant neighbour
    TERRITORY_CITY = 30
    ATTACK = 31  # instead of taking vacant land
    ATTACK_LEADER = 32  # the defender's lead, in points; once more against a New Presence
    ATTACK_HOME = 33
    TARGET_LEADER = 34  # naming an opponent: each of their points
    CANCEL = 35  # answering a card
    YES = 36  # a Pioneer, a claim, a partner, a re-roll that helps
    EXTRA_DIE = 37
    NEW = 38  # a territory taken as a New Presence
    EXCHANGE = 39
