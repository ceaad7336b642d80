"""Bots: random, greedy, and information-set tree search. They see redacted states only.

The name of a bot is its kind, followed by options after colons, such as
``ismcts:sims=1000:playout=uniform``. In the same state, equal seeds give equal choices, unless the
budget is a time.
"""

from ducato.bots.players import Bot, choosing, is_quick, make, thinking_ahead
from ducato.bots.search.session import ActionEstimate
from ducato.bots.stand_ins import stand_in
from ducato.bots.thinking import Thinking, finish

__all__ = [
    "ActionEstimate",
    "Bot",
    "Thinking",
    "choosing",
    "finish",
    "is_quick",
    "make",
    "stand_in",
    "thinking_ahead",
]
