"""Players: random, greedy, and information-set tree search. They see only redacted states.

A bot is named as on the command line: its kind, then options joined by colons, such as
``ismcts:sims=1000:playout=uniform``. The same seed gives the same choice, unless the budget is a
time.
"""

from ducato.bots.players import Bot, choosing, is_quick, make
from ducato.bots.standin import check_stand_in, stand_in
from ducato.bots.thinking import Thinking, finish
from ducato.bots.tree import Estimate

__all__ = [
    "Bot",
    "Estimate",
    "Thinking",
    "check_stand_in",
    "choosing",
    "finish",
    "is_quick",
    "make",
    "stand_in",
]
