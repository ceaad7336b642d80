"""The names of the features of version 0.1; their weights are in ``data/yardstick.toml``."""

from enum import IntEnum


class Feature(IntEnum):
    """The features, in the order of their weights; dollars are counted in tens."""

    BID = 0  # each $10 bid
    POSITION = 1  # each token that the position lets buy
    PLAY = 2  # playing a card
    PLAY_ANSWER = 3  # playing President or Supreme Court only for the number
    PLAY_EVENT = 4  # an event, beside its payout
    PLAY_DISCOUNT = 5  # each $10 off what is not owned yet
    PAYOUT_OWN = 6  # each $10 of a payout to the player
    PAYOUT_OTHERS = 7  # each $10 of it to each other player, on average
    DISCARD = 8  # a card that may still be played
    BUY_POINT = 9  # each point of a Progression
    BUY_PRICE = 10  # each $10 of its price
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
    EXPAND = 26  # a territory taken, whatever it yields
    TERRITORY_COST = 27  # each token it costs
    TERRITORY_YIELD = 28  # each unit, by what its product pays
    TERRITORY_OPEN = 29  # each vacant neighbour
    TERRITORY_CITY = 30
    ATTACK = 31  # instead of taking vacant land
    ATTACK_LEADER = 32  # by how much the defender leads, in points
    ATTACK_HOME = 33
    TARGET_LEADER = 34  # naming an opponent: each of its points
    CANCEL = 35  # answering a card
    YES = 36  # a Pioneer, a claim, a partner, a re-roll that helps
    EXTRA_DIE = 37
    NEW = 38  # a territory taken as New Presence
    EXCHANGE = 39
