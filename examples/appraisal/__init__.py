"""Appraisal: an auction so small that its equilibrium can be computed (`examples/cfr.py`).

Every player secretly sees one card. The lot is worth the cards of all players together. In turn,
each player bids more than the highest bid or passes for good; who is left gets the lot at the bid.
The player with the highest gain wins: as at any auction whose lot is worth the same to everybody,
the highest bidder has often seen too much in it.
"""

from ducato.core.game import Game

GAME = Game(name="appraisal", package=__name__, players=(2, 3), longest=60, max_chance_outcomes=6)
