"""Caravan: a trick-taking game with hidden hands."""

from ducato.core.game import Game

GAME = Game(name="caravan", package=__name__, players=(2, 3, 4), longest=100)
