"""The names of the features, in the order of their weights in ``data/greedy.toml``."""

from enum import IntEnum


class Feature(IntEnum):
    """The features of actions; sums of money count in tens of dollars."""

    BID = 0  # each $10 bid
    BID_BEATEN = 1  # each earlier bid that is as high
    BID_LATER = 2  # each bidder still to come, the less the higher the bid
    HOME_YIELD = 3  # a home: each unit, by its product's payout
    HOME_OPEN = 4  # a home: each vacant neighbour
    HOME_AROUND = 5  # a home: each unit of its vacant neighbours
    HOME_COST = 6  # a home: each token that its vacant neighbours cost
    POSITION = 7  # each token that may be bought from the position
    PLAY = 8  # playing a card
    PLAY_ANSWER = 9  # playing President or Supreme Court for its number only
    PLAY_EVENT = 10  # an event, apart from its payout
    PLAY_DISCOUNT = 11  # each $10 off advances not yet owned
    PAYOUT_OWN = 12  # each $10 of a payout to the player
    PAYOUT_OTHERS = 13  # each $10 of a payout to each other player, on average
    EVENT_CASH = 14  # each $10 that an event gives the player, less the mean of the others
    EVENT_PROFIT = 15  # each $10 of Profit, likewise
    EVENT_LAND = 16  # each territory, likewise
    EVENT_STEP = 17  # a step of a Breakthrough
    EVENT_CARD = 18  # a card drawn or taken
    EVENT_FLAG = 19  # an advantage for this turn
    EVENT_PIECE = 20  # a city, a Pioneer or markers
    DISCARD = 21  # a card that may still be played
    BUY_POINT = 22  # each victory point of a Progression
    BUY_PRICE = 23  # each $10 of a Progression's price
    CLAIM = 24
    LICENCE = 25
    RESEARCH = 26
    RESEARCH_OPEN = 27  # each number still open
    RESEARCH_LEVEL = 28
    PROPOSE = 29
    TOKEN = 30
    TOKEN_STOCK = 31  # each token in the Purchased box already
    CITY = 32
    PIONEER = 33
    CARD = 34
    PRICE_TOKEN = 35  # each token that a city, Pioneer or card costs
    REDEPLOY = 36
    PRIORITY = 37  # Turn Priority, which can be announced once in a game
    PRIORITY_GAIN = 38  # each position in the next turn that it gains
    END = 39
    EXPAND = 40  # a territory taken, regardless of its yield
    TERRITORY_COST = 41  # each token that a territory costs
    TERRITORY_YIELD = 42  # each unit, by its product's payout
    TERRITORY_OPEN = 43  # each vacant neighbour
    TERRITORY_CITY = 44
    NATIVES = 45  # Natives put next to a rival rather than to the player, each neighbour
    ATTACK = 46  # instead of taking vacant land
    ATTACK_LEADER = 47  # the defender's lead, in points; once more against a New Presence
    ATTACK_HOME = 48
    TARGET_LEADER = 49  # naming an opponent: each of their points
    CANCEL = 50  # answering a card, apart from what the event is worth
    YES = 51  # a Pioneer, a claim, a re-roll that helps
    PARTNER = 52  # accepting a partner or a joint claim
    EXTRA_DIE = 53
    NEW = 54  # a territory taken as a New Presence
    EXCHANGE = 55
    BID_STAKES = 56  # each earlier bid that is as high, by how far the homes left differ in worth
    PLAY_EXCESS = 57  # playing a card while the hand is above its limit, which would cost Profit
    PAYOUT_BEST = 58  # each $10 of a payout to the rival who gets most
    EVENT_SELF = 59  # each $10 that an event costs its player, unless a rival loses more
    EVENT_GIFT = 60  # each $10 that an event gives the rival who gains most by it
    EVENT_LEADER = 61  # each $10 that an event costs the rival with the most points
