"""Magnate (2008): two merchants build up the districts of the Duke's capital.

A Decktet game by Cristyn Magnus, with further development by P.D. Magnus.
"""

from ducato.core.game import Game

GAME = Game(
    name="magnate",
    package=__name__,
    players=(2,),
    rules_version=1,
    longest=5_000,
    levels={"gentle": "greedy", "strong": "ismcts:sims=1000", "master": "ismcts:sims=24000"},
    simulation_cost={2: 0.08},
)
