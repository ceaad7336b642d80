"""The action table of Manifest Destiny.

Playing a card and discarding it face down are the same action, in different phases. The action is
therefore secret; the other players learn the name of a played card by seeing it on the table.
"""

from __future__ import annotations

from ducato.core.actions import ActionTable, kind

from .tables import (
    ADVANCE_IDS,
    BREAKTHROUGH_IDS,
    CARD_IDS,
    MOST_TOKENS,
    PRODUCT_IDS,
    SEATS,
    STEP_NUMBERS,
    TERRITORY_IDS,
)

BID_STEP = 5  # dollars
HIGHEST_BID = 60  # the most cash that a player can have at the start

ACTIONS = ActionTable(
    kind("bid", amount=range(0, HIGHEST_BID + 1, BID_STEP)),
    kind("territory", territory=TERRITORY_IDS),
    kind("card", card=CARD_IDS, secret=True),
    kind("advance", advance=ADVANCE_IDS),
    kind("research", breakthrough=BREAKTHROUGH_IDS),
    kind("product", product=PRODUCT_IDS),
    kind("player", player=range(1, SEATS + 1)),
    kind("number", number=range(1, STEP_NUMBERS + 1)),
    kind("half", half=["event", "payout"]),
    kind("presence", presence=["new", "established"]),
    kind("answer", answer=["yes", "no"]),
    kind("buy", tokens=range(1, MOST_TOKENS + 1)),
    kind("purchase", what=["city", "pioneer", "card"]),
    kind("mechanize", what=["city", "pioneer", "card"]),
    kind("redeploy"),
    kind("licence"),
    kind("discard"),
    kind("priority"),
    kind("done"),
)

A = ACTIONS.numbers
"""The number of the first action of each kind, in capitals."""
YES, NO = A.ANSWER, A.ANSWER + 1
