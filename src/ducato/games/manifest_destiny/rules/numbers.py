"""Constants for the rules: the offset of each kind of action, the answers, and the step of bids."""

from ducato.games.manifest_destiny.state import ACTIONS

BID = ACTIONS.offset("bid")
TERRITORY = ACTIONS.offset("territory")
CARD = ACTIONS.offset("card")
ADVANCE = ACTIONS.offset("advance")
RESEARCH = ACTIONS.offset("research")
PRODUCT = ACTIONS.offset("product")
PLAYER = ACTIONS.offset("player")
NUMBER = ACTIONS.offset("number")
HALF = ACTIONS.offset("half")
PRESENCE = ACTIONS.offset("presence")
ANSWER = ACTIONS.offset("answer")
BUY = ACTIONS.offset("buy")
PURCHASE = ACTIONS.offset("purchase")
MECHANIZE = ACTIONS.offset("mechanize")
REDEPLOY = ACTIONS.offset("redeploy")
LICENCE = ACTIONS.offset("licence")
DISCARD = ACTIONS.offset("discard")
PRIORITY = ACTIONS.offset("priority")
DONE = ACTIONS.offset("done")
YES = ANSWER
NO = ANSWER + 1
BID_STEP = 5
