"""A small invented game for two or three, for tests of everything that knows no game.

Seven cards, a hand each, the rest unseen. In each trick everybody plays a card; the highest takes
the trick and leads the next. Who has most points wins; equal points share the place.
"""

from ducato.core.game import Game

GAME = Game(
    name="invented",
    package=__name__,
    players=(2, 3),
    rules_version=1,
    longest=60,
    levels={"only": "random"},
)
