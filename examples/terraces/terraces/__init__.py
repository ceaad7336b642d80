"""Terraces: a board game about neighbouring fields."""

from ducato.core.game import Game

GAME = Game(name="terraces", package=__name__, players=(2, 3, 4), longest=100)
