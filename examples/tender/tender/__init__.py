"""Tender: a game of sealed bids."""

from ducato.core.game import Game

GAME = Game(name="tender", package=__name__, players=(2, 3, 4), longest=100)
