"""The bot ``ismcts-0.1``: the search of version 0.1, an unchanging measure for all later bots.

The package has its own copy of everything that decides what the bot plays: the search, its
playouts, and by the verbs `yardstick_score` and `yardstick_estimate` the frozen policy of each
game. A game without them is played with its present scores. Nothing here may change what the bot
plays; `tests/bots/test_yardstick.py` compares it with choices recorded from version 0.1.
"""

from ducato.bots.yardstick.bot import NAME, OPTIONS, YardstickBot

__all__ = ["NAME", "OPTIONS", "YardstickBot"]
