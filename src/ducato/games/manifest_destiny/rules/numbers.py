"""Where each kind of action begins in the action table: constants for the rules."""

from ducato.games.manifest_destiny.state import ACTIONS

BID = ACTIONS.start("bid")
TERRITORY = ACTIONS.start("territory")
CARD = ACTIONS.start("card")
ADVANCE = ACTIONS.start("advance")
RESEARCH = ACTIONS.start("research")
PRODUCT = ACTIONS.start("product")
PLAYER = ACTIONS.start("player")
NUMBER = ACTIONS.start("number")
HALF = ACTIONS.start("half")
PRESENCE = ACTIONS.start("presence")
ANSWER = ACTIONS.start("answer")
BUY = ACTIONS.start("buy")
PURCHASE = ACTIONS.start("purchase")
MECHANIZE = ACTIONS.start("mechanize")
REDEPLOY = ACTIONS.start("redeploy")
LICENCE = ACTIONS.start("licence")
DISCARD = ACTIONS.start("discard")
PRIORITY = ACTIONS.start("priority")
DONE = ACTIONS.start("done")
YES = ANSWER
NO = ANSWER + 1
BID_STEP = 5
