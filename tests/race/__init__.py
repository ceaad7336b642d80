"""A race in which everybody walks, jumps or rests in turn; who is ahead at the end wins.

A jump goes further than a walk on average, and a rest nowhere; the greedy player knows nothing of
it. The features of a state say all that matters.
"""

from ducato.core.game import Game

GAME = Game("race", __name__, players=(2, 3), longest=400)
