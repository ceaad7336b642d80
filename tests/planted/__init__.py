"""A game in which nobody and nothing has an advantage, and options that plant one.

Everybody takes goods in turn, one of three that lie open; each is worth a few points, drawn by
chance when it is taken. Since all goods are equal, all choices are.
"""

from ducato.core.game import Game

GAME = Game("planted", __name__, players=(2, 3), longest=200)
