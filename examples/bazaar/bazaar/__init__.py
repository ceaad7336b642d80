"""Bazaar: stalls are taken from a market into hidden hands, and built for coins."""

from ducato.core.game import Game

GAME = Game(name="bazaar", package=__name__, players=(2, 3, 4), longest=1000)
